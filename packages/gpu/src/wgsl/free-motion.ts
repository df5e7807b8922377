// Motions of A during which nothing comes near B: time is halved until each interval is proven free, or one is left at the last level.
//
// At the middle of an interval the bodies are farther apart than any point of A moves in half of it, plus the threshold: then the
// interval is free. With p the displacement of the body's origin, θ the rotation and ρ the farthest point from the origin, a point
// moves by at most (|p| + θρ) times the part of the motion. For unit quaternions with q₀·q₁ ≥ 0, θ ≤ π/√2·|q₀ − q₁|.
//
// The rotation in the middle of two is their normalized sum. A sum, a root and a product are off by 6u; an earlier error δ of both
// becomes δ/cos(θ/4), and all those factors together are less than 2. After n halvings the quaternion is off by 2(1.1 + 6n)u and its
// length by 8u, and so a point by u(24n + 24) of its distance from the origin.

import { CONTAINMENT, containmentCode, TURNED } from './containment.ts';
import { MOST_STEPS, type StackShape, searchCode } from './search.ts';
import { TRIANGLE_DISTANCE } from './triangle-distance.ts';

/** Proven free. Zero decides nothing. */
export const FREE_MOTION = 1;
/** Between the kernels: the surfaces stay apart. */
const APART = 3;
/** Doubles of a motion: two poses. */
export const MOTION = 14;
/** Steps over which a motion is left to the host: it is searched for many intervals. */
const MOTION_STEPS: number = 4 * MOST_STEPS;
/** Halvings of the time. */
const LEVELS = 8;

