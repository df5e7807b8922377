// Which bounding volume, and which tree? Every volume on one binary tree, some on every other tree, asked the same. The default
// of the library is the answer to this comparison.
//
// What is compared is the library as it is: `disc`, the default, has a search of its own; the others share a plain one.

import { answerError } from '../checks.ts';
import { type Contestant, type ContestResult, type PeerResult, runContest } from '../contest.ts';
import { type Entrant, interleave } from '../interleave.ts';
import { Isolate } from '../isolate.ts';
import { type TriangleMesh, triangleCount } from '../mesh-file.ts';
import { everyPose, type Pass, type Peer, spreadPoses } from '../peers/peer.ts';
import type { Workload } from '../workload.ts';
import type { WorkloadSource } from '../workload-source.ts';
import {
  type Round,
  VARIANT_KINDS,
  type Variant,
  type VariantBuild,
  type VariantKind,
  type VariantWork,
  variantLabel,
} from './variant.ts';
import type { VariantAnswer, VariantQuestion, VariantSetting } from './worker.ts';

export const VOLUMES = [
  'disc',
  'rss',
  'obb',
  'aabb',
  'sphere',
  'lss',
  'tss',
  'hybrid',
  'cascade',
  'kdop14',
  'kdop18',
  'kdop26',
  'kdop26-hull',
  'ellipsoid',
  'shell',
] as const;

/** Methods of building other than the default, and who is put on them: the default, and the volume they are meant for. */
const OTHER_RULES = ['mean', 'median', 'bottom-up', 'tiles', 'medial'] as const;
const ON_OTHER_RULES = ['disc', 'sphere'] as const;

/** The default first: its time is 1. */
export const VARIANTS: readonly Variant[] = [
  { volume: 'disc', split: 'sah', branching: 4 },
  { volume: 'disc', split: 'sah', branching: 8 },
  { volume: 'obb', split: 'sah', branching: 4 },
  { volume: 'obb', split: 'sah', branching: 8 },
  ...VOLUMES.map((volume): Variant => ({ volume, split: 'sah', branching: 2 })),
  ...ON_OTHER_RULES.flatMap((volume) => OTHER_RULES.map((split): Variant => ({ volume, split, branching: 2 }))),
];
export const DEFAULT_LABEL: string = variantLabel(VARIANTS[0]);

/** Some poses of a stored workload are enough to tell volumes apart, and keep the suite within minutes. */
const POSES: Readonly<Record<VariantKind, number>> = { W1: 60, W2a: 500, W2b: 60 };

interface VariantBuildResult {
  readonly label: string;
  /** The least over the rounds. */
  readonly milliseconds: number;
  /** What fitting the volumes adds to building the tree. */
  readonly fitMilliseconds: number;
  readonly bytesPerTriangle: number;
}

interface VariantResult extends PeerResult {
  readonly work: VariantWork;
}

/** One workload, all variants. */
export interface VariantContest extends ContestResult {
  readonly peers: readonly VariantResult[];
}

export interface VolumesResult {
  readonly model: string;
  readonly triangles: number;
  readonly builds: readonly VariantBuildResult[];
  readonly contests: readonly VariantContest[];
}

/** A variant ready to be asked, wherever it runs. */
export interface RunningVariant {
  build(): Promise<VariantBuild>;
  pass(round: Round): Promise<Pass>;
  work(round: Round): Promise<VariantWork>;
  close(): Promise<void>;
}

interface Named {
  readonly label: string;
  readonly running: RunningVariant;
}

/** All variants on one model. */
export async function runVolumes(
  source: WorkloadSource,
  model: string,
  rounds: number,
  start: (mesh: TriangleMesh, variant: Variant) => RunningVariant = isolatedVariant,
): Promise<VolumesResult> {
  const mesh = source.mesh(model);
  const triangles = triangleCount(mesh);
  const variants = VARIANTS.map((variant) => ({ label: variantLabel(variant), running: start(mesh, variant) }));
  try {
    const builders = variants.map(
      ({ label, running }): Entrant<VariantBuild> => ({ label, turn: () => running.build() }),
    );
    const builds = (await interleave(builders, rounds)).map(({ label, turns }) =>
      summariseBuilds(label, turns, triangles),
    );
    const contests: VariantContest[] = [];
    for (const kind of VARIANT_KINDS) {
      const workload = thinned(source.load({ name: `${kind}.${model}`, kind, model }), POSES[kind]);
      contests.push(await contestOfVariants(workload, kind, variants, rounds));
    }
    return { model, triangles, builds, contests };
  } finally {
    for (const { running } of variants) await running.close();
  }
}

function summariseBuilds(label: string, turns: readonly VariantBuild[], triangles: number): VariantBuildResult {
  const milliseconds = Math.min(...turns.map((turn) => turn.milliseconds));
  const tree = Math.min(...turns.map((turn) => turn.treeMilliseconds));
  return { label, milliseconds, fitMilliseconds: milliseconds - tree, bytesPerTriangle: turns[0].bytes / triangles };
}

async function contestOfVariants(
  workload: Workload,
  kind: VariantKind,
  variants: readonly Named[],
  rounds: number,
): Promise<VariantContest> {
  const { warmUp, poses } = workload;
  const round: Round = { kind, warmUp, poses };
  const contestants = variants.map(({ label, running }): Contestant => {
    const peer: Peer = {
      name: label,
      answers: () => true,
      // The isolate outlives this workload: closing is left to whoever started it.
      open: async () => ({ poseNumbers: everyPose(workload), pass: () => running.pass(round), close: async () => {} }),
    };
    return { label, peer, workload };
  });
  const contest = await runContest({ workload, contestants, base: DEFAULT_LABEL }, rounds);
  const peers: VariantResult[] = [];
  for (const [i, peer] of contest.peers.entries()) {
    peers.push({ ...peer, work: await variants[i].running.work(round) });
  }
  return { ...contest, peers };
}

/** Labels of the variants whose counted pass does not sum to what the default's does. */
export function strayChecksums({ kind, poses, peers }: VariantContest): string[] {
  const right = peers.find(({ label }) => label === DEFAULT_LABEL)?.work.checksum ?? Number.NaN;
  const errorBound = poses * answerError(kind);
  return peers.filter(({ work }) => !(Math.abs(work.checksum - right) <= errorBound)).map(({ label }) => label);
}

/** The same workload with fewer poses, spread evenly. Nothing is judged by it but the answers. */
export function thinned(workload: Workload, count: number): Workload {
  const chosen = [...spreadPoses(workload, count)];
  const { poses, expected } = workload;
  return {
    ...workload,
    poses: chosen.map((i) => poses[i]),
    expected: expected === null ? null : Float64Array.from(chosen, (i) => expected[i]),
    judged: false,
  };
}

function isolatedVariant(mesh: TriangleMesh, variant: Variant): RunningVariant {
  const isolate = new Isolate<VariantSetting, VariantQuestion, VariantAnswer>(new URL('./worker.js', import.meta.url), {
    mesh,
    variant,
  });
  return {
    build: async () => told((await isolate.ask({ build: true })).build),
    pass: async (round) => told((await isolate.ask({ pass: round })).pass),
    work: async (round) => told((await isolate.ask({ work: round })).work),
    close: () => isolate.close(),
  };
}

function told<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Error('The isolate answered another question than it was asked.');
  return answer;
}
