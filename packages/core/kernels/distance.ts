// The nearest triangles of two bodies: the whole search in one call (src/query/distance/distance-discs.ts).
//
// 1. Seed: a beam of the four nearest pairs of nodes is taken down both trees; then the best leaf of each body is searched against all
//    of the other.
// 2. Search from the roots, sixteen pairs at a time, in no order. Pairs of leaves are listed, and searched when the list is full.

import { findCaps, leastSum, separate } from './caps';
import { centreSquaresOf, nearOf } from './discs';
import {
  ASK,
  CACHED_NODES,
  CAPACITY_AT,
  CHECKPOINT_AT,
  DONE,
  ERROR_BOUND_AT,
  EXTREMES_Q_AT,
  EXTREMES_R_AT,
  FRONT_DISCS_AT,
  FRONT_HEIGHTS_Q_AT,
  FRONT_HEIGHTS_R_AT,
  FRONT_Q_AT,
  FRONT_Q_COUNT_AT,
  FRONT_R_AT,
  FRONT_R_COUNT_AT,
  FULL,
  IS_APART_AT,
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
  PRUNING_AT,
  QUERY_SIZE,
  REF_Q_AT,
  REF_R_AT,
  ROW_AT,
  STACK_AT,
  TESTS_AT,
  TOP_AT,
} from './layout';
import { limitOf, searchLeaves } from './leaves';
import { movedNode, narrowPose } from './moved';
import { childrenOf, linkOf } from './nodes';
import { BATCH, MOST_OF_BATCH, openBatch } from './open';
import { nearestPoint, POINT, SIMPLEX, simplexSize } from './simplex';

const SEED_WIDTH: i32 = 4;
// The phases of a search. The host starts with KNOWN, SEED or ROOTS.
/** As SEED, and the listed pair of leaves is the seed where the hulls overlap. */
const KNOWN: i32 = -1;
const SEED: i32 = 0;
const LEAF_Q: i32 = 1;
const LEAF_R: i32 = 2;
const ROOTS: i32 = 3;
const END: i32 = 4;
const CAPS: i32 = 5;
const CAPS_AGAIN: i32 = 6;
const ROWS: i32 = 7;
/** Pairs of the fronts of two caps, up to which they are small. */
const SMALL_CAPS: i32 = 800;

const squares: usize = memory.data(16);
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
  narrowPose(q);
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
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
    if (waiting + MOST_OF_BATCH > load<i32>(q + CAPACITY_AT)) return FULL;
    openBatch(q, waiting, limitOf(q), BATCH);
  }
}

/** Puts what comes next onto the stack: false if nothing does. */
function startPhase(q: usize, linksQ: usize, linksR: usize): bool {
  const phase = load<i32>(q + PHASE_AT);
  const refQ = load<i32>(q + REF_Q_AT);
  const refR = load<i32>(q + REF_R_AT);
  let next = phase + 1;
  if (phase <= SEED) {
    const isApart = load<i32>(q + EXTREMES_Q_AT) !== 0 && load<i32>(q + EXTREMES_R_AT) !== 0 && separate(q);
    const apart = phase === KNOWN ? 2 : 1;
    store<i32>(q + IS_APART_AT, isApart ? apart : 0);
    if (isApart) {
      listSimplex(q);
      next = CAPS;
    } else if (phase === KNOWN) next = ROOTS;
    else seed(q, linksQ, linksR);
  } else if (phase === LEAF_Q) {
    if (refQ >= 0) push(q, linksQ, linksR, refQ, 0);
  } else if (phase === LEAF_R) {
    if (refR >= 0) push(q, linksQ, linksR, 0, refR);
    if (load<i32>(q + IS_APART_AT) !== 0) next = CAPS_AGAIN;
  } else if (phase === ROOTS) push(q, linksQ, linksR, 0, 0);
  else if (phase === CAPS || phase === CAPS_AGAIN) {
    const pairs = findCaps(q);
    store<i32>(q + ROW_AT, 0);
    // A nearer pair makes the caps smaller; a known one is near.
    if (phase === CAPS && pairs > SMALL_CAPS && load<i32>(q + IS_APART_AT) === 1) next = LEAF_Q;
    else next = crossFronts(q, linksQ, linksR) ? END : ROWS;
  } else if (phase === ROWS) next = crossFronts(q, linksQ, linksR) ? END : ROWS;
  store<i32>(q + PHASE_AT, next);
  return phase !== END;
}

/** Lists the pairs of leaves of the simplex. Its points are corners of both bodies, so the nearest of them bounds the distance. */
function listSimplex(q: usize): void {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const near = nearestPoint() + load<f64>(q + ERROR_BOUND_AT);
  store<f64>(q + PRUNING_AT, Math.min(load<f64>(q + PRUNING_AT), near));
  for (let i = 0; i < simplexSize; i++) {
    for (let j = 0; j < simplexSize; j++) {
      push(q, linksQ, linksR, load<i32>(SIMPLEX + POINT * i + 24), load<i32>(SIMPLEX + POINT * j + 28));
    }
  }
}

/** Keeps the pairs of the fronts that are near, row by row until the list of leaves is full; true if all rows are done. */
function crossFronts(q: usize, linksQ: usize, linksR: usize): bool {
  const rows = load<i32>(q + FRONT_Q_COUNT_AT);
  const columns = load<i32>(q + FRONT_R_COUNT_AT);
  const limit = limitOf(q);
  const sum = leastSum(q);
  let row = load<i32>(q + ROW_AT);
  let tests = 0;
  for (; row < rows && load<i32>(q + LISTED_AT) < MOST_LISTED; row++) {
    const refQ = load<i32>(q + FRONT_Q_AT + 4 * row);
    const disc = movedNode(q, refQ >> 2, CACHED_NODES) + 4 * (refQ & 3);
    const least = f32x4.splat(<f32>(sum - <f64>load<f32>(q + FRONT_HEIGHTS_Q_AT + 4 * row)));
    for (let k = 0; k < columns; k += 4) {
      const isHigh = f32x4.ge(v128.load(q + FRONT_HEIGHTS_R_AT + 4 * k), least);
      let near = nearOf(disc, q + FRONT_DISCS_AT + NODE * (k >> 2), limit) & i32x4.bitmask(isHigh);
      near &= (1 << min(columns - k, 4)) - 1;
      for (; near !== 0; near &= near - 1) {
        push(q, linksQ, linksR, refQ, load<i32>(q + FRONT_R_AT + 4 * (k + ctz(near))));
      }
      tests += 4;
    }
  }
  store<i32>(q + ROW_AT, row);
  store<f64>(q + TESTS_AT, load<f64>(q + TESTS_AT) + <f64>tests);
  return row === rows;
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
        v128.store(squares, centreSquaresOf(moved + 4 * i, nodesR + NODE * nodeR));
        tests += 4;
        for (let j = firstR; j < endR; j++) kept = keep(kept, load<f32>(squares + 4 * j), 4 * nodeQ + i, 4 * nodeR + j);
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
