// Writes pairs of faces in contact to a result.

import type { Workspace } from '../workspace.ts';
import type { CollideResult } from './collide.ts';

/** Lists pairs of faces given by their slots in tree order, query body and reference body alternating. */
export function writeFacePairs(w: Workspace, slots: ArrayLike<number>, listed: number, out: CollideResult): void {
  const { queryBody, reference, swapped } = w;
  writePairs(slots, queryBody.tree.faces, reference.tree.faces, swapped, listed, out);
}

/** Lists pairs given by their slots in two arrays, for the query body and for the reference body. */
export function writePairs(
  slots: ArrayLike<number>,
  numbersQ: Uint32Array,
  numbersR: Uint32Array,
  swapped: boolean,
  listed: number,
  out: CollideResult,
): void {
  const { pairs } = out;
  out.pairCount = listed;
  if (pairs.length > listed) pairs.length = listed;
  for (let k = 0; k < listed; k++) {
    const numberQ = numbersQ[slots[2 * k]];
    const numberR = numbersR[slots[2 * k + 1]];
    const numberA = swapped ? numberR : numberQ;
    const numberB = swapped ? numberQ : numberR;
    const pair = pairs[k];
    if (pair === undefined) pairs.push([numberA, numberB]);
    else {
      pair[0] = numberA;
      pair[1] = numberB;
    }
  }
}

/** Sets the segments to an empty list where they are requested, else to null. */
export function leaveSegments(out: CollideResult, asked: boolean): void {
  if (asked) out.segments = [];
  else if (out.segments !== undefined) delete out.segments;
}
