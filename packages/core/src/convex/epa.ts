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
 * interior point. Bodies that are apart get the status, normal and points of `gjkDistance`, and the depth 0. The search
 * may end once the bracket is no wider than `accuracy`, beside rounding: polytopes are done all at once, round bodies
 * bit by bit.
 */
export function epaDepth(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
  accuracy = 0,
): void {
  const { difference, simplex, polytope } = work;
  searchNearest(work, a, b, pose, out);
  const { scale } = difference;
  const rounding = REACH_ERROR * scale;
  const isApart = out.status === 'separated' || out.status === 'iteration-limit';
  out.upper = isApart ? 0 : -out.lower;
  out.lower = 0;
  if (isApart) return;

  const isThin = !completeTetrahedron(difference, simplex.size, THIN * scale, out);
  const gap = Math.max(GAP * scale, accuracy);
  polytope.limit = Infinity;
  if (!isThin && polytope.start(difference.points, FIRST_CORNER, scale)) {
    expand(work, gap, out);
    nearestOnBoundary(work, Math.abs(out.upper) + gap);
    if (simplex.size < 4) witness(work, out.points);
  }
  const isOpen = !isThin && out.upper - Math.max(0, out.lower) > 2 * gap;
  out.lower = Math.max(0, out.lower - rounding);
  out.upper = Math.max(0, out.upper) + rounding;
  out.status = isOpen ? 'iteration-limit' : out.lower > 0 ? 'overlapping' : 'touching';
}

/** Grows the polytope until its lowest face is one of C; leaves the bracket and its normal in `out`. */
function expand({ difference, polytope }: ConvexWorkspace, gap: number, out: ConvexResult): void {
  let face = polytope.lowest();
  for (let corner = FIRST_CORNER + 4; corner < CORNER_LIMIT; corner++) {
    difference.reserve(corner + 1);
    polytope.normal(face, difference.direction);
    difference.support(corner);
    out.iterations++;
    if (tighten(difference, corner, out) - polytope.height(face) <= gap) break;
    // Not below 0: of bodies a little apart the best plane met may be beyond every face.
    polytope.limit = Math.max(0, out.upper) + gap;
    if (!polytope.grow(difference.points, corner, face)) break;
    face = polytope.lowest();
    if (face < 0) break;
  }
  // Without a face below the limit all of them are above what the reach allows.
  out.lower = face < 0 ? out.upper : polytope.height(face);
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
