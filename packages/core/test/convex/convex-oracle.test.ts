// Distance and depth of seeded pairs of hulls against exact arithmetic: every shape with every other, apart, overlapping,
// and then moved to where they almost touch. The distance is asked for by GJK, by marching, and by marching from the last
// answer, that of the pair before it was moved. `npm run fuzz:convex` asks for more of the series, and says how often
// marching handed over to GJK, by the shape of A.

import { type ConvexVerdict, judgeConvex } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { epaDepth } from '../../src/convex/epa.ts';
import { ConvexResult, ConvexWorkspace, gjkDistance } from '../../src/convex/gjk.ts';
import { withLevels } from '../../src/convex/hull-levels.ts';
import { voronoiMarching } from '../../src/convex/voronoi-march.ts';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';
import { type HullPair, hullPair, moveApart, type Question, question } from './convex-pairs.ts';

const ASKED_FOR = process.env.NEARMISS_CONVEX_PAIRS;
const PAIRS = Number(ASKED_FOR ?? 800);

/** What a bracket and what hangs on it may be off, in units of S: 3·10⁻¹⁴, where 10⁻¹² is promised. */
const PRECISION = 256 * UNIT_ROUNDOFF;

const work = new ConvexWorkspace();

/** A's vertices in B's frame, rounded. */
function posedA({ a, pose }: Question): Float64Array {
  return a.vertices.map((_, k) => {
    const [x, y, z] = a.vertices.subarray(k - (k % 3), k - (k % 3) + 3);
    const row = 3 * (k % 3);
    return pose[row] * x + pose[row + 1] * y + pose[row + 2] * z + pose[9 + (k % 3)];
  });
}

function highest(vertices: Float64Array, [nx, ny, nz]: Float64Array): number {
  let best = -Infinity;
  for (let k = 0; k < vertices.length; k += 3) {
    best = Math.max(best, vertices[k] * nx + vertices[k + 1] * ny + vertices[k + 2] * nz);
  }
  return best;
}

/** How far A and B overlap along the normal, over all vertices. */
function reach(asked: Question, normal: Float64Array): number {
  return (
    highest(posedA(asked), normal) +
    highest(
      asked.b.vertices,
      normal.map((x) => -x),
    )
  );
}

/** Why the answers are not what they should be, or '' when they are. */
function fault(asked: Question, verdict: ConvexVerdict, distance: ConvexResult, depth: ConvexResult): string {
  const { scale } = asked;
  const [distanceLow, distanceHigh] = verdict.distance;
  const [depthLow, depthHigh] = verdict.depth;
  if (distance.lower > distanceHigh || distance.upper < distanceLow) return 'the distance is not in its bracket';
  if (depth.lower > depthHigh || depth.upper < depthLow) return 'the depth is not in its bracket';
  const width = Math.max(distance.upper - distance.lower, depth.upper - depth.lower);
  if (!(width <= PRECISION * scale)) return `a bracket is ${width} wide`;

  const isApart = distance.status === 'separated';
  if (isApart && !(distance.lower > 0 && depth.status === 'separated')) return 'separated without proof';
  if (depth.status === 'overlapping' && !(depth.lower > 0)) return 'overlapping without proof';
  if (distance.status === 'iteration-limit' || depth.status === 'iteration-limit') return 'the search gave up';

  const { normal, points } = isApart ? distance : depth;
  const value = isApart ? -distance.upper : depth.upper;
  if (Math.abs(Math.hypot(...normal) - 1) > 1e-15) return 'the normal has no length 1';
  if (!(Math.abs(reach(asked, normal) - value) <= PRECISION * scale)) return 'the normal does not prove the value';
  const gap = Math.hypot(points[0] - points[3], points[1] - points[4], points[2] - points[5]);
  if (!(Math.abs(gap - Math.abs(value)) <= PRECISION * scale)) return 'the points are not as far apart';
  return '';
}

