// One method to the distance of two hulls, through every pose of a motion. Runs in an isolate of its own (see worker.ts).

import {
  buildConvexBody,
  ConvexResult,
  ConvexWorkspace,
  gjkDistance,
  voronoiMarching,
  withLevels,
} from '../core-internals.ts';
import { median } from '../statistics.ts';
import { hullPoints, MOTIONS } from './scenes.ts';

export const METHODS = ['marching', 'marching by levels', 'GJK'] as const;
export type Method = (typeof METHODS)[number];

export interface MarchingCase {
  readonly hull: string;
  readonly motion: string;
  /** Time to spend, at least. */
  readonly milliseconds: number;
}

export interface MarchingAnswer {
  /** A query: the motion is timed in batches, of each batch the fastest time counts, and of the batches the median. */
  readonly nanoseconds: number;
  /** Means over the poses. */
  readonly steps: number;
  readonly handovers: number;
  /** Sum of the distances. */
  readonly checksum: number;
}

/** Poses timed in one batch: so few that most batches are not interrupted, by a machine that others use too, every time. */
const CHUNK = 128;
/** Of a relative pose: rows and offset, the scale 1, and an error that nothing here asks for. */
const POSE_SIZE = 14;

export function openMethod(method: Method): (asked: MarchingCase) => MarchingAnswer {
  const search = method === 'GJK' ? gjkDistance : voronoiMarching;
  const work = new ConvexWorkspace();
  return ({ hull, motion, milliseconds }) => {
    const points = hullPoints(hull);
    const plain = buildConvexBody(points);
    const body = method === 'marching by levels' ? withLevels(plain) : plain;
    const { isCoherent, poses } = MOTIONS[motion];
    const posed = poses(points).map(({ row }) => {
      const pose = new Float64Array(POSE_SIZE);
      pose.set([...row, 1]);
      return pose;
    });
    const least = new Float64Array(Math.ceil(posed.length / CHUNK)).fill(Infinity);
    const out = new ConvexResult();
    let steps = 0;
    let handovers = 0;
    let checksum = 0;
    for (let now = performance.now(), end = now + milliseconds; now < end; ) {
      steps = 0;
      handovers = 0;
      checksum = 0;
      for (let first = 0; first < posed.length; first += CHUNK) {
        const start = now;
        const last = Math.min(first + CHUNK, posed.length);
        for (let k = first; k < last; k++) {
          if (!isCoherent) out.featureSize = 0;
          search(work, body, body, posed[k], out);
          steps += out.iterations;
          handovers += out.handedOver ? 1 : 0;
          checksum += out.upper;
        }
        now = performance.now();
        least[first / CHUNK] = Math.min(least[first / CHUNK], (now - start) / (last - first));
      }
    }
    const count = posed.length;
    return { nanoseconds: 1e6 * median([...least]), steps: steps / count, handovers: handovers / count, checksum };
  };
}
