import type { Mesh } from 'nearmiss';
import { requireOneOf } from '../require-input.ts';
import { toSingle } from '../single-precision.ts';
import { soundMesh } from '../sound-mesh.ts';
import { TextBuilder } from '../text/text-builder.ts';
import { HEADER_BYTES, TRIANGLE_BYTES } from './layout.ts';

/** Options of {@link writeStl}. */
export interface WriteStlOptions {
  /** `binary` rounds to f32, as the format demands; `ascii` keeps every digit. */
  readonly encoding?: 'binary' | 'ascii' | undefined;
}

/** Defaults of {@link WriteStlOptions}. */
export const WRITE_STL_DEFAULTS: Readonly<{ encoding: 'binary' | 'ascii' }> = Object.freeze({ encoding: 'binary' });

/**
 * An STL file. It holds corners rather than vertices: read back, every triangle has three vertices of its own.
 *
 * @example
 * console.log(parseStl(writeStl(box())).mesh.triangleCount); // 12
 */
export function writeStl(mesh: Mesh, options: WriteStlOptions = {}): Uint8Array {
  const encoding = requireOneOf('encoding', options.encoding ?? WRITE_STL_DEFAULTS.encoding, ['binary', 'ascii']);
  const sound = soundMesh(mesh);
  return encoding === 'ascii' ? writeText(sound) : writeBinary(sound);
}

function writeBinary({ positions, triangles, triangleCount }: Mesh): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + TRIANGLE_BYTES * triangleCount);
  const view = new DataView(bytes.buffer);
  view.setUint32(HEADER_BYTES - 4, triangleCount, true);
  const normal = new Float64Array(3);
  for (let t = 0; t < triangleCount; t++) {
    const start = HEADER_BYTES + TRIANGLE_BYTES * t;
    triangleNormal(positions, triangles, 3 * t, normal);
    for (let axis = 0; axis < 3; axis++) view.setFloat32(start + 4 * axis, normal[axis], true);
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[3 * t + corner];
      for (let axis = 0; axis < 3; axis++) {
        const value = toSingle(positions[3 * vertex + axis], vertex);
        view.setFloat32(start + 12 + 12 * corner + 4 * axis, value, true);
      }
    }
  }
  return bytes;
}

function writeText({ positions, triangles }: Mesh): Uint8Array {
  const text = new TextBuilder();
  text.raw('solid');
  const normal = new Float64Array(3);
  for (let k = 0; k < triangles.length; k += 3) {
    triangleNormal(positions, triangles, k, normal);
    text.line('facet normal', normal[0], normal[1], normal[2]);
    text.raw('outer loop');
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * triangles[k + corner];
      text.line('vertex', positions[v], positions[v + 1], positions[v + 2]);
    }
    text.raw('endloop');
    text.raw('endfacet');
  }
  text.raw('endsolid');
  return text.bytes();
}

/** The unit normal of the triangle at `k`; zero if it has none, or if it is too small or large to say. */
function triangleNormal(p: Float64Array, triangles: Uint32Array, k: number, out: Float64Array): void {
  const a = 3 * triangles[k];
  const b = 3 * triangles[k + 1];
  const c = 3 * triangles[k + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const usable = length > 0 && length < Infinity;
  out[0] = usable ? x / length : 0;
  out[1] = usable ? y / length : 0;
  out[2] = usable ? z / length : 0;
}
