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

test.each([
  ['far from the origin', 0.5, 2],
  ['passing near the origin', 2 ** -30, 2 ** -30],
])(
  'a face too thin for its cross product, %s: the direction to its longest edge stands in for the normal',
  (_, offset, height) => {
    // Of the edges from the third corner, (1 + ε, 1) and (1 + 2ε, 1 + ε), the cross product is ε² exactly and 0 in doubles.
    const epsilon = 2 ** -52;
    const points = Float64Array.of(
      ...[offset + 0.5 + epsilon, 0.5 - offset, height],
      ...[offset + 0.5 + 2 * epsilon, 0.5 - offset + epsilon, height],
      ...[offset - 0.5, -0.5 - offset, height],
      ...[0.25, -0.5, height - 1],
      // Beyond the face, but behind a plane square to the method to its edge; and in the reverse order.
      ...[offset - 8, -offset + 8, height + 0.25],
      ...[offset + 8, -offset - 8, height - 0.25],
    );
    const edge = [0, 1, 2].map((k) => points[3 + k] - points[6 + k]);
    const polytope = new Polytope();
    expect(polytope.start(points, 0, 16)).toBe(true);
    let thin = polytope.lowest();
    while (polytope.corners.subarray(3 * thin, 3 * thin + 3).includes(3)) {
      polytope.dropLowest();
      thin = polytope.lowest();
    }
    const normal = new Float64Array(3);
    polytope.normal(thin, normal);
    const [x, y, z] = normal;
    const away = Math.sqrt(2 * offset * offset + height * height);
    expect(Math.hypot(x, y, z)).toBeCloseTo(1, 14);
    expect(x * edge[0] + y * edge[1] + z * edge[2]).toBeCloseTo(0, 14);
    expect(x * offset - y * offset + z * height).toBeCloseTo(away, 14);
    expect(Math.abs(polytope.lowestBound() - away)).toBeLessThan(1e-14);

    // Sides are decided exactly all the same.
    const [a, b, c] = polytope.corners.subarray(3 * thin, 3 * thin + 3);
    expect([side(points, a, b, c, 4) > 0, side(points, a, b, c, 5) > 0]).toEqual([true, false]);
    expect(x * points[12] + y * points[13] + z * points[14]).toBeLessThan(away);
    expect(x * points[15] + y * points[16] + z * points[17]).toBeGreaterThan(away);
    expect(polytope.grow(points, 5, thin)).toBe(false);
    expect(polytope.grow(points, 4, thin)).toBe(true);
  },
);
