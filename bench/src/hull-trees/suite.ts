// When do trees of convex hulls pay? Distance on them beside distance on the default trees of discs: on families of bodies
// from one patch to none, and on the workloads of the benchmark. What docs/lab/convex.md says is read off this.

import { distance, Mesh, Model, type NodesOption, Pair } from 'nearmiss';
import { hulls, hullTree } from 'nearmiss/convex';
import type { BodyPose } from '../body-pose.ts';
import { unpackSections } from '../core-internals.ts';
import { interleave } from '../interleave.ts';
import { timeEach } from '../peers/time-each.ts';
import { separatedPoses } from '../pose-generator.ts';
import { mean, median } from '../statistics.ts';
import type { WorkloadSource } from '../workload-source.ts';
import { FAMILIES, type Family } from './scenes.ts';

const METHODS = { volumes: 'volumes', hulls } as const;
const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
const POSES = 60;
const SEED = 2001;
/** Answers of the two methods, and stored ones, may differ by rounding. A length; bodies are about 1 in size. */
const ROUNDING = 1e-12;
/** Ints a node in a saved hull tree. */
const HULL_LINKS = 4;

/** One method to ask, over all poses. */
interface Turn {
  readonly microseconds: number;
  readonly distances: readonly number[];
}

export interface HullTreeRow {
  readonly name: string;
  readonly triangles: number;
  /** Leaves of the hull tree: filled patches and single faces. */
  readonly leaves: number;
  /** Milliseconds to build the hull tree, patches included. */
  readonly buildMs: number;
  /** Medians over the poses, of the fastest round. */
  readonly volumesUs: number;
  readonly hullsUs: number;
  /** Median over the rounds of hulls by volumes. */
  readonly ratio: number;
  /** Mean number of pairs of hulls compared. */
  readonly hullTests: number;
  readonly wrong: number;
}

interface Scene {
  readonly name: string;
  readonly mesh: Mesh;
  readonly poses: readonly BodyPose[];
  readonly warmUp: readonly BodyPose[];
  readonly expected: ArrayLike<number> | null;
  /** Ask through a Pair, which remembers. */
  readonly coherent: boolean;
}

export async function runFamilies(rounds: number, families: readonly Family[] = FAMILIES): Promise<HullTreeRow[]> {
  const rows: HullTreeRow[] = [];
  for (const { name, meshes } of families) {
    for (const make of meshes) {
      const mesh = make();
      const poses = separatedPoses(mesh, POSES, SEED);
      const warmUp = separatedPoses(mesh, POSES, SEED + 1);
      rows.push(await compare({ name, mesh, poses, warmUp, expected: null, coherent: false }, rounds));
    }
  }
  return rows;
}

/** W1 and W4 of every model of the benchmark. */
export async function runWorkloads(rounds: number, source: WorkloadSource): Promise<HullTreeRow[]> {
  const rows: HullTreeRow[] = [];
  for (const entry of source.entries) {
    if (entry.kind !== 'W1' && entry.kind !== 'W4') continue;
    const { name, mesh, poses, warmUp, expected } = source.load(entry);
    const scene = { name, mesh: new Mesh(mesh.positions, mesh.triangles), poses, warmUp, expected };
    rows.push(await compare({ ...scene, coherent: entry.kind === 'W4' }, rounds));
  }
  return rows;
}

async function compare(scene: Scene, rounds: number): Promise<HullTreeRow> {
  const { name, mesh, poses } = scene;
  const plain = Model.build(mesh);
  const start = performance.now();
  const model = plain.with(hullTree);
  // Asking makes the tables of the hulls that are met.
  distance(model, poses[0], model, IDENTITY, { method: hulls });
  const buildMs = performance.now() - start;
  const links = unpackSections(model.toBytes()).get('hull-links');
  const entrants = Object.entries(METHODS).map(([label, method]) => ({
    label,
    turn: async () => ask(scene, model, method),
  }));
  const [volumes, byHulls] = (await interleave(entrants, rounds)).map(({ turns }) => turns);
  const fastest = (turns: readonly Turn[]): number => Math.min(...turns.map(({ microseconds }) => microseconds));
  const known = scene.expected ?? volumes[0].distances;
  const isWrong = (value: number, k: number): boolean => !(Math.abs(value - known[k]) <= ROUNDING);
  return {
    name,
    triangles: mesh.triangleCount,
    leaves: ((links?.length ?? 0) / HULL_LINKS + 1) / 2,
    buildMs,
    volumesUs: fastest(volumes),
    hullsUs: fastest(byHulls),
    ratio: median(byHulls.map(({ microseconds }, k) => microseconds / volumes[k].microseconds)),
    hullTests: countTests(scene, model),
    wrong: byHulls.reduce((sum, { distances }) => sum + distances.filter(isWrong).length, 0),
  };
}

function ask({ poses, warmUp, coherent }: Scene, model: Model, method: NodesOption): Turn {
  const pair = new Pair(model, model);
  const question = (pose: BodyPose): { readonly distance: number } =>
    coherent ? pair.distance(pose, IDENTITY, { method }) : distance(model, pose, model, IDENTITY, { method });
  for (const pose of warmUp) question(pose);
  const { microseconds, results } = timeEach(poses, question);
  return { microseconds: median(microseconds), distances: results.map((result) => result.distance) };
}

function countTests({ poses, coherent }: Scene, model: Model): number {
  const pair = new Pair(model, model);
  const options = { method: hulls, stats: true } as const;
  return mean(
    poses.map((pose) => {
      const { stats } = coherent
        ? pair.distance(pose, IDENTITY, options)
        : distance(model, pose, model, IDENTITY, options);
      return stats?.volumeTests ?? Number.NaN;
    }),
  );
}
