// Distances for many poses of two bodies that are proven to be apart (collide.ts runs first: the search for a crossing is much shorter
// than that for a distance among triangles that overlap). Pairs of nodes are searched depth first, the nearest children first, and dropped where they
// are proven farther apart than two points already found.
//
// A result is a code with the number of the run, a lower and an upper bound.

import { FREE } from './collide.ts';
import { type StackShape, searchCode } from './search.ts';
import { TRIANGLE_DISTANCE } from './triangle-distance.ts';

/** Words of a result. */
export const DISTANCE_WORDS = 3;
/** The bounds hold. What collides keeps its code, and zero decides nothing. */
export const BRACKETED = 3;

const LEAVES = /* wgsl */ `
/** The bounds so far, and those of the triangles of two leaves. */
fn boundsOfLeaves(m: Moved, a: vec2u, b: vec2u, given: vec2f) -> vec2f {
  let error = m.error + U * bodies.reachB;
  var bounds = given;
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
      // Farther along an axis than what is known; rounding of the difference is a few u of the scale.
      if (max(beside.x, max(beside.y, beside.z)) > bounds.y + 4.0 * U * m.scale) { continue; }
      let c = cornersOf(p[0], p[1], p[2], b0, b1, b2, m.error, U * bodies.reachB);
      if (isFartherThan(c, bounds.y)) { continue; }
      let distance = distanceOf(c);
      bounds = min(bounds, distance);
    }
  }
  return bounds;
}
`;

export const distanceCode = (stack: StackShape): string => /* wgsl */ `
${searchCode(stack)}
${TRIANGLE_DISTANCE}
${LEAVES}

@compute @workgroup_size(64)
fn distanceMany() {
  var stack: array<Waiting, STACK>;
  var gaps: array<f32, STACK>;
  var top = 0u;
  var query = takeQuery();
  var m: Moved;
  var margin = 0.0;
  var pair = vec2u(0u);
  var isUsable = false;
  /** Lower bound of the triangles tested, and upper bound of the distance. */
  var bounds = vec2f(0.0);
  /** 0: take the next pair. 1: search the pair. 2: the search is over. 3: begin a query. */
  var step = 3u;
  while (query < bodies.count) {
    if (step == 3u) {
      m = poseOf(query);
      margin = discMargin(m);
      // What collides, or may, is not measured.
      isUsable = m.isUsable && results[3u * query] == (${FREE}u | (bodies.stamp << 2u));
      bounds = vec2f(1e18);
      top = 0u;
      pair = vec2u(0u);
      step = select(2u, 1u, isUsable);
    }
    if (step == 1u) {
      let a = linksA(pair.x);
      let b = linksB(pair.y);
      step = 0u;
      if (isLeaf(a) && isLeaf(b)) {
        bounds = boundsOfLeaves(m, a, b, bounds);
      } else {
        let discOfA = discA(m, pair.x);
        let discOfB = discB(pair.y);
        let opensA = !isLeaf(a) && (isLeaf(b) || discOfA.radius >= discOfB.radius);
        let opened = select(b, a, opensA);
        var best = 1e18;
        var kept = pair;
        for (var k = opened.x; k < opened.x + opened.y; k++) {
          var gap: f32;
          var child: vec2u;
          if (opensA) {
            gap = gapOf(discA(m, k), discOfB) - margin;
            child = vec2u(k, pair.y);
          } else {
            gap = gapOf(discOfA, discB(k)) - margin;
            child = vec2u(pair.x, k);
          }
          if (gap >= bounds.y) { continue; }
          if (step == 1u) {
            if (top >= STACK) {
              isUsable = false;
              step = 2u;
              break;
            }
            let isNearer = gap < best;
            stack[top] = pack(select(child, kept, isNearer));
            gaps[top] = select(gap, best, isNearer);
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
      while (top > 0u) {
        top--;
        if (gaps[top] >= bounds.y) { continue; }
        pair = unpack(stack[top]);
        step = 1u;
        break;
      }
    }
    if (step == 2u) {
      if (isUsable) {
        results[3u * query] = ${BRACKETED}u | (bodies.stamp << 2u);
        results[3u * query + 1u] = bitcast<u32>(max(0.0, min(bounds.x, bounds.y)));
        results[3u * query + 2u] = bitcast<u32>(bounds.y);
      }
      query = takeQuery();
      step = 3u;
    }
  }
}
`;
