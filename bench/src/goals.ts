// Every threshold the benchmark judges by, at one position. Times are judged as ratios within one run; a ratio below 1 is
// faster than the peer.

import type { VolumeName } from 'nearmiss/lab';
import type { WorkloadKind } from './workload.ts';

export interface Goal {
  /** What is measured, such that "X at most 0.45" reads as a sentence. */
  readonly what: string;
  readonly sense: 'at most' | 'at least';
  readonly limit: number;
}

export interface JudgedGoal extends Goal {
  readonly value: number;
  readonly met: boolean;
}

const atMost = (limit: number, what: string): Goal => ({ what, sense: 'at most', limit });
const atLeast = (limit: number, what: string): Goal => ({ what, sense: 'at least', limit });

const ofFcl = (limit: number): Goal => atMost(limit, "nearmiss' time / FCL's");

const ofFclWithKernels = (limit: number): Goal => atMost(limit, "nearmiss' time with kernels / FCL's");

/** FCL is fast on these. */
const SMALL_KNOTS: readonly string[] = ['knot11k', 'torus-knot-11k', 'torus-knot-3k'];

/** nearmiss' time by FCL's. */
const FCL_GOALS: Readonly<Partial<Record<WorkloadKind, Goal>>> = {
  W1: ofFcl(0.45),
  W2a: ofFcl(0.55),
  W2b: ofFcl(0.7),
  W4: ofFcl(0.3),
  W5walk: ofFcl(1),
};

/** The same with the kernels of `nearmiss/simd`. */
const SIMD_GOALS: Readonly<Partial<Record<WorkloadKind, Goal>>> = {
  W1: ofFclWithKernels(0.065),
  W2a: ofFclWithKernels(0.13),
  W2b: ofFclWithKernels(0.11),
  W4: ofFclWithKernels(0.05),
};

export function simdGoal(kind: WorkloadKind, model: string): Goal | undefined {
  return kind === 'W1' && SMALL_KNOTS.includes(model) ? ofFclWithKernels(0.08) : SIMD_GOALS[kind];
}

/** A tolerance query by FCL's distance: it has no query that stops at a tolerance. */
export function simdToleranceGoal(model: string): Goal {
  return atMost(model === 'bunny' ? 0.005 : 0.002, "a tolerance query's time with kernels / FCL's distance");
}

/** The same of convex bodies, by the number of their vertices, with the kernels of `nearmiss/simd`. */
const CONVEX_GOALS: Readonly<Partial<Record<WorkloadKind, Readonly<Record<string, Goal>>>>> = {
  W5sep: { 32: ofFcl(0.45), 128: ofFcl(0.25), 1000: ofFcl(0.15) },
  W5pen: { 32: ofFcl(0.2), 128: ofFcl(0.12), 1000: ofFcl(0.08) },
};

export function fclGoal(kind: WorkloadKind, model: string): Goal | undefined {
  return FCL_GOALS[kind] ?? CONVEX_GOALS[kind]?.[/\d+$/.exec(model)?.[0] ?? ''];
}

const ofCrashcat: Goal = atMost(1, "nearmiss' time / crashcat's");

/** nearmiss' time by crashcat's, on the hulls that crashcat keeps as they are: of 1,000 points it makes another body. */
export function crashcatGoal(kind: WorkloadKind, model: string): Goal | undefined {
  return kind.startsWith('W5') && !model.endsWith('1000') ? ofCrashcat : undefined;
}

/** three-mesh-bvh's time by nearmiss', on the poses both were asked. */
export const THREE_MESH_BVH_GOALS: Readonly<Partial<Record<WorkloadKind, Goal>>> = {
  W1: atLeast(300, "three-mesh-bvh's time / nearmiss'"),
};

/** A tolerance query's time by a distance query's, both nearmiss. */
export const TOLERANCE_GOAL: Goal = atMost(0.02, "a tolerance query's time / a distance query's");

export const BUILD_TIME_GOAL: Goal = atMost(3, "nearmiss' building time / three-mesh-bvh's with SAH");

export const BUILD_FCL_GOAL: Goal = atMost(0.25, "nearmiss' building time with kernels / FCL's RSS tree");

export const BUILD_SIZE_GOAL: Goal = atMost(140, "bytes a triangle of nearmiss' model");

/** Of a new process, its model built and nothing else asked. */
export const COLD_GOAL: Goal = atMost(1, "nearmiss' 10th query of a process, with kernels / FCL's");

