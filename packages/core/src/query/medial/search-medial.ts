// How far apart two medial meshes are: best first on the trees of slabs. The gap of two along a direction is no more than the signed
// distance of any two balls inside them, so that the first pair of primitives no other pair can be nearer than is the nearest.

import { BALL, CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { MEDIAL_BRANCHING, type MedialBody, PRIMITIVE } from '../../medial/medial-body.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { PairQueue } from '../advance/pair-queue.ts';
import { TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { writeFacingPoints } from './advance-medial.ts';
import { placeBalls, UNMOVED } from './place-balls.ts';

const queue = new PairQueue();
const placed = new Float64Array(PRIMITIVE * MEDIAL_BRANCHING);
const closest = new Float64Array(CLOSEST_SIZE);
const gaps = new Float64Array(1);

/** What a search has found, in the resting unit and frame. */
export class MedialNearest {
  /** [0]: the least signed distance looked at, positive if it is the least of all. [1]: no signed distance is less. */
  readonly distance: Float64Array = new Float64Array(2);
  /** The points of the nearest balls that face each other, the moving body's first. */
  readonly points: Float64Array = new Float64Array(6);
}

/**
 * Searches the medial meshes as the bodies stand in w.pose. Once two primitives overlap, the search ends, and once they are known to be more
 * than `limit` apart.
 */
export function searchMedial(
  w: Workspace,
  moving: MedialBody,
  resting: MedialBody,
  limit: number,
  nearest: MedialNearest,
): 'done' | 'out-of-budget' {
  const { pose, counters, budget } = w;
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
    const opensM = first < moving.nodes;
    const opensR = second < resting.nodes;
    if (!opensM && !opensR) {
      measure(w, moving, first, resting, second, nearest);
      continue;
    }
    const larger = moving.sizes[first] * ratio - resting.sizes[second];
    const openM = opensM && (!opensR || larger >= 0);
    const openR = opensR && (!opensM || larger <= 0);
    const firstM = openM ? moving.children[2 * first] : first;
    const endM = openM ? moving.children[2 * first + 1] : first + 1;
    const firstR = openR ? resting.children[2 * second] : second;
    const endR = openR ? resting.children[2 * second + 1] : second + 1;
    placeBalls(pose, UNMOVED, moving.balls, PRIMITIVE * firstM, 3 * (endM - firstM), placed);
    counters[VOLUME_TESTS] += (endM - firstM) * (endR - firstR);
    for (let i = firstM; i < endM; i++) {
      for (let j = firstR; j < endR; j++) {
        writeGap(placed, PRIMITIVE * (i - firstM), resting.balls, PRIMITIVE * j);
        if (gaps[0] < distance[0]) queue.push(gaps, 0, i, j);
      }
    }
  }
  distance[1] = distance[0];
  return 'done';
}

/** Leaves in gaps[0] the gap of the hulls of the three balls from a[i] on and from b[j] on, along the line of their middles. */
function writeGap(a: Float64Array, i: number, b: Float64Array, j: number): void {
  const x = b[j] + b[j + 4] + b[j + 8] - a[i] - a[i + 4] - a[i + 8];
  const y = b[j + 1] + b[j + 5] + b[j + 9] - a[i + 1] - a[i + 5] - a[i + 9];
  const z = b[j + 2] + b[j + 6] + b[j + 10] - a[i + 2] - a[i + 6] - a[i + 10];
  const length = Math.sqrt(x * x + y * y + z * z);
  let high = -Infinity;
  let low = Infinity;
  for (let k = 0; k < PRIMITIVE; k += BALL) {
    high = Math.max(high, a[i + k] * x + a[i + k + 1] * y + a[i + k + 2] * z + a[i + k + 3] * length);
    low = Math.min(low, b[j + k] * x + b[j + k + 1] * y + b[j + k + 2] * z - b[j + k + 3] * length);
  }
  gaps[0] = length > 0 ? (low - high) / length : -Infinity;
}

function measure(
  w: Workspace,
  moving: MedialBody,
  m: number,
  resting: MedialBody,
  r: number,
  { distance, points }: MedialNearest,
): void {
  const countM = moving.counts[m - moving.nodes];
  const countR = resting.counts[r - resting.nodes];
  w.counters[TRIANGLE_TESTS]++;
  placeBalls(w.pose, UNMOVED, moving.balls, PRIMITIVE * m, countM, placed);
  closestBalls(placed, 0, countM, resting.balls, PRIMITIVE * r, countR, closest);
  if (!(closest[0] < distance[0])) return;
  distance[0] = closest[0];
  writeFacingPoints(closest, points);
}
