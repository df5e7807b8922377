// How long does a step of two deforming spheres take, by each method, from little to much overlap? Contestants take turns step
// by step, so that all are slowed alike by whatever else the machine does, and of each step the fastest round counts.

import { mean } from '../statistics.ts';
import { CONTESTANTS, type Contestant, openContestant } from './contestants.ts';
import { wobblingPair } from './scenes.ts';

export interface Overlap {
  /** Between the centres, in radii. */
  readonly distance: number;
  /** Microseconds a step. */
  readonly times: Readonly<Record<Contestant, number>>;
  /** Touching face pairs, of all steps. */
  readonly pairs: Readonly<Record<Contestant, number>>;
}

/** Rounds after which a default that wants a tree has built it, and compilers are done. */
const WARM_UP_ROUNDS = 2;

export function runOverlap(distance: number, steps: number, rounds: number, faces?: number): Overlap {
  const pair = wobblingPair(distance, steps, faces);
  const least = CONTESTANTS.map(() => new Float64Array(steps).fill(Infinity));
  const pairs = CONTESTANTS.map(() => 0);
  const contestants = CONTESTANTS.map((contestant) => openContestant(contestant, pair.mesh));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const isForward = round % 2 === 0;
    pair.steps.forEach(([a, b], k) => {
      for (let turn = 0; turn < contestants.length; turn++) {
        // In changing order, since some leave the caches in a worse state than others.
        const c = (isForward ? turn + k : contestants.length - 1 - turn + k) % contestants.length;
        const start = performance.now();
        const found = contestants[c](a, b);
        const time = 1e3 * (performance.now() - start);
        if (round >= 0) least[c][k] = Math.min(least[c][k], time);
        if (round === 0) pairs[c] += found;
      }
    });
  }
  return { distance, times: byContestant(least.map(mean)), pairs: byContestant(pairs) };
}

/** The default's time by that of the better of the methods it chooses from. */
export function costOfChoice({ times }: Overlap): number {
  return times.default / Math.min(times.bintree, times.octree, times.refit);
}

/** Methods of nearmiss that found other pairs than its refitted trees. */
export function countStrays({ pairs }: Overlap): number {
  return CONTESTANTS.filter((name) => name !== 'three-mesh-bvh' && pairs[name] !== pairs.refit).length;
}

function byContestant(values: readonly number[]): Record<Contestant, number> {
  const [byDefault, octree, paper, bintree, refit, peer] = values;
  return { default: byDefault, octree, 'paper octree': paper, bintree, refit, 'three-mesh-bvh': peer };
}
