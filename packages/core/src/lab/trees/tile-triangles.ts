// How triangles are split into tiles (bvh/tiles.ts): all edges as short as the budget allows.

import { TILE } from '../../bvh/tiles.ts';

/** No more tiles than this many a triangle on average, but for small meshes, which may have LEAST_TILES. */
const TILES_PER_TRIANGLE = 2;
const LEAST_TILES = 512;

/** Factor between the tile lengths that are tried. */
const FINER = 0.75;

/** Tiles of many triangles: the face and the tile of each. */
export interface Tiling {
  readonly faces: Uint32Array;
  /** TILE ints each. */
  readonly tiles: Uint32Array;
}

/** Splits triangles (9 doubles each) so that no edge of a tile is longer than the shortest length the budget allows. */
export function tileTriangles(triangles: Float64Array): Tiling {
  const divisions = chooseDivisions(triangles);
  let total = 0;
  for (const n of divisions) total += n * n;
  const faces = new Uint32Array(total);
  const tiles = new Uint32Array(TILE * total);
  let slot = 0;
  for (let face = 0; face < divisions.length; face++) {
    const n = divisions[face];
    for (let index = 0; index < n * n; index++, slot++) {
      faces[slot] = face;
      tiles[TILE * slot] = n;
      tiles[TILE * slot + 1] = index;
    }
  }
  return { faces, tiles };
}

/** Into how many parts to split the edges of each triangle. */
function chooseDivisions(triangles: Float64Array): Uint32Array {
  const count = triangles.length / 9;
  const budget = Math.max(TILES_PER_TRIANGLE * count, LEAST_TILES);
  const edges = new Float64Array(count);
  let wished = 0;
  for (let t = 0; t < count; t++) {
    edges[t] = longestEdge(triangles, 9 * t);
    wished = Math.max(wished, edges[t]);
  }
  let divisions = new Uint32Array(count).fill(1);
  if (!(wished > 0)) return divisions;
  // Ends: with every step the longest edge alone needs more tiles.
  for (;;) {
    wished *= FINER;
    const finer = new Uint32Array(count);
    let total = 0;
    for (let t = 0; t < count; t++) {
      const n = Math.max(1, Math.ceil(edges[t] / wished));
      finer[t] = n;
      total += n * n;
    }
    if (!(total <= budget)) return divisions;
    divisions = finer;
  }
}

function longestEdge(t: Float64Array, i: number): number {
  let longestSq = 0;
  for (let corner = 0; corner < 3; corner++) {
    const p = i + 3 * corner;
    const q = corner === 2 ? i : p + 3;
    const dx = t[q] - t[p];
    const dy = t[q + 1] - t[p + 1];
    const dz = t[q + 2] - t[p + 2];
    longestSq = Math.max(longestSq, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(longestSq);
}
