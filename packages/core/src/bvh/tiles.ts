// Triangles split into n² equal tiles, similar to the whole (Quinlan, "Efficient distance computation between non-convex
// objects", ICRA 1994, covers faces by equal spheres on a regular grid).
//
// A tile is two numbers, n and its index in 0 … n² − 1. Row r counts from the first corner and has 2r + 1 tiles, which start at
// index r²; they point away from the first corner and towards it alternately. Tiles are stored as numbers and not as points, so
// that they remain valid when the corners of their triangle move.
//
// Bounding volumes are fitted to tiles; the kernels always get the whole triangle. A search that compares tiles misses nothing. The
// exact tiles cover their triangle, so two points of two triangles, nearest or common, lie in a tile each. The volumes of these
// tiles are fitted to rounded corners and enlarged by TILE_ROUNDING (bvh/volumes.ts), so they enclose the exact tiles: a point of
// an exact tile is the same combination of its exact corners as some point of the fitted triangle is of the rounded ones, and no
// farther from it than the farthest of the corners.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';

/** Ints a slot: n and the index of the tile. */
export const TILE = 2;

/**
 * How far a computed tile corner can be from the exact one, in parts of the largest coordinate X. (w₀a + w₁b + w₂c) / n
 * with whole weights that sum to n rounds by u for the products, 2u for the sums and u for the division, at most 5u·X a
 * coordinate and 9u·X in space; 2u more for adding it to a length of at most 2X; doubled as a safety margin.
 * Dimensionless.
 */
export const TILE_ROUNDING: number = 24 * UNIT_ROUNDOFF;

/** Corners of the tiles, 9 doubles each, of the triangles at the same slots. */
export function tileCorners(triangles: Float64Array, tiles: Uint32Array): Float64Array {
  const out = new Float64Array(triangles.length);
  for (let slot = 0; 9 * slot < triangles.length; slot++) {
    const n = tiles[TILE * slot];
    const index = tiles[TILE * slot + 1];
    const row = Math.floor(Math.sqrt(index));
    const inRow = index - row * row;
    const column = inRow >> 1;
    const pointsBack = inRow & 1;
    // Lattice points of the tile: row and column each.
    writeLatticePoint(triangles, 9 * slot, n, row, column, out, 9 * slot);
    writeLatticePoint(triangles, 9 * slot, n, row + 1 - pointsBack, column + pointsBack, out, 9 * slot + 3);
    writeLatticePoint(triangles, 9 * slot, n, row + 1, column + 1, out, 9 * slot + 6);
  }
  return out;
}

/** Point `column` of 0 … row on the line that is row/n of the distance from the first corner to the opposite edge. */
function writeLatticePoint(
  t: Float64Array,
  i: number,
  n: number,
  row: number,
  column: number,
  out: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = ((n - row) * t[i + k] + (row - column) * t[i + 3 + k] + column * t[i + 6 + k]) / n;
  }
}

/**
 * Describes what is wrong with the tiles of a tree from an untrusted source, or null: all faces must have all their n² tiles, once.
 */
export function tilingDefect(faces: Uint32Array, tiles: Uint32Array, faceCount: number): string | null {
  const total = faces.length;
  if (tiles.length !== TILE * total) return `${tiles.length} numbers for ${total} tiles`;
  const divisions = new Uint32Array(faceCount);
  for (let slot = 0; slot < total; slot++) {
    const face = faces[slot];
    const n = tiles[TILE * slot];
    const index = tiles[TILE * slot + 1];
    if (face >= faceCount) return `there is a tile of face ${face}, and ${faceCount} faces`;
    if (divisions[face] !== 0 && divisions[face] !== n) return `face ${face} has tiles of two different subdivisions`;
    if (!(index < n * n)) return `face ${face} has a tile ${index} of ${n * n}`;
    divisions[face] = n;
  }
  const missing = divisions.indexOf(0);
  if (missing >= 0) return `face ${missing} has no tiles`;
  const begins = new Float64Array(faceCount + 1);
  for (let face = 0; face < faceCount; face++) begins[face + 1] = begins[face] + divisions[face] * divisions[face];
  if (begins[faceCount] !== total) return `${faceCount} faces have ${begins[faceCount]} tiles, not ${total}`;
  const seen = new Uint8Array(total);
  for (let slot = 0; slot < total; slot++) {
    const tile = begins[faces[slot]] + tiles[TILE * slot + 1];
    if (seen[tile] === 1) return `face ${faces[slot]} has a tile twice`;
    seen[tile] = 1;
  }
  return null;
}
