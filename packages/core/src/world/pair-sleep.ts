import type { IntList } from '../space/int-list.ts';

/**
 * How a world bounds the time for which a pair stays apart: by the travel of its bodies, or by bounds on their speeds.
 *
 * @see {@link WorldOptions}
 */
export type ScheduleName = 'travel' | 'times';

/** The sleeping pairs, by handle. A pair wakes when it is due, or when its bodies exceed their bounds. */
export interface PairSleep {
  /** Number of sleeping pairs. */
  readonly count: number;
  has(handle: number): boolean;
  remove(handle: number): void;
  /** Puts a pair to sleep whose bodies are `gap` farther apart than the margin; if the gap is too small, it stays awake. */
  fallAsleep(handle: number, gap: number): void;
  /** Updates the poses, `dt` after the last time, and lists the pairs to wake. */
  advance(dt: number, due: IntList): void;
  /** The gap that would allow the bodies in two slots to sleep; 0 or infinite where none does. */
  wish(slotA: number, slotB: number): number;
}

/** Least number of steps of sleep that makes a gap worth computing. */
export const STEPS_WORTH_SLEEPING = 4;
