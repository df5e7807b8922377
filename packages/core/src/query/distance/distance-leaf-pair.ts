// Two leaves: every triangle of one against every triangle of the other, most of them rejected without a test.
//
// Three filters, each tighter and more expensive: the intervals of the triangles along the line between the leaves' centres (one
// projection per triangle serves all sixteen pairs); the gap along the line between the triangles' centroids; the gap along the
// line between the two corners nearest to each other there. A gap along a unit direction is a lower bound of the distance.

import { FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import {
  distanceTriangleTriangle,
  WITNESS_BOUND_SQ,
  WITNESS_LIMIT,
  WITNESS_SEPARATED,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { filterTriangleTriangle } from '../../primitive/triangle-triangle-filter.ts';
import type { BestPair } from '../best-pair.ts';
import { relateFaces } from '../exact-pair.ts';
import { moveLeaf, TRIANGLE_TESTS, type Workspace } from '../workspace.ts';

/** Searches a pair of leaves for a nearer pair of triangles. True if two of them are in contact. */
export function searchLeafPair(
  w: Workspace,
  leafQ: number,
  leafR: number,
  volumesR: Float64Array,
  stride: number,
  best: BestPair,
): boolean {
  const { queryBody, reference, witness, leafExtents: lowest } = w;
  const volumesQ = w.movedVolumes;
  const atQ = stride * leafQ;
  const atR = stride * leafR;
  moveLeaf(w, queryBody.tree, leafQ);
  const m = w.movedCorners;
  const r = reference.tree.triangles;
  const firstQ = 9 * queryBody.tree.links[LINKS * leafQ + FIRST_TRIANGLE];
  const endQ = firstQ + 9 * queryBody.tree.links[LINKS * leafQ + TRIANGLE_COUNT];
  const firstR = 9 * reference.tree.links[LINKS * leafR + FIRST_TRIANGLE];
  const endR = firstR + 9 * reference.tree.links[LINKS * leafR + TRIANGLE_COUNT];
  const pruningAt = best.pruningBound;
  const touchSq = w.contactThreshold[0] * w.contactThreshold[0];

  // The centres of the leaves' volumes (every kind of volume begins with its centre).
  const lx = volumesR[atR] - volumesQ[atQ];
  const ly = volumesR[atR + 1] - volumesQ[atQ + 1];
  const lz = volumesR[atR + 2] - volumesQ[atQ + 2];
  const length = Math.sqrt(lx * lx + ly * ly + lz * lz);
  let least = Infinity;
  let slimmest = Infinity;
  let nearest = Infinity; // bound of the pairs that passed the first filter
  for (let j = firstR, k = 0; j < endR; j += 9, k++) {
    const p0 = r[j] * lx + r[j + 1] * ly + r[j + 2] * lz;
    const p1 = r[j + 3] * lx + r[j + 4] * ly + r[j + 5] * lz;
    const p2 = r[j + 6] * lx + r[j + 7] * ly + r[j + 8] * lz;
    const low = p0 < p1 ? (p0 < p2 ? p0 : p2) : p1 < p2 ? p1 : p2;
    lowest[k] = low;
    if (low < least) least = low;
  }

  for (let i = firstQ; i < endQ; i += 9) {
    const p0 = m[i] * lx + m[i + 1] * ly + m[i + 2] * lz;
    const p1 = m[i + 3] * lx + m[i + 4] * ly + m[i + 5] * lz;
    const p2 = m[i + 6] * lx + m[i + 7] * ly + m[i + 8] * lz;
    const high = p0 > p1 ? (p0 > p2 ? p0 : p2) : p1 > p2 ? p1 : p2;
    // A strict comparison: leaves with the same centre have no direction, both sides are 0, and that proves nothing.
    if (least - high > pruningAt[0] * length) {
      if (least - high < slimmest) slimmest = least - high;
      continue;
    }
    const gx = m[i] + m[i + 3] + m[i + 6];
    const gy = m[i + 1] + m[i + 4] + m[i + 7];
    const gz = m[i + 2] + m[i + 5] + m[i + 8];
    for (let j = firstR, k = 0; j < endR; j += 9, k++) {
      const pruningBound = pruningAt[0];
      if (lowest[k] - high > pruningBound * length) {
        if (lowest[k] - high < slimmest) slimmest = lowest[k] - high;
        continue;
      }

      const dx = r[j] + r[j + 3] + r[j + 6] - gx;
      const dy = r[j + 1] + r[j + 4] + r[j + 7] - gy;
      const dz = r[j + 2] + r[j + 5] + r[j + 8] - gz;
      const a0 = m[i] * dx + m[i + 1] * dy + m[i + 2] * dz;
      const a1 = m[i + 3] * dx + m[i + 4] * dy + m[i + 5] * dz;
      const a2 = m[i + 6] * dx + m[i + 7] * dy + m[i + 8] * dz;
      const b0 = r[j] * dx + r[j + 1] * dy + r[j + 2] * dz;
      const b1 = r[j + 3] * dx + r[j + 4] * dy + r[j + 5] * dz;
      const b2 = r[j + 6] * dx + r[j + 7] * dy + r[j + 8] * dz;
      const front = a0 > a1 ? (a0 > a2 ? i : i + 6) : a1 > a2 ? i + 3 : i + 6;
      const back = b0 < b1 ? (b0 < b2 ? j : j + 6) : b1 < b2 ? j + 3 : j + 6;
      const gap =
        (b0 < b1 ? (b0 < b2 ? b0 : b2) : b1 < b2 ? b1 : b2) - (a0 > a1 ? (a0 > a2 ? a0 : a2) : a1 > a2 ? a1 : a2);
      const ddSq = dx * dx + dy * dy + dz * dz;
      if (gap > 0 && gap * gap >= pruningBound * pruningBound * ddSq) {
        nearest = Math.min(nearest, gap / Math.sqrt(ddSq));
        continue;
      }

      const ex = r[back] - m[front];
      const ey = r[back + 1] - m[front + 1];
      const ez = r[back + 2] - m[front + 2];
      const c0 = m[i] * ex + m[i + 1] * ey + m[i + 2] * ez;
      const c1 = m[i + 3] * ex + m[i + 4] * ey + m[i + 5] * ez;
      const c2 = m[i + 6] * ex + m[i + 7] * ey + m[i + 8] * ez;
      const d0 = r[j] * ex + r[j + 1] * ey + r[j + 2] * ez;
      const d1 = r[j + 3] * ex + r[j + 4] * ey + r[j + 5] * ez;
      const d2 = r[j + 6] * ex + r[j + 7] * ey + r[j + 8] * ez;
      const near =
        (d0 < d1 ? (d0 < d2 ? d0 : d2) : d1 < d2 ? d1 : d2) - (c0 > c1 ? (c0 > c2 ? c0 : c2) : c1 > c2 ? c1 : c2);
      const eeSq = ex * ex + ey * ey + ez * ez;
      if (near > 0 && near * near >= pruningBound * pruningBound * eeSq) {
        nearest = Math.min(nearest, near / Math.sqrt(eeSq));
        continue;
      }

      w.counters[TRIANGLE_TESTS]++;
      witness[WITNESS_LIMIT] = pruningBound;
      distanceTriangleTriangle(m, i, r, j, witness);
      const sq = witness[WITNESS_SQ];
      nearest = Math.min(nearest, Math.sqrt(witness[WITNESS_BOUND_SQ]));
      if (sq <= touchSq || witness[WITNESS_SEPARATED] === 0) {
        const verdict = filterTriangleTriangle(m, i, r, j, w.coordinateError);
        if (verdict > 0 || (verdict === 0 && relateFaces(w, i / 9, j / 9) !== 'disjoint')) {
          best.improve(witness, leafQ, leafR, i / 9, j / 9);
          best.contact = true;
          return true;
        }
      }
      if (sq < best.distance[0] * best.distance[0]) best.improve(witness, leafQ, leafR, i / 9, j / 9);
    }
  }
  // All are beyond the pruning bound; the quotients may round to less.
  w.leafBound[0] = Math.max(pruningAt[0], Math.min(nearest, slimmest / length));
  return false;
}
