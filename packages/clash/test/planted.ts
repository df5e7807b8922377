// Makes assemblies by hand: GLB files with boxes and tubes whose depths and gaps are known, apart from the library's own writer.

export interface PlantedNode {
  readonly name?: string;
  readonly mesh?: number;
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
  readonly matrix?: readonly number[];
  readonly children?: readonly number[];
}

export interface PlantedMesh {
  readonly positions: readonly number[];
  readonly triangles: readonly number[];
}

/** A closed box with faces that point outward. */
export function boxMesh(low: readonly number[], high: readonly number[]): PlantedMesh {
  const positions: number[] = [];
  for (let k = 0; k < 8; k++) {
    positions.push(k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]);
  }
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return { positions, triangles: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** A box of size 1 about the origin. */
export const UNIT_BOX: PlantedMesh = boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);

/** A plate of thickness 1 about z = 0 with a square opening through it, both about the z axis, given by half their sizes. */
export function frameMesh(outer: number, inner: number): PlantedMesh {
  const positions: number[] = [];
  for (const half of [outer, inner]) {
    for (const z of [-0.5, 0.5]) {
      for (const [x, y] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ])
        positions.push(half * x, half * y, z);
    }
  }
  const triangles: number[] = [];
  const quad = (a: number, b: number, c: number, d: number): void => void triangles.push(a, b, c, a, c, d);
  for (let k = 0; k < 4; k++) {
    const next = (k + 1) % 4;
    quad(k, next, 4 + next, 4 + k);
    quad(8 + next, 8 + k, 12 + k, 12 + next);
    quad(4 + k, 4 + next, 12 + next, 12 + k);
    quad(next, k, 8 + k, 8 + next);
  }
  return { positions, triangles };
}

/** A GLB file with positions in single precision; `roots` are the scene's nodes, all of them by default. */
export function glb(
  meshes: readonly PlantedMesh[],
  nodes: readonly PlantedNode[],
  roots?: readonly number[],
): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const view = (array: Float32Array | Uint32Array): object => {
    const bytes = new Uint8Array(array.buffer);
    chunks.push(bytes);
    length += bytes.length;
    return { buffer: 0, byteOffset: length - bytes.length, byteLength: bytes.length };
  };
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  for (const { positions, triangles } of meshes) {
    const bufferView = bufferViews.push(view(Float32Array.from(positions))) - 1;
    accessors.push({ bufferView, componentType: 5126, type: 'VEC3', count: positions.length / 3 });
    const indexView = bufferViews.push(view(Uint32Array.from(triangles))) - 1;
    accessors.push({ bufferView: indexView, componentType: 5125, type: 'SCALAR', count: triangles.length });
  }
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: roots ?? nodes.map((_, k) => k) }],
    nodes,
    meshes: meshes.map((_, k) => ({ primitives: [{ attributes: { POSITION: 2 * k }, indices: 2 * k + 1 }] })),
    accessors,
    bufferViews,
    buffers: [{ byteLength: length }],
  };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(32);
  padded.set(text);
  const file = new Uint8Array(12 + 8 + padded.length + 8 + length);
  const header = new DataView(file.buffer);
  header.setUint32(0, 0x46546c67, true);
  header.setUint32(4, 2, true);
  header.setUint32(8, file.length, true);
  header.setUint32(12, padded.length, true);
  header.setUint32(16, 0x4e4f534a, true);
  file.set(padded, 20);
  header.setUint32(20 + padded.length, length, true);
  header.setUint32(24 + padded.length, 0x004e4942, true);
  let at = 28 + padded.length;
  for (const chunk of chunks) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file;
}
