// Which primitives of two medial meshes overlap: depth first on the trees of slabs. Nodes are slabs as well, so that one test, the
// signed distance of the closest balls, tells pairs of nodes that hold no overlap and pairs of primitives that are one.

import { CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { type MedialBody, PRIMITIVE } from '../../medial/medial-body.ts';
import type { Model } from '../../model/model.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { placeBalls, UNMOVED } from './place-balls.ts';

/** Multiples of the error of a coordinate that balls are read as overlapping within: two centres are off by no more, and half as much again. */
const BALL_ERRORS = 8;

const placed = new Float64Array(PRIMITIVE);
const closest = new Float64Array(CLOSEST_SIZE);
/** Pairs of nodes and primitives still to be looked at, moving and resting in turn. */
const waiting: number[] = [];

/**
 * Lists in `pairs` the primitives of the enclosures of the bodies prepared in `w` that overlap or are within rounding of it, moving and
 * resting in turn, by their places behind the nodes; no more than `limit` pairs. Whatever point the surfaces have in common is in a
 * pair, if all are listed.
 */
export function listOverlaps(
  w: Workspace,
  moving: Model,
  resting: Model,
  limit: number,
  pairs: number[],
): 'done' | 'out-of-budget' {
  const { pose, counters, budget } = w;
  const bodyM = moving.medialBody();
  const bodyR = resting.medialBody();
  const slack =
    (BALL_ERRORS * w.coordinateError[0] + w.boundRounding[0]) * Math.max(1, stretch(moving), stretch(resting));
  const ratio = pose[RELATIVE_SCALE];
  pairs.length = 0;
  waiting.length = 0;
  waiting.push(0, 0);
  while (waiting.length > 0) {
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    const second = waiting.pop() ?? 0;
    const first = waiting.pop() ?? 0;
    const opensM = first < bodyM.nodes;
    const opensR = second < bodyR.nodes;
    counters[opensM || opensR ? VOLUME_TESTS : TRIANGLE_TESTS]++;
    const countM = ballCount(bodyM, first);
    placeBalls(pose, UNMOVED, bodyM.balls, PRIMITIVE * first, countM, placed);
    closestBalls(placed, 0, countM, bodyR.balls, PRIMITIVE * second, ballCount(bodyR, second), closest);
    if (closest[0] > slack) continue;
    if (!opensM && !opensR) {
      if (pairs.length >= 2 * limit) return 'done';
      pairs.push(first - bodyM.nodes, second - bodyR.nodes);
    } else if (opensM && (!opensR || bodyM.sizes[first] * ratio >= bodyR.sizes[second])) {
      for (let i = bodyM.children[2 * first]; i < bodyM.children[2 * first + 1]; i++) waiting.push(i, second);
    } else {
      for (let j = bodyR.children[2 * second]; j < bodyR.children[2 * second + 1]; j++) waiting.push(first, j);
    }
  }
  return 'done';
}

/** How much farther than its surface the balls of a body reach. */
function stretch(model: Model): number {
  return model.medialBody().reach / model.frame.radius;
}

/** Of how many balls a node or primitive is the hull. */
function ballCount({ nodes, counts }: MedialBody, number: number): number {
  return number < nodes ? 3 : counts[number - nodes];
}
