import { NearmissError } from '../error.ts';

/** The part of an AbortSignal that long computations check. See {@link BudgetOptions}. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
}

/** Refuses a value that is not a signal. */
export function requireSignal(signal: AbortSignalLike | undefined): void {
  if (signal === undefined) return;
  if (signal === null || typeof signal !== 'object' || typeof signal.aborted !== 'boolean') {
    throw new NearmissError('options/bad-value', 'signal must be an AbortSignal.');
  }
}

/** Throws `query/aborted` if the signal is aborted. */
export function throwIfAborted(signal: AbortSignalLike | undefined, what: string): void {
  if (signal?.aborted === true) {
    throw new NearmissError('query/aborted', `The ${what} was aborted by its signal.`, { cause: signal.reason });
  }
}
