// Which leaves and triangles of two bodies are near each other: the searches around one translation (src/query/penetration/near-leaves.ts,
// near-pairs.ts). The pairs of leaves stay in the memory of the kernels, and every search around that translation reads them again.

import { collideLeaves, listRoots, witness } from './collide';
import {
  ASK,
  BOXES_AT,
  CACHED_NODES,
  CACHED_PACKS,
  CAPACITY_AT,
  CHECKPOINT_AT,
  CONTACT_COUNT_AT,
  COORDINATE_ERROR_AT,
  COUNT_AT,
  DONE,
  EXTENT_AT,
  FULL,
  LINKS_Q_AT,
  LINKS_R_AT,
  LIST_AT,
  LIST_ENTRY,
  LISTED_AT,
  MOST_LISTED,
  MOVED_EXTENT_AT,
  NEAR_AT,
  NEAR_CAPACITY_AT,
  NEAR_COUNT_AT,
  NEAR_ENTRY,
  NEAR_GAP_AT,
  NEAR_NEXT_AT,
  NEAR_PAIR,
  NEAR_PAIR_CORNERS_AT,
  NEAR_PAIR_GAP_AT,
  NEAR_PAIRS_AT,
  NEAR_PAIRS_CAPACITY_AT,
  NODE,
  NODES_R_AT,
  PACK,
  PACKS_Q_AT,
  PACKS_R_AT,
  PAUSED,
  PRUNING_AT,
  SLOT_AT,
  STACK_AT,
  TESTS_AT,
  TOP_AT,
  TRIANGLE,
  WITHIN_AT,
  WITNESSED_AT,
} from './layout';
import { boxesOverlap, CORNER_ERROR, ROUNDED_UP } from './leaf-boxes';
import { limitOf } from './leaves';
import { movedNode, movedPack, moveTriangle, narrowPose, originGap } from './moved';
import { linkOf, pairsOf } from './nodes';
import { MOST_OPENED, openBatch } from './open';
import { along, copyPoint } from './points';

const MOVED: usize = memory.data(72);
/** Of triangle i of the query body's leaf and j of the other's at 4·i + j. */
const GAPS: usize = memory.data(64);
/** Pairs of triangles of two leaves. */
const MOST_OF_LEAVES: i32 = 16;

/** Lists the pairs of leaves nearer than the pruning bound, or goes on once the host has made the list longer. The pair of the roots is on the stack at first. */
export function searchNearLeaves(q: usize): i32 {
  const stack = <usize>load<i32>(q + STACK_AT);
  narrowPose(q);
  listRoots(q, stack);
  const limit = limitOf(q);
  const checkpoint = load<f64>(q + CHECKPOINT_AT);
  const capacity = load<i32>(q + CAPACITY_AT) - MOST_OPENED;
  while (true) {
    const top = load<i32>(q + TOP_AT);
    const listed = load<i32>(q + LISTED_AT);
    if (listed > 0 && (top === 0 || listed >= MOST_LISTED)) {
      if (load<i32>(q + NEAR_COUNT_AT) + listed > load<i32>(q + NEAR_CAPACITY_AT)) return ASK;
      keepListed(q, listed);
      continue;
    }
    if (top === 0) return DONE;
    if (load<f64>(q + TESTS_AT) >= checkpoint) return PAUSED;
    if (top > capacity) return FULL;
    openBatch(q, top, limit, 1);
  }
}

/** Moves the listed pairs to the list of near leaves, but for those whose triangles are not near. */
function keepListed(q: usize, listed: i32): void {
  const near = <f32>(load<f64>(q + PRUNING_AT) * ROUNDED_UP);
  const list = <usize>load<i32>(q + NEAR_AT) + NEAR_ENTRY * load<i32>(q + NEAR_COUNT_AT);
  let at = list;
  for (let k = 0; k < listed; k++) {
    const entry = q + LIST_AT + LIST_ENTRY * k;
    const gap = leafGap(q, load<i32>(entry), load<i32>(entry + 4), near);
    store<i64>(at, load<i64>(entry));
    store<f32>(at + NEAR_GAP_AT, gap);
    at += NEAR_ENTRY * <usize>(gap <= near);
  }
  store<i32>(q + NEAR_COUNT_AT, load<i32>(q + NEAR_COUNT_AT) + <i32>((at - list) / NEAR_ENTRY));
  store<i32>(q + LISTED_AT, 0);
}

