// Which primitives of two medial meshes overlap: a depth-first search of their trees, with a ball around the contents of a node,
// and with the closest balls of the primitives themselves.

import { BALL, CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { ballsOf } from '../../medial/medial-body.ts';
import { medialBodyOf } from '../../medial/medial-structure.ts';
import { OVERLAPPING_PRIMITIVES_SLOT } from '../scratch-slots.ts';
import { perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { gapRounding } from './enclosures.ts';
import { poseBalls, UNMOVED } from './pose-balls.ts';

/** Scratch of one query. */
class Scratch {
  readonly posed: Float64Array = new Float64Array(3 * BALL);
  readonly span: Float64Array = new Float64Array(BALL);
  readonly closest: Float64Array = new Float64Array(CLOSEST_SIZE);
  /** Pairs of nodes and primitives still to be tested, query and reference alternating. */
  readonly waiting: number[] = [];
}

const scratchOf = perWorkspace(OVERLAPPING_PRIMITIVES_SLOT, () => new Scratch());
/**
 * Lists in `pairs` the primitives of the enclosures of the bodies prepared in `w` that overlap or are within rounding of it, query
 * and reference alternating, by their slots behind the nodes; at most `limit` pairs. If all are listed, every common point of the
 * surfaces lies in one of the pairs.
 */
export function listOverlaps(w: Workspace, limit: number, pairs: number[]): 'done' | 'out-of-budget' {
  const { queryBody, reference, pose, counters, budget } = w;
  const { posed, span, closest, waiting } = scratchOf(w);
  const bodyQ = medialBodyOf(queryBody);
  const bodyR = medialBodyOf(reference);
  const errorBound = gapRounding(w);
  pairs.length = 0;
  waiting.length = 0;
  waiting.push(0, 0);
  while (waiting.length > 0) {
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    const second = waiting.pop() ?? 0;
    const first = waiting.pop() ?? 0;
    const opensQ = first < bodyQ.nodes;
    const opensR = second < bodyR.nodes;
    counters[VOLUME_TESTS]++;
    poseBalls(pose, UNMOVED, bodyQ.spans, BALL * first, 1, span);
    const sizeQ = span[3];
    const sizeR = bodyR.spans[BALL * second + 3];
    if (centresApart(span, bodyR.spans, BALL * second) - sizeQ - sizeR > errorBound) continue;
    if (!opensQ && !opensR) {
      counters[TRIANGLE_TESTS]++;
      const countQ = ballsOf(bodyQ, first);
      poseBalls(pose, UNMOVED, bodyQ.balls, BALL * bodyQ.firsts[first], countQ, posed);
      closestBalls(posed, 0, countQ, bodyR.balls, BALL * bodyR.firsts[second], ballsOf(bodyR, second), closest);
      if (closest[0] > errorBound) continue;
      if (pairs.length >= 2 * limit) return 'done';
      pairs.push(first - bodyQ.nodes, second - bodyR.nodes);
    } else if (opensQ && (!opensR || sizeQ >= sizeR)) {
      for (let i = bodyQ.children[2 * first]; i < bodyQ.children[2 * first + 1]; i++) waiting.push(i, second);
    } else {
      for (let j = bodyR.children[2 * second]; j < bodyR.children[2 * second + 1]; j++) waiting.push(first, j);
    }
  }
  return 'done';
}

/** The distance of the centre of ball `a` from that of b[j…]. */
function centresApart(a: Float64Array, b: Float64Array, j: number): number {
  const x = b[j] - a[0];
  const y = b[j + 1] - a[1];
  const z = b[j + 2] - a[2];
  return Math.sqrt(x * x + y * y + z * z);
}
