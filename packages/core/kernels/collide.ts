// Which triangles of two bodies meet: the search on both trees in one call (src/query/collide/collide-discs.ts). What crosses, or may, is
// written to the list of contacts for the host, which decides what doubles leave open.
//
// For the first contact the larger node is opened and the nearest centres are followed first; for all contacts both nodes are opened.

import { nearOf } from './discs';
import {
  ALIKE,
  ASK,
  CAPACITY_AT,
  CHECKPOINT_AT,
  CONTACT_ENTRY,
  CONTACTS_AT,
  COORDINATE_ERROR_AT,
  COUNT_AT,
  DONE,
  ERROR_BOUND_AT,
  F64_AT,
  FIRST_AT,
  FULL,
  LISTED_AT,
  MOST_CONTACTS,
  NODE,
  NODES_Q_AT,
  NODES_R_AT,
  PACK,
  PACKS_Q_AT,
  PACKS_R_AT,
  PAUSED,
  RADIUS_AT,
  SLOT_AT,
  STACK_AT,
  TESTS_AT,
  TOP_AT,
  TRIANGLE_TESTS_AT,
} from './layout';
import { limitOf } from './leaves';
import { moveDoubles, movedNode, movedPack } from './moved';
import { childrenOf, linkOf } from './nodes';
import { filterTriangleTriangle } from './triangle-filter';

const LANES: i32 = 4;
const BOX: usize = memory.data(96);

/** Searches, or goes on. The pairs of roots are on the stack at first. */
export function searchContacts(q: usize): i32 {
  const nodesQ = <usize>load<i32>(q + NODES_Q_AT);
  const nodesR = <usize>load<i32>(q + NODES_R_AT);
  const stack = <usize>load<i32>(q + STACK_AT);
  const isFirst = load<i32>(q + FIRST_AT) !== 0;
  const limit = limitOf(q);
  const checkpoint = load<f64>(q + CHECKPOINT_AT);
  const capacity = load<i32>(q + CAPACITY_AT) - 16;
  let tests = load<f64>(q + TESTS_AT);
  let top = load<i32>(q + TOP_AT);
  let end = DONE;
  store<i32>(q + LISTED_AT, 0);
  while (top > 0) {
    const listed = load<i32>(q + LISTED_AT);
    if (isFirst ? listed > 0 : listed > MOST_CONTACTS - 16) {
      end = ASK;
      break;
    }
    if (tests >= checkpoint) {
      end = PAUSED;
      break;
    }
    if (top > capacity) {
      end = FULL;
      break;
    }
    top--;
    const refQ = load<i32>(stack + 8 * top);
    const refR = load<i32>(stack + 8 * top + 4);
    const linkQ = linkOf(nodesQ, refQ);
    const linkR = linkOf(nodesR, refR);
    if (linkQ < 0 && linkR < 0) {
      collideLeaves(q, refQ, refR, ~linkQ, ~linkR);
      continue;
    }
    const ownQ = movedNode(q, refQ >> 2) + 4 * (refQ & 3);
    const ownR = nodesR + NODE * (refR >> 2) + 4 * (refR & 3);
    const sizeQ = load<f32>(ownQ + RADIUS_AT);
    const sizeR = load<f32>(ownR + RADIUS_AT);
    let opensQ = linkQ >= 0;
    let opensR = linkR >= 0;
    if (opensQ && opensR) {
      opensQ = isFirst ? sizeQ > sizeR : sizeQ * ALIKE >= sizeR;
      opensR = isFirst ? !opensQ : sizeR * ALIKE >= sizeQ;
    }
    const before = top;
    if (opensQ && opensR) {
      const moved = movedNode(q, linkQ);
      const other = nodesR + NODE * linkR;
      const present = childrenOf(other);
      const lanes = popcnt(childrenOf(nodesQ + NODE * linkQ));
      for (let i = 0; i < lanes; i++) {
        top = push(stack, top, nearOf(moved + 4 * i, other, limit) & present, 4 * linkQ + i, 0, 4 * linkR, 1);
      }
      tests += <f64>(LANES * lanes);
    } else if (opensQ) {
      const moved = movedNode(q, linkQ);
      const near = nearOf(ownR, moved, limit) & childrenOf(nodesQ + NODE * linkQ);
      top = push(stack, top, near, 4 * linkQ, 1, refR, 0);
      if (isFirst && top - before > 1) nearestOnTop(stack, before, top, 0, moved, ownR);
      tests += LANES;
    } else {
      const other = nodesR + NODE * linkR;
      const near = nearOf(ownQ, other, limit) & childrenOf(other);
      top = push(stack, top, near, refQ, 0, 4 * linkR, 1);
      if (isFirst && top - before > 1) nearestOnTop(stack, before, top, 4, other, ownQ);
      tests += LANES;
    }
  }
  if (end === DONE && load<i32>(q + LISTED_AT) > 0) end = ASK;
  store<f64>(q + TESTS_AT, tests);
  store<i32>(q + TOP_AT, top);
  return end;
}

