// Messages between the main thread, which reads the queries, and the worker threads.

import type { ErrorCode } from 'nearmiss';
import type { Answer } from './answer.ts';
import type { ModelName } from './models.ts';

export type ToWorker =
  | { readonly kind: 'lines'; readonly lines: readonly (string | null)[] }
  | { readonly kind: 'opened'; readonly request: number; readonly content: OpenedContent };

export type FromWorker =
  // Answers to the lines sent last, in their order.
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'open'; readonly request: number; readonly name: ModelName };

/** A model's bytes in shared memory, or the reason why there is none. */
export type OpenedContent =
  | { readonly ok: true; readonly hash: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };
