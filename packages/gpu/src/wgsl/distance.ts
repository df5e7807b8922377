// Distances for many poses of two bodies that are proven to be apart (collide.ts runs first: the search for a crossing is much shorter
// than that for a distance among triangles that overlap). Pairs of nodes are searched depth first, the nearest children first, and dropped where they
// are proven farther apart than two points already found, less what the caller tolerates.
//
// A search for a distance is long, and some are ten times as long as others. So a workgroup searches for one pose together: several pairs of
// nodes at a time, an invocation for each child, and triangles once there is a pair of them for each invocation. A workgroup takes
// RUN poses one after the other, which mostly are neighbours. Each invocation measures the nearest triangles that it found for one
// pose again for the next: wherever they are now, their distance is an upper bound.
//
// A result is a code with the number of the run, a lower and an upper bound. Bounds are kept as the bits of floats that are not
// negative: these have the order of the floats. The order in which pairs are stacked does not depend on the order in which invocations
// run, so a device answers with the same bits every time.

import { FREE } from './collide.ts';
import { type StackShape, searchCode } from './search.ts';
import { TRIANGLE_DISTANCE } from './triangle-distance.ts';

/** Words of a result. */
export const DISTANCE_WORDS = 3;
/** The bounds hold. What collides keeps its code, and zero decides nothing. */
export const BRACKETED = 3;
/** Poses that a workgroup takes one after the other. */
const RUN = 16;
/** Pairs of nodes that can wait. All but those of the search that takes one pair at a time (STACK) are for taking several. */
const WAITING = 512;
/** Turns of a workgroup over which a pose is left to the host. */
const MOST_TURNS = 1024;
/** The most triangles of a leaf. */
export const LEAF_SIZE = 4;

const SHARED = /* wgsl */ `
const RUN = ${RUN}u;
const WAITING = ${WAITING}u;
const LANES = 32u;
/** Triangles of A's leaf that an invocation compares with those of B's leaf, and pairs of these. */
const SHARE = max(1u, LEAF_SIZE / WIDTH);
const LEAF_PAIRS = SHARE * LEAF_SIZE;
const NONE = 0xffffffffu;
/** The bits of 1e18. */
const UNBOUNDED = 0x5d5e0b6bu;

/** How many pairs of nodes and of triangles wait, and the bits of the upper bound when they were counted. */
struct Waits { nodes: u32, triangles: u32, upper: u32 }

var<workgroup> run: u32;
var<workgroup> isFree: u32;
var<workgroup> waits: Waits;
var<workgroup> nodes: array<Waiting, WAITING>;
var<workgroup> nodeGaps: array<f32, WAITING>;
var<workgroup> triangles: array<vec2u, LANES * (LEAF_PAIRS + 1u)>;
var<workgroup> lower: atomic<u32>;
var<workgroup> upper: atomic<u32>;
/** Bits of the gap of each invocation's child. */
var<workgroup> keys: array<u32, LANES>;
/** Invocations whose child is the first, second … nearest of its parent; and whose first, second … pair of triangles waits. */
var<workgroup> children: array<atomic<u32>, WIDTH>;
var<workgroup> pairs: array<atomic<u32>, LEAF_PAIRS>;

fn cornersAt(m: Moved, t: vec2u) -> Corners {
  let p = triangleA(m, t.x);
  let at = 3u * t.y;
  return cornersOf(p[0], p[1], p[2], trianglesB[at].xyz, trianglesB[at + 1u].xyz, trianglesB[at + 2u].xyz, m.error, U * bodies.reachB);
}

/** The bits of a length. A device may give zero a sign, and its bits would then be those of no bound. */
fn bitsOf(length: f32) -> u32 { return bitcast<u32>(length) & 0x7fffffffu; }

/** Takes the distance of two triangles into the bounds; returns its upper bound. */
fn measure(m: Moved, t: vec2u) -> f32 {
  let bounds = distanceOf(cornersAt(m, t));
  atomicMin(&lower, bitsOf(bounds.x));
  atomicMin(&upper, bitsOf(bounds.y));
  return bounds.y;
}

/** A pair that is not searched bounds the distance from below, unless it is farther apart than the upper bound. */
fn drop(gap: f32) {
  if (bodies.threshold > 0.0) { atomicMin(&lower, bitsOf(max(0.0, gap))); }
}
`;

