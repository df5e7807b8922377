// The nearest primitives of two medial meshes: src/query/medial/search-medial.ts, with the same results to the bit. Two balls are projected
// at once, and each part of the query body is posed once in a search.

import { BALL_PAIR, CLOSEST, closestBalls } from './closest-balls';

// The block: f64 …
const POSE_AT: usize = 0; // of the query body in the reference frame, 12 numbers and the scale
const LIMIT_AT: usize = 104;
const LEAST_AT: usize = 112; // the least signed distance tested
const LOWER_AT: usize = 120; // and a lower bound of all
const CLOSEST_AT: usize = 128; // the nearest balls, 9 numbers, as closestBalls writes them
// … and i32.
const BODY_Q_AT: usize = 200; // where the bodies lie
const BODY_R_AT: usize = 204;
const QUEUE_AT: usize = 208;
const CAPACITY_AT: usize = 212; // of the queue
const VOLUME_TESTS_AT: usize = 216;
const PRIMITIVE_TESTS_AT: usize = 220;
const SIZE: usize = 224;

// A body: i32 …
const NODES_AT: usize = 0; // how many
const CHILDREN_AT: usize = 4; // where the first child and the one past the last lie, two i32 a part
const COUNTS_AT: usize = 8; // the number of balls of each part, i32
const STARTS_AT: usize = 12; // where its balls begin, from those of the body
const BALLS_AT: usize = 16; // pairs of balls
const SPANS_AT: usize = 20; // a ball around each part, four f64
const POSED_AT: usize = 24; // copies of both for the query body, in the reference frame
const POSED_SPANS_AT: usize = 28;
const STAMPS_AT: usize = 32; // the search for which a part was posed last, i64

const SPAN: usize = 32;
/** An entry of the queue: a gap, and two parts. */
const ENTRY: usize = 16;

/** Searches so far: a number that does not recur. */
let searches: i64 = 0;

export function medialQuerySize(): usize {
  return SIZE;
}

/** Searches until two primitives overlap, are proven more than the limit apart, or are the nearest. Returns 0 if the queue is too short. */
export function searchMedial(query: usize): i32 {
  const q = <usize>load<i32>(query + BODY_Q_AT);
  const r = <usize>load<i32>(query + BODY_R_AT);
  const queue = <usize>load<i32>(query + QUEUE_AT);
  const most = load<i32>(query + CAPACITY_AT) - 1;
  const nodesQ = load<i32>(q + NODES_AT);
  const nodesR = load<i32>(r + NODES_AT);
  const limit = load<f64>(query + LIMIT_AT);
  searches++;
  store<f64>(query + LEAST_AT, Infinity);
  let length = push(queue, 0, -Infinity, 0, 0);
  while (length > 0) {
    const least = load<f64>(query + LEAST_AT);
    const bound = load<f64>(queue);
    const lower = bound < least ? bound : least;
    store<f64>(query + LOWER_AT, lower);
    if (lower === least || least <= 0 || lower > limit) return 1;
    const partQ = load<i32>(queue + 8);
    const partR = load<i32>(queue + 12);
    length = pop(queue, length);
    if (partQ >= nodesQ && partR >= nodesR) {
      measure(query, q, partQ, r, partR);
      continue;
    }
    posePart(query, q, partQ);
    const larger = load<f64>(spanOf(q, POSED_SPANS_AT, partQ) + 24) - load<f64>(spanOf(r, SPANS_AT, partR) + 24);
    const opensQ = partQ < nodesQ && (partR >= nodesR || larger >= 0);
    const opensR = partR < nodesR && (partQ >= nodesQ || larger <= 0);
    const firstQ = opensQ ? childOf(q, partQ, 0) : partQ;
    const endQ = opensQ ? childOf(q, partQ, 1) : partQ + 1;
    const firstR = opensR ? childOf(r, partR, 0) : partR;
    const endR = opensR ? childOf(r, partR, 1) : partR + 1;
    store<i32>(query + VOLUME_TESTS_AT, load<i32>(query + VOLUME_TESTS_AT) + (endQ - firstQ) * (endR - firstR));
    for (let i = firstQ; i < endQ; i++) {
      posePart(query, q, i);
      for (let j = firstR; j < endR; j++) {
        const gap = gapOf(q, i, r, j);
        if (gap < least) length = push(queue, length, gap, i, j);
      }
    }
    if (length > most - 16) return 0;
  }
  store<f64>(query + LOWER_AT, load<f64>(query + LEAST_AT));
  return 1;
}