/** Whether the points belong to the bodies. */
function arePointsOn(asked: Question, points: Float64Array): boolean {
  const onA = judgeConvex({ positions: points.slice(0, 3) }, { positions: posedA(asked) });
  const onB = judgeConvex({ positions: points.slice(3) }, { positions: asked.b.vertices });
  return Math.max(onA.distance[1], onB.distance[1]) <= PRECISION * asked.scale;
}

describe(`${PAIRS} pairs of hulls, twice`, () => {
  const statuses: Record<string, number> = {};
  const kinds = new Set<string>();
  const handovers: Record<string, number> = {};
  const allHandovers = (): number => Object.values(handovers).reduce((sum, count) => sum + count, 0);

  /** Asks, is judged, and returns the pair moved until it almost touches. */
  function examine(pair: HullPair, index: number, marchingCounts: ConvexResult): HullPair {
    const asked = question(pair.a, pair.b);
    const distance = new ConvexResult();
    const depth = new ConvexResult();
    gjkDistance(work, asked.a, asked.b, asked.pose, distance);
    epaDepth(work, asked.a, asked.b, asked.pose, depth);
    const afresh = new ConvexResult();
    voronoiMarching(work, withLevels(asked.a), withLevels(asked.b), asked.pose, afresh);
    voronoiMarching(work, asked.a, asked.b, asked.pose, marchingCounts);
    const verdict = judgeConvex(pair.a, pair.b);
    expect(fault(asked, verdict, distance, depth), `pair ${index}, ${pair.kind}`).toBe('');
    expect(fault(asked, verdict, afresh, depth), `pair ${index}, ${pair.kind}, by marching`).toBe('');
    expect(
      fault(asked, verdict, marchingCounts, depth),
      `pair ${index}, ${pair.kind}, by marching from the last answer`,
    ).toBe('');
    const shape = pair.kind.split('-')[0] + (pair.kind.endsWith('-near') ? ', near' : '');
    for (const { handedOver } of [afresh, marchingCounts])
      if (handedOver) handovers[shape] = (handovers[shape] ?? 0) + 1;
    const isApart = distance.status === 'separated';
    if (index % 8 === 0) {
      expect(arePointsOn(asked, (isApart ? distance : depth).points), `points ${index}`).toBe(true);
      if (isApart) expect(arePointsOn(asked, marchingCounts.points), `points by marching ${index}`).toBe(true);
    }
    statuses[depth.status] = (statuses[depth.status] ?? 0) + 1;
    kinds.add(pair.kind);
    // A gap or overlap left between 10⁻¹ and 10⁻¹⁷, or none at all.
    const left = 10 ** (-1 - (index % 17)) * ((index % 3) - 1);
    return isApart
      ? moveApart(pair, distance.normal, left - distance.upper)
      : moveApart(pair, depth.normal, left + depth.upper);
  }

  function examineTwice(index: number): void {
    const marchingCounts = new ConvexResult();
    examine(examine(hullPair(index), index, marchingCounts), index, marchingCounts);
  }

  test('distance and depth are in their brackets, these narrow, the normals proofs and the points apart by them', () => {
    for (let i = 0; i < PAIRS; i++) examineTwice(i);
    // Once wrong. 13742: the foot on an edge of a face 10⁻⁷ away; the edge alone left the direction open by 10⁻⁹. 5198: a
    // weight that could not become negative. 1330: weights settled along the short edge of a sliver first.
    // 24560 and 38127: touching, but a little apart, with no face as low as the plane between them, or as near.
    for (const i of [13742, 5198, 1330, 24560, 38127]) examineTwice(i);
    // Or the series does not ask what it should.
    for (const status of ['separated', 'touching', 'overlapping']) expect(statuses[status]).toBeGreaterThan(PAIRS / 5);
    expect(kinds.size).toBeGreaterThan(80);
    const before = allHandovers();
    expect(before).toBeLessThan(PAIRS / 100);
    if (ASKED_FOR !== undefined) console.log(handovers);
    // Needles, sheets and segments that almost touch: rounding halts the marching.
    for (const i of [985, 1659, 1695, 2225, 2613]) examineTwice(i);
    expect(allHandovers()).toBeGreaterThanOrEqual(before + 5);
  });
});
