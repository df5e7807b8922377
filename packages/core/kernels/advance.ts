// The first contact of two bodies in motion: the whole advancement of pairs in one call (src/query/advance/advance-pairs.ts). Every pair of nodes
// has its own time; pairs of triangles are first tested in f32 and then advanced in doubles.

import { advanceTriangles, LATER, reached } from './advance-triangles';
import { BODY_Q, BODY_R, discSteps, lasting, readState, writeDiscMotions } from './disc-steps';
import {
  CACHED_NODES,
  CAPACITY_AT,
  CORNERS_Q_AT,
  CORNERS_R_AT,
  COUNT_AT,
  LINKS_Q_AT,
  LINKS_R_AT,
  NODE,
  NODES_Q_AT,
  NODES_R_AT,
  PACK,
  PACKS_Q_AT,
  PACKS_R_AT,
  RADIUS_AT,
  SLOT_AT,
  STACK_AT,
  TESTS_AT,
  TRIANGLE,
  TRIANGLE_TESTS_AT,
} from './layout';
import { readLeaves, triangleSteps } from './leaf-steps';
import { END, FOUND, MOST_COST, motion, STEPS, setMotion, state, TURNS, WAITING, writeState } from './motion';
import { movedNode, moveNode } from './moved';
import { childrenOf, linkOf } from './nodes';

/** How a call ends: nothing touches; two triangles are within the threshold, or never will be; it takes long, and nothing touches before FOUND. */
const FREE: i32 = 0;
const PAUSED: i32 = 3;

/** Costs of a test of two discs or triangles, and of a step of two triangles, in tests of two discs by the host, which says how much is too much. */
const TEST_COST: f64 = 0.25;
const STEP_COST: f64 = 8;
/** When a restart pays (src/query/advance/advance-together.ts). */
const RESTART_AFTER: i32 = 8;
const LEAST_QUEUE: i32 = 64;

const MOVED: usize = memory.data(128);
const MOTIONS_Q: usize = memory.data(112);
const MOTIONS_R: usize = memory.data(112);
const UNTIL: usize = memory.data(64);

// The queue. Pairs wait in lists, one for each of SPANS equal spans of time, of which the last is that of the end alone. Spans follow each other; in a
// span pairs have no order. Triangles that get into contact in it make what is later than that superfluous. An entry is a time, two numbers (refs of
// nodes, or inverted slots of triangles), and the next entry of the list. Most pairs wait in vain: in a heap they took a quarter of all time.
const SPANS: i32 = 512;
const FIRSTS: usize = memory.data(4 * 513);
const ENTRY: usize = 24;
const NOTHING: i32 = -1;
let queue: usize = 0;
/** Pairs in all lists. */
let waiting: i32 = 0;
/** Entries in use, or used before; and the first of the latter. */
let entries: i32 = 0;
let unused: i32 = NOTHING;

function push(time: f64, pair: i64): void {
  let at = unused;
  if (at !== NOTHING) unused = load<i32>(queue + ENTRY * at + 16);
  else at = entries++;
  const entry = queue + ENTRY * at;
  const list = FIRSTS + 4 * <i32>(time * SPANS);
  store<f64>(entry, time);
  store<i64>(entry + 8, pair);
  store<i32>(entry + 16, load<i32>(list));
  store<i32>(list, at);
  waiting++;
}

function pairOf(first: i32, second: i32): i64 {
  return ((<i64>second) << 32) | <i64>(<u32>first);
}

/** Nothing follows the current pair. */
const NO_PAIR: i64 = i64.MAX_VALUE;
// The earliest pair that the current one produces. It is next if it is in the current span.
let best: i64 = NO_PAIR;
let bestTime: f64 = Infinity;

/** Keeps a pair that is proven apart until a time. */
function keep(time: f64, pair: i64): void {
  if (time >= bestTime) {
    push(time, pair);
    return;
  }
  if (best !== NO_PAIR) push(bestTime, best);
  best = pair;
  bestTime = time;
}

export function advance(q: usize): i32 {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const cornersQ = <usize>load<i32>(q + CORNERS_Q_AT);
  const cornersR = <usize>load<i32>(q + CORNERS_R_AT);
  const turns = motion(TURNS) !== 0;
  const most = load<i32>(q + CAPACITY_AT) / 3 - 32;
  const mostCost = motion(MOST_COST);
  queue = <usize>load<i32>(q + STACK_AT);
  waiting = 0;
  entries = 0;
  unused = NOTHING;
  memory.fill(FIRSTS, 255, 4 * (SPANS + 1));
  setMotion(STEPS, 0);
  let tests = 0;
  let triangles = 0;
  let found = FREE;
  let end = motion(END);
  push(0, 0);
  writeState(0);
  readState(q);
  for (let span = 0; span <= SPANS; span++) {
    const list = FIRSTS + 4 * span;
    if (load<i32>(list) === NOTHING) continue;
    const start = <f64>span / SPANS;
    const until = <f64>(span + 1) / SPANS;
    if (start >= end) break;
    let now = turns ? start : 0;
    let isCurrent = span === 0 || !turns;
    best = NO_PAIR;
    while (true) {
      let pair = best;
      let time = bestTime;
      if (pair !== NO_PAIR && time >= until) {
        push(time, pair);
        pair = NO_PAIR;
      }
      if (pair === NO_PAIR) {
        const at = load<i32>(list);
        if (at === NOTHING) break;
        const entry = queue + ENTRY * at;
        time = load<f64>(entry);
        pair = load<i64>(entry + 8);
        store<i32>(list, load<i32>(entry + 16));
        store<i32>(entry + 16, unused);
        unused = at;
        waiting--;
      }
      best = NO_PAIR;
      bestTime = Infinity;
      if (time >= end) continue;
      const steps = <i32>motion(STEPS);
      const cost = TEST_COST * <f64>(tests + triangles) + STEP_COST * <f64>steps;
      if (cost >= mostCost || entries >= most || steps > RESTART_AFTER * (waiting + LEAST_QUEUE)) {
        setMotion(FOUND, start);
        return finish(q, tests, triangles, PAUSED);
      }
      const first = <i32>pair;
      const second = <i32>(pair >> 32);
      if (first < 0) {
        const slotQ = ~first;
        const slotR = ~second;
        const own = cornersQ + TRIANGLE * slotQ;
        const ended = advanceTriangles(own, cornersR + TRIANGLE * slotR, slotQ, slotR, time, until);
        triangles++;
        isCurrent = !turns; // the triangles have moved the state on
        if (ended !== LATER) {
          found = ended;
          end = reached;
          setMotion(END, end);
        } else if (reached < end) push(reached, pair);
        continue;
      }
      // Bodies that rotate are tested as they are at the start of the span, unless they are fast. A pair that is tested a little before its time is proven
      // apart for nearly as long: what is lost is the part by which the bodies turn in between.
      if (!isCurrent || (turns && !(time >= now && time - now <= lasting))) {
        now = time - start <= lasting ? start : time;
        writeState(now);
        readState(q);
        isCurrent = true;
      }
      const linkQ = linkOf(linksQ, first);
      const linkR = linkOf(linksR, second);
      if ((linkQ & linkR) < 0) triangles += openLeaves(q, ~linkQ, ~linkR, now, time, end);
      else tests += openNodes(q, first, second, linkQ, linkR, now, time, end, turns);
    }
  }
  return finish(q, tests, triangles, found);
}

function finish(q: usize, tests: i32, triangles: i32, end: i32): i32 {
  store<f64>(q + TESTS_AT, <f64>tests);
  store<f64>(q + TRIANGLE_TESTS_AT, <f64>triangles);
  setMotion(WAITING, <f64>waiting);
  return end;
}

/** A step that leads from `now` to the end or beyond. */
function enoughOf(end: f64, now: f64): f32 {
  return <f32>((end - now) * 1.0000002384185791); // 1 + 4ε
}

/** Keeps the lanes of `near`, which are pairs one stride apart. */
function keepSteps(near: i32, now: f64, time: f64, pair: i64, stride: i64): void {
  for (let rest = near; rest !== 0; rest &= rest - 1) {
    const lane = ctz(rest);
    const until = now + <f64>load<f32>(UNTIL + 4 * lane);
    // A parent may have been proven apart for longer than its children are.
    keep(until > time ? until : time, pair + <i64>lane * stride);
  }
}