/** @inline */
function childOf(body: usize, part: i32, end: usize): i32 {
  return load<i32>(<usize>load<i32>(body + CHILDREN_AT) + 8 * <usize>part + 4 * end);
}

/** @inline */
function countOf(body: usize, part: i32): i32 {
  return load<i32>(<usize>load<i32>(body + COUNTS_AT) + 4 * <usize>part);
}

/** Where the balls of a part lie, those of the body or posed. @inline */
function ballsOf(body: usize, at: usize, part: i32): usize {
  return <usize>load<i32>(body + at) + <usize>load<i32>(<usize>load<i32>(body + STARTS_AT) + 4 * <usize>part);
}

/** @inline */
function spanOf(body: usize, at: usize, part: i32): usize {
  return <usize>load<i32>(body + at) + SPAN * <usize>part;
}

/** Poses the balls and the span of a part of the query body, if that has not been done in this search. */
function posePart(query: usize, q: usize, part: i32): void {
  const stamp = <usize>load<i32>(q + STAMPS_AT) + 8 * <usize>part;
  if (load<i64>(stamp) === searches) return;
  store<i64>(stamp, searches);
  poseSpan(query, spanOf(q, SPANS_AT, part), spanOf(q, POSED_SPANS_AT, part));
  const from = ballsOf(q, BALLS_AT, part);
  const to = ballsOf(q, POSED_AT, part);
  const end = BALL_PAIR * <usize>((countOf(q, part) + 1) >> 1);
  const scale = f64x2.splat(load<f64>(query + POSE_AT + 96));
  for (let k: usize = 0; k < end; k += BALL_PAIR) {
    const x = f64x2.mul(v128.load(from + k), scale);
    const y = f64x2.mul(v128.load(from + k + 16), scale);
    const z = f64x2.mul(v128.load(from + k + 32), scale);
    for (let c: usize = 0; c < 3; c++) {
      const row = query + POSE_AT + 24 * c;
      const xy = f64x2.add(f64x2.mul(v128.load64_splat(row), x), f64x2.mul(v128.load64_splat(row + 8), y));
      const xyz = f64x2.add(xy, f64x2.mul(v128.load64_splat(row + 16), z));
      v128.store(to + k + 16 * c, f64x2.add(xyz, v128.load64_splat(query + POSE_AT + 72 + 8 * c)));
    }
    v128.store(to + k + 48, f64x2.mul(v128.load(from + k + 48), scale));
  }
}

function poseSpan(query: usize, from: usize, to: usize): void {
  const scale = load<f64>(query + POSE_AT + 96);
  const x = load<f64>(from) * scale;
  const y = load<f64>(from + 8) * scale;
  const z = load<f64>(from + 16) * scale;
  for (let c: usize = 0; c < 3; c++) {
    const row = query + POSE_AT + 24 * c;
    const sum = load<f64>(row) * x + load<f64>(row + 8) * y + load<f64>(row + 16) * z;
    store<f64>(to + 8 * c, sum + load<f64>(query + POSE_AT + 72 + 8 * c));
  }
  store<f64>(to + 24, load<f64>(from + 24) * scale);
}

