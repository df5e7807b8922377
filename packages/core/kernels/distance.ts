// The nearest triangles of two bodies: the whole search in one call (src/query/distance/distance-discs.ts).
//
// 1. Seed: a beam of the four nearest pairs of nodes is taken down both trees; then the best leaf of each body is searched against all
//    of the other.
// 2. Search from the roots, sixteen pairs at a time, in no order. Pairs of leaves are listed, and searched when the list is full.

import { centreSquaresOf } from './discs';
import {
  ASK,
  CACHED_NODES,
  CAPACITY_AT,
  CHECKPOINT_AT,
  DONE,
  FULL,
  LINKS_Q_AT,
  LINKS_R_AT,
  LIST_AT,
  LIST_ENTRY,
  LISTED_AT,
  MOST_LISTED,
  NODE,
  NODES_R_AT,
  PAUSED,
  PHASE_AT,
  QUERY_SIZE,
  REF_Q_AT,
  REF_R_AT,
  STACK_AT,
  TESTS_AT,
  TOP_AT,
} from './layout';
import { limitOf, searchLeaves } from './leaves';
import { movedNode } from './moved';
import { childrenOf, linkOf } from './nodes';
import { MOST_OPENED, openPair } from './open';

const BATCH: i32 = 16;
const SEED_WIDTH: i32 = 4;

const batch: usize = memory.data(8 * 16);
const beam: usize = memory.data(8 * 4);
const nextBeam: usize = memory.data(8 * 5);
const nextSquares: usize = memory.data(4 * 5);

export function querySize(): usize {
  return QUERY_SIZE;
}

/** Puts a pair onto the stack, or into the list if both are leaves. */
function push(q: usize, linksQ: usize, linksR: usize, refQ: i32, refR: i32): void {
  if ((linkOf(linksQ, refQ) & linkOf(linksR, refR)) < 0) {
    const listed = load<i32>(q + LISTED_AT);
    const entry = q + LIST_AT + LIST_ENTRY * listed;
    store<i32>(entry, refQ);
    store<i32>(entry + 4, refR);
    store<i32>(q + LISTED_AT, listed + 1);
    return;
  }
  const top = load<i32>(q + TOP_AT);
  const at = <usize>load<i32>(q + STACK_AT) + 8 * top;
  store<i32>(at, refQ);
  store<i32>(at + 4, refR);
  store<i32>(q + TOP_AT, top + 1);
}

/** Searches, or goes on after a pause or a question. */
export function searchNearest(q: usize): i32 {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const stack = <usize>load<i32>(q + STACK_AT);
  while (true) {
    const waiting = load<i32>(q + TOP_AT);
    const listed = load<i32>(q + LISTED_AT);
    if (listed >= MOST_LISTED || (waiting === 0 && listed > 0)) {
      if (searchLeaves(q)) return ASK;
      continue;
    }
    if (waiting === 0) {
      if (!startPhase(q, linksQ, linksR)) return DONE;
      continue;
    }
    if (load<f64>(q + TESTS_AT) >= load<f64>(q + CHECKPOINT_AT)) return PAUSED;
    if (waiting + MOST_OPENED * BATCH > load<i32>(q + CAPACITY_AT)) return FULL;
    const count = min(waiting, BATCH);
    store<i32>(q + TOP_AT, waiting - count);
    // Sixteen always: a call to copy fewer takes longer.
    const from = stack + 8 * (waiting - count);
    for (let k: usize = 0; k < 8 * BATCH; k += 16) v128.store(batch + k, v128.load(from + k));
    const limit = limitOf(q);
    for (let k = 0; k < count; k++) openPair(q, load<i32>(batch + 8 * k), load<i32>(batch + 8 * k + 4), limit);
  }
}

/** Puts what comes next onto the stack: false if nothing does. */
function startPhase(q: usize, linksQ: usize, linksR: usize): bool {
  const phase = load<i32>(q + PHASE_AT);
  store<i32>(q + PHASE_AT, phase + 1);
  const refQ = load<i32>(q + REF_Q_AT);
  const refR = load<i32>(q + REF_R_AT);
  if (phase === 0) seed(q, linksQ, linksR);
  else if (phase === 1) {
    if (refQ >= 0) push(q, linksQ, linksR, refQ, 0);
  } else if (phase === 2) {
    if (refR >= 0) push(q, linksQ, linksR, 0, refR);
  } else if (phase === 3) push(q, linksQ, linksR, 0, 0);
  return phase <= 3;
}

/** Lists the leaves that a beam of the nearest pairs of nodes ends in. */
function seed(q: usize, linksQ: usize, linksR: usize): void {
  const nodesR = <usize>load<i32>(q + NODES_R_AT);
  let width = 1;
  store<i64>(beam, 0);
  let tests = 0;
  for (let isOpen = true; isOpen; ) {
    isOpen = false;
    let kept = 0;
    for (let k = 0; k < width; k++) {
      const refQ = load<i32>(beam + 8 * k);
      const refR = load<i32>(beam + 8 * k + 4);
      const linkQ = linkOf(linksQ, refQ);
      const linkR = linkOf(linksR, refR);
      if (linkQ >= 0 || linkR >= 0) isOpen = true;
      const nodeQ = linkQ >= 0 ? linkQ : refQ >> 2;
      const firstQ = linkQ >= 0 ? 0 : refQ & 3;
      const endQ = linkQ >= 0 ? popcnt(childrenOf(linksQ, linkQ)) : firstQ + 1;
      const nodeR = linkR >= 0 ? linkR : refR >> 2;
      const firstR = linkR >= 0 ? 0 : refR & 3;
      const endR = linkR >= 0 ? popcnt(childrenOf(linksR, linkR)) : firstR + 1;
      const moved = movedNode(q, nodeQ, CACHED_NODES);
      for (let i = firstQ; i < endQ; i++) {
        v128.store(batch, centreSquaresOf(moved + 4 * i, nodesR + NODE * nodeR));
        tests += 4;
        for (let j = firstR; j < endR; j++) kept = keep(kept, load<f32>(batch + 4 * j), 4 * nodeQ + i, 4 * nodeR + j);
      }
    }
    width = kept;
    for (let k: usize = 0; k < 8 * SEED_WIDTH; k += 16) v128.store(beam + k, v128.load(nextBeam + k));
  }
  store<f64>(q + TESTS_AT, load<f64>(q + TESTS_AT) + <f64>tests);
  for (let k = 0; k < width; k++) push(q, linksQ, linksR, load<i32>(beam + 8 * k), load<i32>(beam + 8 * k + 4));
}

/** Takes a pair into the next beam if it is among the nearest; the number kept. */
function keep(kept: i32, square: f32, refQ: i32, refR: i32): i32 {
  let at = kept;
  while (at > 0 && load<f32>(nextSquares + 4 * (at - 1)) > square) {
    store<f32>(nextSquares + 4 * at, load<f32>(nextSquares + 4 * (at - 1)));
    store<i64>(nextBeam + 8 * at, load<i64>(nextBeam + 8 * (at - 1)));
    at--;
  }
  store<f32>(nextSquares + 4 * at, square);
  store<i32>(nextBeam + 8 * at, refQ);
  store<i32>(nextBeam + 8 * at + 4, refR);
  return min(kept + 1, SEED_WIDTH);
}
