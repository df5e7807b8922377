import { readNumber, UsageError } from './usage.ts';

/** Threads at most. */
export const MOST_WORKERS = 64;

/** The number of threads that a flag asks for, or undefined where it is not given. */
export function readWorkers(text: string | undefined): number | undefined {
  const workers = readNumber('--workers', text);
  if (workers === undefined || (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS)) return workers;
  throw new UsageError(`--workers is ${text}; it takes a whole number from 1 to ${MOST_WORKERS}.`);
}
