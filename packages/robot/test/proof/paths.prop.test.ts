// Drawn paths of drawn robots, judged by dense samples: exact collide of every pair, at poses of plain matrices.

import {
  plainBetween,
  randomBetween,
  randomChoice,
  randomInteger,
  type SeededRandom,
  seeded,
} from '@nearmiss/fixtures';
import { functionPath, type JointPath } from '@nearmiss/robot';
import { expect, test } from 'vitest';
import { type DrawnScene, drawScene } from '../drawn-scene.ts';

const PATHS = Number(process.env.NEARMISS_PATHS ?? 50);
const SEED = Number(process.env.NEARMISS_PATHS_SEED ?? 1);
const SAMPLES = Number(process.env.NEARMISS_PATHS_SAMPLES ?? 60);
/** Poses of plain matrices, made to quaternions, are that far off. */
const POSE_ERROR = 1e-11;
/**
 * `upper` is never less than the exact gap: it has the error bound of poses added (src/proof/pose-error.ts), so a measured gap may be below it by as much.
 * Of seven drawn joints let k be prismatic and the others floating, which is the worst. A quintic between ±0.8 has coefficients of
 * 0.8 + 31 · 1.6 = 50.4 in sum, so W = 30 · 50.4, and V = 0.8 + 7.5 · 0.8 = 6.8 by its speed; T = 3 (7 − k) (V + W/2) = 2,290 (7 − k). The lengths are 7 · 0.65 of
 * the joints, 3.1 of the farthest obstacle, 1.5 V + 0.1 of a prismatic joint that mimics and 3 · 0.85 of a floating one. (256 (n + 16) + 9 T) u S is largest at
 * k = 2, where it is 5.3e-10; 2uW of each slide is less than 1e-11, and the brackets of round shapes are narrower than 1e-14.
 */
const UPPER_ERROR = 1e-9;
/** The gap at which a search ends, at most: a millionth of the largest link, several times over. */
const NEAR = 1e-5;

const KINDS = ['linear', 'cubic', 'quintic', 'function'] as const;

interface DrawnPath {
  readonly kind: (typeof KINDS)[number];
  readonly path: JointPath;
  readonly at: (time: number) => number[];
  readonly end: number;
}

function drawPath(random: SeededRandom, { robot }: DrawnScene): DrawnPath {
  const kind = randomChoice(random, KINDS);
  const count = kind === 'function' ? 2 : randomInteger(random, 2, 4);
  const waypoints = Array.from({ length: count }, () =>
    robot.variables.map(({ name }) => randomBetween(random, -1, 1) * (/\/[xyz]$/.test(name) ? 0.1 : 0.8)),
  );
  const interpolation = kind === 'function' ? 'linear' : kind;
  const at = (time: number): number[] => {
    const k = Math.min(Math.floor(time), count - 2);
    return plainBetween(waypoints[k] ?? [], waypoints[k + 1] ?? [], time - k, interpolation);
  };
  if (kind !== 'function') return { kind, path: robot.path({ waypoints, interpolation }), at, end: count - 1 };
  const [first = [], second = []] = waypoints;
  const speeds = first.map((value, k) => Math.abs((second[k] ?? 0) - value) * (1 + 1e-12));
  return { kind, path: functionPath({ values: at, speeds, from: 0, to: 1 }), at, end: 1 };
}

/** Checks what was said of a path; returns the status. */
function judge(scene: DrawnScene, { path, at, end }: DrawnPath): string {
  const { robot, touches, gap } = scene;
  const { status, lower, upper } = robot.pathContact(path);
  const free = (from: number, to: number): void => {
    for (let k = 0; k < SAMPLES; k++) {
      const time = from + ((to - from) * k) / SAMPLES;
      if (touches(at(time), time)) expect.fail(`touches at ${time}, said ${status} with ${lower} … ${upper}`);
    }
  };
  if (status === 'initially-in-contact') {
    expect(gap(at(0), 0).lower).toBeLessThan(POSE_ERROR);
    return status;
  }
  free(0, lower);
  free(Math.max(0, lower - 1e-4), lower);
  if (status === 'free') {
    expect(lower).toBe(end);
    expect(touches(at(end), end)).toBe(false);
    checkClearance(scene, path, at, end);
  } else {
    expect(gap(at(lower), lower).lower).toBeLessThan(NEAR);
    if (status === 'contact') expect(gap(at(upper ?? 0), upper ?? 0).lower).toBeLessThan(POSE_ERROR);
    expect(robot.clearance(path).lower).toBeLessThanOrEqual(NEAR);
  }
  return status;
}

function checkClearance(
  { robot, gap, gapsOf }: DrawnScene,
  path: JointPath,
  at: (time: number) => number[],
  end: number,
): void {
  const accuracy = 0.002;
  const { lower, upper, time, a, b, isComplete } = robot.clearance(path, { accuracy });
  expect(isComplete).toBe(true);
  expect(upper - lower).toBeLessThanOrEqual(accuracy);
  // Of the two bodies that it was measured of: others may be nearer at that time, by up to the accuracy.
  const gaps = gapsOf(a ?? '', b ?? '', at(time), time);
  const isMeasured = gaps.some((own) => own.lower < upper + POSE_ERROR && own.upper > upper - UPPER_ERROR);
  if (!isMeasured) expect.fail(`${upper} of ${a} and ${b} at ${time}: their bodies have ${JSON.stringify(gaps)}`);
  for (let k = 0; k <= SAMPLES / 2; k++) {
    const sample = (end * k) / (SAMPLES / 2);
    expect(gap(at(sample), sample).upper).toBeGreaterThan(lower - POSE_ERROR);
  }
}

test(`what is said of ${PATHS} drawn paths holds at all samples (seed ${SEED})`, () => {
  const random = seeded(SEED);
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  for (let k = 0; k < PATHS; k++) {
    const scene = drawScene(random, randomInteger(random, 1, 3), k % 3 === 2);
    const drawn = drawPath(random, scene);
    count(judge(scene, drawn));
    count(drawn.kind);
    for (const { kind, mimic } of scene.plain.joints) count(mimic === null ? kind : 'mimic');
    for (const { kind } of scene.plain.links.flat()) count(`link ${kind}`);
    for (const { kind } of scene.obstacles) count(`obstacle ${kind}`);
    if (scene.obstacles.some(({ motion }) => motion !== undefined)) count('motion');
  }
  const seen = [...counts].filter(([, times]) => times >= PATHS / 20).map(([what]) => what);
  expect(seen).toEqual(
    expect.arrayContaining([
      ...['free', 'contact', 'initially-in-contact', 'motion', ...KINDS],
      ...['revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating', 'mimic'],
      ...['link box', 'link cylinder', 'link capsule', 'link sphere', 'link mesh'],
      ...['obstacle box', 'obstacle plate', 'obstacle rod', 'obstacle ball', 'obstacle torus'],
    ]),
  );
});
