// The intersection of two triangles, as a segment.
//
// Triangles in different planes intersect in a segment of the planes' common line: the overlap of the two intervals where each
// triangle is split by the other's plane. That is used if every corner is clear of the other's plane. Otherwise (touching,
// coplanar, needles, almost coplanar) planes are inaccurate, and the ends are searched for among all possible points: corners of
// one on the other, crossings of two edges, and intersections of an edge of one with the other. For coplanar triangles these are
// the corners of their common polygon; its longest chord is the result. A touch at a point is given twice.
//
// Whether the triangles touch at all is decided elsewhere, exactly; this only computes the points: both ends are on both triangles
// to a few u of the coordinates, and along the line they are accurate to that over the sine of the angle of the planes.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { writeFaceNormal } from './face-normal.ts';
import { closestPointTriangle } from './point-triangle.ts';
import { CLOSEST_SIZE, CLOSEST_SQ, closestSegmentSegment } from './segment-segment.ts';
import { closestSegmentTriangle } from './segment-triangle.ts';

/** Layout of the output: the two ends. */
export const SEGMENT_SIZE = 6;

/** Rounding of the height of a corner over a plane, 48u|u||v||w| at most, in units of (u² + v²) times the coordinates. */
const HEIGHT_ROUNDING = 48 * UNIT_ROUNDOFF;

/** How far off a triangle a point of it may be by rounding, in units of the largest coordinate. */
const ON_TRIANGLE = 8 * UNIT_ROUNDOFF;

/** Normals, and the rounding of heights over their planes. */
const normalA = new Float64Array(4);
const normalB = new Float64Array(4);
const line = new Float64Array(3);
/** [0]: the largest coordinate. (A double passed to a function would be boxed.) */
const largest = new Float64Array(1);
/** Two points and their positions along the line, for each triangle. */
const clipA = new Float64Array(8);
const clipB = new Float64Array(8);
const nearest = new Float64Array(4);
const pair = new Float64Array(CLOSEST_SIZE);
/** Corners, intersections and crossings of edges that are on both triangles. */
const common = new Float64Array(3 * (6 + 6 + 9));
/** Edges of A, then of B, that have a point in `common`. */
const settled = new Uint8Array(6);
/** The end of an edge, by its number. */
const NEXT = [3, 6, 0] as const;
/** The best candidate for a common point, and its squared distance. */
const fallback = new Float64Array(4);

/** Writes the two ends of the intersection of the triangles a[i..i+8] and b[j..j+8], known to touch, to `out`. */
export function intersectionSegment(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array): void {
  let size = 0;
  for (let k = 0; k < 9; k++) size = Math.max(size, Math.abs(a[i + k]), Math.abs(b[j + k]));
  largest[0] = size;
  writeNormal(a, i, normalA);
  writeNormal(b, j, normalB);
  cross(normalA, normalB, line);
  if (clipByPlane(a, i, b, j, normalB, clipA) && clipByPlane(b, j, a, i, normalA, clipB)) {
    const startsOnA = clipA[3] >= clipB[3];
    const endsOnA = clipA[7] <= clipB[7];
    overlapOfClips(startsOnA ? clipA : clipB, endsOnA ? clipA : clipB, out);
    // An end is on an edge of one triangle. Is it on the other?
    const isStartCommon = startsOnA ? isOn(out, 0, b, j) : isOn(out, 0, a, i);
    if (isStartCommon && (endsOnA ? isOn(out, 3, b, j) : isOn(out, 3, a, i))) return;
  }
  segmentByEnds(a, i, b, j, ON_TRIANGLE * size, out);
}

/**
 * The intersection of the triangle t[i..] with the plane through corner p[k] with normal `n`: the two points, in order along
 * `line`, each followed by its position there. False if a corner is in the plane, to rounding, or all are on one side.
 */
function clipByPlane(
  t: Float64Array,
  i: number,
  p: Float64Array,
  k: number,
  n: Float64Array,
  clip: Float64Array,
): boolean {
  clip[3] = Infinity;
  clip[7] = -Infinity;
  for (let from = i, edge = 0; edge < 3; edge++, from += 3) {
    const to = edge === 2 ? i : from + 3;
    const hFrom = (t[from] - p[k]) * n[0] + (t[from + 1] - p[k + 1]) * n[1] + (t[from + 2] - p[k + 2]) * n[2];
    const hTo = (t[to] - p[k]) * n[0] + (t[to + 1] - p[k + 1]) * n[1] + (t[to + 2] - p[k + 2]) * n[2];
    if (!(Math.abs(hFrom) > n[3])) return false;
    if (hFrom > 0 === hTo > 0) continue;
    const s = hFrom / (hFrom - hTo);
    const x = t[from] + s * (t[to] - t[from]);
    const y = t[from + 1] + s * (t[to + 1] - t[from + 1]);
    const z = t[from + 2] + s * (t[to + 2] - t[from + 2]);
    const coordinate = x * line[0] + y * line[1] + z * line[2];
    if (coordinate < clip[3]) writePoint(clip, 0, x, y, z, coordinate);
    if (coordinate > clip[7]) writePoint(clip, 4, x, y, z, coordinate);
  }
  return clip[7] >= clip[3];
}

function writePoint(clip: Float64Array, at: number, x: number, y: number, z: number, coordinate: number): void {
  clip[at] = x;
  clip[at + 1] = y;
  clip[at + 2] = z;
  clip[at + 3] = coordinate;
}

