// The points two triangles have in common, as a segment.
//
// Triangles in different planes meet in a segment of the planes' common line: the overlap of the two intervals where
// each triangle is cut by the other's plane. Coplanar triangles meet in a convex polygon, of which the longest chord is
// given. A needle has no plane to speak of; it is its edges, and where one of them passes through the other triangle is
// the point. A touch at a point is given twice. Plain doubles: whether the triangles meet at all is decided elsewhere,
// exactly; this only says where, to a few u of their size (over the sine of the angle between them, along the line).

import { closestPointTriangle } from './point-triangle.ts';
import { distanceTriangleTriangle, WITNESS_LIMIT, WITNESS_SIZE } from './triangle-triangle-distance.ts';

/** Layout of the output: the two ends. */
export const SEGMENT_SIZE = 6;

/** sin² of the angle between planes below which the common line says nothing: rounding of the normals reaches it. */
const PARALLEL_SIN_SQ = 2 ** -90;

/** sin² of the angle between two edges below which a triangle is a needle: its normal is right to 2⁻³² at best. */
const NEEDLE_SIN_SQ = 2 ** -40;

const normalA = new Float64Array(3);
const normalB = new Float64Array(3);
const line = new Float64Array(3);
/** Two points and their places along the line, for each triangle. */
const cutA = new Float64Array(8);
const cutB = new Float64Array(8);
const polygon = new Float64Array(3 * 8);
const clipped = new Float64Array(3 * 8);
const witness = new Float64Array(WITNESS_SIZE);
const nearest = new Float64Array(4);
const pierced = new Float64Array(3);

/** Writes the two ends of the common segment of the triangles a[i..i+8] and b[j..j+8], known to meet, to `out`. */
export function intersectionSegment(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array): void {
  const isNeedleA = writeNormal(a, i, normalA);
  const isNeedleB = writeNormal(b, j, normalB);
  if (isNeedleA || isNeedleB) {
    if (isNeedleA && !isNeedleB && needleThroughFace(a, i, b, j, normalB, out)) return;
    if (isNeedleB && !isNeedleA && needleThroughFace(b, j, a, i, normalA, out)) return;
    touchingPoint(a, i, b, j, out);
    return;
  }
  cross(normalA, normalB, line);
  const lineSq = dot(line, line);
  if (lineSq > PARALLEL_SIN_SQ * dot(normalA, normalA) * dot(normalB, normalB)) {
    if (cutByPlane(a, i, b, j, normalB, cutA) && cutByPlane(b, j, a, i, normalA, cutB)) {
      overlapOfCuts(out);
      return;
    }
  } else if (commonChord(a, i, b, j, normalB, out)) return;
  touchingPoint(a, i, b, j, out);
}

/**
 * Where the triangle t[i..] meets the plane through corner p[k] with normal `n`: the two extreme points along `line`,
 * each followed by its place there. False if rounding leaves it all on one side.
 */
function cutByPlane(
  t: Float64Array,
  i: number,
  p: Float64Array,
  k: number,
  n: Float64Array,
  cut: Float64Array,
): boolean {
  cut[3] = Infinity;
  cut[7] = -Infinity;
  for (let from = i, edge = 0; edge < 3; edge++, from += 3) {
    const to = edge === 2 ? i : from + 3;
    const hFrom = (t[from] - p[k]) * n[0] + (t[from + 1] - p[k + 1]) * n[1] + (t[from + 2] - p[k + 2]) * n[2];
    const hTo = (t[to] - p[k]) * n[0] + (t[to + 1] - p[k + 1]) * n[1] + (t[to + 2] - p[k + 2]) * n[2];
    if (hFrom !== 0 && hFrom > 0 === hTo > 0) continue;
    // A corner in the plane is taken as the start of its edge; as the end it comes again as the next start.
    if (hFrom !== 0 && hTo === 0) continue;
    const s = hFrom === 0 ? 0 : hFrom / (hFrom - hTo);
    const x = t[from] + s * (t[to] - t[from]);
    const y = t[from + 1] + s * (t[to + 1] - t[from + 1]);
    const z = t[from + 2] + s * (t[to + 2] - t[from + 2]);
    const place = x * line[0] + y * line[1] + z * line[2];
    if (place < cut[3]) writePoint(cut, 0, x, y, z, place);
    if (place > cut[7]) writePoint(cut, 4, x, y, z, place);
  }
  return cut[7] >= cut[3];
}

function writePoint(cut: Float64Array, at: number, x: number, y: number, z: number, place: number): void {
  cut[at] = x;
  cut[at + 1] = y;
  cut[at + 2] = z;
  cut[at + 3] = place;
}

/** The later of the two starts and the earlier of the two ends; where rounding put them apart, the start twice. */
function overlapOfCuts(out: Float64Array): void {
  const start = cutA[3] >= cutB[3] ? cutA : cutB;
  const end = cutA[7] <= cutB[7] ? cutA : cutB;
  const apart = end[7] < start[3];
  for (let k = 0; k < 3; k++) {
    out[k] = start[k];
    out[3 + k] = apart ? start[k] : end[4 + k];
  }
}

