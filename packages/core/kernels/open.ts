// One step of a search in no order: pairs of nodes are opened, and what is near of them is kept. First all are tested, then all kept: nobody can
// guess which are near, and a wrong guess is found out at once where the test has ended, and takes no test with it that has been started.

import { nearOf } from './discs';
import {
  ALIKE,
  CACHED_NODES,
  LINKS_Q_AT,
  LINKS_R_AT,
  LIST_AT,
  LIST_ENTRY,
  LISTED_AT,
  NODE,
  NODES_R_AT,
  RADIUS_AT,
  STACK_AT,
  TESTS_AT,
  TOP_AT,
} from './layout';
import { movedNode } from './moved';
import { childrenOf, leavesOf, linkOf, pairsOf } from './nodes';

/** The most pairs that opening one can add. */
export const MOST_OPENED: i32 = 16;
/** Pairs that are taken from the stack together, and the most that these can add. */
export const BATCH: i32 = 16;
export const MOST_OF_BATCH: i32 = 256;
const batch: usize = memory.data(8 * 16);
/** Of each pair of a batch the refs of the first lanes of its nodes; in 16 bits which pairs of lanes are near, and which of these are leaves. */
const firsts: usize = memory.data(8 * 16);
const waitingOf: usize = memory.data(2 * 16, 8);
const leavesOfPairs: usize = memory.data(2 * 16, 8);

/** Opens the topmost pairs of a stack of so many, `most` of them. */
export function openBatch(q: usize, waiting: i32, limit: f32, most: i32): void {
  const count = min(waiting, most);
  store<i32>(q + TOP_AT, waiting - count);
  // Sixteen always: a call to copy fewer takes longer.
  const from = <usize>load<i32>(q + STACK_AT) + 8 * (waiting - count);
  for (let k: usize = 0; k < 8 * BATCH; k += 16) v128.store(batch + k, v128.load(from + k));
  let tests = 0;
  for (let k = 0; k < count; k += 4) {
    let near: u64 = 0;
    let leaves: u64 = 0;
    const end = min(count - k, 4);
    for (let j = 0; j < end; j++) {
      const pair = batch + 8 * <usize>(k + j);
      const found = testPair(q, load<i32>(pair), load<i32>(pair, 4), limit, firsts + 8 * <usize>(k + j));
      near |= (found & 0xffff) << (16 * j);
      leaves |= ((found >> 16) & 0xffff) << (16 * j);
      tests += <i32>(found >> 32);
    }
    store<u64>(waitingOf + 2 * <usize>k, near ^ leaves);
    store<u64>(leavesOfPairs + 2 * <usize>k, leaves);
  }
  store<f64>(q + TESTS_AT, load<f64>(q + TESTS_AT) + <f64>tests);
  const stack = <usize>load<i32>(q + STACK_AT);
  const top = keep(waitingOf, count, stack + 8 * (waiting - count));
  store<i32>(q + TOP_AT, <i32>(top - stack) >> 3);
  const list = q + LIST_AT;
  const listed = keep(leavesOfPairs, count, list + LIST_ENTRY * load<i32>(q + LISTED_AT));
  store<i32>(q + LISTED_AT, <i32>(listed - list) >> 3);
}

/**
 * Tests the pairs of lanes of two nodes of which not both are leaves, those of the children of one or both; writes the refs of their first lanes.
 * Which are near, from bit 16 on which of these are leaves, and from bit 32 on the number of tests.
 */
function testPair(q: usize, refQ: i32, refR: i32, limit: f32, to: usize): u64 {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const nodesR = <usize>load<i32>(q + NODES_R_AT);
  const linkQ = linkOf(linksQ, refQ);
  const linkR = linkOf(linksR, refR);
  const ownQ = movedNode(q, refQ >> 2, CACHED_NODES) + 4 * (refQ & 3);
  const ownR = nodesR + NODE * (refR >> 2) + 4 * (refR & 3);
  const sizeQ = load<f32>(ownQ + RADIUS_AT);
  const sizeR = load<f32>(ownR + RADIUS_AT);
  const opensQ = linkQ >= 0 && (linkR < 0 || sizeQ * ALIKE >= sizeR);
  const opensR = linkR >= 0 && (linkQ < 0 || sizeR * ALIKE >= sizeQ);
  const nodeQ = opensQ ? linkQ : refQ >> 2;
  const nodeR = opensR ? linkR : refR >> 2;
  let near = 0;
  let tests = 4;
  if (opensQ && opensR) {
    const moved = movedNode(q, linkQ, CACHED_NODES);
    const other = nodesR + NODE * linkR;
    const children = childrenOf(linksQ, linkQ);
    const lanes = popcnt(children);
    for (let i = 0; i < lanes; i++) near |= nearOf(moved + 4 * i, other, limit) << (4 * i);
    near &= pairsOf(children, childrenOf(linksR, linkR));
    tests = 4 * lanes;
  } else if (opensQ) {
    near = pairsOf(nearOf(ownR, movedNode(q, linkQ, CACHED_NODES), limit) & childrenOf(linksQ, linkQ), 1 << (refR & 3));
  } else {
    near = (nearOf(ownQ, nodesR + NODE * linkR, limit) & childrenOf(linksR, linkR)) << (4 * (refQ & 3));
  }
  store<i32>(to, 4 * nodeQ);
  store<i32>(to, 4 * nodeR, 4);
  const leaves = near & pairsOf(leavesOf(linksQ, nodeQ), leavesOf(linksR, nodeR));
  return ((<u64>tests) << 32) | <u64>(<u32>((leaves << 16) | near));
}

/** Writes the pairs of lanes whose bits are set, of so many pairs of a batch; where they end. */
function keep(bits: usize, count: i32, to: usize): usize {
  let at = to;
  for (let k: usize = 0; k < <usize>count; k += 4) {
    for (let rest = load<u64>(bits + 2 * k); rest !== 0; rest &= rest - 1, at += 8) {
      const bit = <usize>ctz(rest);
      const first = firsts + 8 * k + ((bit >> 1) & 24);
      store<i32>(at, load<i32>(first) + <i32>((bit >> 2) & 3));
      store<i32>(at, load<i32>(first, 4) + <i32>(bit & 3), 4);
    }
  }
  return at;
}
