// The kernels list every pair of triangles within a distance, with a lower bound of their distance: judged in exact arithmetic.

import { liftTriangle, seeded, squaredDistanceExactly, toNumber } from '@nearmiss/fixtures';
import { expect, onTestFinished, test } from 'vitest';
import { randomSolid, torus } from '../../../src/entries/shapes.ts';
import { simd } from '../../../src/entries/simd.ts';
import { Model, use } from '../../../src/index.ts';
import { NearLeaves } from '../../../src/query/penetration/near-leaves.ts';
import { Probe } from '../../../src/query/penetration/probe.ts';
import { moveFaces, Workspace } from '../../../src/query/workspace.ts';

const ring = Model.build(torus({ majorRadius: 1, minorRadius: 0.3, majorSegments: 16, minorSegments: 10 }));
const rock = Model.build(randomSolid({ seed: 4, triangles: 320 }));

test.each([
  ['rings', ring, ring, 1],
  ['a rock and a ring', rock, ring, 1],
  ['a rock and a ring, of few pairs at a time', rock, ring, 40],
])('%s', (_name, a, b, calls) => {
  use(simd);
  onTestFinished(() => use(null));
  const random = seeded(31);
  const x = new Float64Array(3);
  const seen = { near: 0, listed: 0, bounded: 0, calls: 0 };
  for (let n = 0; n < 10; n++) {
    const turned = [0, 1, 2, 3].map(() => random() - 0.5);
    const rotation = turned.map((c) => c / Math.hypot(...turned));
    const w = new Workspace();
    w.setPair(a, { rotation }, b, {});
    w.interpret(true);
    const probe = new Probe(w, {});
    for (let k = 0; k < 3; k++) x[k] = 2.4 * random() - 1.2;
    const leaves = new NearLeaves();
    leaves.collect(probe, x, 0.1);
    // Collected there, and asked for a little beside it.
    for (let k = 0; k < 3; k++) x[k] += 0.02 * (random() - 0.5);
    probe.moveTo(x);
    const { kernels } = leaves;
    if (kernels === null) throw new Error('The kernels do not apply.');
    const near = (0.02 + 0.05 * random()) / w.unit[0];
    const gaps = new Map<string, number>();
    const most = 1024 / calls;
    for (let next = 0; next < kernels.count; seen.calls++) {
      next = kernels.nearPairs(w, near, leaves.within(w, near), next, most, (slotQ, slotR, gap, corners, at) => {
        gaps.set(`${slotQ} ${slotR}`, gap);
        moveFaces(w, slotQ, slotQ + 1);
        for (let c = 0; c < 9; c++) expect(corners[at + c]).toBe(w.movedCorners[9 * slotQ + c]);
      });
    }
    expectAll(w, near, gaps, seen);
  }
  expect(Math.min(seen.near, seen.bounded)).toBeGreaterThan(50);
  expect(seen.listed).toBeLessThan(4 * seen.near);
  expect(seen.calls).toBeGreaterThan(calls > 1 ? 10 : 3);
});

test('what receives the pairs may throw: no memory of the kernels is lost', () => {
  use(simd);
  onTestFinished(() => use(null));
  const w = new Workspace();
  w.setPair(ring, {}, ring, {});
  w.interpret(true);
  const leaves = new NearLeaves();
  leaves.collect(new Probe(w, {}), new Float64Array(3), 0.1);
  const { kernels } = leaves;
  const near = 0.05 / w.unit[0];
  const ask = (): unknown =>
    kernels?.nearPairs(w, near, leaves.within(w, near), 0, 1024, () => {
      throw new RangeError('of the receiver');
    });
  expect(ask).toThrow('of the receiver');
  const before = simd.memorySize;
  for (let k = 0; k < 200; k++) expect(ask).toThrow('of the receiver');
  expect(simd.memorySize).toBe(before);
});

/** Compares what was listed with all pairs of triangles. */
function expectAll(
  w: Workspace,
  near: number,
  gaps: ReadonlyMap<string, number>,
  seen: { near: number; listed: number; bounded: number },
): void {
  const { queryBody, reference } = w;
  const r = reference.tree.triangles;
  moveFaces(w, 0, queryBody.triangleCount);
  seen.listed += gaps.size;
  for (let i = 0; i < queryBody.triangleCount; i++) {
    for (let j = 0; j < reference.triangleCount; j++) {
      const gap = gaps.get(`${i} ${j}`);
      if (gap === undefined && areBoxesApart(w.movedCorners, 9 * i, r, 9 * j, near)) continue;
      const sq = toNumber(squaredDistanceExactly(liftTriangle(w.movedCorners, 9 * i), liftTriangle(r, 9 * j)));
      if (sq < near * near) {
        seen.near++;
        expect(gap).toBeDefined();
      }
      if (gap === undefined || gap === 0) continue;
      seen.bounded++;
      expect(gap * gap).toBeLessThanOrEqual(sq);
    }
  }
}

function areBoxesApart(a: Float64Array, i: number, b: Float64Array, j: number, near: number): boolean {
  return [0, 1, 2].some((c) => {
    const [own, other] = [a.subarray(i + c, i + 9), b.subarray(j + c, j + 9)].map((t) => [t[0], t[3], t[6]]);
    return Math.min(...other) - Math.max(...own) > near * 1.001 || Math.min(...own) - Math.max(...other) > near * 1.001;
  });
}
