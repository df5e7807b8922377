// The experiments of Kitamura et al. (1998) over again, on this machine: figures 6 to 8, 12 to 14 and 16 to 18.

import type { Mesh } from 'nearmiss';
import { collideAllDeforming, DeformingMesh } from 'nearmiss/deforming';
import { gear, randomSolid, uvSphere } from 'nearmiss/shapes';
import { mean } from '../statistics.ts';
import { interactive } from './interactive.ts';
import type { MethodName } from './method.ts';
import { METHODS } from './methods.ts';
import { approach, knot, type RigidScene, roaming, rowOf } from './rigid-scene.ts';

/** One method through one scene. */
export interface Run {
  readonly method: MethodName;
  /** What sets this run apart in its figure: a number of faces or of bodies. */
  readonly size: number;
  /** Microseconds of each cycle, of the fastest round. */
  readonly cycles: readonly number[];
  /** Pairs of bodies that touch, in each cycle. */
  readonly touching: readonly number[];
}

export interface Figure {
  readonly name: string;
  readonly runs: readonly Run[];
}

/** How much of everything: the whole takes minutes, and tests want less. */
export interface Effort {
  readonly rounds: number;
  readonly approachCycles: number;
  readonly roamingCycles: number;
  readonly faces: readonly number[];
  readonly bodies: readonly number[];
}

export const FULL_EFFORT: Omit<Effort, 'rounds'> = {
  approachCycles: 72,
  roamingCycles: 1000,
  faces: [8, 10, 24, 48, 54, 80, 120, 168, 224, 360, 528, 728, 960, 3968],
  bodies: [10, 20, 30, 40],
};

/** Spheres of figures 16 to 18, among the faces of figure 7. */
const ROAMING_FACES = [48, 80, 168, 360, 528, 728, 960];
const ROAMING_COUNT = 15;
/** Passes a round where only the last cycle has any work to do: code has to have run before it is fast. */
const APPROACHES = 20;
/** Part of the space that bodies fill: the paper's, and one in which boxes overlap at every cycle. */
const SPARSE = 0.05;
const DENSE = 0.12;
/** Knots turn back when balls of this radius meet: then they have touched. */
const KNOT_BALL = 0.4;

export function runFigures(effort: Effort): Figure[] {
  const { rounds, approachCycles, roamingCycles, faces, bodies } = effort;
  const run = (scene: RigidScene, method: MethodName, size: number, passes = rounds): Run =>
    timeCycles(scene, method, size, passes);
  const approaching: readonly MethodName[] = ['paper', 'octree', 'nearmiss'];
  const fewer = Math.max(1, Math.round(roamingCycles / 5));
  const knots = roaming(knot(), ROAMING_COUNT, fewer, DENSE, 8, KNOT_BALL);
  return [
    {
      name: 'approach',
      runs: faces.flatMap((count) =>
        approaching.map((method) => run(approach(count, approachCycles), method, count, APPROACHES * rounds)),
      ),
    },
    {
      name: 'knots',
      runs: [ROAMING_COUNT, 2].flatMap((count) =>
        (['paper', 'nearmiss'] as const).map((method) => run(firstBodies(knots, count), method, count)),
      ),
    },
    { name: 'interactive', runs: [timeInteractive(Math.round(roamingCycles * 0.8), rounds)] },
    {
      name: 'planes',
      runs: bodies.flatMap((count) => {
        const scene = roaming(uvSphere({ faces: 528 }), count, fewer, SPARSE, 13);
        return (['paper', 'nearmiss', 'planes'] as const).map((method) => run(scene, method, count));
      }),
    },
    {
      name: 'update',
      runs: (['paper', 'nearmiss', 'update'] as const).map((method) => run(fourBodies(approachCycles), method, 4)),
    },
    {
      name: 'distance',
      runs: ROAMING_FACES.filter((count) => faces.includes(count)).flatMap((count) => {
        const scene = roaming(uvSphere({ faces: count }), ROAMING_COUNT, roamingCycles, SPARSE, 16);
        return (['paper', 'nearmiss', 'distance'] as const).map((method) => run(scene, method, count));
      }),
    },
  ];
}

/** Cycles in which two methods disagree about how many bodies touch. */
export function countContradictions({ runs }: Figure): number {
  return runs.reduce((sum, run) => {
    const reference = runs.find(({ size }) => size === run.size) ?? run;
    return sum + run.touching.filter((count, cycle) => count !== reference.touching[cycle]).length;
  }, 0);
}

/** Of the cycles in which bodies touch; NaN where there are none. */
export function meanWhileTouching({ cycles, touching }: Run): number {
  const some = cycles.filter((_, cycle) => touching[cycle] > 0);
  return some.length === 0 ? Number.NaN : mean(some);
}

function timeCycles(scene: RigidScene, method: MethodName, size: number, rounds: number): Run {
  const { cycles } = scene;
  const least = new Float64Array(cycles.length).fill(Infinity);
  const touching = new Array<number>(cycles.length).fill(0);
  for (let round = 0; round < rounds; round++) {
    const cycle = METHODS[method](scene);
    cycles.forEach((rows, k) => {
      const start = performance.now();
      touching[k] = cycle(rows);
      least[k] = Math.min(least[k], 1e3 * (performance.now() - start));
    });
  }
  return { method, size, cycles: [...least], touching };
}

function timeInteractive(cycles: number, rounds: number): Run {
  const { meshes, shapes } = interactive(cycles);
  const least = new Float64Array(cycles).fill(Infinity);
  const touching = new Array<number>(cycles).fill(0);
  for (let round = 0; round < rounds; round++) {
    const bodies = meshes.map((mesh: Mesh) => new DeformingMesh(mesh));
    for (let k = 0; k < cycles; k++) {
      const positions = shapes(k);
      const start = performance.now();
      bodies.forEach((body, b) => {
        body.deform(positions[b]);
      });
      touching[k] = collideAllDeforming(bodies).length;
      least[k] = Math.min(least[k], 1e3 * (performance.now() - start));
    }
  }
  return { method: 'nearmiss', size: meshes.length, cycles: [...least], touching };
}

function firstBodies({ world, meshes, cycles }: RigidScene, count: number): RigidScene {
  return { world, meshes: meshes.slice(0, count), cycles: cycles.map((rows) => rows.slice(0, count)) };
}

/** Figure 15: a sphere and a gear that keep to themselves, a rough solid and a knot that come together in the last cycle. */
function fourBodies(cycles: number): RigidScene {
  return {
    world: [-4, -4, -4, 4, 4, 4],
    meshes: [uvSphere({ faces: 120 }), gear({ teeth: 5 }), randomSolid({ seed: 3, triangles: 2000 }), knot()],
    cycles: Array.from({ length: cycles }, (_, cycle) => {
      const left = 1 - cycle / (cycles - 1);
      return [
        rowOf([0, 3, 0.2 * left], [0, 1, 0], 0.01 * cycle),
        rowOf([0, -3, 0.2 * left], [1, 0, 0], 0.01 * cycle),
        rowOf([-0.35 - 0.6 * left, 0, 0], [0, 0, 1], 0.02 * cycle),
        rowOf([0.35 + 0.6 * left, 0, 0], [1, 1, 0], 0.02 * cycle),
      ];
    }),
  };
}
