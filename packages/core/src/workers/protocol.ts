// What a pool and its threads send each other.

import type { ErrorCode } from '../error.ts';

/** From the pool to a thread. */
export type ToThread =
  /** First of all: the settings of the pool, for the program. */
  | { readonly kind: 'start'; readonly settings: unknown }
  /** Inputs of a task, to be answered one by one; `kernels`: whether the program of the pool uses faster ones. */
  | { readonly kind: 'job'; readonly task: string; readonly inputs: readonly unknown[]; readonly kernels: boolean }
  /** What a task needed. */
  | { readonly kind: 'given'; readonly request: number; readonly given: Given }
  /** The key of an object that the asker has dropped. */
  | { readonly kind: 'drop'; readonly key: number };

/** From a thread to the pool. */
export type FromThread =
  /** The program runs. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'need'; readonly request: number; readonly name: unknown }
  /** The result of the next input. */
  | { readonly kind: 'answer'; readonly given: Given };

/** A value, or why there is none; the code is null for an error that is none of the library's. */
export type Given =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ErrorCode | null; readonly message: string };

/** The name by which a task needs a model. */
export interface NeededModel {
  readonly model: number;
}
