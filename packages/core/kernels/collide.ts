// Which triangles of two bodies touch: the search on both trees in one call (src/query/collide/collide-discs.ts). What crosses, or may, is
// written to the list of contacts for the host, which decides what doubles leave open.
//
// For the first contact the larger node is opened and the nearest centres are followed first. For all contacts both nodes are opened,
// and pairs of leaves are listed and searched together.

import { commonPoint } from './common-point';
import { descend, MOST_FOLLOWED, NOTHING_NEAR, pop } from './descend';
import {
  ASK,
  BOXES_AT,
  CACHED_PACKS,
  CAPACITY_AT,
  CHECKPOINT_AT,
  CONTACT_COUNT_AT,
  CONTACT_ENTRY,
  CONTACTS_AT,
  COORDINATE_ERROR_AT,
  CORNERS_R_AT,
  COUNT_AT,
  DONE,
  EXTENT_AT,
  FEW_PACKS,
  FULL,
  LINKS_Q_AT,
  LINKS_R_AT,
  LIST_AT,
  LIST_ENTRY,
  LISTED_AT,
  MOST_CONTACTS,
  MOST_LISTED,
  MOVED_EXTENT_AT,
  PACK,
  PACK_Q_AT,
  PACK_R_AT,
  PACKS_Q_AT,
  PACKS_R_AT,
  PAUSED,
  POINTS_AT,
  SLOT_AT,
  STACK_AT,
  TESTS_AT,
  TOP_AT,
  TRIANGLE,
  TRIANGLE_TESTS_AT,
  WITNESSED_AT,
} from './layout';
import { limitOf } from './leaves';
import { movedPack, moveTriangle, originGap } from './moved';
import { linkOf, pairsOf } from './nodes';
import { MOST_OPENED, openPair } from './open';
import { filterTriangleTriangle } from './triangle-filter';
import { crossRow, startRows } from './triangle-rows';

/** Pairs of triangles of two leaves: a search pauses if the list of contacts may not hold as many. */
const MOST_OF_LEAVES: i32 = 16;
const MOVED: usize = memory.data(72);
/** The triangles of a leaf of the query body, relative to the origin of a pack of the reference body. */
const SHIFTED: usize = memory.data(144);
/** Error of a coordinate of a corner, in parts of what is added up: docs/algorithms/simd-kernels.md derives it. */
const CORNER_ERROR: f32 = 4.76838e-7; // 8ε, rounded up
const ROUNDED_UP: f64 = 1.000001;

/** Searches for the first contact, or goes on. The pair of the roots is on the stack at first. */
export function searchFirstContact(q: usize): i32 {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const limit = limitOf(q);
  const checkpoint = load<f64>(q + CHECKPOINT_AT);
  const capacity = load<i32>(q + CAPACITY_AT) - MOST_FOLLOWED;
  let tests = load<f64>(q + TESTS_AT);
  let end = DONE;
  let pair = NOTHING_NEAR;
  store<i32>(q + CONTACT_COUNT_AT, 0);
  while (true) {
    if (pair === NOTHING_NEAR) {
      if (load<i32>(q + TOP_AT) === 0) break;
      pair = pop(q);
    }
    const refQ = <i32>pair;
    const refR = <i32>(pair >> 32);
    const linkQ = linkOf(linksQ, refQ);
    const linkR = linkOf(linksR, refR);
    if ((linkQ & linkR) < 0) {
      pair = NOTHING_NEAR;
      collideLeaves(q, ~linkQ, ~linkR, true);
      if (load<i32>(q + CONTACT_COUNT_AT) === 0) continue;
      store<i32>(q + WITNESSED_AT, witness(q));
      end = ASK;
      break;
    }
    if (tests >= checkpoint) {
      end = PAUSED;
      break;
    }
    if (load<i32>(q + TOP_AT) > capacity) {
      end = FULL;
      break;
    }
    pair = descend(q, refQ, refR, limit);
    tests += MOST_FOLLOWED;
  }
  store<f64>(q + TESTS_AT, tests);
  return end;
}

