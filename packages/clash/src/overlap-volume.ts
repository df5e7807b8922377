import type { Model } from 'nearmiss';
import { isConvex } from 'nearmiss/convex';
import { massProperties } from 'nearmiss/mesh';
import { convexOverlap } from './convex-overlap.ts';
import { commonBox, type PosedModel, worldBox } from './posed-model.ts';
import type { Bracket } from './question.ts';

// Manifold's boolean operations would give the volume itself, but take vertices in single precision and prove no error bound. The benchmark
// compares with them (docs/lab/clash-models.md).

/** Relative error of a volume: sums in double precision. */
const VOLUME_ERROR = 1e-9;

/** Rounding of a box in the world, in parts of its coordinates. */
const BOX_ROUNDING = 2 ** -48;

const volumes = new WeakMap<Model, number>();

/**
 * Bounds of the volume that two solids have in common, or null if one is no solid. Of convex bodies it is computed; of others it is at most that of
 * the smaller one, and of what their boxes have in common. (160 cells of that box, those inside both bodies counted, left the lower bound at 0 in 162
 * of 165 pairs of three assemblies, and took 10 ms each: overlaps are thinner than such cells.)
 */
export function overlapVolume(a: PosedModel, b: PosedModel): Bracket | null {
  const volumeA = volumeOf(a.model);
  const volumeB = volumeOf(b.model);
  if (!(volumeA > 0 && volumeB > 0)) return null;
  const box = padded(commonBox(worldBox(a), worldBox(b)));
  if (![0, 1, 2].every((k) => box[k] < box[k + 3])) return { lower: 0, upper: 0 };
  const isConvexPair = isConvex(a.model) && isConvex(b.model);
  const { lower, upper } = isConvexPair ? convexOverlap(a, b, box) : { lower: 0, upper: boxVolume(box) };
  const most = Math.min(upper, Math.min(volumeA, volumeB) * (1 + VOLUME_ERROR));
  return { lower: Math.min(lower, most), upper: most };
}

function boxVolume(box: readonly number[]): number {
  return (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]) * (1 + VOLUME_ERROR);
}

/** A box with the rounding of its own coordinates around it. */
function padded(box: readonly number[]): readonly number[] {
  const padding = BOX_ROUNDING * Math.hypot(...box);
  return box.map((x, k) => (k < 3 ? x - padding : x + padding));
}

/** The volume of a solid, 0 for a surface. Where parts of a mesh overlap it counts both, and is an upper bound. */
function volumeOf(model: Model): number {
  let volume = volumes.get(model);
  if (volume === undefined) {
    volume = model.closed ? (massProperties(model.mesh).volume ?? 0) : 0;
    volumes.set(model, volume);
  }
  return volume;
}
