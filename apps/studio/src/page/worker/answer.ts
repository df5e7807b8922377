import { collide, distance, type Model, type QueryStats } from 'nearmiss';
import type { Slot } from '../body.ts';
import { type Answer, type Cost, PAIRS_LISTED, type Poses } from './messages.ts';

/**
 * Asks both questions of the library. A `Pair` would be quicker, but its last bits may depend on what was asked before;
 * what the page shows is to be what anyone else gets for the same poses.
 */
export function answerFor(models: Readonly<Record<Slot, Model>>, poses: Poses): Answer {
  const { a, b } = models;
  const apart = timed(() => distance(a, poses.a, b, poses.b, { stats: true }));
  const met = timed(() =>
    collide(a, poses.a, b, poses.b, { contacts: 'all', limit: PAIRS_LISTED, segments: true, stats: true }),
  );
  const { status, lower, upper, surfaceDistance, pointA, pointB } = apart.result;
  const { pairs, pairCount, segments = [] } = met.result;
  return {
    poses,
    status,
    distance: apart.result.distance,
    lower,
    upper,
    surfaceDistance,
    pointA,
    pointB,
    pairCount,
    faces: {
      a: new Uint32Array(new Set(pairs.map(([face]) => face))),
      b: new Uint32Array(new Set(pairs.map(([, face]) => face))),
    },
    curve: new Float64Array(segments.flat(2)),
    cost: { distance: apart.cost, collide: met.cost },
  };
}

/** Repetitions of a question, of which the fastest is shown: the first ones find the code not yet compiled. */
const MOST_REPEATS = 5;
/** No more repetitions once they have taken so long together. Milliseconds. */
const LONGEST_REPEATING = 30;

export function timed<T extends { readonly stats?: QueryStats }>(
  ask: () => T,
  mostRepeats: number = MOST_REPEATS,
): { readonly result: T; readonly cost: Cost } {
  const begin = performance.now();
  let fastest = Infinity;
  let result: T;
  let repeats = 0;
  do {
    const start = performance.now();
    result = ask();
    fastest = Math.min(fastest, performance.now() - start);
    repeats++;
  } while (repeats < mostRepeats && performance.now() - begin < LONGEST_REPEATING);
  return { result, cost: { volumeTests: result.stats?.volumeTests ?? 0, microseconds: 1000 * fastest } };
}
