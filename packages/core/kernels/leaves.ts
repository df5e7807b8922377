// Pairs of leaves: four triangles against four, most of them dismissed unseen (src/query/distance/distance-leaf-pair.ts). The first filters are in f32:
// along the line of the leaves' centres, one interval a triangle, then two directions for each pair (triangle-gaps.ts). Distances are in doubles.

import {
  ASK_Q_AT,
  ASK_R_AT,
  CACHED_NODES,
  CACHED_PACKS,
  CONTACT_THRESHOLD_AT,
  CORNERS_R_AT,
  COUNT_AT,
  DISTANCE_AT,
  DONE_AT,
  ERROR_BOUND_AT,
  LINKS_Q_AT,
  LINKS_R_AT,
  LIST_AT,
  LIST_ENTRY,
  LISTED_AT,
  NODE,
  NODES_R_AT,
  PACK,
  PACKS_Q_AT,
  PACKS_R_AT,
  PAIR_AT,
  POINTS_AT,
  PRUNING_AT,
  REF_Q_AT,
  REF_R_AT,
  SLOT_AT,
  SLOT_Q_AT,
  SLOT_R_AT,
  TOLERANCE_AT,
  TRIANGLE,
  TRIANGLE_TESTS_AT,
} from './layout';
import { shiftPack } from './leaf-boxes';
import { movedNode, movedPack, moveTriangle, originGap } from './moved';
import { linkOf, pairsOf } from './nodes';
import { along, copyPoint } from './points';
import { distanceTriangleTriangle, WITNESS } from './triangle-distance';
import { nearTriangles } from './triangle-gaps';

const LOWEST: usize = memory.data(16);
const HIGHEST: usize = memory.data(16);
const MOVED: usize = memory.data(72);
/** From the origin of a pack of the reference body to that of one of the query body, and the triangles of the latter relative to the former. */
const BETWEEN: usize = memory.data(16);
const SHIFTED: usize = memory.data(144);

/** The limit of f32 bounds: beyond it, a pair is proven farther than the pruning bound. Rounded up. */
export function limitOf(q: usize): f32 {
  return <f32>((load<f64>(q + PRUNING_AT) + load<f64>(q + ERROR_BOUND_AT)) * 1.000001);
}

/** Searches the listed pairs of leaves; true if a pair of triangles has to be asked about first. */
export function searchLeaves(q: usize): bool {
  const listed = load<i32>(q + LISTED_AT);
  for (let k = load<i32>(q + DONE_AT); k < listed; k++) {
    const entry = q + LIST_AT + LIST_ENTRY * k;
    if (searchLeafPair(q, load<i32>(entry), load<i32>(entry + 4))) {
      store<i32>(q + DONE_AT, k);
      return true;
    }
    store<i32>(q + PAIR_AT, 0);
  }
  store<i32>(q + LISTED_AT, 0);
  store<i32>(q + DONE_AT, 0);
  return false;
}