export const freeMotionCode = (stack: StackShape): string => /* wgsl */ `
${searchCode(stack, MOTION)}
${TRIANGLE_DISTANCE}

struct Turning { q0: vec4f, q1: vec4f, start: vec3f, motion: vec3f, speed: f32, error: f32, isUsable: bool }

fn quaternionAt(at: u32) -> vec4f {
  return vec4f(nearest(poses[at], 0), nearest(poses[at + 1u], 0), nearest(poses[at + 2u], 0), nearest(poses[at + 3u], 0));
}

fn motionOf(k: u32) -> Turning {
  let at = ${MOTION}u * k;
  let s = bodies.shift;
  var m: Turning;
  m.q0 = quaternionAt(at + 3u);
  m.q1 = quaternionAt(at + 10u);
  let alike = dot(m.q0, m.q1);
  m.q1 = select(m.q1, -m.q1, alike < 0.0);
  var isFar = false;
  var high = vec3f(0.0);
  var low = vec3f(0.0);
  var highEnd = vec3f(0.0);
  var lowEnd = vec3f(0.0);
  for (var c = 0u; c < 3u; c++) {
    let p = poses[at + c];
    let r = poses[at + 7u + c];
    isFar = isFar || max(exponentOf(p.y, s), exponentOf(r.y, s)) > 157;
    high[c] = highPart(p, s);
    low[c] = lowPart(p, s);
    highEnd[c] = highPart(r, s);
    lowEnd[c] = lowPart(r, s);
  }
  m.start = inOrder(high - bodies.centreHigh, bodies.zero) + inOrder(low - bodies.centreLow, bodies.zero);
  m.motion = inOrder(highEnd - high, bodies.zero) + inOrder(lowEnd - low, bodies.zero);
  let size = l1(high) + l1(highEnd);
  let away = bodies.reachA + length(bodies.centreA) * 1.00001;
  m.speed = (length(m.motion) + 2.2215 * length(m.q1 - m.q0) * away) * 1.00001 + 8.0 * U * (away + size);
  m.error = 2.2e-14 * (size + l1(bodies.centreHigh));
  // A rotation by half a turn has two shortest arcs.
  m.isUsable = abs(alike) > 1e-3 && !isFar;
  return m;
}

/** The pose in the middle of an interval: the index-th of those of a level. */
fn middleOf(t: Turning, index: u32, level: u32) -> Moved {
  var q0 = t.q0;
  var q1 = t.q1;
  var q = (q0 + q1) * inverseSqrt(dot(q0 + q1, q0 + q1));
  for (var k = level; k > 0u; k--) {
    if (((index >> (k - 1u)) & 1u) == 0u) { q1 = q; } else { q0 = q; }
    q = (q0 + q1) * inverseSqrt(dot(q0 + q1, q0 + q1));
  }
  let part = (f32(index) + 0.5) / f32(1u << level);
  var m = movedBy(bodies, rotationOf(q), bodies.centreHigh, bodies.centreLow);
  let position = t.start + part * t.motion;
  m.translation += position;
  m.error += U * (24.0 * (f32(level) + 2.0) * (bodies.reachA + length(bodies.centreA))
    + 6.0 * (length(t.start) + length(t.motion))) + t.error;
  m.scale = bodies.reachA + bodies.reachB + l1(m.translation);
  m.isUsable = m.scale < 1e9;
  return m;
}

/** Whether some triangles of two leaves may be nearer than a limit. */
fn areLeavesNear(m: Moved, a: vec2u, b: vec2u, limit: f32) -> bool {
  let error = m.error + U * bodies.reachB;
  let endA = a.x + (a.y & ~LEAF);
  let endB = b.x + (b.y & ~LEAF);
  for (var i = a.x; i < endA; i++) {
    let p = triangleA(m, i);
    let low = min(p[0], min(p[1], p[2])) - 2.0 * error;
    let high = max(p[0], max(p[1], p[2])) + 2.0 * error;
    for (var j = b.x; j < endB; j++) {
      let b0 = trianglesB[3u * j].xyz;
      let b1 = trianglesB[3u * j + 1u].xyz;
      let b2 = trianglesB[3u * j + 2u].xyz;
      let beside = max(low - max(b0, max(b1, b2)), min(b0, min(b1, b2)) - high);
      if (max(beside.x, max(beside.y, beside.z)) > limit + 4.0 * U * m.scale) { continue; }
      let c = cornersOf(p[0], p[1], p[2], b0, b1, b2, m.error, U * bodies.reachB);
      if (!isFartherThan(c, limit) && distanceOf(c).x <= limit) { return true; }
    }
  }
  return false;
}

@compute @workgroup_size(64)
fn freeMotions() {
  var stack: array<Waiting, STACK>;
  var top = 0u;
  var query = takeQuery();
  var turning: Turning;
  var m: Moved;
  var limit = 0.0;
  var pair = vec2u(0u);
  var index = 0u;
  var level = 0u;
  var isFree = true;
  var steps = 0u;
  /** 0: take the next pair. 1: search the pair. 2: the interval is decided. 3: begin an interval. 4: begin a query. 5: done. */
  var step = 4u;
  while (query < bodies.count) {
    if (step == 4u) {
      turning = motionOf(query);
      index = 0u;
      level = 0u;
      steps = 0u;
      isFree = turning.isUsable;
      step = select(5u, 3u, isFree);
    }
    if (step == 3u) {
      m = middleOf(turning, index, level);
      limit = turning.speed * 0.5 / f32(1u << level) * 1.000001 + bodies.threshold;
      top = 0u;
      pair = vec2u(0u);
      isFree = m.isUsable && (!isCoarse(m) || gapOfRoots(m) > limit + discMargin(m));
      step = select(2u, 1u, isFree);
    }
    if (step == 1u && steps == ${MOTION_STEPS}u) {
      isFree = false;
      step = 5u;
    }
    if (step == 1u) {
      steps++;
      let a = linksA(pair.x);
      let b = linksB(pair.y);
      step = 0u;
      if (isLeaf(a) && isLeaf(b)) {
        if (areLeavesNear(m, a, b, limit)) {
          isFree = false;
          step = 2u;
        }
      } else {
        let discOfA = discA(m, pair.x);
        let discOfB = discB(pair.y);
        let opensA = !isLeaf(a) && (isLeaf(b) || discOfA.radius >= discOfB.radius);
        let opened = select(b, a, opensA);
        let reach = limit + discMargin(m);
        var best = 1e18;
        var kept = pair;
        for (var k = opened.x; k < opened.x + opened.y; k++) {
          var gap: f32;
          var child: vec2u;
          if (opensA) {
            gap = gapOf(discA(m, k), discOfB);
            child = vec2u(k, pair.y);
          } else {
            gap = gapOf(discOfA, discB(k));
            child = vec2u(pair.x, k);
          }
          if (gap > reach) { continue; }
          if (step == 1u) {
            if (top >= STACK) {
              isFree = false;
              step = 2u;
              break;
            }
            stack[top] = pack(select(child, kept, gap < best));
            top++;
          }
          if (step == 0u || gap < best) {
            best = gap;
            kept = child;
          }
          step = 1u;
        }
        pair = kept;
      }
    }
    if (step == 0u) {
      step = 2u;
      if (top > 0u) {
        top--;
        pair = unpack(stack[top]);
        step = 1u;
      }
    }
    if (step == 2u) {
      step = 3u;
      if (isFree) {
        // The next interval: past the end of a half, that of its parent.
        index++;
        while (level > 0u && (index & 1u) == 0u) {
          index >>= 1u;
          level--;
        }
        if (level == 0u) { step = 5u; }
      } else if (level < ${LEVELS}u) {
        level++;
        index *= 2u;
      } else { step = 5u; }
    }
    if (step == 5u) {
      var code = select(0u, ${APART}u, isFree);
      if (isFree && bodies.isSolidA + bodies.isSolidB == 0u) { code = ${FREE_MOTION}u; }
      results[query] = code | (bodies.stamp << 2u);
      query = takeQuery();
      step = 4u;
    }
  }
}
`;

/** Surfaces that stay apart: is one body inside the other, as at the start? */
export const containMotionCode = (stack: StackShape): string => /* wgsl */ `
${searchCode(stack, MOTION)}
${TURNED}
${containmentCode('A')}
${containmentCode('B')}
${CONTAINMENT}

@compute @workgroup_size(64)
fn containMotions() {
  for (var query = takeQuery(); query < bodies.count; query = takeQuery()) {
    if (results[query] != (${APART}u | (bodies.stamp << 2u))) { continue; }
    let inside = containmentOf(poseOf(query));
    results[query] = select(0u, ${FREE_MOTION}u, inside == 0u) | (bodies.stamp << 2u);
  }
}
`;
