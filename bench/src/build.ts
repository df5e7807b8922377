// Building a model: time and size, beside FCL's swept-sphere tree and three-mesh-bvh's SAH tree.

import { BUILD_FCL_GOAL, BUILD_SIZE_GOAL, BUILD_TIME_GOAL, type JudgedGoal, judge } from './goals.ts';
import { type Entrant, interleave } from './interleave.ts';
import { type TriangleMesh, triangleCount } from './mesh-file.ts';
import { FCL_NAME, FclHost } from './peers/fcl.ts';
import { median } from './statistics.ts';

export interface Built {
  readonly milliseconds: number;
  readonly bytes: number;
}

interface BuildPeerResult {
  readonly label: string;
  /** Milliseconds, by round. */
  readonly rounds: readonly number[];
  readonly best: number;
  readonly bytesPerTriangle: number;
}

export interface BuildResult {
  readonly model: string;
  readonly triangles: number;
  readonly peers: readonly BuildPeerResult[];
  readonly goals: readonly JudgedGoal[];
}

/** Fewer would not show the noise of times of this length. */
const LEAST_ROUNDS = 5;

const LABELS = {
  nearmiss: 'nearmiss',
  simd: 'nearmiss, simd',
  three: 'three-mesh-bvh SAH',
  fcl: `${FCL_NAME} RSS`,
} as const;

export async function runBuild(
  model: string,
  mesh: TriangleMesh,
  peers: ReadonlySet<string>,
  fclBinary: string | null,
  rounds: number,
): Promise<BuildResult> {
  const host = fclBinary === null ? null : await FclHost.start(fclBinary, mesh);
  try {
    const entrants: Entrant<Built>[] = [];
    if (peers.has('nearmiss')) entrants.push(await nearmissBuilder(mesh, false), await nearmissBuilder(mesh, true));
    if (peers.has('three-mesh-bvh')) entrants.push(await threeBuilder(mesh));
    if (host !== null) entrants.push({ label: LABELS.fcl, turn: () => host.build('rss') });
    const results = await interleave(entrants, Math.max(rounds, LEAST_ROUNDS));
    return summariseBuild(model, triangleCount(mesh), results);
  } finally {
    await host?.close();
  }
}

/** From plain arrays to a model that answers queries; checking the mesh is part of it. */
async function nearmissBuilder(mesh: TriangleMesh, withKernels: boolean): Promise<Entrant<Built>> {
  const { buildModel } = await import('./peers/nearmiss.ts');
  const { use } = await import('nearmiss');
  const { simd } = await import('nearmiss/simd');
  return {
    label: withKernels ? LABELS.simd : LABELS.nearmiss,
    turn: async () => {
      use(withKernels ? simd : null);
      try {
        const start = performance.now();
        const model = buildModel(mesh);
        const milliseconds = performance.now() - start;
        return { milliseconds, bytes: model.toBytes().byteLength };
      } finally {
        use(null);
      }
    },
  };
}

/** The tree alone: three-mesh-bvh keeps vertices and triangles in the geometry it is given. */
async function threeBuilder(mesh: TriangleMesh): Promise<Entrant<Built>> {
  const { buildBvh, bvhBytes, geometryOf } = await import('./peers/three-mesh-bvh.ts');
  return {
    label: LABELS.three,
    turn: async () => {
      const geometry = geometryOf(mesh);
      const start = performance.now();
      const bvh = buildBvh(geometry);
      const milliseconds = performance.now() - start;
      return { milliseconds, bytes: bvhBytes(bvh) };
    },
  };
}

export function summariseBuild(
  model: string,
  triangles: number,
  results: readonly { readonly label: string; readonly turns: readonly Built[] }[],
): BuildResult {
  const peers = results.map(({ label, turns }) => {
    const rounds = turns.map(({ milliseconds }) => milliseconds);
    return { label, rounds, best: Math.min(...rounds), bytesPerTriangle: turns[0].bytes / triangles };
  });
  const nearmiss = peers.find(({ label }) => label === LABELS.nearmiss);
  const simd = peers.find(({ label }) => label === LABELS.simd);
  const three = peers.find(({ label }) => label === LABELS.three);
  const fcl = peers.find(({ label }) => label === LABELS.fcl);
  const ratio = (ours: BuildPeerResult, theirs: BuildPeerResult): number =>
    median(ours.rounds.map((time, round) => time / theirs.rounds[round]));
  const goals: JudgedGoal[] = [];
  if (nearmiss !== undefined && three !== undefined) goals.push(judge(BUILD_TIME_GOAL, ratio(nearmiss, three)));
  if (simd !== undefined && fcl !== undefined) goals.push(judge(BUILD_FCL_GOAL, ratio(simd, fcl)));
  if (nearmiss !== undefined) goals.push(judge(BUILD_SIZE_GOAL, nearmiss.bytesPerTriangle));
  return { model, triangles, peers, goals };
}
