// The primitives of a medial axis for the device: four balls each, in floats, about the middle of the axis.

import type { Model } from 'nearmiss';
import { medialAxis } from 'nearmiss/medial';

/** Floats of a primitive: three corners and a ball around them, centre and radius each. */
export const PRIMITIVE = 16;
/** Unit roundoff of floats. */
export const FLOAT_ROUNDOFF: number = 2 ** -24;

export interface MedialPrimitives {
  readonly floats: Float32Array<ArrayBuffer>;
  readonly count: number;
  readonly cones: number;
  /** Origin of the floats in body coordinates. */
  readonly middle: readonly [number, number, number];
  /** No ball reaches farther from the middle. */
  readonly reach: number;
  /** No point of the primitives is farther than this from the solid; infinite where that is not known. */
  readonly error: number;
}

export function medialPrimitives(model: Model): MedialPrimitives {
  const { spheres, cones, slabs, dilation, overhangBound } = medialAxis(model);
  const middle = middleOf(spheres);
  const count = cones.length / 2 + slabs.length / 3;
  const floats = new Float32Array(PRIMITIVE * count);
  let reach = 0;
  for (let p = 0; p < count; p++) {
    const cone = 2 * p;
    const slab = 3 * p - 3 * (cones.length / 2);
    const balls = slab < 0 ? [cones[cone], cones[cone + 1], cones[cone + 1]] : slabs.subarray(slab, slab + 3);
    balls.forEach((ball, k) => {
      for (let c = 0; c < 3; c++) floats[PRIMITIVE * p + 4 * k + c] = spheres[4 * ball + c] - middle[c];
      floats[PRIMITIVE * p + 4 * k + 3] = (spheres[4 * ball + 3] + dilation) * (1 + 2 ** -22);
    });
    writeAround(floats, PRIMITIVE * p);
    const around = floats.subarray(PRIMITIVE * p + 12, PRIMITIVE * p + 16);
    reach = Math.max(reach, Math.hypot(around[0], around[1], around[2]) + around[3]);
  }
  return { floats, count, cones: cones.length / 2, middle, reach, error: dilation + overhangBound };
}

function middleOf(spheres: Float64Array): [number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < spheres.length; k++) {
    if (k % 4 === 3) continue;
    low[k % 4] = Math.min(low[k % 4], spheres[k]);
    high[k % 4] = Math.max(high[k % 4], spheres[k]);
  }
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}

/** Writes a ball around the three balls from `at` on, behind them; enlarged by more than its rounding. */
function writeAround(floats: Float32Array, at: number): void {
  const centre = [0, 1, 2].map((c) => {
    const values = [0, 4, 8].map((k) => floats[at + k + c]);
    return Math.fround((Math.min(...values) + Math.max(...values)) / 2);
  });
  let radius = 0;
  for (let k = 0; k < 12; k += 4) {
    const away = Math.hypot(...centre.map((x, c) => floats[at + k + c] - x));
    radius = Math.max(radius, (away + floats[at + k + 3]) * (1 + 2 ** -20));
  }
  floats.set([...centre, radius], at + 12);
}
