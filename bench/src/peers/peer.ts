import type { Workload, WorkloadKind } from '../workload.ts';

/** One pass over a session's poses, each timed alone. */
export interface Pass {
  readonly microseconds: Float64Array;
  /** In the units of `Workload.expected`. */
  readonly answers: Float64Array;
  /** Answers that contradict themselves, such as witness points not as far apart as the distance says. */
  readonly contradictions: number;
}

/** A peer with its model built, its poses loaded and its code warm: ready to be timed, pass after pass. */
export interface Session {
  /** Which of the workload's poses a pass runs, in order. */
  readonly poseNumbers: Int32Array;
  /**
   * Asks every pose once. Before that, untimed, the workload's other poses: they bring caches back after another peer's
   * turn, and drown what branch predictors have learnt about these very poses in earlier rounds. Nobody's real poses repeat.
   */
  pass(): Promise<Pass>;
  close(): Promise<void>;
}

export interface Peer {
  readonly name: string;
  answers(kind: WorkloadKind): boolean;
  open(workload: Workload): Promise<Session>;
}

export function everyPose(workload: Workload): Int32Array {
  return Int32Array.from(workload.poses, (_, i) => i);
}

/** `count` pose numbers spread evenly over the workload. */
export function spreadPoses(workload: Workload, count: number): Int32Array {
  const total = workload.poses.length;
  const taken = Math.min(count, total);
  return Int32Array.from({ length: taken }, (_, i) => Math.floor((i * total) / taken));
}
