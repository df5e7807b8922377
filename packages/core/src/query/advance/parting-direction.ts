// The direction along which two triangles are farthest apart, where their nearest points do not tell it well enough.
//
// Nearest points are right to some 2⁻⁵⁰ of the scale S. Over a gap g the direction from one to the other is off by 2⁻⁵⁰S/g, and a triangle of
// size S dips by S times that across it: below 2⁻²⁵S by more than the gap, so that the direction parts nothing and an advancement ends there.
// Disjoint triangles are farthest apart along the normal of a face (a vertex above it), square to two edges (that pass each other), or, of a
// vertex and an edge, along the line of the nearest points made square to the edge. Computed from edges, these are right to some
// roundings, whatever the gap.

import { writeFaceNormal } from '../../primitive/face-normal.ts';

/** Gaps below this part of the scale are tested so. Dimensionless. */
export const FINE_GAP: number = 2 ** -24;

const line = new Float64Array(3);
const edge = new Float64Array(3);
const candidate = new Float64Array(3);

/**
 * Makes of `direction`, which goes from the triangle a[i…] to b[j…], the unit vector along which they are farthest apart: of those above, or its own.
 */
export function refineDirection(a: Float64Array, i: number, b: Float64Array, j: number, direction: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    line[k] = direction[k];
    candidate[k] = direction[k];
  }
  let widest = takeWider(a, i, b, j, direction, -Infinity);
  writeFaceNormal(a, i, candidate, 0);
  widest = takeWider(a, i, b, j, direction, widest);
  writeFaceNormal(b, j, candidate, 0);
  widest = takeWider(a, i, b, j, direction, widest);
  for (let k = 0; k < 3; k++) {
    writeEdge(a, i, k);
    writeSquareToEdge();
    widest = takeWider(a, i, b, j, direction, widest);
    for (let l = 0; l < 3; l++) {
      writeEdge(a, i, k);
      writeCrossWithEdge(b, j, l);
      widest = takeWider(a, i, b, j, direction, widest);
    }
    writeEdge(b, j, k);
    writeSquareToEdge();
    widest = takeWider(a, i, b, j, direction, widest);
  }
}

/** Takes the candidate, on the side of the line, for the direction if the slab along it is wider; returns the wider of both. */
function takeWider(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  direction: Float64Array,
  widest: number,
): number {
  let x = candidate[0];
  let y = candidate[1];
  let z = candidate[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return widest;
  const scale = (x * line[0] + y * line[1] + z * line[2] < 0 ? -1 : 1) / length;
  x *= scale;
  y *= scale;
  z *= scale;
  let highest = -Infinity;
  let lowest = Infinity;
  for (let k = 0; k < 9; k += 3) {
    highest = Math.max(highest, a[i + k] * x + a[i + k + 1] * y + a[i + k + 2] * z);
    lowest = Math.min(lowest, b[j + k] * x + b[j + k + 1] * y + b[j + k + 2] * z);
  }
  if (!(lowest - highest > widest)) return widest;
  direction[0] = x;
  direction[1] = y;
  direction[2] = z;
  return lowest - highest;
}

/** The edge of a triangle from corner k on. */
function writeEdge(t: Float64Array, i: number, k: number): void {
  const from = i + 3 * k;
  const to = i + 3 * ((k + 1) % 3);
  for (let c = 0; c < 3; c++) edge[c] = t[to + c] - t[from + c];
}

/** The line without its part along the edge. */
function writeSquareToEdge(): void {
  const x = edge[0];
  const y = edge[1];
  const z = edge[2];
  const along = (line[0] * x + line[1] * y + line[2] * z) / (x * x + y * y + z * z);
  for (let c = 0; c < 3; c++) candidate[c] = line[c] - along * edge[c];
}

/** The cross product of the edge and one of a triangle. */
function writeCrossWithEdge(t: Float64Array, j: number, l: number): void {
  const x = edge[0];
  const y = edge[1];
  const z = edge[2];
  writeEdge(t, j, l);
  candidate[0] = y * edge[2] - z * edge[1];
  candidate[1] = z * edge[0] - x * edge[2];
  candidate[2] = x * edge[1] - y * edge[0];
}
