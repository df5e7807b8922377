// Which triangles of two bodies touch: the search on both trees in one call (src/query/collide/collide-discs.ts). What crosses, or may, is
// written to the list of contacts for the host, which decides what doubles leave open.
//
// For the first contact the larger node is opened and the nearest centres are followed first. For all contacts both nodes are opened,
// sixteen pairs at a time, and pairs of leaves are listed and searched together.

import { collideListed } from './collide-list';
import { commonPoint } from './common-point';
import { descend, MOST_FOLLOWED, NOTHING_NEAR, pop } from './descend';
import {
  ASK,
  CAPACITY_AT,
  CHECKPOINT_AT,
  CONTACT_COUNT_AT,
  CONTACTS_AT,
  CORNERS_R_AT,
  DONE,
  FEW_PACKS,
  FULL,
  LINKS_Q_AT,
  LINKS_R_AT,
  LIST_AT,
  LISTED_AT,
  MOST_LISTED,
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
import { overlapOf, shiftPack } from './leaf-boxes';
import { limitOf } from './leaves';
import { movedPack, moveTriangle, narrowPose } from './moved';
import { linkOf } from './nodes';
import { BATCH, MOST_OF_BATCH, openBatch } from './open';
import { collideTriangles, listContact } from './triangle-contacts';
import { compareRow, crossPairs, slotROf, writePlanes, writeRow } from './triangle-rows';
import { writeFrames } from './turned-disc';

const MOVED: usize = memory.data(72);
/** The triangles of a leaf of the query body, relative to the origin of a pack of the reference body. */
const SHIFTED: usize = memory.data(144);
const PLANES_Q: usize = memory.data(64);
const PLANES_R: usize = memory.data(64);
/** A row of triangles (triangle-rows.ts). */
const row: usize = memory.data(48, 16);
/** Its pairs that planes do not prove apart. */
const left: usize = memory.data(20, 16);
/** From the origin of a pack of the reference body to that of one of the query body, and the error of a coordinate. */
const BETWEEN: usize = memory.data(16);

/** Searches for the first contact, or goes on. The pair of the roots is on the stack at first. */
export function searchFirstContact(q: usize): i32 {
  narrowPose(q);
  writeFrames(q);
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
      collideLeaves(q, ~linkQ, ~linkR, FEW_PACKS);
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
  narrowPose(q);
  const stack = <usize>load<i32>(q + STACK_AT);
  const limit = limitOf(q);
  const checkpoint = load<f64>(q + CHECKPOINT_AT);
  const capacity = load<i32>(q + CAPACITY_AT) - MOST_OF_BATCH;
  let end = DONE;
  store<i32>(q + CONTACT_COUNT_AT, 0);
  listRoots(q, stack);
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
    openBatch(q, top, limit, BATCH);
  }
  if (end === DONE && load<i32>(q + CONTACT_COUNT_AT) > 0) end = ASK;
  return end;
}

/** Lists the pair of the roots if both are leaves: it is the only such pair that waits on the stack. */
export function listRoots(q: usize, stack: usize): void {
  if (load<i32>(q + TOP_AT) === 0) return;
  const linkQ = linkOf(<usize>load<i32>(q + LINKS_Q_AT), load<i32>(stack));
  const linkR = linkOf(<usize>load<i32>(q + LINKS_R_AT), load<i32>(stack + 4));
  if ((linkQ & linkR) >= 0) return;
  store<i64>(q + LIST_AT, load<i64>(stack));
  store<i32>(q + LISTED_AT, 1);
  store<i32>(q + TOP_AT, 0);
}

/** Writes a common point of the first two triangles listed, if they are known to cross; 1 if so. */
export function witness(q: usize): i32 {
  const slotR = load<i32>(q + CONTACTS_AT + 4);
  if (slotR < 0) return 0;
  moveTriangle(q, load<i32>(q + CONTACTS_AT), MOVED);
  return <i32>commonPoint(MOVED, <usize>load<i32>(q + CORNERS_R_AT) + TRIANGLE * slotR, q + POINTS_AT);
}

/**
 * Lists pairs of triangles of two leaves that cross, or may, none after a row of which one crosses: for the first contact. Their boxes dismiss nearly
 * all. All relative to the origin of R's pack.
 */
export function collideLeaves(q: usize, packQ: i32, packR: i32, cached: i32): void {
  const slot = movedPack(q, packQ, cached);
  const own = <usize>load<i32>(q + PACKS_Q_AT) + PACK * packQ;
  const other = <usize>load<i32>(q + PACKS_R_AT) + PACK * packR;
  let pairs = overlapOf(q, slot, own, other, BETWEEN);
  if (pairs === 0) return;
  shiftPack(slot, BETWEEN, SHIFTED);
  writePlanes(SHIFTED, PLANES_Q);
  writePlanes(other, PLANES_R);
  store<f64>(q + TRIANGLE_TESTS_AT, load<f64>(q + TRIANGLE_TESTS_AT) + <f64>popcnt(pairs));
  const slotQ = load<i32>(own + SLOT_AT);
  const slotR = load<i32>(other + SLOT_AT);
  const isFirst = load<i32>(q + CONTACT_COUNT_AT) === 0;
  while (pairs !== 0) {
    const i = ctz(pairs) >> 2;
    const bits = (pairs >> (4 * i)) & 15;
    pairs &= ~(15 << (4 * i));
    if (crossRow(q, slotQ + i, slotR, i, other, bits)) break;
  }
  if (!isFirst) return;
  store<i32>(q + PACK_Q_AT, packQ);
  store<i32>(q + PACK_R_AT, packR);
}

/** Lists the triangles of R's pack that triangle i of Q's crosses, or may, of those with bits; true if it crosses one. */
function crossRow(q: usize, slotQ: i32, slotR: i32, i: i32, other: usize, bits: i32): bool {
  writeRow(row, SHIFTED + 4 * i, other, slotQ, slotR);
  const near = compareRow(row, PLANES_Q + 4 * i, PLANES_R, load<f32>(BETWEEN + 12)) & bits;
  if (near === 0) return false;
  let to = left;
  for (let j: usize = 0; j < 4; j++) {
    store<usize>(to, row + 4 * j);
    to += 4 * ((<usize>near >> j) & 1);
  }
  const found = crossPairs(left);
  const taken = (1 << popcnt(near)) - 1;
  for (let rest = found & taken; rest !== 0; rest &= rest - 1)
    listContact(q, slotQ, slotROf(load<usize>(left + 4 * ctz(rest))));
  for (let rest = (found >> 4) & taken; rest !== 0; rest &= rest - 1) {
    collideTriangles(q, slotQ, slotROf(load<usize>(left + 4 * ctz(rest))));
  }
  return (found & taken) !== 0;
}
