// No motion may be much slower to answer by default than by another method of the library. The short form counts work; the long one
// (npm run fuzz:corners) takes the processor's time:
//
//   node scripts/fuzz.mjs corners [motions] [seed]

import { type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hullTree } from '../../src/entries/convex.ts';
import { ADVANCE_METHODS, type AdvanceMethodName } from '../../src/entries/lab.ts';
import { type TimeOfContactResult, timeOfContact } from '../../src/index.ts';
import { UGLY_MESH_NAMES, type UglyMesh } from './ugly-bodies.ts';
import { drawUglyMotion, MOTION_KINDS, type MotionKind, type UglyMotion } from './ugly-motions.ts';

const MOTIONS = Number(process.env.NEARMISS_CORNERS ?? 50);
const SEED = Number(process.env.NEARMISS_CORNERS_SEED ?? 1);
const IS_LONG = process.env.NEARMISS_CORNERS !== undefined;

/** How many times the fastest method the default may take. */
const MOST_TIMES = 10;
/** Work below which no two methods are told apart: milliseconds of the processor, or tests of two discs (a tenth of a microsecond each). */
const FLOOR_MS = 1;
const FLOOR_TESTS = 10_000;

const RIVALS: readonly AdvanceMethodName[] = ['hulls', 'patches', 'controlled'];

/** What a test of two volumes, of two triangles, and a step cost in tests of two discs. Of the default and its rivals. */
const COSTS: Readonly<Record<string, readonly [volume: number, triangle: number, step: number]>> = {
  pairs: [1, 25, 20],
  hulls: [40, 5, 0],
  patches: [40, 5, 0],
  controlled: [20, 5, 0],
};

/** Work before a rival is given up: none that needs more is ten times as fast. */
function allowance(method: AdvanceMethodName, work: number): number {
  return 100 + Math.ceil(Math.max(work / 5, FLOOR_TESTS) / COSTS[method][0]);
}

function ask(m: UglyMotion, method: AdvanceMethodName, budget?: number): TimeOfContactResult {
  return timeOfContact(m.a, m.motionA, m.b, m.motionB, { method: ADVANCE_METHODS[method], budget, stats: true });
}

function workOf(method: AdvanceMethodName, { stats, iterations }: TimeOfContactResult): number {
  const [volume, triangle, step] = COSTS[method];
  return volume * (stats?.volumeTests ?? 0) + triangle * (stats?.triangleTests ?? 0) + step * iterations;
}

function milliseconds(run: () => void): number {
  const { user, system } = process.cpuUsage();
  run();
  const after = process.cpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

/** The least of some runs; of one that takes long, the first. */
function leastMilliseconds(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 4 && (k === 0 || least < 200); k++) least = Math.min(least, milliseconds(run));
  return least;
}

/** Whether a rival has told as much: that it gave up, or that bodies are near which the default proved free, is less. */
function saysAsMuch(rival: TimeOfContactResult, ours: TimeOfContactResult): boolean {
  if (rival.status === 'iteration-limit') return false;
  return ours.status !== 'free' || rival.status === 'free';
}

/** Times of contact of two methods agree as far as a threshold can tell. */
function disagreement(m: UglyMotion, ours: TimeOfContactResult, rival: TimeOfContactResult): string | null {
  const told = `${m.index} ${m.kind}, ${m.nameA} and ${m.nameB}: ${ours.status} ${ours.toc}, ${rival.status} ${rival.toc}`;
  if (rival.status === 'iteration-limit' || ours.status === 'iteration-limit') {
    // Neither may have passed over a contact that the other has proven.
    return rival.lower > (ours.upper ?? 1) || ours.lower > (rival.upper ?? 1) ? told : null;
  }
  if (ours.status === 'initially-in-contact' || rival.status === 'initially-in-contact') {
    return ours.status === rival.status ? null : told;
  }
  return ours.lower > (rival.upper ?? 1) || rival.lower > (ours.upper ?? 1) ? told : null;
}

interface Slow {
  readonly times: number;
  readonly told: string;
}

