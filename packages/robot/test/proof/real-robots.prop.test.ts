// Drawn paths of real robots among plates, rods, boxes and meshes, judged by dense samples: exact collide of every pair at poses of plain matrices, from
// a reader of URDF of its own. For checkouts that have ../shared beside them.

import { existsSync } from 'node:fs';
import { plainBetween, randomBetween, randomInteger, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { functionPath, type JointPath, type PathClearance, type PathContact, type Robot } from '@nearmiss/robot';
import { sphere } from 'nearmiss/convex';
import { describe, expect, test } from 'vitest';
import {
  drawRealScene,
  drawWaypoints,
  openReal,
  oracleOf,
  type RealName,
  type RealRobot,
  type RealScene,
  ROBOTS_FOLDER,
} from '../real-scene.ts';

const ALL = Number(process.env.NEARMISS_PATHS ?? 24);
const SEED = Number(process.env.NEARMISS_PATHS_SEED ?? 1);
const SAMPLES = Number(process.env.NEARMISS_PATHS_SAMPLES ?? 60);

/** How many obstacles a scene has, and how far a joint turns from waypoint to waypoint at most. */
interface Drawing {
  readonly fewest: number;
  readonly most: number;
  readonly turn: number;
}

const ARM: Drawing = { fewest: 3, most: 6, turn: 1.2 };
/** Of PR2, whose body is where obstacles are drawn: among as many as of an arm, 18 of 21 paths begin in contact and none is free. */
const BODY: Drawing = { fewest: 1, most: 2, turn: 0.4 };

const PATHS: readonly (readonly [RealName, number, Drawing])[] = [
  ['UR5', Math.ceil(ALL / 3), ARM],
  ['Panda', Math.ceil(ALL / 3), ARM],
  ['Fanuc', Math.ceil(ALL / 3), ARM],
  ['two Pandas', Math.ceil(ALL / 24), ARM],
  ['PR2', Math.ceil(ALL / 48), BODY],
];
const KINDS = ['linear', 'cubic', 'quintic', 'function'] as const;
/** Before a contact the samples are dense, over this time. */
const BEFORE = 1e-3;
/** Poses of plain matrices, made to quaternions, are that far off. */
const POSE_ERROR = 1e-11;
/** The distance of a round shape has a bracket that wide. */
const ROUND_ERROR = 1e-9;
/** The gap at which a search ends, at most: a millionth of the largest link, several times over. */
const NEAR = 1e-5;

interface DrawnPath {
  readonly path: JointPath;
  readonly at: (time: number) => number[];
  readonly end: number;
}

function makePath(robot: Robot, waypoints: readonly number[][], kind: (typeof KINDS)[number]): DrawnPath {
  const isFunction = kind === 'function';
  const interpolation = isFunction ? 'linear' : kind;
  const rows = isFunction ? waypoints.slice(0, 2) : waypoints;
  const end = rows.length - 1;
  const at = (time: number): number[] => {
    const k = Math.min(Math.floor(time), end - 1);
    return plainBetween(rows[k] ?? [], rows[k + 1] ?? [], time - k, interpolation);
  };
  if (!isFunction) return { path: robot.path({ waypoints: rows, interpolation }), at, end };
  const speeds = (rows[0] ?? []).map((value, k) => Math.abs((rows[1]?.[k] ?? 0) - value) * (1 + 1e-12));
  return { path: functionPath({ values: at, speeds, from: 0, to: 1 }), at, end };
}

/** Judges what is said of a path with a gap to be kept. */
function judge(robot: Robot, scene: RealScene, drawn: DrawnPath, kept: number): PathContact['status'] {
  const { path, at, end } = drawn;
  const { oracle, named } = scene;
  const contact = robot.pathContact(path, { clearance: kept });
  const { status, lower, upper } = contact;
  const gapAt = (time: number): { readonly lower: number; readonly upper: number } => oracle.gap(named(at(time)), time);
  expect(status).not.toBe('undecided');
  if (status === 'initially-in-contact') {
    expect(gapAt(0).lower).toBeLessThan(POSE_ERROR);
    return status;
  }
  const free = (from: number, to: number): void => {
    for (let k = 0; k < SAMPLES; k++) {
      const time = from + ((to - from) * k) / SAMPLES;
      if (oracle.touches(named(at(time)), time)) expect.fail(`touches at ${time}: ${JSON.stringify(contact)}`);
    }
  };
  free(0, lower);
  free(Math.max(0, lower - BEFORE), lower);
  if (status !== 'contact' && kept > 0 && lower > 0) {
    for (let k = 0; k < SAMPLES / 8; k++) {
      expect(gapAt((lower * 8 * k) / SAMPLES).upper).toBeGreaterThan(kept - POSE_ERROR);
    }
  }
  if (status === 'free') {
    expect(lower).toBe(end);
    checkClearance(robot, scene, drawn, kept);
  } else {
    expect(gapAt(lower).lower).toBeLessThan((status === 'near' ? kept : 0) + NEAR);
    if (status === 'contact') expect(gapAt(upper ?? 0).lower).toBeLessThan(POSE_ERROR);
  }
  return status;
}

function checkClearance(robot: Robot, { oracle, named }: RealScene, { path, at, end }: DrawnPath, kept: number): void {
  const accuracy = 0.002;
  const { lower, upper, time, a, b, isComplete } = robot.clearance(path, { accuracy });
  expect(isComplete).toBe(true);
  expect(upper - lower).toBeLessThanOrEqual(accuracy);
  expect(upper).toBeGreaterThan(kept - ROUND_ERROR);
  // Of the two bodies that it was measured of: others may be nearer at that time, by up to the accuracy.
  const gaps = oracle.gapsOf(a ?? '', b ?? '', named(at(time)), time);
  const isMeasured = gaps.some((own) => own.lower < upper + POSE_ERROR && own.upper > upper - ROUND_ERROR);
  if (!isMeasured) expect.fail(`${upper} of ${a} and ${b} at ${time}: their bodies have ${JSON.stringify(gaps)}`);
  for (let k = 0; k <= SAMPLES / 8; k++) {
    const sample = (end * 8 * k) / SAMPLES;
    expect(oracle.gap(named(at(sample)), sample).upper).toBeGreaterThan(lower - POSE_ERROR);
  }
}

/** One path of a drawn scene. Returns what was in it. */
function oneOf(
  { plain: still, padded }: Record<'plain' | 'padded', RealRobot>,
  random: SeededRandom,
  k: number,
  { fewest, most, turn }: Drawing,
): string[] {
  const moves = k % 3 === 2;
  const real = moves ? padded : still;
  const { robot } = real;
  const carries = Math.floor(k / 2) % 4 === 3;
  const scene = drawRealScene(real, random, { count: randomInteger(random, fewest, most), moves, carries });
  // Now and then the start is left to chance.
  const start = k % 8 === 7 ? robot.middle : (robot.sampleFree(random) ?? robot.rest);
  const kind = KINDS[k % 4] ?? 'linear';
  const drawn = makePath(robot, drawWaypoints(robot, random, start, turn), kind);
  const kept = Math.floor(k / 4) % 2 === 1 ? randomBetween(random, 0, 0.05) : 0;
  const status = judge(robot, scene, drawn, kept);
  if (kept === 0 && (status === 'free' || status === 'contact')) {
    expect(robot.pathContact(drawn.path, { order: 'any' }).status).toBe(status);
  }
  scene.clear();
  return [status, kind, ...(kept > 0 ? ['kept'] : []), ...scene.kinds];
}

describe.runIf(existsSync(ROBOTS_FOLDER))('real robots', () => {
  test.each(PATHS)(
    `what is said of paths of %s holds at all samples (%i from seed ${SEED})`,
    async (name, paths, drawing) => {
      const random = seeded(SEED);
      const robots = { plain: await openReal(name), padded: await openReal(name, 0.01) };
      const counts = new Map<string, number>();
      for (let k = 0; k < paths; k++) {
        for (const what of new Set(oneOf(robots, random, k, drawing))) counts.set(what, (counts.get(what) ?? 0) + 1);
      }
      const expected = [
        'free',
        'contact',
        'motion',
        'padding',
        'attached',
        'kept',
        ...KINDS,
        'box',
        'plate',
        'rod',
        'ball',
        'torus',
      ];
      const seen = [...counts].filter(([, times]) => times >= paths / 20).map(([what]) => what);
      if (paths >= 8) expect(seen).toEqual(expect.arrayContaining(expected));
      if (paths >= 300) expect(seen).toEqual(expect.arrayContaining(['near', 'initially-in-contact']));
    },
  );

  const MISSES = Math.ceil(ALL / 40);

  test.each(['UR5', 'Panda', 'Fanuc'] as const)(
    `%s misses ${MISSES} balls by a tenth of a millimetre, and grazes larger ones (seed ${SEED})`,
    async (name) => {
      const random = seeded(SEED);
      const real = await openReal(name);
      const { robot } = real;
      for (let found = 0; found < MISSES; ) {
        const start = robot.sampleFree(random) ?? robot.rest;
        const drawn = makePath(robot, drawWaypoints(robot, random, start, 1.2), KINDS[found % 3] ?? 'linear');
        if (robot.pathContact(drawn.path, { clearance: 0.003 }).status !== 'free') continue;
        const { position } = randomPose(random, 0.7);
        const withBall = <T>(radius: number, ask: () => T): T => {
          robot.addObstacle({ name: 'ball', model: sphere({ radius }), pose: { position } });
          const answer = ask();
          robot.removeObstacle('ball');
          return answer;
        };
        const among = robot.clearance(drawn.path, { accuracy: 1e-3 }).lower;
        const radius = nearestRadius(among, (tried) =>
          withBall(tried, () => robot.clearance(drawn.path, { accuracy: 1e-3 })),
        );
        if (radius === null) continue;
        const least = withBall(radius, () => robot.clearance(drawn.path, { accuracy: 1e-6, budget: 200_000 }));
        // A ball that is nearest at the start would be touched there; one beside a link that turns about its own axis is as near for long.
        if (least.time < 0.01 || !least.isComplete) continue;
        expect(least.b).toBe('ball');
        found++;
        const missed = radius + least.lower - 1e-4;
        withBall(missed, () => missesBall(real, drawn, position, missed));
        const touched = (by: number): PathContact =>
          withBall(radius + least.upper + by, () => robot.pathContact(drawn.path));
        // Contacts shallower than the threshold need not be proven, but are never passed over.
        const grazed = touched(1e-8);
        expect(['contact', 'near']).toContain(grazed.status);
        expect(grazed.lower).toBeLessThanOrEqual(least.time);
        const { status, lower } = touched(1e-4);
        expect(status).toBe('contact');
        expect(lower).toBeLessThanOrEqual(grazed.lower + 1e-9);
      }
    },
  );

  /** The radius of a ball that is nearer to the links than they are to each other, `among` or more, and does not touch them. */
  function nearestRadius(among: number, clearanceOf: (radius: number) => PathClearance): number | null {
    let [small, large] = [0, 1];
    for (let k = 0; k < 12; k++) {
      const radius = (small + large) / 2;
      const { lower, upper, b } = clearanceOf(radius);
      const isNearest = b === 'ball' && upper < among;
      if (isNearest && lower > 1e-3) return radius;
      if (upper > 0 && !isNearest) small = radius;
      else large = radius;
    }
    return null;
  }

  /** Proven free, and 50 times as many samples as of any other path do not touch. */
  function missesBall(
    real: RealRobot,
    drawn: DrawnPath,
    position: readonly [number, number, number],
    radius: number,
  ): void {
    const { robot } = real;
    const ball = {
      name: 'ball',
      link: -1,
      model: sphere({ radius }),
      padding: 0,
      own: () => ({ position }),
      centre: [0, 0, 0] as const,
      radius: radius + 1e-6,
    };
    const { oracle, named } = oracleOf(real, [ball]);
    expect(robot.pathContact(drawn.path).status).toBe('free');
    const { lower, upper } = robot.clearance(drawn.path, { accuracy: 1e-5 });
    expect(lower).toBeLessThanOrEqual(1e-4 + 1e-6 + ROUND_ERROR);
    expect(upper).toBeGreaterThanOrEqual(1e-4 - ROUND_ERROR);
    for (let k = 0; k < 50 * SAMPLES; k++) {
      const time = (drawn.end * k) / (50 * SAMPLES);
      if (oracle.touches(named(drawn.at(time)), time)) expect.fail(`touches at ${time}`);
    }
  }
});
