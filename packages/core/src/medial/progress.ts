/** Called from time to time with the progress of some work, from 0 to 1; it may throw to end the work. */
export type Tick = (part: number) => void;

export const silent: Tick = () => {};

/** Steps of a loop between two ticks: about a millisecond or a few. */
export const TICK_STEPS = 256;