function judge(random: SeededRandom, count: number, names: readonly UglyMesh[] = UGLY_MESH_NAMES) {
  const kinds = new Map<MotionKind, number>();
  const bodies = new Set<string>();
  const slow: Slow[] = [];
  const wrong: string[] = [];
  let compared = 0;
  let over = 0;
  for (let k = 0; k < count; k++) {
    const m = drawUglyMotion(random, k, names);
    kinds.set(m.kind, (kinds.get(m.kind) ?? 0) + 1);
    bodies.add(m.nameA).add(m.nameB);
    // Built beforehand for all: what is measured is queries.
    m.a.structure(hullTree);
    m.b.structure(hullTree);
    const ours = ask(m, 'pairs');
    const work = workOf('pairs', ours);
    const took = IS_LONG ? leastMilliseconds(() => ask(m, 'pairs')) : 0;
    const isLittle = IS_LONG ? took <= MOST_TIMES * FLOOR_MS : work <= MOST_TIMES * FLOOR_TESTS;
    let times = 0;
    let told = `${k} ${m.kind}, ${m.nameA} and ${m.nameB}: ${ours.status}, work ${work}, ${took.toFixed(1)} ms`;
    for (const method of RIVALS) {
      const budget = allowance(method, IS_LONG ? Math.max(work, 1e4 * took) : work);
      const rival = ask(m, method, budget);
      const defect = disagreement(m, ours, rival);
      if (defect !== null) wrong.push(`${method} ${defect}`);
      if (!saysAsMuch(rival, ours)) continue;
      compared++;
      if (isLittle) continue;
      const rivalMs = IS_LONG ? leastMilliseconds(() => ask(m, method, budget)) : 0;
      const ratio = IS_LONG ? took / Math.max(rivalMs, FLOOR_MS) : work / Math.max(workOf(method, rival), FLOOR_TESTS);
      told += `; ${method} ${workOf(method, rival)}, ${rivalMs.toFixed(1)} ms`;
      times = Math.max(times, ratio);
    }
    if (times > MOST_TIMES) over++;
    slow.push({ times, told });
  }
  slow.sort((a, b) => b.times - a.times);
  return { kinds, bodies, slow, wrong, compared, over };
}

/** Of these one test of all that is near can be a test of all pairs of faces. */
const STACKS: readonly UglyMesh[] = ['coincident triangles', 'nearly coincident triangles', 'nested triangles'];
const OF_STACKS = 20;

describe('slow corners', () => {
  test(`${OF_STACKS} motions of stacks of faces against each other`, () => {
    const { kinds, bodies, slow, wrong, compared } = judge(seeded(7), OF_STACKS, STACKS);
    expect(wrong).toEqual([]);
    for (const kind of MOTION_KINDS) expect(kinds.get(kind), kind).toBe(OF_STACKS / MOTION_KINDS.length);
    expect([...bodies].toSorted()).toEqual(STACKS.toSorted());
    expect(compared).toBeGreaterThan(OF_STACKS / 4);
    expect(slow[0].times, slow[0].told).toBeLessThanOrEqual(MOST_TIMES);
  }, 3_600_000);

  test(`${MOTIONS} ugly motions take the default no more than ${MOST_TIMES} times the fastest method`, () => {
    const random = seeded(SEED);
    if (IS_LONG) judge(seeded(SEED + 1), 60); // until everything is compiled
    const { kinds, bodies, slow, wrong, compared, over } = judge(random, MOTIONS);
    if (IS_LONG) {
      console.log(
        `${compared} answers of other methods; more than ${MOST_TIMES} times as slow as one: ${over} motions. The worst:`,
      );
      for (const { times, told } of slow.slice(0, 20)) console.log(`${times.toFixed(1)} times: ${told}`);
    }
    expect(wrong).toEqual([]);
    for (const kind of MOTION_KINDS)
      expect(kinds.get(kind), kind).toBeGreaterThanOrEqual(Math.floor(MOTIONS / MOTION_KINDS.length));
    expect(bodies.size).toBeGreaterThan(0.8 * UGLY_MESH_NAMES.length);
    expect(compared).toBeGreaterThan(MOTIONS / 4);
    expect(slow[0].times, slow[0].told).toBeLessThanOrEqual(MOST_TIMES);
  }, 3_600_000);
});
