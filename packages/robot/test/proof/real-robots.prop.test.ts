// Drawn paths of real robots among plates, rods, boxes and meshes, judged by dense samples. For checkouts that have ../shared beside them.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomBetween, randomChoice, randomInteger, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import type { JointPath, Robot } from '@nearmiss/robot';
import { loadRobot } from '@nearmiss/robot/node';
import { Model } from 'nearmiss';
import { cylinder, makeConvex, sphere } from 'nearmiss/convex';
import { box, torus } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../../../shared/models/robots', import.meta.url));
const PANDA = 'moveit_resources_panda_description/urdf';
const FANUC = 'moveit_resources_fanuc_description/urdf';
const ROBOTS = [
  ['UR5', 'ur5/ur5.urdf', null],
  ['Panda', `${PANDA}/panda.urdf`, `${PANDA}/panda.srdf`],
  ['Fanuc', `${FANUC}/fanuc.urdf`, `${FANUC}/fanuc.srdf`],
] as const;

const PATHS = Math.ceil(Number(process.env.NEARMISS_PATHS ?? 24) / ROBOTS.length);
const SEED = Number(process.env.NEARMISS_PATHS_SEED ?? 1);
const SAMPLES = Number(process.env.NEARMISS_PATHS_SAMPLES ?? 60);
/** Before a contact the samples are dense, over this time. */
const BEFORE = 1e-3;
/** Distances of samples have poses in doubles. */
const POSE_ERROR = 1e-11;

function addObstacles(robot: Robot, random: SeededRandom): void {
  const count = randomInteger(random, 3, 6);
  for (let k = 0; k < count; k++) {
    const size = randomBetween(random, 0.1, 0.4);
    const model = randomChoice(random, [
      () => makeConvex(`box(size=[${size},${size / 2},${size}])`),
      () => Model.build(box({ size: [size, 2 * size, 0.001] })),
      () => cylinder({ radius: 0.002, height: 3 * size }),
      () => sphere({ radius: size / 2 }),
      () => Model.build(torus({ majorRadius: size, minorRadius: size / 8, majorSegments: 24, minorSegments: 8 })),
    ])();
    const { position, rotation } = randomPose(random, 0.6);
    robot.addObstacle({
      name: `obstacle ${k}`,
      model,
      pose: { position: [...position.slice(0, 2), position[2] + 0.5], rotation },
    });
  }
}

function removeObstacles(robot: Robot): void {
  for (const { name, link } of robot.share().bodies) {
    if (link === null && name.startsWith('obstacle ')) robot.removeObstacle(name);
  }
}

/** Judges a path; returns its status. */
function judge(robot: Robot, path: JointPath, order: 'first' | 'any'): string {
  const { breaks } = path;
  const [start, end] = [breaks[0] ?? 0, breaks.at(-1) ?? 0];
  const values = new Float64Array(path.size);
  const at = (time: number): Float64Array => {
    let segment = 0;
    while (segment + 2 < breaks.length && (breaks[segment + 1] ?? end) <= time) segment++;
    path.write(segment, time, values, new Float64Array(path.size));
    return values;
  };
  const { status, lower, upper } = robot.pathContact(path, { order });
  const firstTouch = (from: number, to: number): number | null => {
    for (let k = 0; k < SAMPLES; k++) {
      const time = from + ((to - from) * k) / SAMPLES;
      if (robot.collide(at(time)).status !== 'separated') return time;
    }
    return null;
  };
  expect(status).not.toBe('undecided');
  if (status === 'initially-in-contact') {
    expect(robot.collide(at(start)).status).toBe('contact');
    return status;
  }
  expect(firstTouch(start, lower)).toBe(null);
  expect(firstTouch(Math.max(start, lower - BEFORE), lower)).toBe(null);
  if (status === 'contact') expect(robot.distance(at(upper ?? end)).lower).toBeLessThan(POSE_ERROR);
  if (status === 'free' && order === 'first') {
    expect(lower).toBe(end);
    const clearance = robot.clearance(path, { accuracy: 0.002 });
    expect(clearance.upper - clearance.lower).toBeLessThanOrEqual(0.002);
    for (let k = 0; k <= SAMPLES / 4; k++) {
      const time = start + ((end - start) * k) / (SAMPLES / 4);
      expect(robot.distance(at(time)).upper).toBeGreaterThan(clearance.lower - POSE_ERROR);
    }
  }
  return status;
}

describe.runIf(existsSync(FOLDER))('real robots', () => {
  test.each(ROBOTS)(
    `what is said of ${PATHS} paths of %s holds at all samples (seed ${SEED})`,
    async (_, urdf, srdf) => {
      const random = seeded(SEED);
      const robot = await loadRobot(join(FOLDER, urdf), {
        srdf: srdf === null ? undefined : join(FOLDER, srdf),
        packages: FOLDER,
      });
      const counts = new Map<string, number>();
      for (let k = 0; k < PATHS; k++) {
        addObstacles(robot, random);
        // Now and then the start is left to chance.
        const start = k % 8 === 7 ? robot.middle : (robot.sampleFree(random) ?? robot.rest);
        const waypoints = [[...start]];
        for (let n = 0; n < randomInteger(random, 1, 2); n++) {
          waypoints.push(
            robot.variables.map(({ lower, upper }, v) =>
              Math.min(Math.max((waypoints.at(-1)?.[v] ?? 0) + randomBetween(random, -1.2, 1.2), lower), upper),
            ),
          );
        }
        const interpolation = randomChoice(random, ['linear', 'cubic', 'quintic'] as const);
        const path = robot.path({ waypoints, interpolation });
        const status = judge(robot, path, 'first');
        const any = judge(robot, path, 'any');
        if (status === 'free' || status === 'contact') expect(any).toBe(status);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        removeObstacles(robot);
      }
      expect(counts.get('free')).toBeGreaterThan(0);
      expect(counts.get('contact')).toBeGreaterThan(0);
    },
  );
});