function searchLeafPair(q: usize, refQ: i32, refR: i32): bool {
  const nodesR = <usize>load<i32>(q + NODES_R_AT);
  const discQ = movedNode(q, refQ >> 2, CACHED_NODES) + 4 * (refQ & 3);
  const discR = nodesR + NODE * (refR >> 2) + 4 * (refR & 3);
  const packQ = ~linkOf(<usize>load<i32>(q + LINKS_Q_AT), refQ);
  const packR = ~linkOf(<usize>load<i32>(q + LINKS_R_AT), refR);
  const lx = load<f32>(discR) - load<f32>(discQ);
  const ly = load<f32>(discR + 16) - load<f32>(discQ + 16);
  const lz = load<f32>(discR + 32) - load<f32>(discQ + 32);
  const length = Mathf.sqrt(lx * lx + ly * ly + lz * lz);
  const dx = f32x4.splat(lx);
  const dy = f32x4.splat(ly);
  const dz = f32x4.splat(lz);
  const slot = movedPack(q, packQ, CACHED_PACKS);
  const own = <usize>load<i32>(q + PACKS_Q_AT) + PACK * packQ;
  const other = <usize>load<i32>(q + PACKS_R_AT) + PACK * packR;
  // From origin to origin, in doubles: it is much longer than the leaves are.
  const apart = originGap(slot, other, 0) * lx + originGap(slot, other, 1) * ly + originGap(slot, other, 2) * lz;
  const high = f32x4.add(
    f32x4.pmax(f32x4.pmax(along(slot, dx, dy, dz), along(slot + 48, dx, dy, dz)), along(slot + 96, dx, dy, dz)),
    f32x4.splat(<f32>apart),
  );
  const low = f32x4.pmin(
    f32x4.pmin(along(other, dx, dy, dz), along(other + 48, dx, dy, dz)),
    along(other + 96, dx, dy, dz),
  );
  v128.store(HIGHEST, high);
  v128.store(LOWEST, low);
  const countQ = load<i32>(own + COUNT_AT);
  const countR = load<i32>(other + COUNT_AT);
  const first = load<i32>(q + PAIR_AT);
  let movedSlot = -1;
  // With the pruning bound of now: what a nearer pair would dismiss is dismissed by the next filter.
  const limit = f32x4.splat(limitOf(q) * length);
  let near = 0;
  for (let i = 0; i < 4; i++) {
    const gap = f32x4.sub(low, v128.load32_splat(HIGHEST + 4 * i));
    near |= (i32x4.bitmask(f32x4.gt(gap, limit)) ^ 15) << (4 * i);
  }
  near &= pairsOf((1 << countQ) - 1, (1 << countR) - 1) & (-1 << first);
  if (near === 0) return false;
  for (let k: usize = 0; k < 3; k++) store<f32>(BETWEEN + 4 * k, <f32>originGap(slot, other, k));
  shiftPack(slot, BETWEEN, SHIFTED);
  while (near !== 0) {
    // A row again for each of its pairs that is measured, with the pruning bound of then: that costs less than to keep the gaps.
    const i = ctz(near) >> 2;
    near &= ~(15 << (4 * i)) | (nearTriangles(SHIFTED + 4 * i, other, limitOf(q)) << (4 * i));
    const pair = ctz(near);
    if (pair >> 2 !== i) continue;
    const j = pair & 3;
    near &= near - 1;
    const slotQ = load<i32>(own + SLOT_AT) + i;
    const slotR = load<i32>(other + SLOT_AT) + j;
    if (movedSlot !== slotQ) moveTriangle(q, slotQ, MOVED);
    movedSlot = slotQ;
    const cornersR = <usize>load<i32>(q + CORNERS_R_AT) + TRIANGLE * slotR;
    distanceTriangleTriangle(MOVED, cornersR, load<f64>(q + PRUNING_AT));
    store<f64>(q + TRIANGLE_TESTS_AT, load<f64>(q + TRIANGLE_TESTS_AT) + 1);
    const sq = load<f64>(WITNESS + 48);
    const touch = load<f64>(q + CONTACT_THRESHOLD_AT);
    if (sq < load<f64>(q + DISTANCE_AT) * load<f64>(q + DISTANCE_AT)) {
      const distance = Math.sqrt(sq);
      store<f64>(q + DISTANCE_AT, distance);
      store<f64>(q + PRUNING_AT, Math.max(distance - load<f64>(q + TOLERANCE_AT), touch));
      copyPoint(q + POINTS_AT, WITNESS);
      copyPoint(q + POINTS_AT + 24, WITNESS + 24);
      store<i32>(q + REF_Q_AT, refQ);
      store<i32>(q + REF_R_AT, refR);
      store<i32>(q + SLOT_Q_AT, slotQ);
      store<i32>(q + SLOT_R_AT, slotR);
    }
    if (sq <= touch * touch || load<f64>(WITNESS + 56) === 0) {
      store<i32>(q + ASK_Q_AT, slotQ);
      store<i32>(q + ASK_R_AT, slotR);
      store<i32>(q + PAIR_AT, 4 * i + j + 1);
      return true;
    }
  }
  return false;
}
