// What the tests hold answers against.

import {
  add,
  addVectors,
  compare,
  crossVectors,
  dotVectors,
  type ExactTriangle,
  fraction,
  fromNumber,
  isZero,
  isZeroVector,
  liftVector,
  mul,
  type OracleBody,
  pointTriangleSquaredDistanceExactly,
  posePointExactly,
  type Rational,
  type RationalVector,
  scaleVector,
  sqrtToNumber,
  sub,
  subVectors,
  toNumber,
  trianglesIntersectExactly,
} from '@nearmiss/fixtures';
import type { Mesh } from '../../src/index.ts';
import type { Body } from './bodies.ts';
import type { PlainPose } from './scenes.ts';

/** What the library promises for the width of a bracket, in parts of extents + offset. */
export const PROMISED_WIDTH = 64 * 2 ** -52;

/** Sorted by A's face, then B's, as brute force lists them. */
export function sortedPairs(pairs: readonly (readonly [number, number])[]): [number, number][] {
  return pairs.map(([a, b]): [number, number] => [a, b]).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}

/** lower ≤ √squared ≤ upper, with no rounding anywhere. */
export function bracketHolds(lower: number, squared: Rational, upper: number): boolean {
  if (!(lower >= 0 && lower <= upper)) return false;
  const low = fromNumber(lower);
  if (compare(mul(low, low), squared) > 0) return false;
  if (upper === Number.POSITIVE_INFINITY) return true;
  const high = fromNumber(upper);
  return compare(squared, mul(high, high)) <= 0;
}

interface Box {
  readonly centre: [number, number, number];
  /** Length of the diagonal. */
  readonly extent: number;
}

function boxOf(mesh: Mesh): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of mesh.triangles) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], mesh.positions[3 * v + k]);
      high[k] = Math.max(high[k], mesh.positions[3 * v + k]);
    }
  }
  return {
    centre: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2],
    extent: Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]),
  };
}

/** Extents of both bodies plus the offset between their middles, computed exactly enough for bodies far from the origin. */
export function sceneSize(a: Body, poseA: PlainPose, b: Body, poseB: PlainPose): number {
  const boxA = boxOf(a.mesh);
  const boxB = boxOf(b.mesh);
  const centreA = posePointExactly(poseA, ...boxA.centre);
  const centreB = posePointExactly(poseB, ...boxB.centre);
  const offset = Math.hypot(...[0, 1, 2].map((k) => toNumber(sub(centreA[k], centreB[k]))));
  return boxA.extent + boxB.extent + offset;
}

/** Size of the coordinates a witness point is reported in: body and world coordinates are both rounded in between. */
export function worldSize(body: Body, pose: PlainPose): number {
  const { centre, extent } = boxOf(body.mesh);
  return extent + Math.hypot(...centre) + Math.hypot(...pose.position);
}

/** The exact distance of a point from a face of a posed body. */
export function distanceFromFace(point: ArrayLike<number>, body: OracleBody, face: number): number {
  const squared = pointTriangleSquaredDistanceExactly(liftVector(point), exactFace(body, face));
  return sqrtToNumber(squared);
}

export function gapBetween(p: ArrayLike<number>, q: ArrayLike<number>): number {
  let squared = fromNumber(0);
  for (let k = 0; k < 3; k++) {
    const d = sub(fromNumber(p[k]), fromNumber(q[k]));
    squared = add(squared, mul(d, d));
  }
  return sqrtToNumber(squared);
}

/** A face of a posed body, exactly. */
export function exactFace(body: OracleBody, face: number): ExactTriangle {
  const corner = (k: number): RationalVector => {
    const v = 3 * body.triangles[3 * face + k];
    return posePointExactly(body.pose ?? {}, body.positions[v], body.positions[v + 1], body.positions[v + 2]);
  };
  return [corner(0), corner(1), corner(2)];
}

const THIRD = fraction(1n, 3n);
/** A hair, in parts of the triangle: small beside any overlap the tests make, and no rounding can be mistaken for it. */
const HAIR = fraction(1n, 1n << 90n);

/** The triangle without a hair at its edges: what is left lies in its relative interior. */
function shrunk(triangle: ExactTriangle): ExactTriangle {
  const middle = scaleVector(addVectors(addVectors(triangle[0], triangle[1]), triangle[2]), THIRD);
  const inwards = (corner: RationalVector): RationalVector =>
    addVectors(corner, scaleVector(subVectors(middle, corner), HAIR));
  return [inwards(triangle[0]), inwards(triangle[1]), inwards(triangle[2])];
}

function areCoplanar(points: readonly RationalVector[]): boolean {
  const arms = points.slice(1).map((point) => subVectors(point, points[0]));
  const arm = arms.find((v) => !isZeroVector(v));
  if (arm === undefined) return true;
  const normal = arms.map((v) => crossVectors(arm, v)).find((v) => !isZeroVector(v));
  return normal === undefined || arms.every((v) => isZero(dotVectors(normal, v)));
}

/** Whether one triangle passes through the other: a point inside both, their planes different. */
export function passesThrough(a: ExactTriangle, b: ExactTriangle): boolean {
  return trianglesIntersectExactly(shrunk(a), shrunk(b)) && !areCoplanar([...a, ...b]);
}