/** The command from the shell, with two OBJ files of the bunny's size. */
export const COMMAND_GOAL: Goal = atMost(2, 'time of `nearmiss distance A.obj B.obj` / of the same with FCL');

/** Of marching from the last answer, bodies moving slowly. */
export const MARCHING_GOAL: Goal = atMost(1.5, 'time of marching on a hull of 1000 vertices / of 32');

/** Two deforming spheres of 3,968 faces in contact. */
export const DEFORMING_GOAL: Goal = atMost(
  0.5,
  "nearmiss' time for deforming spheres / three-mesh-bvh's refit and bvhcast",
);

export const DEFORMING_CHOICE_GOAL: Goal = atMost(
  1.1,
  "the default's time for deforming spheres / the better method's, at the worst overlap",
);

/** A mesh against itself, all pairs. */
export const SELF_COLLIDE_GOAL: Goal = atMost(0.5, "nearmiss' processor time with kernels / CGAL's");

/** The same bundle in both engines, with the kernels. */
export const BROWSER_GOAL: Goal = atMost(1.3, "Chromium's time / Node's");

/** Of vertex–face and edge–edge over time, W6, in microseconds. */
export const ELEMENTS_MEDIAN_GOAL: Goal = atMost(5, 'µs of a query on W6, median');
export const ELEMENTS_MEAN_GOAL: Goal = atMost(20, 'µs of a query on W6, mean');

/** Mean times of contact of the triangles by those of medial axes of 500 primitives, over all scenes. */
export const MEDIAL_CONTACT_GOAL: Goal = atLeast(3, "the triangles' mean time of contact / the medial axes'");

const motionGoals = (timesFaster: number): { readonly median: Goal; readonly mean: Goal } => {
  const limit = Number((1 / timesFaster).toPrecision(3));
  return {
    median: atMost(limit, "nearmiss' median time of contact / FCL's"),
    mean: atMost(limit, "nearmiss' mean time of contact / FCL's"),
  };
};

/** Times of contact by those of FCL's node on RSS: as much faster as C²A is, by model. */
export const MOTION_GOALS: Readonly<Partial<Record<string, { readonly median: Goal; readonly mean: Goal }>>> = {
  bunny: motionGoals(8.8),
  knot3k: motionGoals(4.7),
  knot11k: motionGoals(6.6),
  knot34k: motionGoals(7.8),
  'torus-knot-3k': motionGoals(4.7),
  'torus-knot-11k': motionGoals(6.6),
  'torus-knot-34k': motionGoals(7.8),
};

const kernelMotionGoal = (timesFaster: number): Goal =>
  atMost(Number((1 / timesFaster).toPrecision(3)), "nearmiss' median time of contact with kernels / FCL's");

/** The same with the kernels of `nearmiss/simd`. */
export const SIMD_MOTION_GOALS: Readonly<Partial<Record<string, Goal>>> = {
  bunny: kernelMotionGoal(58),
  knot3k: kernelMotionGoal(31),
  knot11k: kernelMotionGoal(44),
  knot34k: kernelMotionGoal(52),
};

/** Where nothing turns, advancement is one search more or less. */
export const TRANSLATION_GOAL: Goal = atMost(1.3, "a translation's median time of contact / a distance query's");
/** Of a crowd of 10,000 boxes, all moving. */
export const BROAD_PHASE_GOAL: Goal = atMost(
  0.25,
  "the default broad phase's time / Rapier SIMD's own timer of its, 10,000 boxes",
);

/** Of a step's time over the number of bodies, from 1,000 to 100,000 at one density. */
export const STEP_EXPONENT_GOAL: Goal = atMost(0.1, "exponent of World.step's time less that of Rapier's step");

export const WORLD_SIZE_GOAL: Goal = atMost(200, 'megabytes of a world of 100,000 bodies');

const ofDistance = (what: string, limit: number): Goal => atMost(limit, `${what} / the same models' distance query`);

/** Medians, of processor time, in the same round. PolyDepth takes 5.5 to 7 distance queries of PQP. */
export const DEPTH_TIME_GOALS: Readonly<Record<'oneStart' | 'auto' | 'coherent', Goal>> = {
  oneStart: ofDistance('a penetration from one start', 8),
  auto: ofDistance('a penetration', 16),
  coherent: ofDistance('a penetration along a path', 4),
};

/** Of the depths, each an upper bound, over all touching poses of W2. */
export function depthSumGoal(polydepths: number): Goal {
  return atMost(Number(polydepths.toPrecision(5)), "sum of depths, with PolyDepth's as the limit");
}

