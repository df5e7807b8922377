import { orient3d } from 'robust-predicates';
import { expect, test } from 'vitest';
import { Polytope } from '../../src/convex/polytope.ts';
import { seededRandom } from '../../src/scalar/random.ts';

/** Positive where point d is on the outer side of a, b, c. */
function side(points: Float64Array, a: number, b: number, c: number, d: number): number {
  const [p, q, r, s] = [a, b, c, d].map((i) => points.subarray(3 * i, 3 * i + 3));
  return -orient3d(p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2], s[0], s[1], s[2]);
}

test.each([
  ['a ball', 1, 1],
  ['a sheet as thin as its rounding', 1, 1e-16],
  ['a needle', 1e-9, 1e-12],
])('%s of points: grown until no point is outside, the faces are a closed surface', (_, width, thickness) => {
  const random = seededRandom(2);
  for (let round = 0; round < 30; round++) {
    const count = 40;
    // Turned, so that flat sets are flat to rounding only.
    const points = new Float64Array(3 * count);
    for (let i = 0; i < count; i++) {
      const [x, y, z] = [2 * random() - 1, width * (2 * random() - 1), thickness * (2 * random() - 1)];
      points.set([0.36 * x + 0.48 * y - 0.8 * z, -0.8 * x + 0.6 * y, 0.48 * x + 0.64 * y + 0.6 * z], 3 * i);
    }
    const polytope = new Polytope();
    expect(polytope.start(points, 0, 2)).toBe(true);
    const edges = new Set<string>();
    let steps = 0;
    for (let face = polytope.lowest(); face >= 0; face = polytope.lowest()) {
      // A wrong side decided once makes corners come and go for ever.
      expect(steps++).toBeLessThan(2000);
      let isDone = true;
      for (let p = 0; p < count && isDone; p++) isDone = !polytope.grow(points, p, face);
      if (!isDone) continue;
      // A face no point is beyond is final.
      const [a, b, c] = polytope.corners.subarray(3 * face, 3 * face + 3);
      for (let p = 0; p < count; p++) expect(side(points, a, b, c, p)).toBeLessThanOrEqual(0);
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ]) {
        expect(edges.has(`${from} ${to}`)).toBe(false);
        edges.add(`${from} ${to}`);
      }
      polytope.dropLowest();
    }
    for (const edge of edges) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true);
    expect(edges.size).toBeGreaterThanOrEqual(12);
  }
});
