// How far apart two medial meshes are: best first on the trees of swept discs. The gap of two along a direction is no more than the
// signed distance of any two balls inside them, so that the first pair of primitives no other pair can be nearer than is the nearest.

import { centreGapDiscDisc } from '../../bounds/disc.ts';
import { CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { MEDIAL_BRANCHING, type MedialBody, PRIMITIVE } from '../../medial/medial-body.ts';
import { SKIN, SWEPT_DISC } from '../../medial/swept-disc.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { PairQueue } from '../advance/pair-queue.ts';
import { TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { writeFacingPoints } from './advance-medial.ts';
import { placeBalls, placeSweptDiscs, UNMOVED } from './place-parts.ts';

const queue = new PairQueue();
const movedAround = new Float64Array(SWEPT_DISC * MEDIAL_BRANCHING);
const placed = new Float64Array(PRIMITIVE);
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
      measure(w, moving, first - moving.nodes, resting, second - resting.nodes, nearest);
      continue;
    }
    const larger = moving.sizes[first] * ratio - resting.sizes[second];
    const openM = opensM && (!opensR || larger >= 0);
    const openR = opensR && (!opensM || larger <= 0);
    const firstM = openM ? moving.children[2 * first] : first;
    const endM = openM ? moving.children[2 * first + 1] : first + 1;
    const firstR = openR ? resting.children[2 * second] : second;
    const endR = openR ? resting.children[2 * second + 1] : second + 1;
    placeSweptDiscs(pose, UNMOVED, moving.around, SWEPT_DISC * firstM, endM - firstM, movedAround);
    counters[VOLUME_TESTS] += (endM - firstM) * (endR - firstR);
    for (let i = firstM, p = 0; i < endM; i++, p += SWEPT_DISC) {
      for (let j = firstR, o = SWEPT_DISC * firstR; j < endR; j++, o += SWEPT_DISC) {
        const skins = movedAround[p + SKIN] + resting.around[o + SKIN];
        gaps[0] = centreGapDiscDisc(movedAround, p, resting.around, o) - skins;
        if (gaps[0] < distance[0]) queue.push(gaps, 0, i, j);
      }
    }
  }
  distance[1] = distance[0];
  return 'done';
}

function measure(
  w: Workspace,
  moving: MedialBody,
  m: number,
  resting: MedialBody,
  r: number,
  { distance, points }: MedialNearest,
): void {
  w.counters[TRIANGLE_TESTS]++;
  placeBalls(w.pose, UNMOVED, moving.balls, PRIMITIVE * m, moving.counts[m], placed);
  closestBalls(placed, 0, moving.counts[m], resting.balls, PRIMITIVE * r, resting.counts[r], closest);
  if (!(closest[0] < distance[0])) return;
  distance[0] = closest[0];
  writeFacingPoints(closest, points);
}
