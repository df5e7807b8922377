// Kernels that search for near faces around a translation in place of those of penetration/near-leaves.ts and near-pairs.ts. `use` installs
// them (acceleration.ts).

import type { Contacts } from './contacts.ts';
import type { Workspace } from './workspace.ts';

/** Receives a pair of triangles by their slots in tree order: a lower bound of their distance, and the corners of the query body's at `at`, in the reference frame. */
export type TakeNearPair = (slotQ: number, slotR: number, gap: number, corners: Float64Array, at: number) => void;

/** The pairs of leaves that are near each other at one translation. Lengths are in the reference unit. */
export interface NearSearch {
  /** Number of pairs. */
  readonly count: number;
  /** Finds the pairs nearer than `near` with the bodies as prepared in `w`; false where these kernels do not apply. */
  collect(w: Workspace, near: number): boolean;
  /**
   * Same as a search for the first contact on these pairs, of which those that were farther apart than `within` are passed over; null if the
   * trees have to be searched instead.
   */
  searchContacts(w: Workspace, contacts: Contacts, within: number): 'done' | 'stopped' | null;
  /**
   * Finds the pairs of triangles nearer than `near` among them, and some that are not, from the pair of leaves `first` on; returns the number of the first pair of leaves whose
   * triangles might not have been fewer than `most`, or of all pairs.
   */
  nearPairs(w: Workspace, near: number, within: number, first: number, most: number, take: TakeNearPair): number;
}
