// Where two faces cross, the region behind both faces is inside both bodies. A point there is a start for bodies too thin for the
// balls kept with them.

import { writeUnitNormal } from '../../primitive/face-normal.ts';
import { intersectionSegment, SEGMENT_SIZE } from '../../primitive/triangle-triangle-segment.ts';
import { moveLeaf, type Workspace } from '../workspace.ts';

export class Crossing {
  /** The middle of the intersection of the faces, and the inward direction: opposite to both normals. In the reference frame. */
  readonly #middle: Float64Array = new Float64Array(3);
  readonly #inward: Float64Array = new Float64Array(3);
  /** False where no faces cross. */
  readonly isKnown: boolean;

  /** Reads the faces at which the search for contacts in `w` ended. */
  constructor(w: Workspace) {
    const { contacts, queryBody, reference } = w;
    this.isKnown = contacts.crossings > 0;
    if (!this.isKnown) return;
    moveLeaf(w, queryBody.tree, contacts.witnessLeafQuery);
    const { movedCorners } = w;
    const m = 9 * contacts.witnessQuery;
    const r = 9 * contacts.witnessReference;
    const { triangles } = reference.tree;
    const segment = new Float64Array(SEGMENT_SIZE);
    intersectionSegment(movedCorners, m, triangles, r, segment);
    for (let c = 0; c < 3; c++) this.#middle[c] = (segment[c] + segment[3 + c]) / 2;
    addNormal(movedCorners, m, -1, this.#inward);
    addNormal(triangles, r, -1, this.#inward);
  }

  /** Writes the point at distance `far` along the sum of the inward normals, in the reference unit. */
  pointAt(far: number, out: Float64Array): void {
    for (let c = 0; c < 3; c++) out[c] = this.#middle[c] + far * this.#inward[c];
  }
}

/** Adds the unit normal of the triangle t[i..i+8], times `sign`, to `sum`; one that has none changes nothing. */
function addNormal(t: Float64Array, i: number, sign: 1 | -1, sum: Float64Array): void {
  const normal = new Float64Array(3);
  if (!writeUnitNormal(t, i, normal, 0)) return;
  for (let k = 0; k < 3; k++) sum[k] += sign * normal[k];
}
