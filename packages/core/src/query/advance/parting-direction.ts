// The direction along which two triangles are farthest apart, where their nearest points do not give it accurately enough.
//
// Nearest points are accurate to some 2⁻⁵⁰ of the scale S. Over a gap g the direction between them has an error of 2⁻⁵⁰S/g, and a
// triangle of size S reaches across the gap by S times that. For gaps below 2⁻²⁵S this is more than the gap: the direction then
// separates nothing, and an advancement could not continue.
// Disjoint triangles are farthest apart along the normal of a face (vertex and face), along the cross product of two edges (edge
// and edge), or, for a vertex and an edge, along the line of the nearest points made orthogonal to the edge. Computed from edges,
// these directions are accurate to a few roundings for every gap.

import { writeFaceNormal } from '../../primitive/face-normal.ts';

/** Gaps below this part of the scale use these directions. Dimensionless. */
export const FINE_GAP: number = 2 ** -24;

/** The line between the triangles, an edge, and the direction that is tried. */
export class DirectionScratch {
  readonly line: Float64Array = new Float64Array(3);
  readonly edge: Float64Array = new Float64Array(3);
  readonly candidate: Float64Array = new Float64Array(3);
}

/**
 * Replaces `direction`, which points from the triangle a[i…] to b[j…], by the unit vector along which they are farthest apart: one
 * of the above, or itself.
 */
export function refineDirection(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  scratch: DirectionScratch,
  direction: Float64Array,
): void {
  const { line, edge, candidate } = scratch;
  for (let k = 0; k < 3; k++) {
    line[k] = direction[k];
    candidate[k] = direction[k];
  }
  let widest = takeWider(a, i, b, j, scratch, direction, -Infinity);
  writeFaceNormal(a, i, candidate, 0);
  widest = takeWider(a, i, b, j, scratch, direction, widest);
  writeFaceNormal(b, j, candidate, 0);
  widest = takeWider(a, i, b, j, scratch, direction, widest);
  for (let k = 0; k < 3; k++) {
    writeEdge(a, i, k, edge);
    writeSquareToEdge(scratch);
    widest = takeWider(a, i, b, j, scratch, direction, widest);
    for (let l = 0; l < 3; l++) {
      writeEdge(a, i, k, edge);
      writeCrossWithEdge(b, j, l, scratch);
      widest = takeWider(a, i, b, j, scratch, direction, widest);
    }
    writeEdge(b, j, k, edge);
    writeSquareToEdge(scratch);
    widest = takeWider(a, i, b, j, scratch, direction, widest);
  }
}

/** Replaces the direction by the candidate, oriented along the line, if its slab is wider; returns the width of the wider slab. */
function takeWider(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  { line, candidate }: DirectionScratch,
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
function writeEdge(t: Float64Array, i: number, k: number, edge: Float64Array): void {
  const from = i + 3 * k;
  const to = i + 3 * ((k + 1) % 3);
  for (let c = 0; c < 3; c++) edge[c] = t[to + c] - t[from + c];
}

/** The line without its part along the edge. */
function writeSquareToEdge({ line, edge, candidate }: DirectionScratch): void {
  const x = edge[0];
  const y = edge[1];
  const z = edge[2];
  const along = (line[0] * x + line[1] * y + line[2] * z) / (x * x + y * y + z * z);
  for (let c = 0; c < 3; c++) candidate[c] = line[c] - along * edge[c];
}

/** The cross product of the edge and one of a triangle. */
function writeCrossWithEdge(t: Float64Array, j: number, l: number, { edge, candidate }: DirectionScratch): void {
  const x = edge[0];
  const y = edge[1];
  const z = edge[2];
  writeEdge(t, j, l, edge);
  candidate[0] = y * edge[2] - z * edge[1];
  candidate[1] = z * edge[0] - x * edge[2];
  candidate[2] = x * edge[1] - y * edge[0];
}
