// The pairs of faces that a clearance query has found so far.

import type { FacePair } from '../../mesh/face-pairs.ts';
import { pointToWorld } from '../../scalar/pose.ts';
import type { Point } from '../result.ts';
import type { Workspace } from '../workspace.ts';
import type { ClearanceStatus } from './clearance.ts';

/** Nearest points of two faces. See {@link ClearanceResult}. */
export interface WitnessPoints {
  readonly pointA: Point;
  readonly pointB: Point;
}

/** A feature of a face. See {@link FeaturePairKind}. */
export type FeatureKind = 'vertex' | 'edge' | 'face';

/** The features of two faces that are nearest to each other, A's first, as solvers of contacts tell them apart. See {@link ClearanceResult}. */
export type FeaturePairKind = `${FeatureKind}-${FeatureKind}`;

export class ListedPairs {
  status: ClearanceStatus = 'limit';
  readonly pairs: FacePair[] = [];
  /** In model units. */
  readonly distances: number[] = [];
  readonly witnesses: (WitnessPoints | null)[] = [];
  readonly kinds: (FeaturePairKind | null)[] = [];

  /** Adds a face of the query body and a face of the reference body. */
  add(w: Workspace, faceQuery: number, faceReference: number, distance: number): void {
    this.pairs.push(w.swapped ? [faceReference, faceQuery] : [faceQuery, faceReference]);
    this.distances.push(distance);
    this.witnesses.push(null);
    this.kinds.push(null);
  }

  /** Sets the nearest points of the pair added last, six numbers in the reference frame: of the query body, then of the reference. */
  setWitness(
    w: Workspace,
    points: ArrayLike<number>,
    o: number,
    kindQuery: FeatureKind,
    kindReference: FeatureKind,
  ): void {
    const { centre } = w.reference.frame;
    const query: Point = [0, 0, 0];
    const reference: Point = [0, 0, 0];
    const numbers = Float64Array.of(
      points[o],
      points[o + 1],
      points[o + 2],
      points[o + 3],
      points[o + 4],
      points[o + 5],
    );
    pointToWorld(w.referencePose, centre, w.unit[0], numbers, 0, query, 0);
    pointToWorld(w.referencePose, centre, w.unit[0], numbers, 3, reference, 0);
    this.witnesses[this.witnesses.length - 1] = w.swapped
      ? { pointA: reference, pointB: query }
      : { pointA: query, pointB: reference };
    this.kinds[this.kinds.length - 1] = w.swapped ? `${kindReference}-${kindQuery}` : `${kindQuery}-${kindReference}`;
  }
}
