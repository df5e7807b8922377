declare const process: any;
// How deep two convex bodies are in each other, after van den Bergen ("Proximity queries and penetration depth computation
// on 3D game objects", 2001): the distance of the origin from the boundary of the Minkowski difference C, by a polytope
// inside C that expands where its boundary is nearest.
//
// Each step takes the face nearest to the origin and asks for the corner of C farthest along its normal. The faces of a
// polytope inside C bound the depth from below, the reach of C along any normal bounds it from above; where the two meet
// in one face, that face is the answer, for all of C and not only nearby. Departures:
// - The polytope's shape is decided exactly (polytope.ts). It cannot fold over or lose a face, which is what makes other
//   implementations fail at contacts that just touch.
// - It need not hold the origin to begin with: faces the origin is beyond have negative heights, so they are expanded
//   first. A body that touches within rounding is treated like any other.
// - C thinner than rounding has no tetrahedron; then every normal across it proves that the depth is 0 to rounding.
//
// Every step adds a corner that was strictly outside, so the search ends; the limit bounds its time, not its sense.

import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';
import type { ConvexBody } from './convex-body.ts';
import { copyVector, type Difference, REACH_ERROR } from './difference.ts';
import { BALL_MARGIN } from './polytope.ts';
import { type ConvexResult, type ConvexWorkspace, GAP, searchNearest, witness } from './gjk.ts';
import { faceNormal } from './simplex.ts';

/** The polytope's corners begin behind those of the simplex. */
const FIRST_CORNER = 4;

/** Corners after which the search gives up. */
const CORNER_LIMIT = 4096;

/** Thickness of C that rounding could have made of 0, in units of S. */
const THIN: number = 64 * UNIT_ROUNDOFF;

/** Up to three unit vectors, x, y, z each. */
const across = new Float64Array(9);
const normal = new Float64Array(4);

/**
 * Depth of `a`, posed by `pose` in b's frame, in `b`: the length of the shortest translation after which they share no
 * interior point. Bodies that are apart get the status, normal and points of `gjkDistance`, and the depth 0.
 */
export function epaDepth(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
): void {
  const { difference, simplex, polytope } = work;
  difference.set(a, b, pose);
  const { scale } = difference;
  const rounding = REACH_ERROR * scale;
  const { middle, innerRadius } = difference;
  const offset = Math.sqrt(middle[0] * middle[0] + middle[1] * middle[1] + middle[2] * middle[2]);
  const isDeep = offset < innerRadius - BALL_MARGIN * scale;
  if (isDeep) {
    out.featureSize = 0;
    out.iterations = 0;
    out.upper = Infinity;
    simplex.size = 4;
    if (offset > 0) for (let k = 0; k < 3; k++) out.normal[k] = -middle[k] / offset;
    else { out.normal[0] = 1; out.normal[1] = 0; out.normal[2] = 0; }
    copyVector(out.normal, difference.direction);
    difference.support(0);
    tighten(difference, 0, out);
  } else {
    searchNearest(work, a, b, pose, out);
    const isApart = out.status === 'separated' || out.status === 'iteration-limit';
    out.upper = isApart ? 0 : -out.lower;
    out.lower = 0;
    if (isApart) return;
  }

  const isThin = !(startAround(difference, offset, out) || completeTetrahedron(difference, isDeep ? 1 : simplex.size, THIN * scale, out));
  polytope.limit = Infinity;
  polytope.useBall(difference.middle, difference.innerRadius);
  if (!isThin && polytope.start(difference.points, FIRST_CORNER, scale)) {
    expand(work, out);
    nearestOnBoundary(work, Math.abs(out.upper) + GAP * scale);
    if (simplex.size < 4) witness(work, out.points);
  }
  const isOpen = !isThin && out.upper - Math.max(0, out.lower) > 2 * GAP * scale;
  out.lower = Math.max(0, out.lower - rounding);
  out.upper = Math.max(0, out.upper) + rounding;
  out.status = isOpen ? 'iteration-limit' : out.lower > 0 ? 'overlapping' : 'touching';
}

function startAround(difference: Difference, offset: number, out: ConvexResult): boolean {
  const { direction, points, scale } = difference;
  const x = out.normal[0], y = out.normal[1], z = out.normal[2];
  const cosine = (difference.innerRadius - out.upper) / offset;
  let tangent = cosine > 0.01 ? MUL * Math.sqrt(Math.max(0, 1 - cosine * cosine)) / cosine : 9;
  tangent = Math.max(MINT, Math.min(2 * Math.SQRT2, tangent));
  const c = 1 / Math.sqrt(1 + tangent * tangent);
  const t = tangent * c;
  // across
  const least = Math.min(Math.abs(x), Math.abs(y), Math.abs(z));
  if (Math.abs(x) === least) unitCross(x, y, z, 1, 0, 0, 0);
  else if (Math.abs(y) === least) unitCross(x, y, z, 0, 1, 0, 0);
  else unitCross(x, y, z, 0, 0, 1, 0);
  unitCross(x, y, z, across[0], across[1], across[2], 3);
  for (let k = 0; k < 4; k++) {
    const p = k === 0 ? t : k === 3 ? 0 : -0.5 * t;
    const q = k === 1 ? 0.8660254037844386 * t : k === 2 ? -0.8660254037844386 * t : 0;
    const n = k === 3 ? -1 : c;
    direction[0] = n * x + p * across[0] + q * across[3];
    direction[1] = n * y + p * across[1] + q * across[4];
    direction[2] = n * z + p * across[2] + q * across[5];
    difference.support(FIRST_CORNER + k);
    tighten(difference, FIRST_CORNER + k, out);
  }
  faceNormal(points, FIRST_CORNER, FIRST_CORNER + 1, FIRST_CORNER + 2, normal);
  if (!(normal[3] > 0 && normal[3] < 1e5)) return false;
  const back = 3 * (FIRST_CORNER + 3);
  const f = 3 * FIRST_CORNER;
  const height = Math.abs(normal[0] * (points[back] - points[f]) + normal[1] * (points[back + 1] - points[f + 1]) + normal[2] * (points[back + 2] - points[f + 2]));
  return height > 1e-5 * scale;
}
const MUL = Number(process.env.MUL ?? 2), MINT = Number(process.env.MINT ?? 0.3);

