import type { Model } from 'nearmiss';
import { massProperties } from 'nearmiss/mesh';
import { convexOverlap } from './convex-overlap.ts';
import { isConvexSolid } from './convex-solid.ts';
import { commonBox, type PosedModel, rowRounding, worldBox } from './posed-model.ts';
import type { Bracket } from './question.ts';
import { type Solid, solidOverlap } from './solid-overlap.ts';

// Manifold's boolean operations would give the volume too, but take vertices in single precision and prove no error bound. The benchmark
// compares with them (docs/lab/clash-models.md).

/** Rounding of a box in the world, in parts of its coordinates, and of the volume of a box. */
const BOX_ROUNDING = 2 ** -48;
/** Pairs of prisms that are tested at most, in parts of the budget of a search. */
const PRISM_PART = 16;

const ORIGIN = [0, 0, 0];

/** Whether the faces of a solid are turned over; null for what is no solid. */
const inward = new WeakMap<Model, { readonly isInward: boolean | null }>();

/**
 * Bounds of the volume that two solids have in common, or null if one is no solid. It is computed, of convex bodies by clipping, of others by sums over
 * prisms; parts of the box they have in common for which the budget does not suffice count from nothing to all.
 */
export function overlapVolume(a: PosedModel, b: PosedModel, budget: number): Bracket | null {
  const [solidA, solidB] = [solidOf(a), solidOf(b)];
  if (solidA === null || solidB === null) return null;
  const box = paddedBox(a, b);
  if (![0, 1, 2].every((k) => box[k] < box[k + 3])) return { lower: 0, upper: 0 };
  const most = boxVolume(box);
  const clipped = isConvexSolid(a.model) && isConvexSolid(b.model) ? convexOverlap(a, b, box, budget) : null;
  const found = clipped ?? solidOverlap(solidA, solidB, box, budget / PRISM_PART);
  const upper = Math.min(found.upper, most);
  return { lower: Math.min(found.lower, upper), upper };
}

function boxVolume(box: readonly number[]): number {
  return (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]) * (1 + BOX_ROUNDING);
}

/** A box with all that two bodies have in common: that of their own boxes, with the rounding of these around it. */
export function paddedBox(a: PosedModel, b: PosedModel): readonly number[] {
  const box = commonBox(worldBox(a), worldBox(b));
  const padding = BOX_ROUNDING * Math.hypot(...box) + rowRounding(a, ORIGIN) + rowRounding(b, ORIGIN);
  return box.map((x, k) => (k < 3 ? x - padding : x + padding));
}

/** A body with a volume, null for a surface. */
function solidOf(body: PosedModel): Solid | null {
  let known = inward.get(body.model);
  if (known === undefined) {
    known = { isInward: body.model.closed ? massProperties(body.model.mesh).inward : null };
    inward.set(body.model, known);
  }
  return known.isInward === null ? null : { ...body, isInward: known.isInward };
}