/** A lower bound of the distance of the triangles of two leaves; not the best known where it is beyond `near`. */
function leafGap(q: usize, refQ: i32, refR: i32, near: f32): f32 {
  const packQ = ~linkOf(<usize>load<i32>(q + LINKS_Q_AT), refQ);
  const packR = ~linkOf(<usize>load<i32>(q + LINKS_R_AT), refR);
  const discQ = movedNode(q, refQ >> 2, CACHED_NODES) + 4 * (refQ & 3);
  const discR = <usize>load<i32>(q + NODES_R_AT) + NODE * (refR >> 2) + 4 * (refR & 3);
  const slot = movedPack(q, packQ, CACHED_PACKS);
  const countQ = load<i32>(<usize>load<i32>(q + PACKS_Q_AT) + PACK * packQ + COUNT_AT);
  const other = <usize>load<i32>(q + PACKS_R_AT) + PACK * packR;
  const x = <f32>originGap(slot, other, 0);
  const y = <f32>originGap(slot, other, 1);
  const z = <f32>originGap(slot, other, 2);
  const rounding = gapRounding(q, slot, x, y, z, other);
  const none = f32x4.splat(0);
  for (let i: usize = 0; i < 64; i += 16) v128.store(GAPS + i, none);
  raiseGaps(slot, x, y, z, other, load<f32>(discR + 48), load<f32>(discR + 64), load<f32>(discR + 80));
  let gap = leastGap(countQ, other) - rounding;
  if (gap > near) return gap;
  raiseGaps(slot, x, y, z, other, load<f32>(discQ + 48), load<f32>(discQ + 64), load<f32>(discQ + 80));
  gap = leastGap(countQ, other) - rounding;
  if (gap > near) return gap;
  raiseBetween(slot, x, y, z, other, discQ, discR);
  return leastGap(countQ, other) - rounding;
}

/** The least of the gaps of pairs that exist. */
function leastGap(countQ: i32, other: usize): f32 {
  const isReal = i32x4.gt_s(i32x4.splat(load<i32>(other + COUNT_AT)), i32x4(0, 1, 2, 3));
  const end = GAPS + 16 * <usize>countQ;
  let least = f32x4.splat(Infinity);
  for (let at = GAPS; at < end; at += 16) least = f32x4.pmin(least, v128.load(at));
  least = v128.bitselect(least, f32x4.splat(Infinity), isReal);
  least = f32x4.pmin(least, v128.shuffle<f32>(least, least, 2, 3, 0, 1));
  least = f32x4.pmin(least, v128.shuffle<f32>(least, least, 1, 0, 3, 2));
  return f32x4.extract_lane(least, 0);
}

/** What gaps along unit vectors may be too large by. (x, y, z) is from R's origin to Q's. */
function gapRounding(q: usize, slot: usize, x: f32, y: f32, z: f32, other: usize): f32 {
  // √3 · 9ε of the size for the corners, 11ε for their products, 12ε for the length of the vector. Below 48ε together.
  return <f32>6 * cornersError(q, slot, x, y, z, other);
}

/** The error of the difference of two corners. */
function cornersError(q: usize, slot: usize, x: f32, y: f32, z: f32, other: usize): f32 {
  const size = max(abs(x), max(abs(y), abs(z))) + load<f32>(slot + MOVED_EXTENT_AT) + load<f32>(other + EXTENT_AT);
  return CORNER_ERROR * size + <f32>(2 * load<f64>(q + COORDINATE_ERROR_AT) * ROUNDED_UP);
}

