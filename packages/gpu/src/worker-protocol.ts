// What this thread and the workers of a pool send each other.

import type { ErrorCode } from 'nearmiss';
import type { CpuQuery } from './cpu-block.ts';

/** A model, once for each worker; or a block of queries about two models that it has. */
export type ToWorker =
  | { readonly kind: 'model'; readonly model: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'block';
      readonly query: CpuQuery;
      readonly a: number;
      readonly b: number;
      readonly inputs: Float64Array;
    };

/** The results of a block, or why there are none. */
export type FromWorker =
  | { readonly kind: 'results'; readonly results: Float64Array }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

/** In Node, threads are of this module. It is no literal where it is imported, so that bundlers for browsers do not resolve it. */
export const NODE_THREADS = 'node:worker_threads';
