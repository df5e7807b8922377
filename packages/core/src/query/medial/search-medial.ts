// The distance of two medial meshes: best-first search on the trees of hulls of balls. The gap of two hulls along a direction is at
// most the signed distance of any two balls inside them. So the search ends at the first pair of primitives that no other pair can
// be nearer than.

import { NodeBlock } from '../../bounds/node-block.ts';
import { BALL, CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { MOST_ENCLOSING } from '../../medial/enclosing-balls.ts';
import { ballsOf, MEDIAL_BRANCHING, type MedialBody } from '../../medial/medial-body.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { installed, type KernelNearest } from '../acceleration.ts';
import { PairQueue } from '../advance/pair-queue.ts';
import { MEDIAL_NEAREST_SLOT, SEARCH_MEDIAL_SLOT } from '../scratch-slots.ts';
import { perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { writeFacingPoints } from './advance-medial-medial.ts';
import { openParts } from './hull-block.ts';
import { poseBalls, UNMOVED } from './pose-balls.ts';

/** Scratch of one query. */
class Scratch {
  readonly parts: NodeBlock = new NodeBlock();
  readonly queue: PairQueue = new PairQueue();
  readonly posed: Float64Array = new Float64Array(BALL * MOST_ENCLOSING * MEDIAL_BRANCHING);
  readonly posedSpans: Float64Array = new Float64Array(BALL * MEDIAL_BRANCHING);
  readonly closest: Float64Array = new Float64Array(CLOSEST_SIZE);
  readonly gaps: Float64Array = new Float64Array(1);
  /** What kernels find. */
  readonly nearest: KernelNearest = { distance: new Float64Array(2), closest: this.closest };
}

const scratchOf = perWorkspace(SEARCH_MEDIAL_SLOT, () => new Scratch());
/** The result of a search, in the reference unit and frame. */
export class MedialNearest {
  /** [0]: the least signed distance tested; if positive, the least of all. [1]: a lower bound of all signed distances. */
  readonly distance: Float64Array = new Float64Array(2);
  /** The nearest points of the nearest balls, the query body's first. */
  readonly points: Float64Array = new Float64Array(6);
}

/** The result of a query; a nested query has its own. */
export const nearestOf: (w: Workspace) => MedialNearest = /* @__PURE__ */ perWorkspace(
  MEDIAL_NEAREST_SLOT,
  () => new MedialNearest(),
);

/**
 * Searches the medial meshes in the poses of w.pose. The search ends once two primitives overlap, or once they are proven more than
 * `limit` apart.
 */
export function searchMedial(
  w: Workspace,
  medialQ: MedialBody,
  medialR: MedialBody,
  limit: number,
  nearest: MedialNearest,
): 'done' | 'out-of-budget' {
  const scratch = scratchOf(w);
  if (installed.kernels?.searchMedial(w, medialQ, medialR, limit, scratch.nearest) === 'done') {
    nearest.distance.set(scratch.nearest.distance);
    if (nearest.distance[0] < Infinity) writeFacingPoints(scratch.nearest.closest, nearest.points);
    return 'done';
  }
  const { queue, parts, posed, posedSpans, gaps } = scratch;
  const { counters, budget, pose } = w;
  const { distance } = nearest;
  const ratio = pose[RELATIVE_SCALE];
  distance[0] = Infinity;
  queue.clear();
  gaps[0] = -Infinity;
  queue.push(gaps, 0, 0, 0);
  while (queue.length > 0) {
    distance[1] = Math.min(queue.next[0], distance[0]);
    if (distance[1] === distance[0] || distance[0] <= 0 || distance[1] > limit) return 'done';
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    const first = queue.first;
    const second = queue.second;
    queue.pop();
    if (first >= medialQ.nodes && second >= medialR.nodes) {
      measure(w, medialQ, first, medialR, second, nearest);
      continue;
    }
    openParts(parts, medialQ, first, ratio, medialR, second);
    const { firstA: firstQ, endA: endQ, firstB: firstR, endB: endR } = parts;
    const ball = medialQ.firsts[firstQ];
    poseBalls(pose, UNMOVED, medialQ.balls, BALL * ball, medialQ.firsts[endQ] - ball, posed);
    poseBalls(pose, UNMOVED, medialQ.spans, BALL * firstQ, endQ - firstQ, posedSpans);
    counters[VOLUME_TESTS] += (endQ - firstQ) * (endR - firstR);
    for (let i = firstQ; i < endQ; i++) {
      for (let j = firstR; j < endR; j++) {
        writeGap(
          posedSpans,
          BALL * (i - firstQ),
          posed,
          medialQ.firsts[i] - ball,
          medialQ.firsts[i + 1] - ball,
          medialR,
          j,
          gaps,
        );
        if (gaps[0] < distance[0]) queue.push(gaps, 0, i, j);
      }
    }
  }
  distance[1] = distance[0];
  return 'done';
}

/**
 * Leaves in gaps[0] the gap of the hulls of the balls [first, end) of `a` and of the reference part r, along the line of their
 * spans' centres.
 */
function writeGap(
  spans: Float64Array,
  i: number,
  a: Float64Array,
  first: number,
  end: number,
  medialR: MedialBody,
  r: number,
  gaps: Float64Array,
): void {
  const b = medialR.balls;
  const x = medialR.spans[BALL * r] - spans[i];
  const y = medialR.spans[BALL * r + 1] - spans[i + 1];
  const z = medialR.spans[BALL * r + 2] - spans[i + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  let high = -Infinity;
  let low = Infinity;
  for (let k = BALL * first; k < BALL * end; k += BALL) {
    high = Math.max(high, a[k] * x + a[k + 1] * y + a[k + 2] * z + a[k + 3] * length);
  }
  for (let k = BALL * medialR.firsts[r]; k < BALL * medialR.firsts[r + 1]; k += BALL) {
    low = Math.min(low, b[k] * x + b[k + 1] * y + b[k + 2] * z - b[k + 3] * length);
  }
  gaps[0] = length > 0 ? (low - high) / length : -Infinity;
}

function measure(
  w: Workspace,
  medialQ: MedialBody,
  m: number,
  medialR: MedialBody,
  r: number,
  { distance, points }: MedialNearest,
): void {
  const { posed, closest } = scratchOf(w);
  const countQ = ballsOf(medialQ, m);
  const countR = ballsOf(medialR, r);
  w.counters[TRIANGLE_TESTS]++;
  poseBalls(w.pose, UNMOVED, medialQ.balls, BALL * medialQ.firsts[m], countQ, posed);
  closestBalls(posed, 0, countQ, medialR.balls, BALL * medialR.firsts[r], countR, closest);
  if (!(closest[0] < distance[0])) return;
  distance[0] = closest[0];
  writeFacingPoints(closest, points);
}
