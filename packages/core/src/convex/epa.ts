// How deep two convex bodies are in each other, after van den Bergen ("Proximity queries and penetration depth computation
// on 3D game objects", 2001): the distance of the origin from the boundary of the Minkowski difference C, by a polytope
// inside C that expands where its boundary is nearest.
//
// Each step takes the face nearest to the origin and computes the corner of C farthest along its normal. The faces of a polytope
// inside C bound the depth from below; the reach of C along any normal bounds it from above. If both agree for one face, that face
// is the solution, for all of C and not only locally. Departures:
// - The polytope's shape is decided exactly (polytope.ts). It cannot fold over or lose a face, which makes other implementations
//   fail at contacts that just touch.
// - It need not contain the origin at the start: faces that the origin is beyond have negative heights, so they are expanded first.
//   Bodies that touch within rounding need no special case.
// - Bodies contain balls (inner-ball.ts), so C contains one, with centre m and radius r, and reaches at least r + n·m along n. A
//   direction n for which that exceeds the best reach so far cannot be the solution. This often proves the overlap, so that no
//   search for a common point is needed. It lets the polytope start as a tetrahedron with one face across the remaining directions,
//   and it keeps the other faces from being expanded (polytope.ts).
// - If C is thinner than rounding, it has no tetrahedron; then every normal across it proves that the depth is 0 to rounding.
//
// Every step adds a corner that was strictly outside, so the search ends; the limit only bounds its time.

import { RELATIVE_SCALE } from '../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import type { ConvexBody } from './convex-body.ts';
import { copyVector, type Difference, REACH_ERROR } from './difference.ts';
import { type ConvexResult, type ConvexWorkspace, GAP, searchNearest, witness } from './gjk.ts';
import { innerBall } from './inner-ball.ts';
import { BALL_MARGIN, Polytope } from './polytope.ts';
import { FACE_NORMAL_SIZE, faceNormal } from './simplex.ts';

/** The polytope's corners follow those of the simplex. */
const FIRST_CORNER = 4;

/** Corners after which the search gives up. */
const CORNER_LIMIT = 2 ** 18;

/** Thickness of C that may be rounding of 0, in units of S. */
const THIN: number = 64 * UNIT_ROUNDOFF;

/** A first tetrahedron flatter than this is replaced by one from a careful search: height in units of S. */
const FLAT: number = 2 ** -16;

/**
 * Ratio of the heights of a face and of a corner of the regular tetrahedron above its centre, plus a tenth, so that corners do not
 * coincide.
 */
const WIDEST_TANGENT: number = 2 * Math.SQRT2;
const NARROWEST_TANGENT = 0.1;

const SINE_60: number = Math.sqrt(3) / 2;

/** Up to three unit vectors, x, y, z each. */
const across = new Float64Array(9);
const normal = new Float64Array(FACE_NORMAL_SIZE);
/** The middle of a ball in C; [3]: its radius; [4]: how far the middle is from the origin. */
const ball = new Float64Array(5);

/**
 * Depth of `a`, posed by `pose` in b's frame, in `b`: the length of the shortest translation after which they have no interior
 * point in common. Bodies that are apart get the status, normal and points of `gjkDistance`, and the depth 0. The search may end
 * once the bracket is no wider than `accuracy`, beside rounding: polytopes are always solved to the end, round bodies step by step.
 * `isSearched`: `searchNearest` has just left its result for these bodies, without a seed, in `work` and `out`.
 */
