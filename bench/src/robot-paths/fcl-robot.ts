// The conversation with native/fcl-robot.cpp: a robot among obstacles, and samples of paths.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMesh } from '@nearmiss/io/node';
import type { JointDescription, Robot, Transform } from '@nearmiss/robot';
import { encodeMesh } from '../mesh-file.ts';
import { SHARED_ROBOTS_DIR } from '../paths.ts';
import { FclServer } from '../peers/fcl-server.ts';
import type { DrawnObstacle, Waypoints } from './workload.ts';

/** Some waypoints, and at how many samples they are checked. */
export interface SampledRun {
  readonly waypoints: Waypoints;
  readonly samples: number;
}

/** Times are of the processor, in microseconds. */
export interface SampledRuns {
  readonly microseconds: number;
  readonly each: readonly number[];
  /** The first sample of each run that is in contact; −1 where none is. */
  readonly contacts: readonly number[];
}

export class FclRobot {
  readonly #server: FclServer;
  readonly #folder: string;

  private constructor(server: FclServer, folder: string) {
    this.#server = server;
    this.#folder = folder;
  }

  static async start(
    binary: string,
    robot: Robot,
    urdf: string,
    pairs: readonly (readonly [number, number])[],
    obstacles: readonly DrawnObstacle[],
  ): Promise<FclRobot> {
    const host = new FclRobot(new FclServer(binary), mkdtempSync(join(tmpdir(), 'nearmiss-bench-')));
    const file = join(host.#folder, 'scene.txt');
    writeFileSync(file, await sceneText(host.#folder, robot, urdf, pairs, obstacles));
    await host.#server.ask(`scene ${file}`);
    return host;
  }

  async load(runs: readonly SampledRun[]): Promise<void> {
    const file = join(this.#folder, 'runs.bin');
    const numbers = [runs.length];
    for (const { waypoints, samples } of runs) {
      numbers.push(samples, waypoints.length);
      for (const row of waypoints) for (const value of row) numbers.push(value);
    }
    writeFileSync(file, Float64Array.from(numbers));
    await this.#server.ask(`runs ${file}`);
  }

  /** `all` checks every sample, `first` ends a run at its first contact, `kinematics` only moves the links. */
  async check(kind: 'all' | 'first' | 'kinematics', runs: readonly SampledRun[]): Promise<SampledRuns> {
    await this.load(runs);
    const microseconds = Number((await this.#server.ask(kind))[0]);
    const each: number[] = [];
    const contacts: number[] = [];
    for (let k = 0; k < runs.length; k++) {
      const [time, sample] = (await this.#server.nextLine()).split(' ');
      each.push(Number(time));
      contacts.push(Number(sample));
    }
    return { microseconds, each, contacts };
  }

  async close(): Promise<void> {
    await this.#server.close();
    rmSync(this.#folder, { recursive: true });
  }
}

const KINDS: Readonly<Partial<Record<JointDescription['kind'], number>>> = { revolute: 1, continuous: 1, prismatic: 2 };

const words = ({ position, rotation }: Transform | DrawnObstacle['pose']): string =>
  [...position, ...rotation].join(' ');

/** Frames are links here, each in its parent's frame; fixed ones too. */
async function sceneText(
  folder: string,
  robot: Robot,
  urdf: string,
  pairs: readonly (readonly [number, number])[],
  obstacles: readonly DrawnObstacle[],
): Promise<string> {
  const { root, links, joints } = robot.description;
  const order = [root];
  for (const parent of order) {
    for (const joint of joints) if (joint.parent === parent) order.push(joint.child);
  }
  const frames = order.map((link) => frameWords(robot, order, link));
  const bodies: string[] = [];
  const bodiesOf: number[][] = [];
  for (const { name, collisions } of links) {
    bodiesOf.push([]);
    for (const { geometry, origin } of collisions) {
      if (geometry.kind !== 'mesh') throw new Error('The links of these robots are meshes.');
      const file = geometry.file.startsWith('package://')
        ? join(SHARED_ROBOTS_DIR, geometry.file.slice('package://'.length))
        : join(urdf, '..', geometry.file);
      const bin = join(folder, `${bodies.length}.bin`);
      writeFileSync(bin, encodeMesh((await loadMesh(file)).mesh));
      bodiesOf[bodiesOf.length - 1].push(bodies.length);
      bodies.push(`${order.indexOf(name)} ${words(origin)} mesh ${bin}`);
    }
  }
  const linkBodies = bodies.length;
  for (const { words: shape, pose } of obstacles) bodies.push(`0 ${words(pose)} ${shape}`);
  const bodyPairs = pairs.flatMap(([a, b]) => bodiesOf[a].flatMap((x) => bodiesOf[b].map((y) => `${x} ${y}`)));
  return [frames.length, ...frames, bodies.length, ...bodies, linkBodies, bodyPairs.length, ...bodyPairs, ''].join(
    '\n',
  );
}

function frameWords({ description: { joints }, variables }: Robot, order: readonly string[], link: string): string {
  const joint = joints.find(({ child }) => child === link);
  if (joint === undefined) return `-1 0 0 0 0 0 0 0 1 0 0 0 -1 0 0`;
  const { parent, origin, axis, kind, name, mimic } = joint;
  const variable = variables.findIndex((one) => one.name === (mimic?.joint ?? name));
  const moved = `${variable} ${mimic?.multiplier ?? (variable < 0 ? 0 : 1)} ${mimic?.offset ?? 0}`;
  return `${order.indexOf(parent)} ${KINDS[kind] ?? 0} ${words(origin)} ${axis.join(' ')} ${moved}`;
}