/** Searches for all contacts, or goes on. */
export function searchAllContacts(q: usize): i32 {
  const stack = <usize>load<i32>(q + STACK_AT);
  const limit = limitOf(q);
  const checkpoint = load<f64>(q + CHECKPOINT_AT);
  const capacity = load<i32>(q + CAPACITY_AT) - MOST_OPENED;
  let end = DONE;
  store<i32>(q + CONTACT_COUNT_AT, 0);
  while (true) {
    const top = load<i32>(q + TOP_AT);
    const listed = load<i32>(q + LISTED_AT);
    if (listed > 0 && (top === 0 || listed >= MOST_LISTED)) {
      if (collideListed(q, listed)) continue;
      end = ASK;
      break;
    }
    if (top === 0) break;
    if (load<f64>(q + TESTS_AT) >= checkpoint) {
      end = PAUSED;
      break;
    }
    if (top > capacity) {
      end = FULL;
      break;
    }
    store<i32>(q + TOP_AT, top - 1);
    openPair(q, load<i32>(stack + 8 * (top - 1)), load<i32>(stack + 8 * (top - 1) + 4), limit);
  }
  if (end === DONE && load<i32>(q + CONTACT_COUNT_AT) > 0) end = ASK;
  return end;
}

/** Searches listed pairs of leaves, the last first; false if the list of contacts is full. */
function collideListed(q: usize, listed: i32): bool {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  for (let k = listed - 1; k >= 0; k--) {
    store<i32>(q + LISTED_AT, k + 1);
    if (load<i32>(q + CONTACT_COUNT_AT) > MOST_CONTACTS - MOST_OF_LEAVES) return false;
    const entry = q + LIST_AT + LIST_ENTRY * k;
    collideLeaves(q, ~linkOf(linksQ, load<i32>(entry)), ~linkOf(linksR, load<i32>(entry + 4)), false);
  }
  store<i32>(q + LISTED_AT, 0);
  return true;
}

/** Writes a common point of the first two triangles listed, if they are known to cross; 1 if so. */
function witness(q: usize): i32 {
  const slotR = load<i32>(q + CONTACTS_AT + 4);
  if (slotR < 0) return 0;
  moveTriangle(q, load<i32>(q + CONTACTS_AT), MOVED);
  return <i32>commonPoint(MOVED, <usize>load<i32>(q + CORNERS_R_AT) + TRIANGLE * slotR, q + POINTS_AT);
}

/**
 * Lists the pairs of triangles of two leaves that cross, or may; for the first contact none after a row of which one crosses. Their boxes
 * dismiss nearly all. All relative to the origin of R's pack.
 */
function collideLeaves(q: usize, packQ: i32, packR: i32, isFirstEnough: bool): void {
  const slot = movedPack(q, packQ, isFirstEnough ? FEW_PACKS : CACHED_PACKS);
  const own = <usize>load<i32>(q + PACKS_Q_AT) + PACK * packQ;
  const other = <usize>load<i32>(q + PACKS_R_AT) + PACK * packR;
  const x = <f32>originGap(slot, other, 0);
  const y = <f32>originGap(slot, other, 1);
  const z = <f32>originGap(slot, other, 2);
  const far = max(abs(x), max(abs(y), abs(z)));
  const size = far + load<f32>(slot + MOVED_EXTENT_AT) + load<f32>(other + EXTENT_AT);
  const inDoubles = <f32>(load<f64>(q + COORDINATE_ERROR_AT) * ROUNDED_UP);
  const delta = CORNER_ERROR * size + inDoubles;
  // Of two boxes each may be off by the error in doubles. All else that f32 loses is within one error of a corner.
  let pairs = boxesOverlap(slot + BOXES_AT, x, y, z, other, delta + inDoubles);
  pairs &= pairsOf((1 << load<i32>(own + COUNT_AT)) - 1, (1 << load<i32>(other + COUNT_AT)) - 1);
  if (pairs === 0) return;
  const dx = f32x4.splat(x);
  const dy = f32x4.splat(y);
  const dz = f32x4.splat(z);
  for (let corner: usize = 0; corner < 144; corner += 48) {
    v128.store(SHIFTED + corner, f32x4.add(v128.load(slot + corner), dx));
    v128.store(SHIFTED + corner + 16, f32x4.add(v128.load(slot + corner + 16), dy));
    v128.store(SHIFTED + corner + 32, f32x4.add(v128.load(slot + corner + 32), dz));
  }
  startRows(SHIFTED, other);
  store<f64>(q + TRIANGLE_TESTS_AT, load<f64>(q + TRIANGLE_TESTS_AT) + <f64>popcnt(pairs));
  const slotQ = load<i32>(own + SLOT_AT);
  const slotR = load<i32>(other + SLOT_AT);
  const isFirst = load<i32>(q + CONTACT_COUNT_AT) === 0;
  while (pairs !== 0) {
    const i = ctz(pairs) >> 2;
    const row = (pairs >> (4 * i)) & 15;
    pairs &= ~(15 << (4 * i));
    const found = crossRow(SHIFTED, i, other, delta);
    for (let bits = found & row; bits !== 0; bits &= bits - 1) list(q, slotQ + i, slotR + ctz(bits));
    for (let bits = (found >> 4) & row; bits !== 0; bits &= bits - 1) {
      collideTriangles(q, slotQ + i, slotR + ctz(bits));
    }
    if (isFirstEnough && (found & row) !== 0) break;
  }
  if (!isFirst) return;
  store<i32>(q + PACK_Q_AT, packQ);
  store<i32>(q + PACK_R_AT, packR);
}

