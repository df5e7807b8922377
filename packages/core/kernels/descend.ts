// One step of a search towards any pair that is near enough: the larger of two nodes is opened, and the child with the nearest centre is
// followed first.

import { dot, isFarAlongAxes, isFarAlongCentres } from './discs';
import {
  LINKS,
  LINKS_Q_AT,
  LINKS_R_AT,
  NODE,
  NODES_Q_AT,
  NODES_R_AT,
  POSE32_AT,
  RADIUS_AT,
  STACK_AT,
  TOP_AT,
} from './layout';
import { linkOf } from './nodes';
import { scaleOf, TO_QUERY, TO_REFERENCE, turnedAxis, turnedCentre } from './turned-disc';

/** The most pairs that a step adds, and its number of tests. */
export const MOST_FOLLOWED: i32 = 4;
/** No pair is near. */
export const NOTHING_NEAR: i64 = -1;

/** Pairs as the stack holds them: the ref of the reference body in the upper half. */
export function pairOf(refQ: i32, refR: i32): i64 {
  return ((<i64>refR) << 32) | <i64>refQ;
}

/** The pair on top of the stack, which is taken off. */
export function pop(q: usize): i64 {
  const top = load<i32>(q + TOP_AT) - 1;
  store<i32>(q + TOP_AT, top);
  return load<i64>(<usize>load<i32>(q + STACK_AT) + 8 * top);
}

/** Opens a pair of which not both are leaves: the pair to follow next, or NOTHING_NEAR; others that are near go onto the stack. @inline */
export function descend(q: usize, refQ: i32, refR: i32, limit: f32): i64 {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const linkQ = linkOf(linksQ, refQ);
  const linkR = linkOf(linksR, refR);
  const nodesQ = <usize>load<i32>(q + NODES_Q_AT);
  const nodesR = <usize>load<i32>(q + NODES_R_AT);
  const ownQ = nodesQ + NODE * (refQ >> 2) + 4 * (refQ & 3);
  const ownR = nodesR + NODE * (refR >> 2) + 4 * (refR & 3);
  const unit = load<f32>(q + POSE32_AT + 48);
  const opensQ = linkQ >= 0 && (linkR < 0 || load<f32>(ownQ + RADIUS_AT) * unit > load<f32>(ownR + RADIUS_AT));
  // The links of the opened node are needed in the next step: read now, they arrive together with its discs.
  load<i32>(opensQ ? linksQ + LINKS * linkQ : linksR + LINKS * linkR);
  if (opensQ) return follow(q, TO_QUERY, ownR, nodesQ + NODE * linkQ, limit / unit, pairOf(4 * linkQ, refR), 1);
  return follow(q, TO_REFERENCE, ownQ, nodesR + NODE * linkR, limit, pairOf(refQ, 4 * linkR), (<i64>1) << 32);
}

/**
 * A disc, in the frame of the other body, and four of that, of which lane k is the pair `pair` + k·`step`. Whether the one with the nearest centre is near is
 * guessed by the processor, and rightly so most of the time: the next step starts before the test has ended. Lanes without a child are never near.
 */
function follow(q: usize, frame: usize, one: usize, four: usize, limit: f32, pair: i64, step: i64): i64 {
  const centre = turnedCentre(frame, one);
  const dx = f32x4.sub(v128.load(four), v128.shuffle<f32>(centre, centre, 0, 0, 0, 0));
  const dy = f32x4.sub(v128.load(four + 16), v128.shuffle<f32>(centre, centre, 1, 1, 1, 1));
  const dz = f32x4.sub(v128.load(four + 32), v128.shuffle<f32>(centre, centre, 2, 2, 2, 2));
  const squares = dot(dx, dy, dz, dx, dy, dz);
  const axis = turnedAxis(frame, one);
  const ax = v128.shuffle<f32>(axis, axis, 0, 0, 0, 0);
  const ay = v128.shuffle<f32>(axis, axis, 1, 1, 1, 1);
  const az = v128.shuffle<f32>(axis, axis, 2, 2, 2, 2);
  const bx = v128.load(four + 48);
  const by = v128.load(four + 64);
  const bz = v128.load(four + 80);
  const scale = scaleOf(frame);
  const hA = f32x4.mul(v128.load32_splat(one + 96), scale);
  const rA = f32x4.mul(v128.load32_splat(one + 112), scale);
  const hB = v128.load(four + 96);
  const rB = v128.load(four + 112);
  const u = f32x4.abs(dot(ax, ay, az, dx, dy, dz));
  const v = f32x4.abs(dot(bx, by, bz, dx, dy, dz));
  const c = f32x4.abs(dot(ax, ay, az, bx, by, bz));
  const pruning = f32x4.splat(limit);
  const isFar = v128.or(
    isFarAlongCentres(squares, u, v, hA, rA, hB, rB, pruning),
    isFarAlongAxes(u, v, c, hA, rA, hB, rB, pruning),
  );
  const near = i32x4.bitmask(isFar) ^ 15;
  let next = leastOf(squares);
  if (((near >> next) & 1) === 0) {
    if (near === 0) return NOTHING_NEAR;
    const isNear = i32x4.ne(v128.and(i32x4.splat(near), i32x4(1, 2, 4, 8)), i32x4.splat(0));
    next = leastOf(v128.bitselect(squares, f32x4.splat(Infinity), isNear));
  }
  const rest = near & ~(1 << next);
  const top = load<i32>(q + TOP_AT);
  store<i32>(q + TOP_AT, top + popcnt(rest));
  // Each pair is written, and overwritten by the next one where it is not near: no branch has to be guessed.
  let at = <usize>load<i32>(q + STACK_AT) + 8 * top;
  store<i64>(at, pair);
  at += 8 * (rest & 1);
  store<i64>(at, pair + step);
  at += 8 * ((rest >> 1) & 1);
  store<i64>(at, pair + 2 * step);
  at += 8 * ((rest >> 2) & 1);
  store<i64>(at, pair + 3 * step);
  return pair + <i64>next * step;
}

/** The lane of the least of four numbers. */
function leastOf(numbers: v128): i32 {
  const halves = f32x4.pmin(numbers, v128.shuffle<f32>(numbers, numbers, 1, 0, 3, 2));
  const least = f32x4.pmin(halves, v128.shuffle<f32>(halves, halves, 2, 3, 0, 1));
  return ctz(i32x4.bitmask(f32x4.eq(numbers, least)));
}
