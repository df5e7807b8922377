import { expect, test } from 'vitest';
import { FACE_NORMAL_SIZE, faceNormal, Simplex } from '../../src/convex/simplex.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';

test('the normal of a sliver is square to all of it', () => {
  const random = seededRandom(8);
  const normal = new Float64Array(FACE_NORMAL_SIZE);
  let worst = 0;
  for (let i = 0; i < 20000; i++) {
    // A third corner anywhere along an edge, off it by 10⁻¹ … 10⁻¹⁴.
    const [p, q] = [0, 1].map(() => [random() - 0.5, random() - 0.5, random() - 0.5]);
    const s = 1.4 * random() - 0.2;
    const off = 10 ** (-1 - 13 * random());
    const points = Float64Array.of(...p, ...q, ...p.map((x, k) => x + s * (q[k] - x) + off * (random() - 0.5)));
    faceNormal(points, 0, 1, 2, normal);
    const heights = [0, 3, 6].map((c) => normal[0] * points[c] + normal[1] * points[c + 1] + normal[2] * points[c + 2]);
    worst = Math.max(worst, Math.max(...heights) - Math.min(...heights));
  }
  expect(worst / UNIT_ROUNDOFF).toBeLessThan(12);
});

test('the nearest feature, its weights, and the direction to the origin', () => {
  const simplex = new Simplex();
  const solve = (...points: number[]): [number, number, number[]] => {
    simplex.solve(Float64Array.from(points), points.length / 3, 10);
    return [simplex.size, simplex.distance, [...simplex.direction].map((x) => x + 0)];
  };
  expect(solve(0, 0, 2)).toEqual([1, 2, [0, 0, -1]]);
  expect(solve(-1, 3, 0, 3, 3, 0)).toEqual([2, 3, [0, -1, 0]]);
  expect([...simplex.weights.subarray(0, 2)]).toEqual([0.75, 0.25]);
  expect(solve(1, 2, 0, 4, 2, 0)).toEqual([1, Math.sqrt(5), [-1 / Math.sqrt(5), -2 / Math.sqrt(5), 0]]);
  expect(solve(-1, -1, 4, 3, -1, 4, -1, 3, 4)).toEqual([3, 4, [0, 0, -1]]);
  expect([...simplex.weights.subarray(0, 3)]).toEqual([0.5, 0.25, 0.25]);
  expect(solve(-1, -1, -1, 3, -1, -1, -1, 3, -1, -1, -1, 3).slice(0, 2)).toEqual([4, 0]);
  // Flat, with the origin in its plane but beside it: not inside.
  expect(solve(1, 1, 0, 3, 1, 0, 1, 3, 0, 3, 3, 0).slice(0, 2)).toEqual([1, Math.SQRT2]);
});