const tightness = (limit: number): Goal => atLeast(limit, 'median of lower / upper');

export const DEPTH_TIGHTNESS_GOALS: Readonly<Partial<Record<string, Goal>>> = {
  bunny: tightness(0.6),
  knot11k: tightness(0.45),
  'torus-knot-11k': tightness(0.45),
};

/** Where the depth is known, by the paper's second metric. */
export const DEPTH_ERROR_GOALS: Readonly<Record<'mean' | 'median', Goal>> = {
  mean: atMost(0.5, 'mean error of the depth in %'),
  median: atMost(0.1, 'median error of the depth in %'),
};

export function judge(goal: Goal, value: number): JudgedGoal {
  return { ...goal, value, met: goal.sense === 'at most' ? value <= goal.limit : value >= goal.limit };
}

/**
 * How the number of volume tests grows as two parallel surfaces come closer: the slope the lectures proves for each volume,
 * and how far from it the measured one may be.
 */
export const SLOPE_GOALS: Readonly<Partial<Record<VolumeName, { readonly slope: number; readonly within: number }>>> = {
  obb: { slope: -1, within: 0.2 },
  sphere: { slope: -2, within: 0.3 },
  aabb: { slope: -2, within: 0.3 },
};

export function slopeGoal(volume: VolumeName, slope: number): JudgedGoal | null {
  const goal = SLOPE_GOALS[volume];
  if (goal === undefined) return null;
  const what = `distance of ${volume}'s slope from ${goal.slope}`;
  return judge({ what, sense: 'at most', limit: goal.within }, Math.abs(slope - goal.slope));
}

/** Piles that settle, in steps a second: nearmiss' stepper `impulses` by its peers. */
export const DYNAMICS_CONVEX_GOALS: Readonly<Record<'crashcat' | 'rapierSimd', Goal>> = {
  crashcat: atLeast(1, "nearmiss' steps a second / crashcat's, 500 convex bodies"),
  rapierSimd: atLeast(0.5, "nearmiss' steps a second / Rapier SIMD's, 500 convex bodies"),
};
export const DYNAMICS_RINGS_GOAL: Goal = atLeast(
  1,
  "nearmiss' steps a second / Rapier's, 200 rings as triangle meshes",
);
export const DYNAMICS_MEDIAL_GOAL: Goal = atLeast(300, 'steps a second of 16 rings with 27 cones each');

/** An assembly in itself, in processor time; FCL with a tree for each element. */
export const CLASH_YES_NO_GOAL: Goal = atMost(1, "nearmiss' build and yes or no / FCL's");
export const CLASH_DEPTHS_GOAL: Goal = atMost(
  3,
  "half of `nearmiss clash` with all depths / FCL's build and yes or no",
);
export const CLASH_RATIO_GOAL: Goal = atLeast(0.5, 'median of lower / upper depth of closed pairs');
export const PLANT_MEMORY_GOAL: Goal = atMost(1500, 'MB of a plant of 20,000 elements and 5 million triangles');
const ofFclDistance = (limit: number): Goal => atMost(limit, "a depth's time / FCL's distance's");
const sumOfDepths = (limit: number): Goal => atMost(limit, 'sum of depths on the touching poses of W2');

/** Depths with the kernels, by model: a quarter of PolyDepth's time. */
export const DEPTH_GOALS: Readonly<Record<string, Goal>> = {
  bunny: ofFclDistance(0.88),
  knot11k: ofFclDistance(1.1),
  knot34k: ofFclDistance(0.88),
};
/** What `auto` found before starts were guided by balls (docs/lab/depth.md). */
export const DEPTH_SUM_GOALS: Readonly<Record<string, Goal>> = {
  bunny: sumOfDepths(76.92),
  knot11k: sumOfDepths(69.43),
  knot34k: sumOfDepths(64.58),
};
const ofSamples = (what: string): Goal => atMost(1, `nearmiss' time to ${what}`);

/** Robot paths proven by nearmiss, by samples of them checked with FCL. */
export const ROBOT_PATH_GOALS: Readonly<Record<'free' | 'contact' | 'edges', Goal>> = {
  free: ofSamples("prove a free path / FCL's at 1,000 samples"),
  contact: ofSamples("find a contact on a path / FCL's at 100 samples"),
  edges: ofSamples("decide a short edge / FCL's at 10 samples"),
};
