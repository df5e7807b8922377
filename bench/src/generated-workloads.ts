// Workloads for a checkout without stored ones: torus knots of the usual sizes under seeded poses, and the hulls of
// convex-workloads.ts. Nobody has stored their
// answers, so the peers are checked against each other; on a knot small enough, against brute force.

import { torusKnot } from 'nearmiss/shapes';
import type { BodyPose } from './body-pose.ts';
import { bruteForceAnswer } from './brute-force.ts';
import { GENERATED_HULLS, generateConvexWorkload, generateHull } from './convex-workloads.ts';
import type { TriangleMesh } from './mesh-file.ts';
import { coherentPoses, mixedPoses, separatedPoses } from './pose-generator.ts';
import { warmUpPoses } from './warm-up.ts';
import { isConvexKind, type MeshKind, type Workload, type WorkloadKind } from './workload.ts';

const SEED = 7;

interface Recipe {
  readonly triangles: number;
  readonly p: number;
  readonly q: number;
  /** How many poses of each kind; a kind left out is not asked of this model. */
  readonly poses: Readonly<Partial<Record<MeshKind, number>>>;
  /** Small enough for every answer to be found by comparing all triangle pairs, and too small for its times to matter. */
  readonly small: boolean;
}

const RECIPES: Readonly<Record<string, Recipe>> = {
  'torus-knot-300': {
    triangles: 300,
    p: 2,
    q: 3,
    poses: { W1: 10, W2a: 20, W2b: 20, W4: 10, tolerance: 10 },
    small: true,
  },
  'torus-knot-3k': { triangles: 2880, p: 2, q: 3, poses: { W1: 500 }, small: false },
  'torus-knot-11k': {
    triangles: 11_520,
    p: 2,
    q: 3,
    poses: { W1: 500, W2a: 500, W2b: 500, tolerance: 500 },
    small: false,
  },
  'torus-knot-34k': {
    triangles: 34_560,
    p: 3,
    q: 5,
    poses: { W1: 500, W2a: 500, W2b: 500, W4: 1000, tolerance: 500 },
    small: false,
  },
};

export const GENERATED_MODELS: readonly string[] = [...Object.keys(RECIPES), ...Object.keys(GENERATED_HULLS)];

export function hasGeneratedWorkload(kind: WorkloadKind, model: string): boolean {
  if (isConvexKind(kind)) return GENERATED_HULLS[model] !== undefined;
  return RECIPES[model]?.poses[kind] !== undefined;
}

export function generateWorkload(kind: WorkloadKind, model: string, mesh: TriangleMesh): Workload {
  if (isConvexKind(kind)) return generateConvexWorkload(kind, model, mesh);
  const { poses: counts, small } = recipeOf(model);
  const poses = generatedPoses(kind, mesh, counts[kind] ?? 0);
  const expected = small ? Float64Array.from(poses, (pose) => bruteForceAnswer(kind, mesh, pose)) : null;
  const warmUp = warmUpPoses(kind, mesh);
  const expectedFrom = small ? 'exact brute force' : 'nobody';
  return { name: `${kind}.${model}`, kind, model, mesh, poses, warmUp, expected, expectedFrom, judged: !small };
}

export function generateMesh(model: string): TriangleMesh {
  const vertices = GENERATED_HULLS[model];
  if (vertices !== undefined) return generateHull(vertices);
  const { p, q, triangles } = recipeOf(model);
  const knot = torusKnot({ p, q, triangles });
  return { positions: fitToUnit(knot.positions), triangles: knot.triangles };
}

function recipeOf(model: string): Recipe {
  const recipe = RECIPES[model];
  if (recipe === undefined) throw new Error(`There is no generated model ${model}.`);
  return recipe;
}

/** Seeded poses of the sort that a workload has. */
export function generatedPoses(kind: MeshKind, mesh: TriangleMesh, count: number, reach = 1): BodyPose[] {
  if (kind === 'W4') return coherentPoses(mesh, count, SEED);
  if (kind === 'W2a' || kind === 'W2b') return mixedPoses(count, SEED, reach);
  return separatedPoses(mesh, count, SEED);
}

/** Moved and scaled so that the box is centred at the origin and its longest side is 1, like the stored models. */
export function fitToUnit(positions: Float64Array): Float64Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  return positions.map((value, i) => (value - (low[i % 3] + high[i % 3]) / 2) / size);
}
