import type { Mesh } from './mesh.ts';

/** Writes the corners of a face, nine numbers, to `out` from `at` on. */
export function writeFaceCorners(
  { positions, triangles }: Pick<Mesh, 'positions' | 'triangles'>,
  face: number,
  out: Float64Array,
  at: number,
): void {
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * triangles[3 * face + corner];
    for (let c = 0; c < 3; c++) out[at + 3 * corner + c] = positions[v + c];
  }
}
