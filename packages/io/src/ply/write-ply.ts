import type { Mesh } from 'nearmiss';
import { requireOneOf } from '../require-input.ts';
import { soundMesh } from '../sound-mesh.ts';
import { TextBuilder } from '../text/text-builder.ts';
import { FORMATS, type PlyHeader } from './header.ts';

/** Options of {@link writePly}. */
export interface WritePlyOptions {
  readonly encoding?: PlyHeader['format'] | undefined;
}

/** Defaults of {@link WritePlyOptions}. */
export const WRITE_PLY_DEFAULTS: Readonly<{ encoding: PlyHeader['format'] }> = Object.freeze({
  encoding: 'binary-little-endian',
});

/**
 * A PLY file in double precision that reads back as the same mesh, bit for bit.
 *
 * @example
 * console.log(parsePly(writePly(box())).mesh.triangleCount); // 12
 */
export function writePly(mesh: Mesh, options: WritePlyOptions = {}): Uint8Array {
  const encoding = requireOneOf('encoding', options.encoding ?? WRITE_PLY_DEFAULTS.encoding, [...FORMATS.values()]);
  const { positions, triangles, vertexCount, triangleCount } = soundMesh(mesh);
  const text = new TextBuilder();
  text.raw('ply');
  text.raw(`format ${encoding.replaceAll('-', '_')} 1.0`);
  text.raw(`element vertex ${vertexCount}`);
  for (const axis of ['x', 'y', 'z']) text.raw(`property double ${axis}`);
  text.raw(`element face ${triangleCount}`);
  text.raw('property list uchar uint vertex_indices');
  text.raw('end_header');
  if (encoding !== 'ascii') return withBinary(text.bytes(), positions, triangles, encoding === 'binary-little-endian');

  for (let k = 0; k < positions.length; k += 3) text.line('', positions[k], positions[k + 1], positions[k + 2]);
  for (let k = 0; k < triangles.length; k += 3) text.line('3', triangles[k], triangles[k + 1], triangles[k + 2]);
  return text.bytes();
}

const FACE_BYTES = 13;

function withBinary(
  header: Uint8Array,
  positions: Float64Array,
  triangles: Uint32Array,
  littleEndian: boolean,
): Uint8Array {
  const faces = header.length + 8 * positions.length;
  const bytes = new Uint8Array(faces + (FACE_BYTES * triangles.length) / 3);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < positions.length; i++) view.setFloat64(header.length + 8 * i, positions[i], littleEndian);
  for (let i = 0; i < triangles.length; i++) {
    const face = faces + FACE_BYTES * Math.floor(i / 3);
    view.setUint8(face, 3);
    view.setUint32(face + 1 + 4 * (i % 3), triangles[i], littleEndian);
  }
  return bytes;
}
