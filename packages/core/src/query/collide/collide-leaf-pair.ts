// Two leaves: which triangles of one touch which of the other.
//
// The boxes of the triangles reject nearly nine in ten pairs with a few comparisons. The filter tests the remaining pairs, and the
// exact test those that the filter cannot decide.

import { FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import { filterTriangleTriangle } from '../../primitive/triangle-triangle-filter.ts';
import type { Contacts } from '../contacts.ts';
import { relateFaces } from '../exact-pair.ts';
import { moveLeaf, TRIANGLE_TESTS, type Workspace } from '../workspace.ts';

const BOX = 6;

/** Finds the contacts of a pair of leaves. True if the search may end. */
export function collideLeafPair(w: Workspace, leafQ: number, leafR: number, contacts: Contacts): boolean {
  const { queryBody, reference, leafExtents: boxes } = w;
  moveLeaf(w, queryBody.tree, leafQ);
  const m = w.movedCorners;
  const r = reference.tree.triangles;
  const firstQ = 9 * queryBody.tree.links[LINKS * leafQ + FIRST_TRIANGLE];
  const endQ = firstQ + 9 * queryBody.tree.links[LINKS * leafQ + TRIANGLE_COUNT];
  const firstR = 9 * reference.tree.links[LINKS * leafR + FIRST_TRIANGLE];
  const endR = firstR + 9 * reference.tree.links[LINKS * leafR + TRIANGLE_COUNT];
  // Two coordinates that are equal in exact arithmetic can differ by this much as computed.
  const errorBound = 2 * w.coordinateError[0];

  for (let j = firstR, o = 0; j < endR; j += 9, o += BOX) {
    for (let c = 0; c < 3; c++) {
      const x = r[j + c];
      const y = r[j + 3 + c];
      const z = r[j + 6 + c];
      boxes[o + c] = (x < y ? (x < z ? x : z) : y < z ? y : z) - errorBound;
      boxes[o + 3 + c] = (x > y ? (x > z ? x : z) : y > z ? y : z) + errorBound;
    }
  }
  for (let i = firstQ; i < endQ; i += 9) {
    const ax = m[i];
    const ay = m[i + 1];
    const az = m[i + 2];
    const bx = m[i + 3];
    const by = m[i + 4];
    const bz = m[i + 5];
    const cx = m[i + 6];
    const cy = m[i + 7];
    const cz = m[i + 8];
    const lowX = ax < bx ? (ax < cx ? ax : cx) : bx < cx ? bx : cx;
    const lowY = ay < by ? (ay < cy ? ay : cy) : by < cy ? by : cy;
    const lowZ = az < bz ? (az < cz ? az : cz) : bz < cz ? bz : cz;
    const highX = ax > bx ? (ax > cx ? ax : cx) : bx > cx ? bx : cx;
    const highY = ay > by ? (ay > cy ? ay : cy) : by > cy ? by : cy;
    const highZ = az > bz ? (az > cz ? az : cz) : bz > cz ? bz : cz;
    for (let j = firstR, o = 0; j < endR; j += 9, o += BOX) {
      if (boxes[o] > highX || boxes[o + 3] < lowX) continue;
      if (boxes[o + 1] > highY || boxes[o + 4] < lowY) continue;
      if (boxes[o + 2] > highZ || boxes[o + 5] < lowZ) continue;
      if (collideFaces(w, i, leafQ, j, leafR, contacts)) return true;
    }
  }
  return false;
}

/**
 * Tests whether two faces touch, given by the offsets of their corners, in tree order, and by their leaves. True if the search may
 * end. (Slots, a ninth of the offsets, would be boxed where the call is not inlined.)
 */
export function collideFaces(
  w: Workspace,
  i: number,
  leafQ: number,
  j: number,
  leafR: number,
  contacts: Contacts,
): boolean {
  const { queryBody, reference } = w;
  w.counters[TRIANGLE_TESTS]++;
  const verdict = filterTriangleTriangle(w.movedCorners, i, reference.tree.triangles, j, w.coordinateError);
  if (verdict < 0 || (verdict === 0 && contacts.onlyCertified)) return false;
  const tiled = queryBody.tree.tiles !== undefined || reference.tree.tiles !== undefined;
  if (tiled && !contacts.isNew(queryBody.tree, i / 9, reference.tree, j / 9)) return false;
  let crossing = true;
  if (verdict === 0) {
    const relation = relateFaces(w, i / 9, j / 9);
    if (relation === 'disjoint') return false;
    crossing = relation === 'crossing';
  }
  return contacts.add(crossing, i / 9, j / 9, leafQ, leafR);
}
