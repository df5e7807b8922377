// One method to keep track of a crowd of boxes, step by step. Runs in an isolate of its own (see worker.ts).

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BodyId, Model, StepResult, use, World } from 'nearmiss';
import { BROAD_PHASES, type BroadPhaseName } from 'nearmiss/lab';
import { box } from 'nearmiss/shapes';
import { simd } from 'nearmiss/simd';
import { BOX, BoxSet } from '../core-internals.ts';
import { openRapier, type RapierBuild } from '../rapier-builds.ts';
import { mean, median } from '../statistics.ts';
import { Crowd, HALF_SIDE, STEP } from './crowd.ts';

export const STRUCTURES: readonly BroadPhaseName[] = [
  'dynamic-tree',
  'grid',
  'sweep-and-prune',
  'r-tree',
  'space-time',
  'kd-tree',
  'octree',
  'bsp-tree',
];
/** The first of them without kernels. */
export const PLAIN_TREE = 'dynamic-tree, plain';
export const WORLD = 'World.step';
export const RAPIER_BROAD = 'Rapier, broad phase';
export const RAPIER_SIMD_BROAD = 'Rapier SIMD, broad phase';
export const RAPIER_STEP = 'Rapier, step';

export interface CrowdCase {
  readonly count: number;
  /** Steps to time, after as many again half that are not. */
  readonly steps: number;
  /** End earlier after this much time. */
  readonly milliseconds: number;
}

export interface CrowdAnswer {
  /** Mean and median of a step. */
  readonly mean: number;
  readonly median: number;
  /** Pairs of boxes that overlap after the last step; null where that is not told. */
  readonly pairs: number | null;
  readonly steps: number;
  /** Bytes that were taken to hold the crowd; 0 where it is not this program that holds it. */
  readonly bytes: number;
}

/** A crowd being kept track of. `step` does that for one step and says how many milliseconds it took. */
interface Keeper {
  step(crowd: Crowd): number;
  pairs(): number | null;
  free(): void;
}

export function openKeeper(name: string): (asked: CrowdCase) => Promise<CrowdAnswer> {
  return async ({ count, steps, milliseconds }) => {
    use(name === PLAIN_TREE ? null : simd);
    const crowd = new Crowd(count);
    const before = bytesInUse();
    const keeper = await makeKeeper(name, crowd);
    const times: number[] = [];
    const warmUp = Math.ceil(steps / 2);
    const end = performance.now() + milliseconds;
    for (let k = 0; k < warmUp + steps && performance.now() < end; k++) {
      crowd.advance();
      times.push(keeper.step(crowd));
    }
    const bytes = name.startsWith('Rapier') ? 0 : bytesInUse() - before;
    const pairs = times.length === warmUp + steps ? keeper.pairs() : null;
    keeper.free();
    const timed = times.slice(Math.min(warmUp, times.length >> 1));
    return { mean: mean(timed), median: median(timed), pairs, steps: timed.length, bytes };
  };
}

async function makeKeeper(name: string, crowd: Crowd): Promise<Keeper> {
  if (name === WORLD) return keepWorld(crowd);
  const structure = name === PLAIN_TREE ? STRUCTURES[0] : STRUCTURES.find((known) => known === name);
  if (structure !== undefined) return keepBoxes(structure, crowd);
  return keepRapier(crowd, name === RAPIER_SIMD_BROAD ? 'simd' : 'plain', name === RAPIER_STEP);
}

function keepBoxes(name: BroadPhaseName, { count, positions }: Crowd): Keeper {
  const boxes = new BoxSet();
  const phase = BROAD_PHASES[name].create(boxes);
  for (let id = 0; id < count; id++) {
    boxes.add(id, false);
    phase.add(id);
  }
  const write = (from: Float64Array): void => {
    const { bounds } = boxes;
    for (let id = 0; id < count; id++) {
      for (let k = 0; k < 3; k++) {
        bounds[BOX * id + k] = from[3 * id + k] - HALF_SIDE;
        bounds[BOX * id + 3 + k] = from[3 * id + k] + HALF_SIDE;
      }
    }
  };
  write(positions);
  phase.update();
  return {
    step: (crowd) => {
      write(crowd.positions);
      const start = performance.now();
      for (let id = 0; id < count; id++) phase.move(id);
      phase.update();
      return performance.now() - start;
    },
    pairs: () => phase.pairs.count,
    free: () => {},
  };
}

function keepWorld({ count, positions }: Crowd): Keeper {
  const world = new World({ contacts: 'none' });
  const side = 2 * HALF_SIDE;
  const cube = Model.build(box({ size: [side, side, side] }));
  const pose = { position: new Float64Array(3) };
  const result = new StepResult();
  const bodies: BodyId[] = [];
  for (let k = 0; k < count; k++) {
    pose.position.set(positions.subarray(3 * k, 3 * k + 3));
    bodies.push(world.add(cube, pose));
  }
  world.step({}, result);
  return {
    step: (crowd) => {
      const start = performance.now();
      for (let k = 0; k < count; k++) {
        for (let axis = 0; axis < 3; axis++) pose.position[axis] = crowd.positions[3 * k + axis];
        world.move(bodies[k], pose);
      }
      world.step({ changesOnly: true }, result);
      return performance.now() - start;
    },
    // Cubes that are not turned touch where their boxes overlap, which are larger by rounding only.
    pairs: () => {
      world.step({}, result);
      return result.stay.length + result.begin.length;
    },
    free: () => {},
  };
}

/** Rapier's bodies go where they are put, and have nothing to do with each other: no narrow phase, no solver. */
async function keepRapier({ count, positions }: Crowd, build: RapierBuild, isWholeStep: boolean): Promise<Keeper> {
  const RAPIER = await openRapier(build);
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  world.timestep = STEP;
  world.profilerEnabled = true;
  const bodies = Array.from({ length: count }, (_, k) => {
    const [x, y, z] = positions.subarray(3 * k, 3 * k + 3);
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y, z));
    world.createCollider(RAPIER.ColliderDesc.cuboid(HALF_SIDE, HALF_SIDE, HALF_SIDE).setCollisionGroups(NOBODY), body);
    return body;
  });
  world.step();
  return {
    step: (crowd) => {
      for (let k = 0; k < count; k++) {
        const [x, y, z] = crowd.positions.subarray(3 * k, 3 * k + 3);
        bodies[k].setNextKinematicTranslation({ x, y, z });
      }
      const start = performance.now();
      world.step();
      return isWholeStep ? performance.now() - start : world.timingBroadPhase();
    },
    pairs: () => null,
    free: () => world.free(),
  };
}

/** Of group 0, meets group 1. */
const NOBODY = 0x0001_0002;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
