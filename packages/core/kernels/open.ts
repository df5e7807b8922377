// One step of a search in no order: a pair of nodes is opened, and what is near of it is kept.

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
const BATCH: i32 = 16;
export const MOST_OF_BATCH: i32 = 256;
const batch: usize = memory.data(8 * 16);

/** Opens the topmost pairs of a stack of so many: the tests of one need not wait for what those before it leave. */
export function openBatch(q: usize, waiting: i32, limit: f32): void {
  const count = min(waiting, BATCH);
  store<i32>(q + TOP_AT, waiting - count);
  // Sixteen always: a call to copy fewer takes longer.
  const from = <usize>load<i32>(q + STACK_AT) + 8 * (waiting - count);
  for (let k: usize = 0; k < 8 * BATCH; k += 16) v128.store(batch + k, v128.load(from + k));
  for (let k = 0; k < count; k++) openPair(q, load<i32>(batch + 8 * k), load<i32>(batch + 8 * k + 4), limit);
}

/** Opens a pair of which not both are leaves: pairs of leaves that are near go into the list, others onto the stack. */
export function openPair(q: usize, refQ: i32, refR: i32, limit: f32): void {
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
  store<f64>(q + TESTS_AT, load<f64>(q + TESTS_AT) + <f64>tests);
  keep(q, nodeQ, nodeR, near, near & pairsOf(leavesOf(linksQ, nodeQ), leavesOf(linksR, nodeR)));
}

/** Keeps the pairs of lanes of two nodes whose bits are set in `near`; those of `leaves` are pairs of leaves. */
function keep(q: usize, nodeQ: i32, nodeR: i32, near: i32, leaves: i32): void {
  const top = load<i32>(q + TOP_AT);
  const waiting = near ^ leaves;
  store<i32>(q + TOP_AT, top + popcnt(waiting));
  let at = <usize>load<i32>(q + STACK_AT) + 8 * top;
  for (let rest = waiting; rest !== 0; rest &= rest - 1, at += 8) write(at, nodeQ, nodeR, ctz(rest));
  if (leaves === 0) return;
  const listed = load<i32>(q + LISTED_AT);
  store<i32>(q + LISTED_AT, listed + popcnt(leaves));
  at = q + LIST_AT + LIST_ENTRY * listed;
  for (let rest = leaves; rest !== 0; rest &= rest - 1, at += LIST_ENTRY) write(at, nodeQ, nodeR, ctz(rest));
}

function write(at: usize, nodeQ: i32, nodeR: i32, pair: i32): void {
  store<i32>(at, 4 * nodeQ + (pair >> 2));
  store<i32>(at + 4, 4 * nodeR + (pair & 3));
}
