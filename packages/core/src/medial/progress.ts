/** Told now and then how much of some work is done, from 0 to 1; it may throw to end the work. */
export type Tick = (part: number) => void;

export const silent: Tick = () => {};

/** Steps of a loop between two ticks: about a millisecond or a few. */
export const TICK_STEPS = 256;
