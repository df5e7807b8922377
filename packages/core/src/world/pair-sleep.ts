import type { IntList } from '../space/int-list.ts';

/**
 * How a world knows until when a pair that is proven apart stays so: by how far bodies have come, or by how fast they may go.
 *
 * @see {@link WorldOptions}
 */
export type ScheduleName = 'travel' | 'times';

/** The pairs that sleep, by handle. A pair that is due, or whose bodies did what could not be foreseen, is woken. */
export interface PairSleep {
  /** Number of pairs that sleep. */
  readonly count: number;
  has(handle: number): boolean;
  remove(handle: number): void;
  /** Puts a pair to sleep whose bodies are `gap` farther apart than the margin; one that cannot sleep for it stays awake. */
  fallAsleep(handle: number, gap: number): void;
  /** Takes note that bodies are where they are now, `dt` after the last time, and lists the pairs to be woken. */
  advance(dt: number, due: IntList): void;
  /** The gap that would be worth asking for, of the bodies in two slots; 0 or infinite where none is. */
  wish(slotA: number, slotB: number): number;
}

/** Steps that a pair should be able to sleep for, to be asked for a gap at all. */
export const STEPS_WORTH_SLEEPING = 4;
