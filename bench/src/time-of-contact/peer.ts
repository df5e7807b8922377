import type { Contact } from './contact.ts';
import type { MotionWorkload } from './workload.ts';

/** One pass over the motions of a workload, each timed alone. */
export interface MotionPass {
  readonly microseconds: Float64Array;
  readonly contacts: readonly Contact[];
}

/** A peer with its model built, its motions loaded and its code warm. */
export interface MotionSession {
  /** Every motion once; before that, untimed, those to warm up on. */
  pass(): Promise<MotionPass>;
  close(): Promise<void>;
}

export interface MotionPeer {
  readonly name: string;
  open(workload: MotionWorkload): Promise<MotionSession>;
}
