// Yes or no for many poses of two bodies: pairs of nodes are searched depth first, the nearest children first. Discs proven apart are
// dropped, triangles proven to cross end the search. A pair of triangles that is neither leaves the pose to the host, unless another
// pair crosses. A second kernel decides containment of the bodies whose surfaces are apart.

import { CONTAINMENT, containmentCode, TURNED } from './containment.ts';
import { MOST_STEPS, type StackShape, searchCode } from './search.ts';

/** What a result says. Zero, which a device that failed leaves, decides nothing. */
const UNDECIDED = 0;
export const FREE = 1;
export const COLLIDING = 2;
/** Between the kernels: the surfaces are apart. Its last bit is beyond the number of the run: to the host, what the second kernel has left is undecided. */
const APART: number = 3 + 2 ** 31;

const LEAVES = /* wgsl */ `
/** Triangles of two leaves: whether some certainly cross, or all are certainly apart. */
fn relationOfLeaves(m: Moved, a: vec2u, b: vec2u) -> u32 {
  let error = m.error + U * bodies.reachB;
  var result = APART;
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
      // Along the axes first: no subtraction, so the error of the coordinates is all.
      if (any(low > max(b0, max(b1, b2))) || any(high < min(b0, min(b1, b2)))) { continue; }
      let relation = relationOf(cornersOf(p[0], p[1], p[2], b0, b1, b2, m.error, U * bodies.reachB));
      if (relation == CROSSING) { return CROSSING; }
      result = max(result, relation);
    }
  }
  return result;
}
`;

/** `words` is the size of a result, of which the first is written. */
export const collideCode = (stack: StackShape, words = 1): string => /* wgsl */ `
${searchCode(stack)}
${LEAVES}

@compute @workgroup_size(64)
fn collideMany() {
  var stack: array<Waiting, STACK>;
  var top = 0u;
  var query = takeQuery();
  var m: Moved;
  var margin = 0.0;
  var pair = vec2u(0u);
  var result = ${UNDECIDED}u;
  var steps = 0u;
  /** 0: take the next pair. 1: search the pair. 2: the search is over. 3: begin a query. */
  var step = 3u;
  while (query < bodies.count) {
    if (step == 3u) {
      m = poseOf(query);
      margin = discMargin(m);
      let isSearched = m.isUsable && (!isCoarse(m) || gapOfRoots(m) > margin);
      result = select(${UNDECIDED}u, ${APART}u, isSearched);
      top = 0u;
      steps = 0u;
      pair = vec2u(0u);
      step = select(2u, 1u, isSearched);
    }
    if (step == 1u && steps == ${MOST_STEPS}u) {
      result = ${UNDECIDED}u;
      step = 2u;
    }
    if (step == 1u) {
      steps++;
      let a = linksA(pair.x);
      let b = linksB(pair.y);
      step = 0u;
      if (isLeaf(a) && isLeaf(b)) {
        let relation = relationOfLeaves(m, a, b);
        if (relation == CROSSING) {
          result = ${COLLIDING}u;
          step = 2u;
        } else if (relation == OPEN) { result = ${UNDECIDED}u; }
      } else {
        let discOfA = discA(m, pair.x);
        let discOfB = discB(pair.y);
        let opensA = !isLeaf(a) && (isLeaf(b) || discOfA.radius >= discOfB.radius);
        let opened = select(b, a, opensA);
        var best = margin;
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
          if (gap > margin) { continue; }
          // The nearest so far stays in hand.
          if (step == 1u) {
            if (top >= STACK) {
              result = ${UNDECIDED}u;
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
      if (top > 0u) {
        top--;
        pair = unpack(stack[top]);
        step = 1u;
      } else { step = 2u; }
    }
    if (step == 2u) {
      if (result == ${APART}u && bodies.isSolidA + bodies.isSolidB == 0u) { result = ${FREE}u; }
      results[${words}u * query] = result | (bodies.stamp << 2u);
      query = takeQuery();
      step = 3u;
    }
  }
}
`;

export const containCode = (stack: StackShape, words = 1): string => /* wgsl */ `
${searchCode(stack)}
${TURNED}
${containmentCode('A')}
${containmentCode('B')}
${CONTAINMENT}

@compute @workgroup_size(64)
fn containMany() {
  for (var query = takeQuery(); query < bodies.count; query = takeQuery()) {
    if (results[${words}u * query] != (${APART}u | (bodies.stamp << 2u))) { continue; }
    let inside = containmentOf(poseOf(query));
    let result = select(select(${FREE}u, ${COLLIDING}u, inside == 1u), ${UNDECIDED}u, inside == 2u);
    results[${words}u * query] = result | (bodies.stamp << 2u);
  }
}
`;
