import { type BodyPose, laidOut } from '../body-pose.ts';
import type { Workload } from '../workload.ts';
import { everyPose, type Pass, type Session } from './peer.ts';

/** The compiler needs both repetitions and time to reach its last tier; then the code stays as it is. Milliseconds. */
const WARM_UP_MS = 500;

/** A session of passes, warm from the workload's other poses. */
export function warmSession(workload: Workload, runPass: (poses: readonly BodyPose[]) => Pass): Session {
  const warmEnough = performance.now() + WARM_UP_MS;
  do runPass(workload.warmUp);
  while (performance.now() < warmEnough);

  return {
    poseNumbers: everyPose(workload),
    pass: async () => {
      const poses = laidOut(workload.poses);
      runPass(workload.warmUp);
      return runPass(poses);
    },
    close: async () => {},
  };
}
