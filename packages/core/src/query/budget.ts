// How long a query may take: a work budget in bounding-volume tests, and a signal that may abort it.

import { NearmissError } from '../error.ts';

export interface BudgetOptions {
  /** Give up after this many bounding-volume tests; the status is then `iteration-limit` and the bracket still holds. */
  readonly budget?: number | undefined;
  /** Looked at before and, every few thousand tests, during the query; aborting throws `query/aborted`. */
  readonly signal?: AbortSignalLike | undefined;
}

/** The part of an AbortSignal a query looks at. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
}

/** Volume tests between two looks at the signal: about a tenth of a millisecond. */
const TESTS_PER_LOOK = 4096;

/** A query's allowance of volume tests. Kernels compare their count with `checkpoint[0]` and ask `mayGoOn` beyond it. */
export class Budget {
  /** [0]: number of tests at which the kernel has to ask again. */
  readonly checkpoint: Float64Array = new Float64Array(1);
  /** [0]: number of tests at which the query ends. In arrays, these numbers are never made into objects. */
  readonly #limit: Float64Array = new Float64Array(1);
  #signal: AbortSignalLike | undefined;

  /** Takes the options of a new query. */
  start(options: BudgetOptions): void {
    const limit = options.budget === undefined ? Infinity : options.budget;
    if (typeof limit !== 'number' || !(limit >= 0)) {
      throw new NearmissError('options/bad-value', `budget is ${String(limit)}; it is a number of tests, 0 or more.`);
    }
    const signal = options.signal;
    if (
      signal !== undefined &&
      (signal === null || typeof signal !== 'object' || typeof signal.aborted !== 'boolean')
    ) {
      throw new NearmissError('options/bad-value', 'signal must be an AbortSignal.');
    }
    this.#limit[0] = limit;
    this.#signal = signal;
    this.checkpoint[0] = 0;
    this.mayGoOn(0);
  }

  /** Whether a query that has spent `tests` may go on; throws if it was aborted. */
  mayGoOn(tests: number): boolean {
    if (this.#signal?.aborted === true) {
      throw new NearmissError('query/aborted', 'The query was aborted by its signal.', { cause: this.#signal.reason });
    }
    if (tests > this.#limit[0]) return false;
    this.checkpoint[0] = this.#limit[0];
    if (this.#signal !== undefined) this.checkpoint[0] = Math.min(this.#limit[0], tests + TESTS_PER_LOOK);
    return true;
  }
}