/** Tests the pairs of triangles of two leaves; their number. */
function openLeaves(q: usize, packQ: i32, packR: i32, now: f64, time: f64, end: f64): i32 {
  const own = <usize>load<i32>(q + PACKS_Q_AT) + PACK * packQ;
  const other = <usize>load<i32>(q + PACKS_R_AT) + PACK * packR;
  const countQ = load<i32>(own + COUNT_AT);
  const countR = load<i32>(other + COUNT_AT);
  const firstQ = load<i32>(own + SLOT_AT);
  const firstR = load<i32>(other + SLOT_AT);
  const enough = enoughOf(end, now);
  readLeaves(q, packQ, packR);
  for (let i = 0; i < countQ; i++) {
    const steps = triangleSteps(i, enough);
    const near = (i32x4.bitmask(f32x4.ge(steps, f32x4.splat(enough))) ^ 15) & ((1 << countR) - 1);
    if (near === 0) continue;
    v128.store(UNTIL, steps);
    keepSteps(near, now, time, pairOf(~(firstQ + i), ~firstR), -((<i64>1) << 32));
  }
  return countQ * countR;
}

/** Tests the children of two nodes, of which not both are leaves; the number of tests. */
function openNodes(
  q: usize,
  refQ: i32,
  refR: i32,
  linkQ: i32,
  linkR: i32,
  now: f64,
  time: f64,
  end: f64,
  turns: bool,
): i32 {
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const nodesQ = <usize>load<i32>(q + NODES_Q_AT);
  const nodesR = <usize>load<i32>(q + NODES_R_AT);
  const sizeQ = load<f32>(nodesQ + NODE * (refQ >> 2) + 4 * (refQ & 3) + RADIUS_AT) * <f32>state(12);
  const sizeR = load<f32>(nodesR + NODE * (refR >> 2) + 4 * (refR & 3) + RADIUS_AT);
  const opensQ = linkQ >= 0 && (linkR < 0 || sizeQ >= sizeR);
  const opensR = linkR >= 0 && (linkQ < 0 || sizeR >= sizeQ);
  const nodeQ = opensQ ? linkQ : refQ >> 2;
  const nodeR = opensR ? linkR : refR >> 2;
  let discsQ = MOVED;
  if (turns) moveNode(q, nodeQ, MOVED);
  else discsQ = movedNode(q, nodeQ, CACHED_NODES);
  const discsR = nodesR + NODE * nodeR;
  writeDiscMotions(discsQ, BODY_Q, BODY_R, MOTIONS_Q);
  writeDiscMotions(discsR, BODY_R, BODY_Q, MOTIONS_R);
  const enough = enoughOf(end, now);
  const isEnough = f32x4.splat(enough);
  const firstPair = pairOf(4 * nodeQ, 4 * nodeR);
  if (!opensR) {
    const lane: usize = refR & 3;
    const steps = discSteps(discsR + 4 * lane, MOTIONS_R + 4 * lane, BODY_R, discsQ, MOTIONS_Q, BODY_Q);
    const near = (i32x4.bitmask(f32x4.ge(steps, isEnough)) ^ 15) & childrenOf(linksQ, nodeQ);
    v128.store(UNTIL, steps);
    keepSteps(near, now, time, firstPair + ((<i64>lane) << 32), 1);
    return 4;
  }
  const children = childrenOf(linksR, nodeR);
  const first = opensQ ? 0 : refQ & 3;
  const last = opensQ ? popcnt(childrenOf(linksQ, nodeQ)) : first + 1;
  for (let i = first; i < last; i++) {
    const steps = discSteps(discsQ + 4 * i, MOTIONS_Q + 4 * i, BODY_Q, discsR, MOTIONS_R, BODY_R);
    const near = (i32x4.bitmask(f32x4.ge(steps, isEnough)) ^ 15) & children;
    if (near === 0) continue;
    v128.store(UNTIL, steps);
    keepSteps(near, now, time, firstPair + i, (<i64>1) << 32);
  }
  return 4 * (last - first);
}