export function epaDepth(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
  accuracy = 0,
  isSearched = false,
): void {
  const { difference, simplex } = work;
  const polytope = polytopeOf(work);
  difference.set(a, b, pose);
  findBall(difference, a, b, pose);
  const { scale } = difference;
  const isDeep = ball[3] - ball[4] > BALL_MARGIN * scale;
  if (isDeep) {
    firstReach(difference, out);
    simplex.size = 1;
  } else {
    if (!isSearched) searchNearest(work, a, b, pose, out);
    const isApart = out.status === 'separated' || out.status === 'iteration-limit';
    out.upper = isApart ? 0 : -out.lower;
    out.lower = 0;
    if (isApart) return;
  }

  const rounding = REACH_ERROR * scale;
  // The bracket is widened by rounding on both sides and must still be as narrow as requested.
  const gap = Math.max(GAP * scale, accuracy - 3 * rounding);
  const isThin =
    !tetrahedronAround(difference, out) && !completeTetrahedron(difference, simplex.size, THIN * scale, out);
  polytope.limit = Infinity;
  polytope.useBall(ball);
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

/** The polytope of a workspace, made on first use: distances need none. */
function polytopeOf(work: ConvexWorkspace): Polytope {
  work.polytope ??= new Polytope();
  return work.polytope;
}

/** Finds a ball in C from the balls in the bodies. */
function findBall(difference: Difference, a: ConvexBody, b: ConvexBody, pose: Float64Array): void {
  const ballA = innerBall(a);
  const ballB = innerBall(b);
  difference.posePoint(ballA.middle, 0, ball, 0);
  for (let k = 0; k < 3; k++) ball[k] -= ballB.middle[k];
  ball[3] = pose[RELATIVE_SCALE] * ballA.radius + ballB.radius;
  ball[4] = Math.sqrt(ball[0] * ball[0] + ball[1] * ball[1] + ball[2] * ball[2]);
}

/** Reserves memory for `count` corners and keeps the existing ones. */
function reserveCorners(difference: Difference, count: number): void {
  if (difference.vertexA.length >= count) return;
  const capacity = Math.max(count, 2 * difference.vertexA.length);
  const points = new Float64Array(3 * capacity);
  const vertexA = new Int32Array(capacity);
  const vertexB = new Int32Array(capacity);
  points.set(difference.points);
  vertexA.set(difference.vertexA);
  vertexB.set(difference.vertexB);
  difference.points = points;
  difference.vertexA = vertexA;
  difference.vertexB = vertexB;
}

/** The corner, in slot 0, and the bound from the direction between the ball's centre and the origin. */
function firstReach(difference: Difference, out: ConvexResult): void {
  const { direction } = difference;
  const offset = ball[4];
  for (let k = 0; k < 3; k++) direction[k] = offset > 0 ? -ball[k] / offset : k === 0 ? 1 : 0;
  difference.support(0);
  out.featureSize = 0;
  out.iterations = 0;
  out.handedOver = false;
  out.lower = 0;
  out.upper = Infinity;
  tighten(difference, 0, out);
}

/**
 * Gives the polytope a tetrahedron with one face across the best normal so far, about as wide as the directions that the ball does
 * not exclude; false if that tetrahedron is flat.
 */
function tetrahedronAround(difference: Difference, out: ConvexResult): boolean {
  const { direction, points } = difference;
  const [x, y, z] = out.normal;
  directionsAcross(x, y, z);

  // Directions up to this cosine from the direction between the ball's centre and the origin are not excluded.
  const cosine = (ball[3] - out.upper) / ball[4];
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  const tangent = cosine > 0 ? Math.max(NARROWEST_TANGENT, Math.min(WIDEST_TANGENT, sine / cosine)) : WIDEST_TANGENT;
  const along = 1 / Math.sqrt(1 + tangent * tangent);
  const tilt = tangent * along;
  for (let k = 0; k < 4; k++) {
    const n = k === 3 ? -1 : along;
    const p = k === 3 ? 0 : k === 0 ? tilt : -0.5 * tilt;
    const q = k === 1 ? SINE_60 * tilt : k === 2 ? -SINE_60 * tilt : 0;
    direction[0] = n * x + p * across[0] + q * across[3];
    direction[1] = n * y + p * across[1] + q * across[4];
    direction[2] = n * z + p * across[2] + q * across[5];
    difference.support(FIRST_CORNER + k);
    tighten(difference, FIRST_CORNER + k, out);
  }

  faceNormal(points, FIRST_CORNER, FIRST_CORNER + 1, FIRST_CORNER + 2, normal);
  copyVector(normal, direction);
  const height = Math.abs(difference.reach(FIRST_CORNER + 3) - difference.reach(FIRST_CORNER));
  return height > FLAT * difference.scale && normal[3] < 1 / FLAT;
}

/** Grows the polytope until its lowest face is one of C; leaves the bracket and its normal in `out`. */
function expand(work: ConvexWorkspace, gap: number, out: ConvexResult): void {
  const { difference } = work;
  const polytope = polytopeOf(work);
  let face = polytope.lowest();
  for (let corner = FIRST_CORNER + 4; corner < CORNER_LIMIT; corner++) {
    reserveCorners(difference, corner + 1);
    polytope.normal(face, difference.direction);
    difference.support(corner);
    out.iterations++;
    tighten(difference, corner, out);
    if (out.upper - polytope.lowestBound() <= gap) break;
    // Not below 0: for bodies slightly apart the best plane may be beyond every face.
    polytope.limit = Math.max(0, out.upper) + gap;
    if (!polytope.grow(difference.points, corner, face) && !raise(work, face)) break;
    face = polytope.lowest();
    if (face < 0) break;
  }
  // Without a face below the limit, all faces exceed the best reach.
  out.lower = face < 0 ? out.upper : polytope.lowestBound();
}

/** Bounds a face with no corner beyond it by its own nearest point; false where that proves nothing new. */
function raise(work: ConvexWorkspace, face: number): boolean {
  const { difference, simplex } = work;
  const { direction, points } = difference;
  solveFace(work, face);
  // Not the direction of the feature, which may be a sliver: deep inside, the direction of the point is as good.
  direction.fill(0);
  for (let i = 0; i < 3 * simplex.size; i++) direction[i % 3] += simplex.weights[(i / 3) | 0] * points[i];
  const length = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) direction[k] /= length;
  return polytopeOf(work).raiseLowest(direction);
}

