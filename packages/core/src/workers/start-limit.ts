// How long the program of a thread may take to say that it runs. A program that was bundled to nothing loads, and says nothing: without a
// limit its callers would wait for ever.
//
// Seconds are counted one by one, as only those count in which this thread could have heard it: a thread that is busy for a minute has one
// timer that is late, and then the message.

/** Calls back after so many milliseconds, unless the function it returns is called before. */
export type Timer = (callback: () => void, milliseconds: number) => () => void;

/** Seconds, of those in which this thread is free, until a program that says nothing is given up. */
export const START_SECONDS = 30;

const SECOND = 1000;

/** Calls `onLate` after {@link START_SECONDS}, unless the function it returns is called before. */
export function limitStart(timer: Timer, onLate: () => void): () => void {
  let left = START_SECONDS;
  let cancel = timer(tick, SECOND);
  function tick(): void {
    left--;
    if (left === 0) onLate();
    else cancel = timer(tick, SECOND);
  }
  return () => cancel();
}

/** Of every engine, and not of ECMAScript. */
interface EngineTimers {
  readonly setTimeout: (callback: () => void, milliseconds: number) => unknown;
  readonly clearTimeout: (timeout: unknown) => void;
}

/** The timer of the engine. */
export const engineTimer: Timer = (callback, milliseconds) => {
  const { setTimeout, clearTimeout } = globalThis as unknown as EngineTimers;
  const timeout = setTimeout(callback, milliseconds);
  return () => clearTimeout(timeout);
};