/** From the later of the two starts to the earlier of the two ends; if rounding reversed them, the start twice. */
function overlapOfClips(start: Float64Array, end: Float64Array, out: Float64Array): void {
  const apart = end[7] < start[3];
  for (let k = 0; k < 3; k++) {
    out[k] = start[k];
    out[3 + k] = apart ? start[k] : end[4 + k];
  }
}

/** Whether the point p[k…] is on the triangle t[i…], to rounding. */
function isOn(p: Float64Array, k: number, t: Float64Array, i: number): boolean {
  closestPointTriangle(p, k, t, i, nearest);
  return Math.sqrt(nearest[3]) <= ON_TRIANGLE * largest[0];
}

/** Chooses the two points farthest apart among all possible ends of the intersection. */
function segmentByEnds(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  errorBound: number,
  out: Float64Array,
): void {
  fallback[3] = Infinity;
  settled.fill(0);
  let count = takeCorners(a, i, b, j, errorBound, 0, 0);
  count = takeCorners(b, j, a, i, errorBound, count, 3);
  for (let ea = 0; ea < 3; ea++) {
    for (let eb = 0; eb < 3; eb++) {
      closestSegmentSegment(a, i + 3 * ea, i + NEXT[ea], b, j + 3 * eb, j + NEXT[eb], pair);
      const taken = takePoint(pair, 0, pair[CLOSEST_SQ], errorBound, count);
      if (taken === count) continue;
      count = taken;
      settled[ea] = 1;
      settled[3 + eb] = 1;
    }
  }
  count = takePassages(a, i, b, j, errorBound, count, 0);
  count = takePassages(b, j, a, i, errorBound, count, 3);
  if (count === 0) {
    for (let k = 0; k < 3; k++) common[k] = fallback[k];
    count = 1;
  }
  farthestPair(count, errorBound, out);
}

/** Corners of t[i..] on f[j..]; `edges` is the offset of t's edges in `settled`. */
function takeCorners(
  t: Float64Array,
  i: number,
  f: Float64Array,
  j: number,
  errorBound: number,
  count: number,
  edges: number,
): number {
  let taken = count;
  for (let corner = 0; corner < 3; corner++) {
    closestPointTriangle(t, i + 3 * corner, f, j, nearest);
    const now = takePoint(t, i + 3 * corner, nearest[3], errorBound, taken);
    if (now === taken) continue;
    taken = now;
    settled[edges + corner] = 1;
    settled[edges + (corner === 0 ? 2 : corner - 1)] = 1;
  }
  return taken;
}

/** Intersections of edges of t[i..] with f[j..], unless a common end or crossing is already known. */
function takePassages(
  t: Float64Array,
  i: number,
  f: Float64Array,
  j: number,
  errorBound: number,
  count: number,
  edges: number,
): number {
  let taken = count;
  for (let edge = 0; edge < 3; edge++) {
    if (settled[edges + edge] === 1) continue;
    closestSegmentTriangle(t, i + 3 * edge, i + NEXT[edge], f, j, pair);
    taken = takePoint(pair, 0, pair[CLOSEST_SQ], errorBound, taken);
  }
  return taken;
}

/** Adds the point p[k..k+2] to `common` if it is near enough to both triangles; returns their number. */
function takePoint(p: Float64Array, k: number, sq: number, errorBound: number, count: number): number {
  if (sq < fallback[3]) {
    for (let c = 0; c < 3; c++) fallback[c] = p[k + c];
    fallback[3] = sq;
  }
  if (!(Math.sqrt(sq) <= errorBound)) return count;
  for (let c = 0; c < 3; c++) common[3 * count + c] = p[k + c];
  return count + 1;
}

/**
 * The two farthest of the first points in `common`; for a single one, itself twice. If the gain is within rounding the earlier
 * points are kept: corners, which are exact.
 */
function farthestPair(count: number, errorBound: number, out: Float64Array): void {
  let widest = -Infinity;
  for (let p = 0; p < 3 * count; p += 3) {
    for (let q = p; q < 3 * count; q += 3) {
      const dx = common[p] - common[q];
      const dy = common[p + 1] - common[q + 1];
      const dz = common[p + 2] - common[q + 2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (length <= widest + errorBound) continue;
      widest = length;
      for (let k = 0; k < 3; k++) {
        out[k] = common[p + k];
        out[3 + k] = common[q + k];
      }
    }
  }
}

/** Writes the normal, twice the area long, and the error bound of heights over its plane, for coordinates up to `largest`. */
function writeNormal(t: Float64Array, i: number, out: Float64Array): void {
  writeFaceNormal(t, i, out, 0);
  // The squares of two edges, added up.
  let edgesSq = 0;
  for (let k = 0; k < 6; k++) {
    const d = t[i + 3 + k] - t[i + (k % 3)];
    edgesSq += d * d;
  }
  out[3] = HEIGHT_ROUNDING * edgesSq * largest[0];
}

function cross(u: Float64Array, v: Float64Array, out: Float64Array): void {
  const x = u[1] * v[2] - u[2] * v[1];
  const y = u[2] * v[0] - u[0] * v[2];
  out[2] = u[0] * v[1] - u[1] * v[0];
  out[0] = x;
  out[1] = y;
}
