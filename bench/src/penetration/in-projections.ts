// The in-projection two translations: at most three active planes, exactly, and the paper's projected Gauss–Seidel, which is told
// beforehand where it has to arrive.

import { gaussSeidel, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { PLANE, projectIn } from '../core-internals.ts';
import { processorTime } from '../peers/time-each.ts';
import { randomDirection } from '../pose-generator.ts';
import { median } from '../statistics.ts';
import { dot, plus, scaled, unit } from '../vector.ts';

/** How far normals lean away from the translation in: contacts all around, of a rough surface, and of a finely meshed smooth one. */
const LEANINGS = [
  { name: 'all around', lean: Infinity },
  { name: 'rough', lean: 0.7 },
  { name: 'smooth', lean: 0.05 },
] as const;
const COUNTS = [3, 6, 12, 24] as const;
const PROBLEMS = 400;
const SEED = 62;
/** Gaps of the planes at the free translation, whose length is 1. */
const GAP = 0.05;
/** Where Gauss–Seidel may stop: so near the shortest translation, whose length is below 1. */
const NEAR = 1e-6;
const MOST_SWEEPS = 10_000;
/** Rounds for the compiler. */
const WARM_UP = 10;

export interface InProjectionRow {
  readonly normals: string;
  readonly planes: number;
  /** Microseconds of processor time a problem, of the best round. */
  readonly exactUs: number;
  readonly gaussSeidelUs: number;
  /** Median number of sweeps, and problems that all sweeps allowed were not enough for. */
  readonly sweeps: number;
  readonly unfinished: number;
  /** Problems the exact translation found no point for, though there is one, or one that is beyond a plane. */
  readonly wrong: number;
}

export function runInProjections(rounds: number, problems: number = PROBLEMS): InProjectionRow[] {
  return LEANINGS.flatMap(({ name, lean }) => COUNTS.map((count) => compare(name, lean, count, problems, rounds)));
}

function compare(normals: string, lean: number, count: number, problems: number, rounds: number): InProjectionRow {
  const random = seeded(SEED);
  const sets = Array.from({ length: problems }, () => contactPlanes(random, count, lean));
  const points = sets.map(() => new Float64Array(3));
  const multipliers = new Float64Array(count);
  const q = new Float64Array(3);
  const solved = sets.map((planes, k) => projectIn(planes, count, points[k]) && worstExcess(planes, points[k]) < NEAR);
  const creep = (planes: Float64Array, k: number): number =>
    gaussSeidel(planes, count, points[k], NEAR, MOST_SWEEPS, multipliers, q);
  const sweeps = sets.map(creep);
  const timed = (work: (planes: Float64Array, k: number) => unknown): number => {
    const times = Array.from({ length: WARM_UP + rounds }, () => {
      const start = processorTime();
      for (const [k, planes] of sets.entries()) work(planes, k);
      return (processorTime() - start) / problems;
    });
    return Math.min(...times);
  };
  return {
    normals,
    planes: count,
    exactUs: timed((planes) => projectIn(planes, count, q)),
    gaussSeidelUs: timed(creep),
    sweeps: median(sweeps),
    unfinished: sweeps.filter((number) => number === MOST_SWEEPS).length,
    wrong: solved.filter((isSolved) => !isSolved).length,
  };
}

/** Planes that leave a random translation of length 1 free, by up to a small gap. */
function contactPlanes(random: SeededRandom, count: number, lean: number): Float64Array {
  const free = randomDirection(random);
  const planes = new Float64Array(PLANE * count);
  for (let k = 0; k < count; k++) {
    const any = randomDirection(random);
    const n = lean === Infinity ? any : unit(plus(scaled(free, -1), scaled(any, lean)));
    planes.set([...n, dot(n, free) + GAP * random()], PLANE * k);
  }
  return planes;
}

function worstExcess(planes: Float64Array, q: Float64Array): number {
  let worst = -Infinity;
  for (let at = 0; at < planes.length; at += PLANE) {
    const along = planes[at] * q[0] + planes[at + 1] * q[1] + planes[at + 2] * q[2];
    worst = Math.max(worst, along - planes[at + 3]);
  }
  return worst;
}
