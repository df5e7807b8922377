// Kernels that replace those of the library in hot searches. A program installs them with `use`.

import { NearmissError, textOf } from '../error.ts';
import type { Contacts } from './contacts.ts';
import type { Workspace } from './workspace.ts';

/** @internal The seed of a search, and the result that it keeps for the next search. */
export interface LastLeaves {
  leafQuery: number;
  leafReference: number;
  readonly front: { clear(): void };
}

/** Faster searches with the same contract as the searches they replace. `simd` of `nearmiss/simd` is one. See {@link simd}. */
export interface Acceleration {
  /** @internal Same as `searchNearest` on discs; null where these kernels do not apply. */
  searchNearest(w: Workspace, memory: LastLeaves | null): 'done' | 'contact' | null;
  /** @internal Same as `searchContactsDiscs`; null where these kernels do not apply, and `contacts` is then unchanged. */
  searchContacts(w: Workspace, contacts: Contacts): 'done' | 'stopped' | null;
}

/** @internal The installed kernels: a setting of the program, which `use` alone changes. */
export const installed: { kernels: Acceleration | null } = { kernels: null };

/**
 * Makes all later queries use these kernels where they apply. Null restores the kernels of the library.
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
  installed.kernels = acceleration;
}
