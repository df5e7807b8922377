// Whether one body only fits snugly into the other: a window in its opening, a shaft in its bore. Their flush faces overlap by the rounding of
// coordinates on several sides at once, so that only a long translation separates them, though nothing clashes. The faces of A
// are moved inward by that rounding, or those of B. If what is left has no inner points in common with the other body, the overlap is thinner
// than the rounding everywhere.

import { closestPoint, collide, contains, Model } from 'nearmiss';
import { type Crossings, spaced } from './crossings.ts';
import { inwardFaces } from './inward-faces.ts';
import { type PosedModel, worldPoint } from './posed-model.ts';

/** Pairs of crossing faces whose corners are examined, and how deep inside the other body a corner shows that this is no fit. */
const MOST_PAIRS = 64;
const DEEP = 16;
/** How much thicker than the rounding a part of the overlap must be to show that this is no fit: moved faces may leave their corners open. */
const THICK = 4;

/** Whether the overlap of two bodies is nowhere thicker than `rounding`; some part of it is known to be as thick as `thickness`. */
export function fits(crossings: Crossings, rounding: number, thickness: number): boolean {
  if (!(rounding > 0) || thickness > THICK * rounding || hasDeepPoint(crossings, DEEP * rounding)) return false;
  const { a, b, budget } = crossings;
  // Most pairs that clash still cross where they crossed before. That needs only the faces that cross.
  const crossedA = new Uint8Array(a.model.triangleCount);
  const crossedB = new Uint8Array(b.model.triangleCount);
  for (const [faceA, faceB] of crossings.pairs) {
    crossedA[faceA] = 1;
    crossedB[faceB] = 1;
  }
  const isApartWithin = (body: PosedModel, other: PosedModel, crossed: Uint8Array): boolean => {
    const isMarked = crossed.includes(1);
    if (isMarked && overlaps(inward(body, rounding, crossed), other, budget, false)) return false;
    return !overlaps(inward(body, rounding, null), other, budget, 'auto');
  };
  return isApartWithin(a, b, crossedA) || isApartWithin(b, a, crossedB);
}

/**
 * Whether a corner of a crossing face is deeper inside the other body than `depth`, or a point between two crossings deeper inside both: found
 * at once in most pairs that clash.
 */
function hasDeepPoint({ a, b, pairs, segments: all }: Crossings, depth: number): boolean {
  const segments = spaced(all, MOST_PAIRS);
  const half = segments.length >> 1;
  for (let k = 0; k < half; k++) {
    const [from, to] = [segments[k][0], segments[k + half][1]];
    const middle = from.map((x, axis) => (x + to[axis]) / 2);
    if (isDeep(middle, a, depth) && isDeep(middle, b, depth)) return true;
  }
  return spaced(pairs, MOST_PAIRS).some(
    ([faceA, faceB]) =>
      cornersOf(a, faceA).some((corner) => isDeep(corner, b, depth)) ||
      cornersOf(b, faceB).some((corner) => isDeep(corner, a, depth)),
  );
}

function isDeep(point: readonly number[], body: PosedModel, depth: number): boolean {
  if (contains(body.model, body.pose, point).status !== 'inside') return false;
  return closestPoint(body.model, body.pose, point, { maxDistance: depth }).status === 'beyond';
}

function cornersOf(body: PosedModel, face: number): readonly (readonly number[])[] {
  const { positions, triangles } = body.model.mesh;
  return [0, 1, 2].map((corner) => {
    const vertex = 3 * triangles[3 * face + corner];
    return worldPoint(body, positions.subarray(vertex, vertex + 3));
  });
}

function inward(body: PosedModel, by: number, faces: Uint8Array | null): PosedModel {
  return { model: Model.build(inwardFaces(body.model, by, faces)), pose: body.pose };
}

function overlaps(a: PosedModel, b: PosedModel, budget: number, solid: false | 'auto'): boolean {
  const { status } = collide(a.model, a.pose, b.model, b.pose, { budget, solid });
  return status !== 'separated' && status !== 'touching';
}
