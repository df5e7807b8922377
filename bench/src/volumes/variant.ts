// One method to arrange a model: a bounding volume on a tree built by one rule. Runs in an isolate of its own (see worker.ts).

import {
  type Branching,
  type CollideResult,
  collide,
  type DistanceResult,
  distance,
  Mesh,
  Model,
  type QueryStats,
} from 'nearmiss';
import { TREE_RULES, type TreeRuleName, VOLUMES, type VolumeName } from 'nearmiss/lab';
import type { BodyPose } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import type { Pass } from '../peers/peer.ts';
import { timeEach } from '../peers/time-each.ts';
import { mean } from '../statistics.ts';
import type { WorkloadKind } from '../workload.ts';

export interface Variant {
  readonly volume: VolumeName;
  readonly split: TreeRuleName;
  readonly branching: Branching;
}

/** What the variants are asked. */
export type VariantKind = Extract<WorkloadKind, 'W1' | 'W2a' | 'W2b'>;
export const VARIANT_KINDS: readonly VariantKind[] = ['W1', 'W2a', 'W2b'];

/** `sah/4` is the tree of the rule `sah` with four children a node. */
export const variantLabel = ({ volume, split, branching }: Variant): string =>
  `${volume} ${split}${branching === 2 ? '' : `/${branching}`}`;

export interface VariantBuild {
  /** From arrays to a model that has this one volume. */
  readonly milliseconds: number;
  /** The same without any volume. */
  readonly treeMilliseconds: number;
  readonly bytes: number;
}

/** Work a query, means over the poses. */
export interface VariantWork {
  readonly volumeTests: number;
  readonly volumeUpdates: number;
  readonly triangleTests: number;
  /** The sum of the answers. */
  readonly checksum: number;
}

export interface Round {
  readonly kind: VariantKind;
  readonly warmUp: readonly BodyPose[];
  readonly poses: readonly BodyPose[];
}

/** A variant with its model built. */
export interface VariantHost {
  build(): VariantBuild;
  /** Timed, after a warm-up on the other poses if there are any. */
  pass(round: Round): Pass;
  /** Not timed: counting. */
  work(round: Round): VariantWork;
}

/** Long enough for the compiler to reach its last tier the first time; afterwards it only brings caches back. */
const FIRST_WARM_UP_MS = 300;
const WARM_UP_MS = 50;

const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

type Result = DistanceResult | CollideResult;

export function openVariant(mesh: TriangleMesh, { volume, split, branching }: Variant): VariantHost {
  const model = Model.build(new Mesh(mesh.positions, mesh.triangles), {
    split: TREE_RULES[split],
    branching,
    with: [VOLUMES[volume]],
  });
  const warmed = new Set<VariantKind>();
  let next = 0;

  const query = (kind: VariantKind, stats: boolean): ((pose: BodyPose) => Result) => {
    // As in the contest with the peers: `solid` as it comes for distances, surfaces alone for touching.
    if (kind === 'W1') return (pose) => distance(model, pose, model, IDENTITY, { volume: VOLUMES[volume], stats });
    const contacts = kind === 'W2a' ? 'first' : 'all';
    return (pose) => collide(model, pose, model, IDENTITY, { volume: VOLUMES[volume], stats, contacts, solid: false });
  };

  return {
    build: () => timeBuild(mesh, { volume, split, branching }),

    pass: ({ kind, warmUp, poses }) => {
      const ask = query(kind, false);
      const until = performance.now() + (warmed.has(kind) ? WARM_UP_MS : FIRST_WARM_UP_MS);
      warmed.add(kind);
      while (warmUp.length > 0 && performance.now() < until) ask(warmUp[next++ % warmUp.length]);
      const { microseconds, results } = timeEach(poses, ask);
      return {
        microseconds,
        answers: Float64Array.from(results, (result) => answerOf(kind, result)),
        contradictions: 0,
      };
    },

    work: ({ kind, poses }) => {
      const results = poses.map(query(kind, true));
      const meanOf = (name: keyof QueryStats): number => mean(results.map(({ stats }) => stats?.[name] ?? Number.NaN));
      return {
        volumeTests: meanOf('volumeTests'),
        volumeUpdates: meanOf('volumeUpdates'),
        triangleTests: meanOf('triangleTests'),
        checksum: results.reduce((sum, result) => sum + answerOf(kind, result), 0),
      };
    },
  };
}

function timeBuild({ positions, triangles }: TriangleMesh, { volume, split, branching }: Variant): VariantBuild {
  const start = performance.now();
  Model.build(new Mesh(positions, triangles), { split: TREE_RULES[split], branching, with: [] });
  const between = performance.now();
  const model = Model.build(new Mesh(positions, triangles), {
    split: TREE_RULES[split],
    branching,
    with: [VOLUMES[volume]],
  });
  const milliseconds = performance.now() - between;
  return { milliseconds, treeMilliseconds: between - start, bytes: model.toBytes().byteLength };
}

function answerOf(kind: VariantKind, result: Result): number {
  if ('distance' in result) return result.distance;
  return kind === 'W2a' ? Number(result.colliding) : result.pairCount;
}