/**
 * Which triangles of two packs have boxes less than `errorBound` apart, bit 4·i + j for triangle i of the query body; (x, y, z) is
 * from the origin of R's pack to that of Q's.
 */
function boxesOverlap(boxes: usize, x: f32, y: f32, z: f32, other: usize, errorBound: f32): i32 {
  const lowX = f32x4.sub(lowest(other), f32x4.splat(x + errorBound));
  const lowY = f32x4.sub(lowest(other + 16), f32x4.splat(y + errorBound));
  const lowZ = f32x4.sub(lowest(other + 32), f32x4.splat(z + errorBound));
  const highX = f32x4.sub(highest(other), f32x4.splat(x - errorBound));
  const highY = f32x4.sub(highest(other + 16), f32x4.splat(y - errorBound));
  const highZ = f32x4.sub(highest(other + 32), f32x4.splat(z - errorBound));
  let pairs = 0;
  for (let i: usize = 0; i < 4; i++) {
    const box = boxes + 4 * i;
    const apart = v128.or(
      v128.or(
        v128.or(f32x4.gt(v128.load32_splat(box), highX), f32x4.lt(v128.load32_splat(box + 48), lowX)),
        v128.or(f32x4.gt(v128.load32_splat(box + 16), highY), f32x4.lt(v128.load32_splat(box + 64), lowY)),
      ),
      v128.or(f32x4.gt(v128.load32_splat(box + 32), highZ), f32x4.lt(v128.load32_splat(box + 80), lowZ)),
    );
    pairs |= (i32x4.bitmask(apart) ^ 15) << (4 * <i32>i);
  }
  return pairs;
}

/** Lists two triangles if doubles do not prove them disjoint. */
function collideTriangles(q: usize, slotQ: i32, slotR: i32): void {
  moveTriangle(q, slotQ, MOVED);
  const other = <usize>load<i32>(q + CORNERS_R_AT) + TRIANGLE * slotR;
  const proof = filterTriangleTriangle(MOVED, other, load<f64>(q + COORDINATE_ERROR_AT));
  if (proof > 0) list(q, slotQ, slotR);
  else if (proof === 0) list(q, slotQ, ~slotR);
}

function list(q: usize, slotQ: i32, slotR: i32): void {
  const count = load<i32>(q + CONTACT_COUNT_AT);
  const entry = q + CONTACTS_AT + CONTACT_ENTRY * count;
  store<i32>(entry, slotQ);
  store<i32>(entry + 4, slotR);
  store<i32>(q + CONTACT_COUNT_AT, count + 1);
}

function lowest(p: usize): v128 {
  return f32x4.min(f32x4.min(v128.load(p), v128.load(p + 48)), v128.load(p + 96));
}
function highest(p: usize): v128 {
  return f32x4.max(f32x4.max(v128.load(p), v128.load(p + 48)), v128.load(p + 96));
}
