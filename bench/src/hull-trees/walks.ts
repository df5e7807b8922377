// Bodies move past each other in small steps, searched on hull trees with kept BVTT fronts. Hulls that were compared before continue Voronoi
// marching from the features found then, GJK continues from them, or GJK starts afresh. docs/lab/convex.md cites these times.

import { disc, type Mesh, Model } from 'nearmiss';
import type { BodyPose } from '../body-pose.ts';
import { Bvtt, bestPairOf, type HullComparison, hullScratchOf, searchHulls, Workspace } from '../core-internals.ts';
import { interleave } from '../interleave.ts';
import { timeEach } from '../peers/time-each.ts';
import { coherentPoses } from '../pose-generator.ts';
import { mean } from '../statistics.ts';
import { FAMILIES, type Family } from './scenes.ts';

export const COMPARISONS: readonly HullComparison[] = ['GJK afresh', 'GJK', 'Voronoi marching'];
const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
const STEPS = 300;
const SEED = 2006;
/** Step lengths relative to those of W4, which are a quarter of the gap. */
const PACES: readonly number[] = [1, 0.1, 0.01];
/** Distances by different methods may differ by rounding. A length in the model's own unit, in which bodies are about 1 in size. */
const ROUNDING = 1e-12;

export interface WalkRow {
  readonly name: string;
  readonly pace: number;
  /** Mean over the steps of the fastest round; a mean, because the few steps with a change matter. */
  readonly microseconds: Readonly<Record<HullComparison, number>>;
  readonly wrong: number;
}

interface Turn {
  readonly microseconds: Float64Array;
  readonly distances: readonly number[];
}

/** The second largest body of each family. */
export async function runWalks(rounds: number, families: readonly Family[] = FAMILIES): Promise<WalkRow[]> {
  const rows: WalkRow[] = [];
  for (const { name, meshes } of families) {
    const mesh = meshes[Math.max(0, meshes.length - 2)]();
    const model = Model.build(mesh);
    for (const pace of PACES) rows.push(await compare(name, pace, model, mesh, rounds));
  }
  return rows;
}

async function compare(name: string, pace: number, model: Model, mesh: Mesh, rounds: number): Promise<WalkRow> {
  const poses = coherentPoses(mesh, STEPS, SEED, pace);
  const entrants = COMPARISONS.map((again) => ({ label: again, turn: async () => walk(model, poses, again) }));
  const [afresh, gjk, marching] = (await interleave(entrants, rounds)).map(({ turns }) => turns);
  const known = afresh[0].distances;
  const isWrong = (value: number, k: number): boolean => !(Math.abs(value - known[k]) <= ROUNDING);
  return {
    name,
    pace,
    microseconds: {
      'GJK afresh': meanOfFastest(afresh),
      GJK: meanOfFastest(gjk),
      'Voronoi marching': meanOfFastest(marching),
    },
    wrong: [...gjk[0].distances.filter(isWrong), ...marching[0].distances.filter(isWrong)].length,
  };
}

function meanOfFastest(turns: readonly Turn[]): number {
  const [first, ...others] = turns.map(({ microseconds }) => microseconds);
  return mean(first.map((time, step) => Math.min(time, ...others.map((times) => times[step]))));
}

/** Twice in the same direction, the first time to warm up. */
function walk(model: Model, poses: readonly BodyPose[], again: HullComparison): Turn {
  const w = new Workspace();
  hullScratchOf(w).again = again;
  const tree = new Bvtt();
  const ask = (pose: BodyPose): number => {
    const { budget } = w;
    const best = bestPairOf(w);
    budget.start({});
    w.prepare(model, pose, model, IDENTITY, disc);
    best.wanted[0] = Infinity;
    best.wanted[1] = 0;
    best.start(w.contactThreshold);
    const end = searchHulls(w, tree, best, budget);
    return end === 'done' ? best.distance[0] : Number.NaN;
  };
  timeEach(poses, ask);
  const { microseconds, results } = timeEach(poses, ask);
  return { microseconds, distances: results };
}
