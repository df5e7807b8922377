// Makes glTF files by hand, apart from the library's own writer.

/// <reference path="../../src/gltf/draco3dgltf.d.ts" />

import { Document, Logger, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { CUBE_POSITIONS, CUBE_QUADS, utf8 } from '../help.ts';

export type Json = Record<string, unknown>;

type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

const COMPONENT_TYPES = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
  [Float64Array, 5130],
]);

/** A glTF document in the making, with one buffer. */
export class GltfBuilder {
  readonly bufferViews: Json[] = [];
  readonly accessors: Json[] = [];
  #bytes: number[] = [];

  /** A view of its own for some numbers; returns its number. */
  view(numbers: Numbers, extra: Json = {}): number {
    while (this.#bytes.length % 8 !== 0) this.#bytes.push(0);
    const byteOffset = this.#bytes.length;
    this.#bytes.push(...new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
    return this.bufferViews.push({ buffer: 0, byteOffset, byteLength: numbers.byteLength, ...extra }) - 1;
  }

  accessor(numbers: Numbers, type: 'SCALAR' | 'VEC3', extra: Json = {}): number {
    const count = numbers.length / (type === 'VEC3' ? 3 : 1);
    const componentType = COMPONENT_TYPES.get(numbers.constructor);
    return this.accessors.push({ bufferView: this.view(numbers), componentType, type, count, ...extra }) - 1;
  }

  get bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  /** The document; what is given replaces or adds to it. */
  json(more: Json): Json {
    return {
      asset: { version: '2.0' },
      buffers: [{ byteLength: this.#bytes.length }],
      bufferViews: this.bufferViews,
      accessors: this.accessors,
      ...more,
    };
  }

  glb(more: Json): Uint8Array {
    return glbFile(JSON.stringify(this.json(more)), this.bytes);
  }
}

export function glbFile(json: string | Uint8Array, binary: Uint8Array | null): Uint8Array {
  const text = typeof json === 'string' ? utf8(json) : json;
  const textLength = Math.ceil(text.length / 4) * 4;
  const binaryLength = binary === null ? 0 : Math.ceil(binary.length / 4) * 4;
  const bytes = new Uint8Array(20 + textLength + (binary === null ? 0 : 8 + binaryLength));
  const view = new DataView(bytes.buffer);
  bytes.fill(32, 20, 20 + textLength);
  bytes.set(text, 20);
  [0x46546c67, 2, bytes.length, textLength, 0x4e4f534a].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  if (binary !== null) {
    view.setUint32(20 + textLength, binaryLength, true);
    view.setUint32(24 + textLength, 0x004e4942, true);
    bytes.set(binary, 28 + textLength);
  }
  return bytes;
}

export const CUBE_INDICES: readonly number[] = CUBE_QUADS.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);

/** The cube as a primitive of the builder. */
export function cubePrimitive(builder: GltfBuilder): Json {
  return {
    attributes: { POSITION: builder.accessor(Float32Array.from(CUBE_POSITIONS), 'VEC3') },
    indices: builder.accessor(Uint16Array.from(CUBE_INDICES), 'SCALAR'),
  };
}

/** A GLB file with the cube in it, compressed. */
export async function compressedCube(how: 'draco' | 'draco sequential' | 'meshopt'): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const io = new WebIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression])
    .registerDependencies({
      'draco3d.encoder': await draco3d.createEncoderModule(),
      'meshopt.encoder': MeshoptEncoder,
    });
  const document = new Document();
  const buffer = document.createBuffer();
  const primitive = document
    .createPrimitive()
    .setAttribute(
      'POSITION',
      document.createAccessor().setType('VEC3').setArray(Float32Array.from(CUBE_POSITIONS)).setBuffer(buffer),
    )
    .setIndices(document.createAccessor().setType('SCALAR').setArray(Uint16Array.from(CUBE_INDICES)).setBuffer(buffer));
  const node = document.createNode('cube').setMesh(document.createMesh('cube').addPrimitive(primitive));
  document.createScene().addChild(node);
  if (how === 'meshopt') {
    document.createExtension(EXTMeshoptCompression).setRequired(true);
  } else {
    const { EDGEBREAKER, SEQUENTIAL } = KHRDracoMeshCompression.EncoderMethod;
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ method: how === 'draco' ? EDGEBREAKER : SEQUENTIAL });
  }
  return io.writeBinary(document);
}

/** The JSON and the binary chunk of a GLB file. */
export function splitGlb(bytes: Uint8Array): { json: Json; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(12, true);
  const json: Json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  return { json, binary: bytes.subarray(28 + length) };
}
