// One step of a search towards any pair that is near enough: the larger of two nodes is opened, and the child with the nearest centre is
// followed first.

import { centreSquaresOf, nearOf } from './discs';
import { LINKS_Q_AT, LINKS_R_AT, NODE, NODES_R_AT, RADIUS_AT, STACK_AT } from './layout';
import { movedNode } from './moved';
import { childrenOf, linkOf } from './nodes';

/** The most pairs that a step adds, and its number of tests. */
export const MOST_FOLLOWED: i32 = 4;

/** Opens a pair that was the top of the stack, of which not both are leaves; the new top. @inline */
export function descend(q: usize, refQ: i32, refR: i32, top: i32, limit: f32): i32 {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const nodesR = <usize>load<i32>(q + NODES_R_AT);
  const stack = <usize>load<i32>(q + STACK_AT) + 8 * top;
  const linkQ = linkOf(linksQ, refQ);
  const linkR = linkOf(linksR, refR);
  const ownQ = movedNode(q, refQ >> 2) + 4 * (refQ & 3);
  const ownR = nodesR + NODE * (refR >> 2) + 4 * (refR & 3);
  const opensQ = linkQ >= 0 && (linkR < 0 || load<f32>(ownQ + RADIUS_AT) > load<f32>(ownR + RADIUS_AT));
  if (opensQ) {
    const pair = ((<i64>refR) << 32) | <i64>(4 * linkQ);
    return top + follow(stack, ownR, movedNode(q, linkQ), limit, childrenOf(linksQ, linkQ), pair, 1);
  }
  const pair = ((<i64>(4 * linkR)) << 32) | <i64>refQ;
  return top + follow(stack, ownQ, nodesR + NODE * linkR, limit, childrenOf(linksR, linkR), pair, (<i64>1) << 32);
}

/**
 * Writes to `stack` the pairs of a disc and those of four that it is near, the one with the nearest centres last; their number. Lane k
 * is the pair `pair` + k·`step`.
 */
function follow(stack: usize, one: usize, four: usize, limit: f32, children: i32, pair: i64, step: i64): i32 {
  const near = nearOf(one, four, limit) & children;
  const isNear = i32x4.ne(v128.and(i32x4.splat(near), i32x4(1, 2, 4, 8)), i32x4.splat(0));
  const squares = v128.bitselect(centreSquaresOf(one, four), f32x4.splat(Infinity), isNear);
  const halves = f32x4.min(squares, v128.shuffle<f32>(squares, squares, 1, 0, 3, 2));
  const least = f32x4.min(halves, v128.shuffle<f32>(halves, halves, 2, 3, 0, 1));
  const nearest = ctz(i32x4.bitmask(f32x4.eq(squares, least)));
  const rest = near & ~(1 << nearest);
  // Each pair is written, and overwritten by the next one where it is not near: no branch has to be guessed.
  let at = stack;
  store<i64>(at, pair);
  at += 8 * (rest & 1);
  store<i64>(at, pair + step);
  at += 8 * ((rest >> 1) & 1);
  store<i64>(at, pair + 2 * step);
  at += 8 * ((rest >> 2) & 1);
  store<i64>(at, pair + 3 * step);
  at += 8 * ((rest >> 3) & 1);
  store<i64>(at, pair + <i64>nearest * step);
  return popcnt(near);
}