/**
 * The point where an edge of the needle t[i..] passes through the triangle f[j..] with normal `n`, or, where it lies along
 * it, the chord they share; whichever of the two is nearer to the triangle. False if neither is found.
 */
function needleThroughFace(
  t: Float64Array,
  i: number,
  f: Float64Array,
  j: number,
  n: Float64Array,
  out: Float64Array,
): boolean {
  let least = Infinity;
  if (commonChord(t, i, f, j, n, out)) {
    closestPointTriangle(out, 0, f, j, nearest);
    least = nearest[3];
    closestPointTriangle(out, 3, f, j, nearest);
    least = Math.max(least, nearest[3]);
  }
  for (let edge = 0; edge < 3; edge++) {
    const from = i + 3 * edge;
    const to = edge === 2 ? i : from + 3;
    const hFrom = (t[from] - f[j]) * n[0] + (t[from + 1] - f[j + 1]) * n[1] + (t[from + 2] - f[j + 2]) * n[2];
    const hTo = (t[to] - f[j]) * n[0] + (t[to + 1] - f[j + 1]) * n[1] + (t[to + 2] - f[j + 2]) * n[2];
    if (hFrom > 0 === hTo > 0) continue;
    const s = hFrom / (hFrom - hTo);
    for (let k = 0; k < 3; k++) pierced[k] = t[from + k] + s * (t[to + k] - t[from + k]);
    closestPointTriangle(pierced, 0, f, j, nearest);
    if (nearest[3] >= least) continue;
    least = nearest[3];
    for (let k = 0; k < 6; k++) out[k] = pierced[k % 3];
  }
  return least < Infinity;
}

/** Clips A by the edges of B, whose normal is `n`, within B's plane (Sutherland–Hodgman) and keeps the longest chord. */
function commonChord(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  n: Float64Array,
  out: Float64Array,
): boolean {
  let count = 3;
  for (let k = 0; k < 9; k++) polygon[k] = a[i + k];
  for (let edge = 0; edge < 3 && count > 0; edge++) {
    const from = j + 3 * edge;
    const to = edge === 2 ? j : from + 3;
    // Inward normal of the edge within the plane of B.
    const ex = b[to] - b[from];
    const ey = b[to + 1] - b[from + 1];
    const ez = b[to + 2] - b[from + 2];
    const ix = n[1] * ez - n[2] * ey;
    const iy = n[2] * ex - n[0] * ez;
    const iz = n[0] * ey - n[1] * ex;
    let kept = 0;
    for (let p = 0; p < count; p++) {
      const u = 3 * p;
      const v = p === count - 1 ? 0 : u + 3;
      const hU =
        (polygon[u] - b[from]) * ix + (polygon[u + 1] - b[from + 1]) * iy + (polygon[u + 2] - b[from + 2]) * iz;
      const hV =
        (polygon[v] - b[from]) * ix + (polygon[v + 1] - b[from + 1]) * iy + (polygon[v + 2] - b[from + 2]) * iz;
      if (hU >= 0) {
        for (let k = 0; k < 3; k++) clipped[3 * kept + k] = polygon[u + k];
        kept++;
      }
      if (hU >= 0 !== hV >= 0) {
        const s = hU / (hU - hV);
        for (let k = 0; k < 3; k++) clipped[3 * kept + k] = polygon[u + k] + s * (polygon[v + k] - polygon[u + k]);
        kept++;
      }
    }
    polygon.set(clipped.subarray(0, 3 * kept));
    count = kept;
  }
  let widest = -1;
  for (let p = 0; p < 3 * count; p += 3) {
    for (let q = p; q < 3 * count; q += 3) {
      const dx = polygon[p] - polygon[q];
      const dy = polygon[p + 1] - polygon[q + 1];
      const dz = polygon[p + 2] - polygon[q + 2];
      const sq = dx * dx + dy * dy + dz * dz;
      if (sq <= widest) continue;
      widest = sq;
      for (let k = 0; k < 3; k++) {
        out[k] = polygon[p + k];
        out[3 + k] = polygon[q + k];
      }
    }
  }
  return count > 0;
}

function touchingPoint(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array): void {
  witness[WITNESS_LIMIT] = Infinity;
  distanceTriangleTriangle(a, i, b, j, witness);
  for (let k = 0; k < 3; k++) {
    out[k] = witness[k];
    out[3 + k] = witness[k];
  }
}

/** Writes the normal, twice the area long; true if the triangle is too thin for it to mean anything. */
function writeNormal(t: Float64Array, i: number, out: Float64Array): boolean {
  const ux = t[i + 3] - t[i];
  const uy = t[i + 4] - t[i + 1];
  const uz = t[i + 5] - t[i + 2];
  const vx = t[i + 6] - t[i];
  const vy = t[i + 7] - t[i + 1];
  const vz = t[i + 8] - t[i + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  return !(dot(out, out) > NEEDLE_SIN_SQ * uu * vv);
}

function cross(u: Float64Array, v: Float64Array, out: Float64Array): void {
  const x = u[1] * v[2] - u[2] * v[1];
  const y = u[2] * v[0] - u[0] * v[2];
  out[2] = u[0] * v[1] - u[1] * v[0];
  out[0] = x;
  out[1] = y;
}

function dot(u: Float64Array, v: Float64Array): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
