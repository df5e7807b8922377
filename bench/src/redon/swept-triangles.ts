// When do two triangles first touch, A's on a screw and B's at rest? If they are apart at the start, it is a vertex of one and
// the other's face that meet first, or an edge of each: 15 pairs of elements. Each is followed by bisection in time, the
// earlier half first, and a span is done with when intervals prove that the two elements stay apart over it:
//
//   - they are nowhere coplanar: the volume of the tetrahedron they span keeps its sign (Redon et al. 2002);
//   - or a direction parts them, that of their nearest points in the middle of the span. Bounds on where along the elements
//     they would meet, the usual second test, tell nothing of edges that stay parallel; this does.
//
// What is left when a span is RESOLUTION short counts as contact, at its beginning: never late, and early by no more than
// that.

import { CLOSEST_SIZE, closestPointTriangle, closestSegmentSegment } from '../core-internals.ts';
import { type Screw, SPAN_SIZE, setRange, spanOver } from './screw.ts';

/** Spans this short are not split further. A time. */
const RESOLUTION = 1e-7;
/** Every split halves a span of at most 1. */
const DEEPEST = 32;

const span: Float64Array = new Float64Array(SPAN_SIZE);
const range: Float64Array = new Float64Array(6);
const ends: Float64Array = new Float64Array(DEEPEST);
/** Corners of A's triangle in the middle of a span. */
const middle: Float64Array = new Float64Array(9);
const closest: Float64Array = new Float64Array(CLOSEST_SIZE);

/** Two triangles and how they move; `guard` is what rounding and the like may add to a length. */
export interface SweptPair {
  readonly a: Float64Array;
  i: number;
  readonly b: Float64Array;
  j: number;
  screw: Screw;
  guard: number;
}

/** The earliest time within [start, end] at which the triangles may touch, or Infinity. */
export function firstTouch(pair: SweptPair, start: number, end: number): number {
  spanOver(pair.screw.angle, start, end, span);
  if (planeOfBParts(pair) || planeOfAParts(pair)) return Infinity;
  let first = Infinity;
  for (let element = 0; element < 15; element++) {
    first = Math.min(first, followElements(pair, element, start, Math.min(end, first)));
  }
  return first;
}

/** Bisection, the earlier half first: `ends` holds where the spans still to be tested end, the next on top. */
function followElements(pair: SweptPair, element: number, start: number, end: number): number {
  let from = start;
  let top = 0;
  ends[0] = end;
  while (top >= 0) {
    const to = ends[top];
    spanOver(pair.screw.angle, from, to, span);
    if (elementsStayApart(pair, element, (from + to) / 2)) {
      from = to;
      top--;
    } else if (to - from <= RESOLUTION) {
      return from;
    } else {
      ends[++top] = (from + to) / 2;
    }
  }
  return Infinity;
}

/** Elements 0–2: a vertex of A and B's face; 3–5: a vertex of B and A's face; 6–14: an edge of each. */
function elementsStayApart(pair: SweptPair, element: number, time: number): boolean {
  const { i, j } = pair;
  if (element < 3) {
    const vertex = 3 * element;
    if (vertexLeavesB(pair, i + vertex)) return true;
    moveToMiddle(pair, time);
    closestPointTriangle(middle, vertex, pair.b, j, closest);
    for (let k = 0; k < 3; k++) closest[3 + k] = closest[k] - middle[vertex + k];
    return directionParts(pair, i + vertex, i + vertex, i + vertex, j, j + 3, j + 6);
  }
  if (element < 6) {
    const vertex = j + 3 * (element - 3);
    if (vertexLeavesA(pair, vertex)) return true;
    moveToMiddle(pair, time);
    closestPointTriangle(pair.b, vertex, middle, 0, closest);
    for (let k = 0; k < 3; k++) closest[3 + k] = pair.b[vertex + k] - closest[k];
    return directionParts(pair, i, i + 3, i + 6, vertex, vertex, vertex);
  }
  const a0 = 3 * Math.floor((element - 6) / 3);
  const a1 = (a0 + 3) % 9;
  const b0 = 3 * ((element - 6) % 3);
  const b1 = (b0 + 3) % 9;
  if (edgesNowhereCoplanar(pair, i + a0, i + a1, j + b0, j + b1)) return true;
  moveToMiddle(pair, time);
  closestSegmentSegment(middle, a0, a1, pair.b, j + b0, j + b1, closest);
  for (let k = 0; k < 3; k++) closest[3 + k] -= closest[k];
  return directionParts(pair, i + a0, i + a1, i + a1, j + b0, j + b1, j + b1);
}

function moveToMiddle({ a, i, screw }: SweptPair, time: number): void {
  const cos = Math.cos(screw.angle * time);
  const sin = Math.sin(screw.angle * time);
  for (let k = 0; k < 9; k += 3) {
    middle[k] = a[i + k] * cos - a[i + k + 1] * sin;
    middle[k + 1] = a[i + k] * sin + a[i + k + 1] * cos;
    middle[k + 2] = a[i + k + 2] + screw.slide * time;
  }
}

/** Whether three points of A stay behind three of B along closest[3..5], the path from A to B in the middle of the span. */
function directionParts(
  { a, b, screw, guard }: SweptPair,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
): boolean {
  const x = closest[3];
  const y = closest[4];
  const z = closest[5];
  const least =
    Math.min(
      x * b[b0] + y * b[b0 + 1] + z * b[b0 + 2],
      x * b[b1] + y * b[b1 + 1] + z * b[b1 + 2],
      x * b[b2] + y * b[b2 + 1] + z * b[b2 + 2],
    ) -
    guard * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  return (
    mostAlong(a, a0, x, y, z, screw.slide) < least &&
    (a1 === a0 || mostAlong(a, a1, x, y, z, screw.slide) < least) &&
    (a2 === a1 || mostAlong(a, a2, x, y, z, screw.slide) < least)
  );
}