/**
 * Leaves in the simplex the point of C's boundary nearest to the origin. It lies in one of the lowest faces, not in each of them:
 * faces of C, often parallelograms, consist of several triangles. One as near as `enough` ends the search.
 */
function nearestOnBoundary(work: ConvexWorkspace, enough: number): void {
  const { simplex } = work;
  const polytope = polytopeOf(work);
  let best = -1;
  let last = -1;
  let nearest = Infinity;
  for (let face = polytope.lowest(); face >= 0 && nearest > enough; face = polytope.lowest()) {
    solveFace(work, face);
    last = face;
    if (simplex.distance < nearest) {
      nearest = simplex.distance;
      best = face;
    }
    polytope.dropLowest();
  }
  if (best !== last) solveFace(work, best);
}

function solveFace(work: ConvexWorkspace, face: number): void {
  const { difference, simplex } = work;
  const { corners } = polytopeOf(work);
  for (let i = 0; i < 3; i++) difference.copyCorner(corners[3 * face + i], i);
  simplex.solve(difference.points, 3, difference.scale);
  for (let i = 0; i < simplex.size; i++) difference.copyCorner(simplex.kept[i], i);
}

/** Height of the last support corner along its direction: no depth exceeds it. */
function tighten(difference: Difference, slot: number, out: ConvexResult): number {
  const reach = difference.reach(slot);
  if (reach < out.upper) {
    out.upper = reach;
    copyVector(difference.direction, out.normal);
  }
  return reach;
}

/**
 * Adds corners to the first `count` ≥ 1 until there are four with some volume, and passes them to the polytope; false where C is
 * thinner than `thin`.
 */
function completeTetrahedron(difference: Difference, count: number, thin: number, out: ConvexResult): boolean {
  const { direction } = difference;
  for (let slot = count; slot < 4; slot++) {
    directionsOff(difference.points, slot);
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

/** Unit vectors that span the orthogonal complement of the first one, two or three corners. */
function directionsOff(points: Float64Array, count: number): void {
  if (count === 1) {
    across.fill(0);
    for (let axis = 0; axis < 3; axis++) across[4 * axis] = 1;
  } else if (count === 2) {
    directionsAcross(points[3] - points[0], points[4] - points[1], points[5] - points[2]);
  } else {
    faceNormal(points, 0, 1, 2, normal);
    for (let axis = 0; axis < 3; axis++) across[axis] = normal[axis];
  }
}

/** Two unit vectors orthogonal to x, y, z and to each other. */
function directionsAcross(x: number, y: number, z: number): void {
  // From the axis it is farthest from.
  const least = Math.min(Math.abs(x), Math.abs(y), Math.abs(z));
  if (Math.abs(x) === least) unitCross(x, y, z, 1, 0, 0, 0);
  else if (Math.abs(y) === least) unitCross(x, y, z, 0, 1, 0, 0);
  else unitCross(x, y, z, 0, 0, 1, 0);
  unitCross(x, y, z, across[0], across[1], across[2], 3);
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