/** Searches the near leaves for the first contact, or goes on. */
export function collideNear(q: usize): i32 {
  narrowPose(q);
  const list = <usize>load<i32>(q + NEAR_AT);
  const count = load<i32>(q + NEAR_COUNT_AT);
  const within = load<f32>(q + WITHIN_AT);
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  store<i32>(q + CONTACT_COUNT_AT, 0);
  for (let k = load<i32>(q + NEAR_NEXT_AT); k < count; k++) {
    const entry = list + NEAR_ENTRY * k;
    if (load<f32>(entry + NEAR_GAP_AT) > within) continue;
    collideLeaves(q, ~linkOf(linksQ, load<i32>(entry)), ~linkOf(linksR, load<i32>(entry + 4)), CACHED_PACKS);
    if (load<i32>(q + CONTACT_COUNT_AT) === 0) continue;
    store<i32>(q + WITNESSED_AT, witness(q));
    store<i32>(q + NEAR_NEXT_AT, k + 1);
    return ASK;
  }
  return DONE;
}

/** Lists the pairs of triangles that are not proven farther apart than the pruning bound, or goes on once the host has taken them. */
export function searchNearPairs(q: usize): i32 {
  narrowPose(q);
  const list = <usize>load<i32>(q + NEAR_AT);
  const count = load<i32>(q + NEAR_COUNT_AT);
  const within = load<f32>(q + WITHIN_AT);
  const most = load<i32>(q + NEAR_PAIRS_CAPACITY_AT) - MOST_OF_LEAVES;
  for (let k = load<i32>(q + NEAR_NEXT_AT); k < count; k++) {
    const entry = list + NEAR_ENTRY * k;
    if (load<f32>(entry + NEAR_GAP_AT) > within) continue;
    if (load<i32>(q + CONTACT_COUNT_AT) > most) {
      store<i32>(q + NEAR_NEXT_AT, k);
      return ASK;
    }
    listNear(q, load<i32>(entry), load<i32>(entry + 4));
  }
  return DONE;
}

/** Raises the gaps of sixteen pairs of triangles to those along a unit vector and its opposite; (x, y, z) is from R's origin to Q's. */
function raiseGaps(slot: usize, x: f32, y: f32, z: f32, other: usize, ax: f32, ay: f32, az: f32): void {
  const dx = f32x4.splat(ax);
  const dy = f32x4.splat(ay);
  const dz = f32x4.splat(az);
  const offset = f32x4.splat(x * ax + y * ay + z * az);
  const q0 = along(slot, dx, dy, dz);
  const q1 = along(slot + 48, dx, dy, dz);
  const q2 = along(slot + 96, dx, dy, dz);
  const r0 = along(other, dx, dy, dz);
  const r1 = along(other + 48, dx, dy, dz);
  const r2 = along(other + 96, dx, dy, dz);
  const lowR = f32x4.pmin(f32x4.pmin(r0, r1), r2);
  const highR = f32x4.pmax(f32x4.pmax(r0, r1), r2);
  const lowQ = f32x4.add(f32x4.pmin(f32x4.pmin(q0, q1), q2), offset);
  const highQ = f32x4.add(f32x4.pmax(f32x4.pmax(q0, q1), q2), offset);
  raiseRow(0, lowR, highR, v128.shuffle<f32>(lowQ, lowQ, 0, 0, 0, 0), v128.shuffle<f32>(highQ, highQ, 0, 0, 0, 0));
  raiseRow(16, lowR, highR, v128.shuffle<f32>(lowQ, lowQ, 1, 1, 1, 1), v128.shuffle<f32>(highQ, highQ, 1, 1, 1, 1));
  raiseRow(32, lowR, highR, v128.shuffle<f32>(lowQ, lowQ, 2, 2, 2, 2), v128.shuffle<f32>(highQ, highQ, 2, 2, 2, 2));
  raiseRow(48, lowR, highR, v128.shuffle<f32>(lowQ, lowQ, 3, 3, 3, 3), v128.shuffle<f32>(highQ, highQ, 3, 3, 3, 3));
}

/** Raises the gaps of one triangle of Q. @inline */
function raiseRow(at: usize, lowR: v128, highR: v128, lowQ: v128, highQ: v128): void {
  const gap = f32x4.pmax(f32x4.sub(lowR, highQ), f32x4.sub(lowQ, highR));
  v128.store(GAPS + at, f32x4.pmax(v128.load(GAPS + at), gap));
}

