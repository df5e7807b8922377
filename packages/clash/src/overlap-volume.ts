import type { Model } from 'nearmiss';
import { massProperties } from 'nearmiss/mesh';
import { commonBox, type PosedModel, worldBox } from './posed-model.ts';
import type { Bracket } from './question.ts';

// Manifold's boolean operations would give the volume itself, but take vertices in single precision and prove no error bound. The benchmark
// compares with them (docs/lab/clash-models.md).

/** Relative error of a volume and of a box: sums in double precision. */
const VOLUME_ERROR = 1e-9;

const volumes = new WeakMap<Model, number>();

/**
 * Bounds of the volume that two solids have in common, or null if one is no solid: at most that of the smaller one, and of what their
 * boxes have in common.
 */
export function overlapVolume(a: PosedModel, b: PosedModel): Bracket | null {
  const volumeA = volumeOf(a.model);
  const volumeB = volumeOf(b.model);
  if (!(volumeA > 0 && volumeB > 0)) return null;
  const box = commonBox(worldBox(a), worldBox(b));
  let common = 1;
  for (let k = 0; k < 3; k++) common *= Math.max(0, box[k + 3] - box[k]);
  return { lower: 0, upper: Math.min(volumeA, volumeB, common) * (1 + VOLUME_ERROR) };
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