/** Grows the polytope until its lowest face is one of C; leaves the bracket and its normal in `out`. */
function expand({ difference, polytope }: ConvexWorkspace, out: ConvexResult): void {
  const gap = GAP * difference.scale;
  let face = polytope.lowest();
  for (let corner = FIRST_CORNER + 4; corner < CORNER_LIMIT; corner++) {
    difference.reserve(corner + 1);
    polytope.normal(face, difference.direction);
    difference.support(corner);
    out.iterations++;
    tighten(difference, corner, out);
    if (out.upper - polytope.lowestBound() <= gap) break;
    // Not below 0: of bodies a little apart the best plane met may be beyond every face.
    polytope.limit = Math.max(0, out.upper) + gap;
    if (!polytope.grow(difference.points, corner, face)) break;
    face = polytope.lowest();
    if (face < 0) break;
  }
  // Without a face below the limit all of them are above what the reach allows.
  out.lower = face < 0 ? out.upper : polytope.lowestBound();
}

/**
 * Leaves in the simplex the point of C's boundary nearest to the origin. It lies in one of the lowest faces, not in each
 * of them: faces of C, often parallelograms, come in several triangles. One as near as `enough` ends the search.
 */
function nearestOnBoundary(work: ConvexWorkspace, enough: number): void {
  const { simplex, polytope } = work;
  let best = -1;
  let nearest = Infinity;
  for (let face = polytope.lowest(); face >= 0 && nearest > enough; face = polytope.lowest()) {
    solveFace(work, face);
    if (simplex.distance < nearest) {
      nearest = simplex.distance;
      best = face;
    }
    polytope.dropLowest();
  }
  if (best >= 0) solveFace(work, best);
}

function solveFace({ difference, simplex, polytope }: ConvexWorkspace, face: number): void {
  for (let i = 0; i < 3; i++) difference.copyCorner(polytope.corners[3 * face + i], i);
  simplex.solve(difference.points, 3, difference.scale);
  for (let i = 0; i < simplex.size; i++) difference.copyCorner(simplex.kept[i], i);
}

/** Height of the corner just asked for along its direction: no depth exceeds it. */
function tighten(difference: Difference, slot: number, out: ConvexResult): number {
  const reach = difference.reach(slot);
  if (reach < out.upper) {
    out.upper = reach;
    copyVector(difference.direction, out.normal);
  }
  return reach;
}

/**
 * Adds corners to the first `count` ≥ 1 until there are four with some volume, and hands them to the polytope; false where C
 * is thinner than `thin`.
 */
function completeTetrahedron(difference: Difference, count: number, thin: number, out: ConvexResult): boolean {
  const { direction } = difference;
  for (let slot = count; slot < 4; slot++) {
    directionsAcross(difference.points, slot);
    let tallest = thin;
    let found = false;
    for (let k = 0; k < 2 * (4 - slot); k++) {
      const sign = k % 2 === 0 ? 1 : -1;
      for (let axis = 0; axis < 3; axis++) direction[axis] = sign * across[3 * (k >> 1) + axis];
      difference.support(4);
      const height = tighten(difference, 4, out) - difference.reach(0);
      if (height <= tallest) continue;
      tallest = height;
      found = true;
      difference.copyCorner(4, slot);
    }
    if (!found) return false;
  }
  for (let i = 0; i < 4; i++) difference.copyCorner(i, FIRST_CORNER + i);
  return true;
}

/** Unit vectors that span what is square to the first one, two or three corners. */
function directionsAcross(points: Float64Array, count: number): void {
  across.fill(0);
  if (count === 1) {
    for (let axis = 0; axis < 3; axis++) across[4 * axis] = 1;
  } else if (count === 2) {
    const ex = points[3] - points[0];
    const ey = points[4] - points[1];
    const ez = points[5] - points[2];
    // Across the edge and the axis it is farthest from.
    const least = Math.min(Math.abs(ex), Math.abs(ey), Math.abs(ez));
    if (Math.abs(ex) === least) unitCross(ex, ey, ez, 1, 0, 0, 0);
    else if (Math.abs(ey) === least) unitCross(ex, ey, ez, 0, 1, 0, 0);
    else unitCross(ex, ey, ez, 0, 0, 1, 0);
    unitCross(ex, ey, ez, across[0], across[1], across[2], 3);
  } else {
    faceNormal(points, 0, 1, 2, normal);
    for (let axis = 0; axis < 3; axis++) across[axis] = normal[axis];
  }
}

function unitCross(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number, at: number): void {
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  across[at] = x / length;
  across[at + 1] = y / length;
  across[at + 2] = z / length;
}
