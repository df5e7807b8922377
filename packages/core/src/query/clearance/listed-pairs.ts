// The pairs of faces that a clearance query has found so far.

import type { FacePair } from '../../mesh/face-pairs.ts';
import type { Workspace } from '../workspace.ts';
import type { ClearanceStatus } from './clearance.ts';

export class ListedPairs {
  status: ClearanceStatus = 'limit';
  readonly pairs: FacePair[] = [];
  /** In model units. */
  readonly distances: number[] = [];

  /** Adds a face of the query body and a face of the reference body. */
  add(w: Workspace, faceQuery: number, faceReference: number, distance: number): void {
    this.pairs.push(w.swapped ? [faceReference, faceQuery] : [faceQuery, faceReference]);
    this.distances.push(distance);
  }
}
