// Kernels that replace the library's own in hot searches, where a program has asked for them.

import { NearmissError, textOf } from '../error.ts';
import type { Contacts } from './contacts.ts';
import type { Workspace } from './workspace.ts';

/** @internal What a search starts from, and leaves for the next one. */
export interface LastLeaves {
  leafQuery: number;
  leafReference: number;
  readonly front: { clear(): void };
}

/** Faster searches with the same contract as those they stand in for. `simd` of `nearmiss/simd` is one. See {@link simd}. */
export interface Acceleration {
  /** @internal As `searchNearest` on discs; null where these kernels do not serve. */
  searchNearest(w: Workspace, memory: LastLeaves | null): 'done' | 'contact' | null;
  /** @internal As `searchContactsDiscs`; null where these kernels do not serve; `contacts` are then as they were at the start. */
  searchContacts(w: Workspace, contacts: Contacts): 'done' | 'stopped' | null;
}

/** @internal Those in use. */
export let accelerator: Acceleration | null = null;

/**
 * Has all queries from now on use these kernels where they serve, or, with null, the library's own alone.
 *
 * @example
 * ```ts
 * import { use } from 'nearmiss';
 * import { simd } from 'nearmiss/simd';
 * use(simd);
 * ```
 */
export function use(acceleration: Acceleration | null): void {
  const isKnown =
    typeof acceleration?.searchNearest === 'function' && typeof acceleration.searchContacts === 'function';
  if (acceleration !== null && !isKnown) {
    throw new NearmissError(
      'options/bad-value',
      `use takes simd of nearmiss/simd, or null; not ${textOf(acceleration)}.`,
    );
  }
  accelerator = acceleration;
}