/** Lower bounds of the distances of sixteen pairs of triangles, but for rounding: along the normals of both leaves, and between their centres. */
function boundGaps(slot: usize, x: f32, y: f32, z: f32, other: usize, discQ: usize, discR: usize): void {
  const none = f32x4.splat(0);
  for (let i: usize = 0; i < 64; i += 16) v128.store(GAPS + i, none);
  raiseGaps(slot, x, y, z, other, load<f32>(discQ + 48), load<f32>(discQ + 64), load<f32>(discQ + 80));
  raiseGaps(slot, x, y, z, other, load<f32>(discR + 48), load<f32>(discR + 64), load<f32>(discR + 80));
  raiseBetween(slot, x, y, z, other, discQ, discR);
}

/** Raises the gaps to those along the line of the centres. */
function raiseBetween(slot: usize, x: f32, y: f32, z: f32, other: usize, discQ: usize, discR: usize): void {
  const lx = load<f32>(discR) - load<f32>(discQ);
  const ly = load<f32>(discR + 16) - load<f32>(discQ + 16);
  const lz = load<f32>(discR + 32) - load<f32>(discQ + 32);
  const sq = lx * lx + ly * ly + lz * lz;
  if (!(sq > 0)) return;
  const factor = <f32>1 / Mathf.sqrt(sq);
  raiseGaps(slot, x, y, z, other, lx * factor, ly * factor, lz * factor);
}

/** Lists the pairs of triangles of two leaves that may be near: slots, a lower bound of the distance, and the corners of the query body's in the reference frame. */
function listNear(q: usize, refQ: i32, refR: i32): void {
  const packQ = ~linkOf(<usize>load<i32>(q + LINKS_Q_AT), refQ);
  const packR = ~linkOf(<usize>load<i32>(q + LINKS_R_AT), refR);
  const slot = movedPack(q, packQ, CACHED_PACKS);
  const own = <usize>load<i32>(q + PACKS_Q_AT) + PACK * packQ;
  const other = <usize>load<i32>(q + PACKS_R_AT) + PACK * packR;
  const x = <f32>originGap(slot, other, 0);
  const y = <f32>originGap(slot, other, 1);
  const z = <f32>originGap(slot, other, 2);
  const near = load<f64>(q + PRUNING_AT);
  const error = cornersError(q, slot, x, y, z, other);
  let pairs = boxesOverlap(slot + BOXES_AT, x, y, z, other, error + <f32>(near * ROUNDED_UP));
  pairs &= pairsOf((1 << load<i32>(own + COUNT_AT)) - 1, (1 << load<i32>(other + COUNT_AT)) - 1);
  if (pairs === 0) return;
  const discQ = movedNode(q, refQ >> 2, CACHED_NODES) + 4 * (refQ & 3);
  const discR = <usize>load<i32>(q + NODES_R_AT) + NODE * (refR >> 2) + 4 * (refR & 3);
  boundGaps(slot, x, y, z, other, discQ, discR);
  const rounding = gapRounding(q, slot, x, y, z, other);
  const limit = f32x4.splat(<f32>(near * ROUNDED_UP) + rounding);
  for (let i: usize = 0; i < 4; i++) {
    pairs &= ~(i32x4.bitmask(f32x4.gt(v128.load(GAPS + 16 * i), limit)) << (4 * <i32>i));
  }
  let count = load<i32>(q + CONTACT_COUNT_AT);
  let movedSlot = -1;
  for (; pairs !== 0; pairs &= pairs - 1) {
    const pair = ctz(pairs);
    const slotQ = load<i32>(own + SLOT_AT) + (pair >> 2);
    if (movedSlot !== slotQ) moveTriangle(q, slotQ, MOVED);
    movedSlot = slotQ;
    const at = <usize>load<i32>(q + NEAR_PAIRS_AT) + NEAR_PAIR * count++;
    store<i32>(at, slotQ);
    store<i32>(at + 4, load<i32>(other + SLOT_AT) + (pair & 3));
    store<f64>(at + NEAR_PAIR_GAP_AT, <f64>max<f32>(0, load<f32>(GAPS + 4 * pair) - rounding));
    for (let k: usize = 0; k < TRIANGLE; k += 24) copyPoint(at + NEAR_PAIR_CORNERS_AT + k, MOVED + k);
  }
  store<i32>(q + CONTACT_COUNT_AT, count);
}
