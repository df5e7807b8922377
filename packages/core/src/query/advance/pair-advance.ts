// The parts of a time-of-contact query, with one strategy for each kind of pair.

import type { ContactStatus } from '../collide/collide.ts';
import { isRound, type PosedPair } from '../posed-pair.ts';
import type { PairResult } from '../result.ts';
import type { Workspace } from '../workspace.ts';
import type { Advance, AdvanceEnd, PairMotion } from './advance.ts';
import { ADVANCE_MESH_MESH } from './advance-mesh-mesh.ts';
import { ADVANCE_ROUND_MESH } from './advance-round-mesh.ts';

/** The strategy for the pair posed in `w`. */
export interface PairAdvance {
  /** The contact status at the start. */
  statusAtStart(w: Workspace): ContactStatus;
  /** Writes the contacts at the start. */
  writeStart(w: Workspace, contactStatus: ContactStatus, out: PairResult): void;
  /** Advances them along a motion until they are within the threshold. */
  advance(w: Workspace, pairMotion: PairMotion, rounding: number, work: Advance): AdvanceEnd;
  /** The earliest time found, after work.found[0] and not after `latest`, at which a contact is proven; or NaN. */
  prove(w: Workspace, pairMotion: PairMotion, work: Advance, latest: number): number;
}

/** The strategy for a pair. */
export function advanceOf(pair: PosedPair): PairAdvance {
  return isRound(pair) ? ADVANCE_ROUND_MESH : ADVANCE_MESH_MESH;
}
