// Closest points of a segment and a triangle; and whether they touch, decided exactly.
//
// If they are apart, the closest points lie on the segment and an edge, or on an end and the face: candidates that are always
// points of both sets and accurate to a few u·L (segment-segment.ts, point-triangle.ts). If they touch, the distance is 0; that is
// decided exactly, since a computed distance cannot decide it: the edges of a sliver are near everything that passes through it.
// The intersection point comes from the plane. The normal of a sliver is tilted by uL/η (η its height), which may be more than the
// angle between segment and triangle; a point that is then off the triangle is computed again in integers.

import { lowestBit, ratioToDouble, toInteger } from '../scalar/exact-integers.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { DoubleCorners, IntegerCorners } from './exact-corners.ts';
import { writeFaceNormal } from './face-normal.ts';
import { closestPointTriangle } from './point-triangle.ts';
import { CLOSEST_SIZE, CLOSEST_SQ, closestSegmentSegment } from './segment-segment.ts';
import { relateSegmentTriangle, type TriangleRelation } from './triangle-triangle-exact.ts';

/** How far off the triangle an intersection point may be by rounding, in units of the coordinates. */
const PASSAGE_ROUNDING = 4 * UNIT_ROUNDOFF;

const candidate = new Float64Array(CLOSEST_SIZE);
/** A point of the segment, and the triangle's closest to it with the squared distance. */
const onSegment = new Float64Array(3);
const onTriangle = new Float64Array(4);
/** The ends of the segment and the corners of the triangle. */
const corners = new DoubleCorners(5);

/**
 * Closest points of the segment s[s0]–s[s1] (offsets of its ends) and the triangle t[i..i+8]: point on the segment, point on the
 * triangle and the squared distance, written to `out` (CLOSEST_SIZE numbers). If they touch, the squared distance is 0 and the
 * points are equal. Either may be degenerate.
 */
export function closestSegmentTriangle(
  s: Float64Array,
  s0: number,
  s1: number,
  t: Float64Array,
  i: number,
  out: Float64Array,
): void {
  const relation = intersectSegmentTriangle(s, s0, s1, t, i);
  if (relation === 'crossing') {
    writePassage(s, s0, s1, t, i, out);
    return;
  }
  out[CLOSEST_SQ] = Infinity;
  for (let edge = 0; edge < 3; edge++) {
    const from = i + 3 * edge;
    const to = edge === 2 ? i : from + 3;
    closestSegmentSegment(s, s0, s1, t, from, to, candidate);
    if (candidate[CLOSEST_SQ] < out[CLOSEST_SQ]) for (let k = 0; k < CLOSEST_SIZE; k++) out[k] = candidate[k];
  }
  closestPointTriangle(s, s0, t, i, onTriangle);
  keepNearer(s, s0, out);
  closestPointTriangle(s, s1, t, i, onTriangle);
  keepNearer(s, s1, out);
  if (relation === 'touching') {
    // An end on the face, or the segment on an edge: among the candidates, to rounding.
    for (let k = 0; k < 3; k++) out[k] = out[3 + k];
    out[CLOSEST_SQ] = 0;
  }
}

/** The relation of the segment s[s0]–s[s1] and the triangle t[i..i+8], exactly for the doubles given. */
export function intersectSegmentTriangle(
  s: Float64Array,
  s0: number,
  s1: number,
  t: Float64Array,
  i: number,
): TriangleRelation {
  const { xyz } = corners;
  for (let k = 0; k < 3; k++) {
    xyz[k] = s[s0 + k];
    xyz[3 + k] = s[s1 + k];
  }
  for (let k = 0; k < 9; k++) xyz[6 + k] = t[i + k];
  if (corners.isInRange()) return relateSegmentTriangle(corners, 0, 1, 2);
  const unit = commonUnit(s, s0, s1, t, i);
  return relateSegmentTriangle(new IntegerCorners(Array.from(xyz, (x) => toInteger(x, unit))), 0, 1, 2);
}

const normal = new Float64Array(3);

/** The segment is known to pass through the triangle: writes the intersection point. */
function writePassage(s: Float64Array, s0: number, s1: number, t: Float64Array, i: number, out: Float64Array): void {
  writeFaceNormal(t, i, normal, 0);
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const start = (t[i] - s[s0]) * nx + (t[i + 1] - s[s0 + 1]) * ny + (t[i + 2] - s[s0 + 2]) * nz;
  const end = (t[i] - s[s1]) * nx + (t[i + 1] - s[s1 + 1]) * ny + (t[i + 2] - s[s1 + 2]) * nz;
  const along = start / (start - end);
  let size = 0;
  for (let k = 0; k < 3; k++) {
    onSegment[k] = s[s0 + k] + along * (s[s1 + k] - s[s0 + k]);
    size = Math.max(size, Math.abs(s[s0 + k]), Math.abs(s[s1 + k]));
  }
  closestPointTriangle(onSegment, 0, t, i, onTriangle);
  const isOn = along >= 0 && along <= 1 && Math.sqrt(onTriangle[3]) <= PASSAGE_ROUNDING * size;
  if (!isOn) writeExactPassage(s, s0, s1, t, i, onTriangle);
  for (let k = 0; k < 3; k++) {
    out[k] = onTriangle[k];
    out[3 + k] = onTriangle[k];
  }
  out[CLOSEST_SQ] = 0;
}

/** The same in integers, rounded once. */
function writeExactPassage(
  s: Float64Array,
  s0: number,
  s1: number,
  t: Float64Array,
  i: number,
  out: Float64Array,
): void {
  const unit = commonUnit(s, s0, s1, t, i);
  const read = (values: Float64Array, at: number): bigint[] => [0, 1, 2].map((k) => toInteger(values[at + k], unit));
  const [p, q, a, b, c] = [read(s, s0), read(s, s1), read(t, i), read(t, i + 3), read(t, i + 6)];
  const [ux, uy, uz] = b.map((x, k) => x - a[k]);
  const [vx, vy, vz] = c.map((x, k) => x - a[k]);
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const height = (x: readonly bigint[]): bigint => normal.reduce((sum, n, k) => sum + n * (x[k] - a[k]), 0n);
  const heightP = height(p);
  const heightQ = height(q);
  for (let k = 0; k < 3; k++) out[k] = ratioToDouble(q[k] * heightP - p[k] * heightQ, heightP - heightQ, unit);
}

/** The exponent of a power of two that all coordinates are whole multiples of. */
function commonUnit(s: Float64Array, s0: number, s1: number, t: Float64Array, i: number): number {
  let unit = 0; // a lower unit than needed is harmless, and all of them may be zero
  for (let k = 0; k < 3; k++) unit = Math.min(unit, lowestBit(s[s0 + k]), lowestBit(s[s1 + k]));
  for (let k = 0; k < 9; k++) unit = Math.min(unit, lowestBit(t[i + k]));
  return unit;
}

/** Keeps the pair of the segment's point p[k..k+2] and `onTriangle` if it is nearer than that in `out`. */
function keepNearer(p: Float64Array, k: number, out: Float64Array): void {
  if (!(onTriangle[3] < out[CLOSEST_SQ])) return;
  for (let c = 0; c < 3; c++) {
    out[c] = p[k + c];
    out[3 + c] = onTriangle[c];
  }
  out[CLOSEST_SQ] = onTriangle[3];
}
