// One bounding volume in one scene. Runs in an isolate of its own (see worker.ts).

import { collide, distance, Mesh, Model } from 'nearmiss';
import { VOLUMES, type VolumeName } from 'nearmiss/lab';
import type { BodyPose } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { timeEach } from '../peers/time-each.ts';
import { mean, median } from '../statistics.ts';
import { SCENES } from './scenes.ts';

export interface CurvedSetting {
  readonly scene: string;
  readonly volume: VolumeName;
}

/** `apart`: do the surfaces touch? They never do, and to prove it is the work. */
export type CurvedQuestion = 'apart' | 'distance';
export const CURVED_QUESTIONS: readonly CurvedQuestion[] = ['apart', 'distance'];

export interface CurvedCase {
  readonly gap: number;
  readonly question: CurvedQuestion;
}

export interface CurvedAnswer {
  /** Median over the poses. */
  readonly microseconds: number;
  /** Means over the poses. */
  readonly volumeTests: number;
  readonly triangleTests: number;
  /** Sum of the distances, or of contacts. */
  readonly checksum: number;
}

const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
/** Enough for the compiler's last tier. */
const WARM_UP_MS = 60;

const modelOf = ({ positions, triangles }: TriangleMesh, volume: VolumeName): Model =>
  Model.build(new Mesh(positions, triangles), { branching: 2, with: [VOLUMES[volume]] });

export function openScene(
  { scene, volume }: CurvedSetting,
  warmUpMs: number = WARM_UP_MS,
): (asked: CurvedCase) => CurvedAnswer {
  let gapNow = Number.NaN;
  let models: readonly [Model, Model] | null = null;
  return ({ gap, question }) => {
    const pair = SCENES[scene].pair(gap);
    if (models === null || gap !== gapNow) models = [modelOf(pair.a, volume), modelOf(pair.b, volume)];
    gapNow = gap;
    const [a, b] = models;
    const ask = (pose: BodyPose): ReturnType<typeof collide | typeof distance> =>
      question === 'apart'
        ? collide(a, pose, b, IDENTITY, { volume: VOLUMES[volume], stats: true, solid: false })
        : distance(a, pose, b, IDENTITY, { volume: VOLUMES[volume], stats: true, solid: false });

    const until = performance.now() + warmUpMs;
    for (let k = 0; performance.now() < until; k++) ask(pair.poses[k % pair.poses.length]);
    const { microseconds, results } = timeEach(pair.poses, ask);
    return {
      microseconds: median(microseconds),
      volumeTests: mean(results.map(({ stats }) => stats?.volumeTests ?? Number.NaN)),
      triangleTests: mean(results.map(({ stats }) => stats?.triangleTests ?? Number.NaN)),
      checksum: results.reduce((sum, result) => sum + ('distance' in result ? result.distance : result.pairCount), 0),
    };
  };
}
