// The advancement methods that a caller can choose.

import type { VolumeKind } from '../../bounds/volume.ts';
import type { ContactStatus } from '../collide/collide.ts';
import type { PosedPair } from '../posed-pair.ts';
import type { Workspace } from '../workspace.ts';
import type { Advance, AdvanceEnd, PairMotion } from './advance.ts';
import type { MotionBound } from './advance-bodies.ts';
import { ADVANCE_MESH_MESH } from './advance-mesh-mesh.ts';

/**
 * An advancement method in place of the default, as an object that brings its own code.
 * - `hulls` of `nearmiss/convex`: hierarchical advancement on trees of convex hulls (FAST, Algorithm 2).
 * - `medial` of `nearmiss/medial`: pairs of cones and slabs of the two medial axes, dilated until they enclose the bodies. The
 *   result is early by no more than a stated error.
 * - `controlled` of `nearmiss/lab`: controlled conservative advancement on trees of bounding volumes (C²A).
 * - `patches` of `nearmiss/lab`: all pairs of convex patches (FAST, Algorithm 1).
 *
 * @see {@link ADVANCE_METHODS}
 */
export interface AdvanceMethod {
  readonly name: string;
  /** The queries that the method supports. */
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
  /** @internal Whether the caller can choose the bound that proves its steps. */
  readonly takesBound?: boolean;
  /** @internal The default kind of volume, where the caller can choose one. */
  readonly volume?: VolumeKind;
  /** @internal Number of node pairs on its final front; 0 for methods without a front. */
  frontSize?(w: Workspace, work: Advance): number;
  /** @internal For a method that advances enclosures: what it leaves to the bodies themselves. */
  readonly enclosures?: Enclosures;
}

/** The parts of a method that advances enclosures of the bodies. */
interface Enclosures {
  /**
   * Upper bound of the distance from points of the enclosures to the bodies, both together, in model units; infinite if unknown.
   */
  error(pair: PosedPair): number;
  /** The contact status of the bodies if their surfaces do not touch. */
  statusInside(w: Workspace): ContactStatus;
}

/** @internal A method as a query calls it. */
export type Advancing = AdvanceMethod & Required<Pick<AdvanceMethod, 'advance'>>;

/**
 * @internal The default: every pair of nodes has its own time; where that takes long, hulls, patches and volumes take turns with
 * it.
 */
export const PAIRS: Advancing = {
  name: 'pairs',
  answers: { timeOfContact: true },
  advance: ADVANCE_MESH_MESH.advance,
  frontSize: (_, work) => work.queue.length + work.waiting,
};