/** The gap of the hulls of two parts, along the line of their spans' centres. */
function gapOf(q: usize, i: i32, r: usize, j: i32): f64 {
  const a = spanOf(q, POSED_SPANS_AT, i);
  const b = spanOf(r, SPANS_AT, j);
  const x = load<f64>(b) - load<f64>(a);
  const y = load<f64>(b + 8) - load<f64>(a + 8);
  const z = load<f64>(b + 16) - load<f64>(a + 16);
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return -Infinity;
  const dx = f64x2.splat(x);
  const dy = f64x2.splat(y);
  const dz = f64x2.splat(z);
  const reach = f64x2.splat(length);
  let high = f64x2.splat(-Infinity);
  const ballsQ = ballsOf(q, POSED_AT, i);
  const endQ = ballsQ + BALL_PAIR * <usize>((countOf(q, i) + 1) >> 1);
  for (let p = ballsQ; p < endQ; p += BALL_PAIR) {
    const far = f64x2.add(heights(p, dx, dy, dz), f64x2.mul(v128.load(p + 48), reach));
    high = f64x2.pmax(high, far);
  }
  let low = f64x2.splat(Infinity);
  const ballsR = ballsOf(r, BALLS_AT, j);
  const endR = ballsR + BALL_PAIR * <usize>((countOf(r, j) + 1) >> 1);
  for (let p = ballsR; p < endR; p += BALL_PAIR) {
    const near = f64x2.sub(heights(p, dx, dy, dz), f64x2.mul(v128.load(p + 48), reach));
    low = f64x2.pmin(low, near);
  }
  const lowest = min(f64x2.extract_lane(low, 0), f64x2.extract_lane(low, 1));
  const highest = max(f64x2.extract_lane(high, 0), f64x2.extract_lane(high, 1));
  return (lowest - highest) / length;
}

/** How far two centres lie along a direction. @inline */
function heights(p: usize, dx: v128, dy: v128, dz: v128): v128 {
  const xy = f64x2.add(f64x2.mul(v128.load(p), dx), f64x2.mul(v128.load(p + 16), dy));
  return f64x2.add(xy, f64x2.mul(v128.load(p + 32), dz));
}

function measure(query: usize, q: usize, m: i32, r: usize, n: i32): void {
  store<i32>(query + PRIMITIVE_TESTS_AT, load<i32>(query + PRIMITIVE_TESTS_AT) + 1);
  posePart(query, q, m);
  closestBalls(ballsOf(q, POSED_AT, m), countOf(q, m), ballsOf(r, BALLS_AT, n), countOf(r, n));
  if (!(load<f64>(CLOSEST) < load<f64>(query + LEAST_AT))) return;
  store<f64>(query + LEAST_AT, load<f64>(CLOSEST));
  for (let k: usize = 0; k < 72; k += 8) store<f64>(query + CLOSEST_AT + k, load<f64>(CLOSEST + k));
}

/** Adds a pair to the queue: src/query/advance/pair-queue.ts. Returns the new length. */
function push(queue: usize, length: i32, gap: f64, first: i32, second: i32): i32 {
  let hole = length;
  while (hole > 0) {
    const parent = (hole - 1) >> 2;
    if (load<f64>(queue + ENTRY * <usize>parent) <= gap) break;
    v128.store(queue + ENTRY * <usize>hole, v128.load(queue + ENTRY * <usize>parent));
    hole = parent;
  }
  setEntry(queue + ENTRY * <usize>hole, gap, first, second);
  return length + 1;
}

/** @inline */
function setEntry(entry: usize, gap: f64, first: i32, second: i32): void {
  store<f64>(entry, gap);
  store<i32>(entry + 8, first);
  store<i32>(entry + 12, second);
}

/** Removes the first pair. Returns the new length. */
function pop(queue: usize, length: i32): i32 {
  const last = length - 1;
  const moved = v128.load(queue + ENTRY * <usize>last);
  const gap = load<f64>(queue + ENTRY * <usize>last);
  let hole = 0;
  for (;;) {
    const child = 4 * hole + 1;
    if (child >= last) break;
    const end = min(child + 4, last);
    let least = child;
    for (let other = child + 1; other < end; other++) {
      if (load<f64>(queue + ENTRY * <usize>other) < load<f64>(queue + ENTRY * <usize>least)) least = other;
    }
    if (gap <= load<f64>(queue + ENTRY * <usize>least)) break;
    v128.store(queue + ENTRY * <usize>hole, v128.load(queue + ENTRY * <usize>least));
    hole = least;
  }
  v128.store(queue + ENTRY * <usize>hole, moved);
  return last;
}
