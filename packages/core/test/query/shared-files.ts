// Readers for the ground truth kept beside the repository, which tests use where it is present.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Mesh, quaternionFromMatrix } from '../../src/index.ts';

const folder = fileURLToPath(new URL('../../../../../shared/', import.meta.url));

export function sharedHas(path: string): boolean {
  return existsSync(folder + path);
}

export function readShared<T>(path: string): T {
  return JSON.parse(readFileSync(folder + path, 'utf8')) as T;
}

/** Triangles of an OFF file; polygons are split into fans. */
export function readOff(path: string): { vertices: number[][]; triangles: number[][] } {
  const lines = readFileSync(folder + path, 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  const counts = lines[0].replace(/^[A-Z]*OFF/, '').trim();
  let at = counts === '' ? 2 : 1;
  const numbers = (line: string): number[] => line.split(/\s+/).map(Number);
  const [vertexCount, faceCount] = numbers(counts === '' ? lines[1] : counts);
  const vertices = Array.from({ length: vertexCount }, () => numbers(lines[at++]).slice(0, 3));
  const triangles: number[][] = [];
  for (let face = 0; face < faceCount; face++) {
    const [corners, ...polygon] = numbers(lines[at++]);
    for (let k = 2; k < corners; k++) triangles.push([polygon[0], polygon[k - 1], polygon[k]]);
  }
  return { vertices, triangles };
}

/** A model of the benchmarks: counts, positions and triangles, little endian. */
export function readBin(name: string): Mesh {
  const bytes = readFileSync(`${folder}bench/models/${name}.bin`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [vertexCount, triangleCount] = [view.getUint32(0, true), view.getUint32(4, true)];
  const positions = Float64Array.from({ length: 3 * vertexCount }, (_, k) => view.getFloat64(8 + 8 * k, true));
  const first = 8 + 24 * vertexCount;
  const triangles = Uint32Array.from({ length: 3 * triangleCount }, (_, k) => view.getUint32(first + 4 * k, true));
  return new Mesh(positions, triangles);
}

/** Corners of triangles that share none. */
export function meshOf(positions: readonly (readonly number[])[], triangles: readonly (readonly number[])[]): Mesh {
  return new Mesh(positions.flat(), triangles.flat());
}

/** A box of the given extents about the origin. */
export function boxOf(size: readonly number[]): Mesh {
  const corner = (k: number): number[] =>
    size.map((extent, axis) => (((k >> axis) & 1) === 1 ? extent / 2 : -extent / 2));
  const faces = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ];
  return new Mesh(Array.from({ length: 8 }, (_, k) => corner(k)).flat(), faces);
}

/** A pose from a rotation matrix, flat or row by row, and a translation. */
export function poseOf(
  matrix: readonly number[] | readonly (readonly number[])[] | undefined,
  position: readonly number[] | undefined,
): { position: readonly number[]; rotation: readonly number[] } {
  return {
    position: position ?? [0, 0, 0],
    rotation: matrix === undefined ? [0, 0, 0, 1] : quaternionFromMatrix(matrix.flat() as number[]),
  };
}
