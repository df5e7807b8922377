// Limits on the work of a query: a budget in bounding-volume tests, and a signal that may abort it.

import { NearmissError, textOf } from '../error.ts';
import { type AbortSignalLike, requireSignal, throwIfAborted } from '../scalar/abort-signal.ts';
import type { KnownKeys } from '../scalar/known-keys.ts';

export type { AbortSignalLike };

/** Limits on the work of a query. See {@link PairOptions}. */
export interface BudgetOptions {
  /** Stop after this many bounding-volume tests; the status is then `iteration-limit` and the bracket still holds. */
  readonly budget?: number | undefined;
  /** Checked before the query and at least every few thousand tests during it; an abort throws `query/aborted`. */
  readonly signal?: AbortSignalLike | undefined;
}

export const BUDGET_KEYS: KnownKeys<BudgetOptions> = { budget: true, signal: true };

function requireBudget(budget: number | undefined): number {
  if (budget === undefined) return Infinity;
  if (typeof budget === 'number' && budget >= 0) return budget;
  throw new NearmissError('options/bad-value', `budget is ${textOf(budget)}; it is a number of tests, 0 or more.`);
}

/** Refuses bad limits of a query that is too short to need any. */
export function requireLimits({ budget, signal }: BudgetOptions): void {
  requireBudget(budget);
  requireSignal(signal);
}

/** Volume tests between two checks of the signal: few at first, doubled each time, up to about a tenth of a millisecond. */
const FIRST_PAUSE = 16;
const LONGEST_PAUSE = 4096;

/** A query's allowance of volume tests. Kernels compare their count with `checkpoint[0]` and call `mayGoOn` beyond it. */
export class Budget {
  /** [0]: number of tests at which the kernel calls `mayGoOn` again. */
  readonly checkpoint: Float64Array = new Float64Array(1);
  /** [0]: number of tests at which the query ends. Numbers in arrays are never boxed. */
  readonly #limit: Float64Array = new Float64Array(1);
  /** [0]: number of tests at which the signal is checked next. */
  readonly #pause: Float64Array = new Float64Array(1);
  #signal: AbortSignalLike | undefined;

  /** Starts a query with its options. */
  start(options: BudgetOptions): void {
    const { budget, signal } = options;
    this.#limit[0] = requireBudget(budget);
    requireSignal(signal);
    this.#signal = signal;
    this.#pause[0] = FIRST_PAUSE;
    this.checkpoint[0] = 0;
    this.mayGoOn(0);
  }

  /** Whether as much work as `tests` is allowed at all. */
  allows(tests: number): boolean {
    return tests <= this.#limit[0];
  }

  /** Whether a query that has spent `tests` may continue; throws if it was aborted. */
  mayGoOn(tests: number): boolean {
    throwIfAborted(this.#signal, 'query');
    if (tests > this.#limit[0]) return false;
    this.checkpoint[0] = this.#limit[0];
    if (this.#signal !== undefined) {
      this.checkpoint[0] = Math.min(this.#limit[0], tests + this.#pause[0]);
      this.#pause[0] = Math.min(2 * this.#pause[0], LONGEST_PAUSE);
    }
    return true;
  }
}
