// The methods to advance two bodies that a caller can choose from.

import type { VolumeKind } from '../../bounds/volume.ts';
import type { ContactStatus } from '../collide/collide.ts';
import type { PosedPair } from '../posed-pair.ts';
import type { Workspace } from '../workspace.ts';
import type { Advance, AdvanceEnd, PairMotion } from './advance.ts';
import type { MotionBound } from './advance-bodies.ts';
import { ADVANCE_MESH_MESH } from './advance-mesh-mesh.ts';

/**
 * How bodies are advanced in place of the default, as an object that brings its own code.
 * - `hulls` of `nearmiss/convex`: hierarchical advancement on trees of convex hulls (FAST, Algorithm 2).
 * - `medial` of `nearmiss/medial`: pairs of cones and slabs of the two medial axes, dilated until they hold the bodies: early by no more
 *   than a stated error.
 * - `controlled` of `nearmiss/lab`: controlled conservative advancement on trees of bounding volumes (C²A).
 * - `patches` of `nearmiss/lab`: all pairs of convex patches (FAST, Algorithm 1).
 *
 * @see {@link ADVANCE_METHODS}
 */
export interface AdvanceMethod {
  readonly name: string;
  /** The queries that it answers. */
  readonly answers: { readonly timeOfContact: true };
  /** @internal Advances the bodies prepared in `w`, for volumes of a kind. */
  advance?(
    w: Workspace,
    pairMotion: PairMotion,
    rounding: number,
    work: Advance,
    bound: MotionBound,
    volume: VolumeKind,
  ): AdvanceEnd;
  /** @internal Whether its steps are proven by a bound to choose. */
  readonly takesBound?: boolean;
  /** @internal The kind of volume it uses unless told otherwise, where it can be told. */
  readonly volume?: VolumeKind;
  /** @internal Pairs of nodes on the front where it ended; 0 of methods that keep none. */
  frontSize?(w: Workspace, work: Advance): number;
  /** @internal Where it advances something around the bodies: what of the question is left to the bodies. */
  readonly enclosures?: Enclosures;
}

/** What a method does that advances enclosures of the bodies. */
interface Enclosures {
  /** How far, at most, points of the enclosures are from the bodies, together, in model units; infinite where that is not known. */
  error(pair: PosedPair): number;
  /** How the bodies lie if their surfaces do not meet. */
  statusInside(w: Workspace): ContactStatus;
}

/** @internal A method as a query uses it. */
export type Advancing = AdvanceMethod & Required<Pick<AdvanceMethod, 'advance'>>;

/** @internal The default: every pair of nodes on a clock of its own; where that takes long, hulls, patches and volumes beside it. */
export const PAIRS: Advancing = {
  name: 'pairs',
  answers: { timeOfContact: true },
  advance: ADVANCE_MESH_MESH.advance,
  frontSize: (_, work) => work.queue.length,
};