/** The most that a point of A comes to along a direction over the span. */
function mostAlong(a: Float64Array, at: number, x: number, y: number, z: number, slide: number): number {
  setRange(range, 0, x * a[at] + y * a[at + 1], y * a[at] - x * a[at + 1], z * a[at + 2], z * slide, span);
  return range[1];
}

// Planes of faces: a normal and what rounding may add to a height over it, which goes by the edges it was made of, since the
// normal of a sliver is short.
const plane: Float64Array = new Float64Array(4);

function setPlane(t: Float64Array, i: number, guard: number): void {
  const ux = t[i + 3] - t[i];
  const uy = t[i + 4] - t[i + 1];
  const uz = t[i + 5] - t[i + 2];
  const vx = t[i + 6] - t[i];
  const vy = t[i + 7] - t[i + 1];
  const vz = t[i + 8] - t[i + 2];
  plane[0] = uy * vz - uz * vy;
  plane[1] = uz * vx - ux * vz;
  plane[2] = ux * vy - uy * vx;
  plane[3] = guard * (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
}

/** Range `at`: the height of a vertex of A over B's plane. */
function setHeightOverB({ a, b, j, screw }: SweptPair, vertex: number, at: number): void {
  const [nx, ny, nz] = plane;
  const x = a[vertex];
  const y = a[vertex + 1];
  const still = nz * a[vertex + 2] - (nx * b[j] + ny * b[j + 1] + nz * b[j + 2]);
  setRange(range, at, nx * x + ny * y, ny * x - nx * y, still, nz * screw.slide, span);
}

/** Range `at`: the height of a vertex of B over A's plane. Seen from A, B turns and slides in the opposite direction. */
function setHeightOverA({ a, i, b, screw }: SweptPair, vertex: number, at: number): void {
  const [nx, ny, nz] = plane;
  const x = b[vertex];
  const y = b[vertex + 1];
  const still = nz * b[vertex + 2] - (nx * a[i] + ny * a[i + 1] + nz * a[i + 2]);
  setRange(range, at, nx * x + ny * y, nx * y - ny * x, still, -nz * screw.slide, span);
}

const vertexLeavesB = (pair: SweptPair, vertex: number): boolean => {
  setPlane(pair.b, pair.j, pair.guard);
  setHeightOverB(pair, vertex, 0);
  return range[0] > plane[3] || range[1] < -plane[3];
};

const vertexLeavesA = (pair: SweptPair, vertex: number): boolean => {
  setPlane(pair.a, pair.i, pair.guard);
  setHeightOverA(pair, vertex, 0);
  return range[0] > plane[3] || range[1] < -plane[3];
};

/** All corners on one side of the other's plane, over the whole span. */
const oneSided = (): boolean =>
  Math.min(range[0], range[2], range[4]) > plane[3] || Math.max(range[1], range[3], range[5]) < -plane[3];

function planeOfBParts(pair: SweptPair): boolean {
  setPlane(pair.b, pair.j, pair.guard);
  for (let k = 0; k < 3; k++) setHeightOverB(pair, pair.i + 3 * k, k);
  return oneSided();
}

function planeOfAParts(pair: SweptPair): boolean {
  setPlane(pair.a, pair.i, pair.guard);
  for (let k = 0; k < 3; k++) setHeightOverA(pair, pair.j + 3 * k, k);
  return oneSided();
}

/**
 * With u the edge of A from p and v that of B from q, the volume is (p − q)×u · v at each time, and with g = p×u, k = v×q:
 * v·Rg − k·Ru + σt v·(z×Ru), R the turn so far.
 */
function edgesNowhereCoplanar(
  { a, b, screw, guard }: SweptPair,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): boolean {
  const px = a[a0];
  const py = a[a0 + 1];
  const pz = a[a0 + 2];
  const ux = a[a1] - px;
  const uy = a[a1 + 1] - py;
  const uz = a[a1 + 2] - pz;
  const qx = b[b0];
  const qy = b[b0 + 1];
  const qz = b[b0 + 2];
  const vx = b[b1] - qx;
  const vy = b[b1 + 1] - qy;
  const vz = b[b1 + 2] - qz;
  const gx = py * uz - pz * uy;
  const gy = pz * ux - px * uz;
  const gz = px * uy - py * ux;
  const kx = vy * qz - vz * qy;
  const ky = vz * qx - vx * qz;
  const kz = vx * qy - vy * qx;
  const alpha = vx * gx + vy * gy - (kx * ux + ky * uy);
  const beta = vy * gx - vx * gy - (ky * ux - kx * uy);
  setRange(range, 0, alpha, beta, vz * gz - kz * uz, 0, span);
  setRange(range, 1, vy * ux - vx * uy, -(vx * ux + vy * uy), 0, 0, span);
  // Times σt, a range that begins at or after 0 or ends there: its ends decide.
  const early = screw.slide * span[0];
  const late = screw.slide * span[1];
  const least = Math.min(early * range[2], early * range[3], late * range[2], late * range[3]);
  const most = Math.max(early * range[2], early * range[3], late * range[2], late * range[3]);
  const errorBound =
    guard * (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
  return range[0] + least > errorBound || range[1] + most < -errorBound;
}
