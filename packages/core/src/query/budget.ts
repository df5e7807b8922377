// How long a query may take: a work budget in bounding-volume tests, and a signal that may abort it.

import { NearmissError } from '../error.ts';
import { type AbortSignalLike, requireSignal, throwIfAborted } from '../scalar/abort-signal.ts';

export type { AbortSignalLike };

export interface BudgetOptions {
  /** Give up after this many bounding-volume tests; the status is then `iteration-limit` and the bracket still holds. */
  readonly budget?: number | undefined;
  /** Looked at before and, every few thousand tests, during the query; aborting throws `query/aborted`. */
  readonly signal?: AbortSignalLike | undefined;
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
    requireSignal(options.signal);
    this.#limit[0] = limit;
    this.#signal = options.signal;
    this.checkpoint[0] = 0;
    this.mayGoOn(0);
  }

  /** Whether as much work as `tests` is allowed at all. */
  allows(tests: number): boolean {
    return tests <= this.#limit[0];
  }

  /** Whether a query that has spent `tests` may go on; throws if it was aborted. */
  mayGoOn(tests: number): boolean {
    throwIfAborted(this.#signal, 'query');
    if (tests > this.#limit[0]) return false;
    this.checkpoint[0] = this.#limit[0];
    if (this.#signal !== undefined) this.checkpoint[0] = Math.min(this.#limit[0], tests + TESTS_PER_LOOK);
    return true;
  }
}
