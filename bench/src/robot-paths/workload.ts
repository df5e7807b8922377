// Drawn scenes of fifty obstacles about an arm, paths and edges among them: seeded, so that every run has the same.

import { randomBetween, randomInteger, randomPose, type SeededRandom } from '@nearmiss/fixtures';
import type { Robot } from '@nearmiss/robot';
import type { Model, Pose } from 'nearmiss';
import { cylinder, makeConvex, sphere } from 'nearmiss/convex';

/** Obstacles of a scene. */
const OBSTACLES = 50;
/** What a free path keeps from all of them, in metres. */
const CLEARANCE = 0.01;
const WAYPOINTS = 6;
/** The most that a joint turns from waypoint to waypoint, in radians. */
const TURN = 0.8;
/** The norm of an edge, in radians. */
const EDGE_LENGTH = 0.2;

/** An obstacle: in words of FCL's server, and as a model. */
export interface DrawnObstacle {
  readonly name: string;
  readonly words: string;
  readonly model: Model;
  readonly pose: Pose & { readonly position: readonly number[]; readonly rotation: readonly number[] };
}

/** Waypoints of all variables. */
export type Waypoints = readonly (readonly number[])[];

/** Draws a path on which the robot does not hit itself. */
function drawPath(robot: Robot, random: SeededRandom): Waypoints {
  for (;;) {
    const start = robot.sampleFree(random);
    if (start === null) continue;
    const waypoints = [[...start]];
    while (waypoints.length < WAYPOINTS) waypoints.push(stepped(robot, waypoints[waypoints.length - 1], random, TURN));
    if (robot.pathContact(robot.path({ waypoints })).status === 'free') return waypoints;
  }
}

/** Values at most `turn` from others, within the limits. */
function stepped(robot: Robot, from: readonly number[], random: SeededRandom, turn: number): number[] {
  return robot.variables.map(({ lower, upper }, k) => {
    const value = from[k] + randomBetween(random, -turn, turn);
    return Math.min(Math.max(value, lower), upper);
  });
}

function drawObstacle(robot: Robot, path: Waypoints, random: SeededRandom, k: number): DrawnObstacle {
  const size = randomBetween(random, 0.05, 0.25);
  const [words, model] = [
    () => [`box ${size} ${size / 2} ${size / 3}`, makeConvex(`box(size=[${size},${size / 2},${size / 3}])`)] as const,
    () => [`cylinder ${size / 6} ${2 * size}`, cylinder({ radius: size / 6, height: 2 * size })] as const,
    () => [`sphere ${size / 2}`, sphere({ radius: size / 2 })] as const,
  ][[0, 0, 0, 1, 2][k % 5]]();
  const { position, rotation } = randomPose(random, 1);
  position[2] += 0.3;
  if (k % 2 === 0) {
    // Half of them are beside the arm somewhere along its path.
    const { links } = robot.description;
    const q = path[randomInteger(random, 0, path.length - 1)];
    const link = robot.linkPose(q, links[randomInteger(random, 0, links.length - 1)].name).position;
    for (let c = 0; c < 3; c++) position[c] = link[c] + 0.35 * position[c];
  }
  return { name: `obstacle ${k}`, words, model, pose: { position, rotation } };
}

/** A path and fifty obstacles that it passes at `CLEARANCE` or more. The robot has them when this returns. */
export function drawFreeScene(robot: Robot, random: SeededRandom): { path: Waypoints; obstacles: DrawnObstacle[] } {
  const path = drawPath(robot, random);
  const asked = robot.path({ waypoints: path });
  const obstacles: DrawnObstacle[] = [];
  while (obstacles.length < OBSTACLES) {
    const drawn = drawObstacle(robot, path, random, obstacles.length);
    const { name, model, pose } = drawn;
    robot.addObstacle({ name, model, pose, padding: CLEARANCE });
    const isFree = robot.pathContact(asked, { order: 'any' }).status === 'free';
    robot.removeObstacle(name);
    if (isFree) obstacles.push(drawn);
  }
  for (const { name, model, pose } of obstacles) robot.addObstacle({ name, model, pose });
  return { path, obstacles };
}

/** Paths that touch something, but not at their start. */
export function drawContactPaths(robot: Robot, random: SeededRandom, count: number): Waypoints[] {
  const paths: Waypoints[] = [];
  while (paths.length < count) {
    const start = robot.sampleFree(random);
    if (start === null) continue;
    const waypoints = [[...start]];
    while (waypoints.length < WAYPOINTS) waypoints.push(stepped(robot, waypoints[waypoints.length - 1], random, TURN));
    if (robot.pathContact(robot.path({ waypoints }), { order: 'any' }).status === 'contact') paths.push(waypoints);
  }
  return paths;
}

/** Edges as planners ask for them: from configurations without contact, in random directions. */
export function drawEdges(robot: Robot, random: SeededRandom, count: number): Waypoints[] {
  const edges: Waypoints[] = [];
  while (edges.length < count) {
    const start = robot.sampleFree(random);
    if (start === null) continue;
    const direction = [...start].map(() => randomBetween(random, -1, 1));
    const part = EDGE_LENGTH / Math.hypot(...direction);
    const end = robot.variables.map(({ lower, upper }, k) =>
      Math.min(Math.max(start[k] + part * direction[k], lower), upper),
    );
    edges.push([[...start], end]);
  }
  return edges;
}