export const distanceCode = (stack: StackShape): string => /* wgsl */ `
${searchCode(stack)}
${TRIANGLE_DISTANCE}
const WIDTH = ${stack.branching}u;
const LEAF_SIZE = ${LEAF_SIZE}u;
${SHARED}

/** Pair k of an invocation's share: numbers after the first triangles. */
fn pairOf(k: u32) -> vec2u { return vec2u(WIDTH * (k / LEAF_SIZE), k % LEAF_SIZE); }

/** What an invocation does with its part of a pair of nodes. */
struct Part { child: vec2u, key: u32, leaf: vec2u, waiting: u32 }

/** The triangles of two leaves: a share of A's, all of B's. Bits of \`waiting\` are the pairs that may be nearest. */
fn partOfLeaves(m: Moved, a: vec2u, b: vec2u, part: u32, limit: f32) -> Part {
  var out = Part(vec2u(0u), NONE, vec2u(a.x + part, b.x), 0u);
  let endA = a.x + (a.y & ~LEAF);
  let endB = b.x + (b.y & ~LEAF);
  for (var k = 0u; k < LEAF_PAIRS; k++) {
    let t = out.leaf + pairOf(k);
    if (t.x >= endA || t.y >= endB) { continue; }
    if (isFartherThan(cornersAt(m, t), limit)) { drop(limit); }
    else { out.waiting |= 1u << k; }
  }
  return out;
}

/** One child of the larger node with the other node. */
fn partOfNodes(m: Moved, pair: vec2u, a: vec2u, b: vec2u, part: u32, limit: f32) -> Part {
  var out = Part(pair, NONE, vec2u(0u), 0u);
  var first = discA(m, pair.x);
  var second = discB(pair.y);
  let opensA = !isLeaf(a) && (isLeaf(b) || first.radius >= second.radius);
  let opened = select(b, a, opensA);
  if (part >= opened.y) { return out; }
  if (opensA) {
    out.child.x = opened.x + part;
    first = discA(m, out.child.x);
  } else {
    out.child.y = opened.x + part;
    second = discB(out.child.y);
  }
  let margin = discMargin(m);
  let gap = max(0.0, gapOf(first, second) - margin);
  // No two triangles below are farther apart than the centres and what the discs reach.
  let reach = first.half + first.radius + second.half + second.radius;
  let most = (length(first.centre - second.centre) + reach) * 1.000001 + margin;
  if (most < limit) { atomicMin(&upper, bitsOf(most)); }
  if (gap >= limit) { drop(gap); }
  else { out.key = bitsOf(gap); }
  return out;
}

/** Invocations before this one of those in a mask. */
fn before(mask: u32, lane: u32) -> u32 { return countOneBits(mask & ((1u << lane) - 1u)); }

/** Stacks what the invocations have found, the nearest children uppermost. Called by all. */
fn stackParts(found: Part, lane: u32, kept: Waits) {
  keys[lane] = found.key;
  if (lane < WIDTH) { atomicStore(&children[lane], 0u); }
  if (lane < LEAF_PAIRS) { atomicStore(&pairs[lane], 0u); }
  workgroupBarrier();
  var rank = 0u;
  let parent = lane - lane % WIDTH;
  for (var k = parent; k < parent + WIDTH; k++) {
    if (keys[k] < found.key || (keys[k] == found.key && k < lane)) { rank++; }
  }
  if (found.key != NONE) { atomicOr(&children[rank], 1u << lane); }
  for (var k = 0u; k < LEAF_PAIRS; k++) {
    if ((found.waiting & (1u << k)) != 0u) { atomicOr(&pairs[k], 1u << lane); }
  }
  workgroupBarrier();
  var now = kept;
  for (var k = WIDTH; k > 0u; k--) {
    let mask = atomicLoad(&children[k - 1u]);
    if (found.key != NONE && rank == k - 1u) {
      let at = now.nodes + before(mask, lane);
      nodes[at] = pack(found.child);
      nodeGaps[at] = bitcast<f32>(found.key);
    }
    now.nodes += countOneBits(mask);
  }
  for (var k = 0u; k < LEAF_PAIRS; k++) {
    let mask = atomicLoad(&pairs[k]);
    if ((found.waiting & (1u << k)) != 0u) { triangles[now.triangles + before(mask, lane)] = found.leaf + pairOf(k); }
    now.triangles += countOneBits(mask);
  }
  if (lane == 0u) {
    now.upper = atomicLoad(&upper);
    waits = now;
  }
}

@compute @workgroup_size(LANES)
fn distanceMany(@builtin(local_invocation_index) lane: u32) {
  loop {
    if (lane == 0u) { run = takeQuery(); }
    let first = RUN * workgroupUniformLoad(&run);
    if (first >= bodies.count) { break; }
    /** The nearest triangles of this invocation for the pose before. */
    var witness = vec2u(NONE);
    for (var query = first; query < min(first + RUN, bodies.count); query++) {
      let m = poseOf(query);
      if (lane == 0u) {
        // What collides, or may, is not measured; nor is what rounding makes a search of all pairs.
        isFree = select(0u, 1u, m.isUsable && !isCoarse(m) && results[3u * query] == (${FREE}u | (bodies.stamp << 2u)));
        atomicStore(&lower, UNBOUNDED);
        atomicStore(&upper, UNBOUNDED);
        waits = Waits(1u, select(LANES, 0u, query == first), UNBOUNDED);
        nodes[0] = pack(vec2u(0u));
        nodeGaps[0] = 0.0;
      }
      if (workgroupUniformLoad(&isFree) == 0u) { continue; }
      var nearest = 1e18;
      triangles[lane] = witness;
      var isComplete = true;
      for (var turns = 0u; ; turns++) {
        let have = workgroupUniformLoad(&waits);
        if (turns == ${MOST_TURNS}u) {
          isComplete = false;
          break;
        }
        if (have.triangles >= LANES || (have.nodes == 0u && have.triangles > 0u)) {
          let count = min(have.triangles, LANES);
          var t = vec2u(NONE);
          if (lane < count) { t = triangles[have.triangles - count + lane]; }
          if (t.x != NONE) {
            let distance = measure(m, t);
            if (distance < nearest) {
              nearest = distance;
              witness = t;
            }
          }
          workgroupBarrier();
          if (lane == 0u) { waits = Waits(have.nodes, have.triangles - count, atomicLoad(&upper)); }
          continue;
        }
        if (have.nodes == 0u) { break; }
        // As many as their children have memory for.
        let memory = max(have.nodes, WAITING - STACK) - have.nodes;
        let count = min(min(have.nodes, LANES / WIDTH), max(1u, memory / (WIDTH - 1u)));
        if (have.nodes + WIDTH - 1u > WAITING) {
          isComplete = false;
          break;
        }
        var found = Part(vec2u(0u), NONE, vec2u(0u), 0u);
        if (lane / WIDTH < count) {
          let at = have.nodes - 1u - lane / WIDTH;
          let pair = unpack(nodes[at]);
          let gap = nodeGaps[at];
          // What is farther apart need not be searched.
          let limit = bitcast<f32>(have.upper) - bodies.threshold;
          if (gap >= limit) { drop(gap); }
          else {
            let a = linksA(pair.x);
            let b = linksB(pair.y);
            if (isLeaf(a) && isLeaf(b)) { found = partOfLeaves(m, a, b, lane % WIDTH, limit); }
            else { found = partOfNodes(m, pair, a, b, lane % WIDTH, limit); }
          }
        }
        stackParts(found, lane, Waits(have.nodes - count, have.triangles, 0u));
      }
      workgroupBarrier();
      if (lane == 0u && isComplete) {
        let bound = bitcast<f32>(atomicLoad(&upper));
        results[3u * query] = ${BRACKETED}u | (bodies.stamp << 2u);
        results[3u * query + 1u] = bitcast<u32>(min(bitcast<f32>(atomicLoad(&lower)), bound));
        results[3u * query + 2u] = bitcast<u32>(bound);
      }
    }
  }
}
`;
