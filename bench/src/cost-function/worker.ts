import { Mesh } from 'nearmiss';
import type { VolumeName } from 'nearmiss/lab';
import { serve } from '../isolate.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { mean } from '../statistics.ts';
import { openModel } from '../traversal/opened-model.ts';
import { openVariant, type VariantKind, type VariantWork } from '../volumes/variant.ts';
import type { Workload } from '../workload.ts';
import {
  type Question,
  type Recording,
  record,
  replayTriangleTests,
  replayUpdates,
  replayVolumeTests,
} from './replay.ts';

export interface CostSetting {
  readonly mesh: TriangleMesh;
  readonly volume: VolumeName;
}

export interface CostQuestion {
  readonly kind: Extract<VariantKind, 'W1' | 'W2b'>;
  readonly poses: Workload['poses'];
  readonly warmUp: Workload['poses'];
}

/** Nanoseconds: C_u, C_bv and C_p. */
export interface Costs {
  readonly update: number;
  readonly volumeTest: number;
  readonly triangleTest: number;
}

export interface CostTurn {
  readonly costs: Costs;
  /** Means a query. */
  readonly work: VariantWork;
  /** Pairs of leaves that no test of volumes has parted, a query; what they cost beyond N_p is not in F. */
  readonly leafPairs: number;
  /** Of each pose. */
  readonly microseconds: Float64Array;
}

/** How many of the poses are written down, spread evenly. */
const RECORDED_POSES = 20;
/** A sort of step is repeated at least this long; the first time it also gets the compiler going. */
const REPLAY_MS = 40;

serve<CostSetting, CostQuestion, CostTurn>(({ mesh, volume }) => {
  const host = openVariant(mesh, { volume, split: 'sah', branching: 2 });
  const body = openModel(new Mesh(mesh.positions, mesh.triangles), volume);
  const recordings = new Map<CostQuestion['kind'], Recording[]>();
  return ({ kind, poses, warmUp }) => {
    const known = recordings.get(kind);
    const recorded = known ?? recordSome(kind, poses);
    recordings.set(kind, recorded);
    if (known === undefined) timeCosts(recorded);
    const costs = timeCosts(recorded);
    const { microseconds } = host.pass({ kind, warmUp, poses });
    const leafPairs = mean(recorded.map(({ openLeaves }) => openLeaves.length / 2));
    return { costs, work: host.work({ kind, warmUp, poses }), leafPairs, microseconds };
  };

  function recordSome(kind: CostQuestion['kind'], poses: Workload['poses']): Recording[] {
    const question: Question = kind === 'W1' ? 'distance' : 'contacts';
    const step = Math.max(1, Math.floor(poses.length / RECORDED_POSES));
    return poses.filter((_, i) => i % step === 0).map((pose) => record(body, pose, volume, question));
  }
});

function timeCosts(recordings: readonly Recording[]): Costs {
  return {
    update: nanosecondsEach(recordings, replayUpdates),
    volumeTest: nanosecondsEach(recordings, replayVolumeTests),
    triangleTest: nanosecondsEach(recordings, replayTriangleTests),
  };
}

/** The least time through all recordings: what others do to the machine only ever adds. */
function nanosecondsEach(recordings: readonly Recording[], replay: (recording: Recording) => number): number {
  let least = Infinity;
  for (let now = performance.now(), end = now + REPLAY_MS; now < end; ) {
    const start = now;
    let steps = 0;
    for (const recording of recordings) steps += replay(recording);
    now = performance.now();
    least = Math.min(least, steps === 0 ? 0 : ((now - start) * 1e6) / steps);
  }
  return least;
}
