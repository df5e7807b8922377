import type { Mesh } from '../mesh/mesh.ts';
import { SurfaceBuilder } from './surface-builder.ts';

/**
 * The surface of a union of cells in a grid of planes x = xs[i], y = ys[j], z = zs[k] (each ascending).
 *
 * Cells that touch only in an edge would make an edge with four faces, only in a corner a vertex with two fans: the caller's pattern must
 * have neither.
 */
export function cellSurface(
  shape: string,
  xs: Float64Array,
  ys: Float64Array,
  zs: Float64Array,
  solid: (i: number, j: number, k: number) => boolean,
): Mesh {
  const counts = [xs.length - 1, ys.length - 1, zs.length - 1];
  const strides = [1, xs.length, xs.length * ys.length];

  const faces: number[] = [];
  const cell = [0, 0, 0];
  const isSolid = (axis: number, step: number): boolean => {
    const at = cell[axis] + step;
    if (at < 0 || at >= counts[axis]) return false;
    return solid(axis === 0 ? at : cell[0], axis === 1 ? at : cell[1], axis === 2 ? at : cell[2]);
  };
  for (cell[2] = 0; cell[2] < counts[2]; cell[2]++) {
    for (cell[1] = 0; cell[1] < counts[1]; cell[1]++) {
      for (cell[0] = 0; cell[0] < counts[0]; cell[0]++) {
        if (!solid(cell[0], cell[1], cell[2])) continue;
        const corner = cell[0] * strides[0] + cell[1] * strides[1] + cell[2] * strides[2];
        for (let axis = 0; axis < 3; axis++) {
          const b = strides[(axis + 1) % 3];
          const c = strides[(axis + 2) % 3];
          if (!isSolid(axis, -1)) faces.push(corner, corner + c, corner + b + c, corner + b);
          const far = corner + strides[axis];
          if (!isSolid(axis, 1)) faces.push(far, far + b, far + b + c, far + c);
        }
      }
    }
  }

  // Lattice points get vertex numbers in lattice order, those on the surface only.
  const numbers = new Int32Array(xs.length * ys.length * zs.length).fill(-1);
  let used = 0;
  for (const lattice of faces) {
    if (numbers[lattice] < 0) {
      numbers[lattice] = 0;
      used++;
    }
  }
  const surface = new SurfaceBuilder(used, faces.length / 2);
  for (let lattice = 0; lattice < numbers.length; lattice++) {
    if (numbers[lattice] < 0) continue;
    const x = xs[lattice % xs.length];
    const y = ys[Math.floor(lattice / xs.length) % ys.length];
    const z = zs[Math.floor(lattice / (xs.length * ys.length))];
    numbers[lattice] = surface.vertex(x, y, z);
  }
  for (let at = 0; at < faces.length; at += 4) {
    surface.quad(numbers[faces[at]], numbers[faces[at + 1]], numbers[faces[at + 2]], numbers[faces[at + 3]]);
  }
  return surface.build(shape);
}