/** Pushes the pairs whose bits are set: the refs grow by their steps with each lane. */
function push(stack: usize, top: i32, bits: i32, refQ: i32, stepQ: i32, refR: i32, stepR: i32): i32 {
  let near = bits;
  let next = top;
  while (near !== 0) {
    const lane = ctz(near);
    near &= near - 1;
    store<i32>(stack + 8 * next, refQ + stepQ * lane);
    store<i32>(stack + 8 * next + 4, refR + stepR * lane);
    next++;
  }
  return next;
}

/** Of the pairs pushed last, lanes of `four` (their refs at `at`) against `one`, puts that with the nearest centres on top. */
function nearestOnTop(stack: usize, before: i32, top: i32, at: usize, four: usize, one: usize): void {
  let nearest = before;
  let least: f32 = Infinity;
  for (let k = before; k < top; k++) {
    const lane = load<i32>(stack + 8 * k + at) & 3;
    const x = load<f32>(four + 4 * lane) - load<f32>(one);
    const y = load<f32>(four + 4 * lane + 16) - load<f32>(one + 16);
    const z = load<f32>(four + 4 * lane + 32) - load<f32>(one + 32);
    const sq = x * x + y * y + z * z;
    if (sq > least) continue;
    least = sq;
    nearest = k;
  }
  const pair = load<i64>(stack + 8 * nearest);
  store<i64>(stack + 8 * nearest, load<i64>(stack + 8 * (top - 1)));
  store<i64>(stack + 8 * (top - 1), pair);
}

/** Lists the pairs of triangles of two leaves that cross, or may. Their boxes, in f32, dismiss nearly all. */
function collideLeaves(q: usize, refQ: i32, refR: i32, packQ: i32, packR: i32): void {
  const slot = movedPack(q, packQ);
  const own = <usize>load<i32>(q + PACKS_Q_AT) + PACK * packQ;
  const other = <usize>load<i32>(q + PACKS_R_AT) + PACK * packR;
  // Lowest and highest x, y, z of the four triangles of each; those of the query body raised by what f32 can lose.
  const errorBound = f32x4.splat(<f32>load<f64>(q + ERROR_BOUND_AT));
  const countQ = load<i32>(own + COUNT_AT);
  const present = (1 << load<i32>(other + COUNT_AT)) - 1;
  for (let c: usize = 0; c < 48; c += 16) {
    const x = v128.load(slot + c);
    const y = v128.load(slot + c + 48);
    const z = v128.load(slot + c + 96);
    v128.store(BOX + c, f32x4.sub(f32x4.min(f32x4.min(x, y), z), errorBound));
    v128.store(BOX + 48 + c, f32x4.add(f32x4.max(f32x4.max(x, y), z), errorBound));
  }
  const lowX = lowest(other);
  const lowY = lowest(other + 16);
  const lowZ = lowest(other + 32);
  const highX = highest(other);
  const highY = highest(other + 16);
  const highZ = highest(other + 32);
  for (let i = 0; i < countQ; i++) {
    const box = BOX + 4 * i;
    const apart = v128.or(
      v128.or(
        v128.or(f32x4.gt(v128.load32_splat(box), highX), f32x4.lt(v128.load32_splat(box + 48), lowX)),
        v128.or(f32x4.gt(v128.load32_splat(box + 16), highY), f32x4.lt(v128.load32_splat(box + 64), lowY)),
      ),
      v128.or(f32x4.gt(v128.load32_splat(box + 32), highZ), f32x4.lt(v128.load32_splat(box + 80), lowZ)),
    );
    let bits = (i32x4.bitmask(apart) ^ 15) & present;
    while (bits !== 0) {
      const j = ctz(bits);
      bits &= bits - 1;
      moveDoubles(q, packQ, slot);
      store<f64>(q + TRIANGLE_TESTS_AT, load<f64>(q + TRIANGLE_TESTS_AT) + 1);
      const proof = filterTriangleTriangle(
        slot + F64_AT + 72 * i,
        other + F64_AT + 72 * j,
        load<f64>(q + COORDINATE_ERROR_AT),
      );
      if (proof < 0) continue;
      const listed = load<i32>(q + LISTED_AT);
      const entry = q + CONTACTS_AT + CONTACT_ENTRY * listed;
      store<i32>(entry, load<i32>(own + SLOT_AT) + i);
      store<i32>(entry + 4, load<i32>(other + SLOT_AT) + j);
      store<i32>(entry + 8, refQ);
      store<i32>(entry + 12, refR);
      store<i32>(entry + 16, proof);
      store<i32>(q + LISTED_AT, listed + 1);
    }
  }
}

function lowest(p: usize): v128 {
  return f32x4.min(f32x4.min(v128.load(p), v128.load(p + 48)), v128.load(p + 96));
}
function highest(p: usize): v128 {
  return f32x4.max(f32x4.max(v128.load(p), v128.load(p + 48)), v128.load(p + 96));
}
