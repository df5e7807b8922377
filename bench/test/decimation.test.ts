import { randomBetween, seeded } from '@nearmiss/fixtures';
import { closestPoint, Mesh, Model } from 'nearmiss';
import { checkMesh } from 'nearmiss/mesh';
import { box, icosphere, torusKnot } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import type { Vector } from '../src/body-pose.ts';
import { decimate, decimateTriangles } from '../src/decimation/decimate.ts';
import { addPlane, leastPoint, QUADRIC, quadricAt } from '../src/decimation/quadric.ts';
import type { TriangleMesh } from '../src/mesh-file.ts';
import { randomDirection } from '../src/pose-generator.ts';
import { dot, minus } from '../src/vector.ts';

const meshOf = ({ positions, triangles }: TriangleMesh): Mesh => new Mesh(positions, triangles);

/** Every triangle split into four. */
function refined({ positions, triangles }: TriangleMesh): TriangleMesh {
  const points = Array.from(positions);
  const middles = new Map<string, number>();
  const middle = (a: number, b: number): number => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const known = middles.get(key);
    if (known !== undefined) return known;
    middles.set(key, points.length / 3);
    return points.push(...[0, 1, 2].map((c) => (points[3 * a + c] + points[3 * b + c]) / 2)) / 3 - 1;
  };
  const faces: number[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = triangles.subarray(k, k + 3);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    faces.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return { positions: Float64Array.from(points), triangles: Uint32Array.from(faces) };
}

/** How far a vertex of the one is from the surface of the other, at most, in both directions. */
function apart(a: Mesh, b: Mesh): number {
  const oneMethod = (points: Float64Array, model: Model): number => {
    let farthest = 0;
    for (let k = 0; k < points.length; k += 3) {
      farthest = Math.max(farthest, closestPoint(model, {}, points.subarray(k, k + 3)).distance);
    }
    return farthest;
  };
  return Math.max(oneMethod(a.positions, Model.build(b)), oneMethod(b.positions, Model.build(a)));
}

describe('a quadric', () => {
  const random = seeded(4);
  const point = (): Vector => [
    randomBetween(random, -1, 1),
    randomBetween(random, -1, 1),
    randomBetween(random, -1, 1),
  ];
  const planes = Array.from({ length: 5 }, () => ({ normal: randomDirection(random), on: point(), weight: random() }));
  const quadric = new Float64Array(QUADRIC);
  for (const { normal, on, weight } of planes) addPlane(quadric, 0, normal, on, weight);

  test('is the weighted sum of the squared distances to its planes', () => {
    for (let k = 0; k < 20; k++) {
      const x = point();
      const sum = planes.reduce((total, { normal, on, weight }) => total + weight * dot(normal, minus(x, on)) ** 2, 0);
      expect(quadricAt(quadric, x)).toBeCloseTo(sum, 12);
    }
  });

  test('is least where it says', () => {
    const least = leastPoint(quadric, [0, 0, 0]);
    for (let k = 0; k < 20; k++) {
      const [x, y, z] = randomDirection(random);
      const beside: Vector = [least[0] + 0.01 * x, least[1] + 0.01 * y, least[2] + 0.01 * z];
      expect(quadricAt(quadric, beside)).toBeGreaterThan(quadricAt(quadric, least));
    }
  });

  test('of one plane leaves a point beside where it was', () => {
    const flat = new Float64Array(QUADRIC);
    addPlane(flat, 0, [0, 0, 1], [0, 0, 2], 3);
    const [x, y, z] = leastPoint(flat, [0.25, -0.5, 0]);
    expect([x, y]).toEqual([0.25, -0.5]);
    expect(z).toBeCloseTo(2, 4);
  });
});

test('a box whose faces were split is a box again', () => {
  const whole = box({ size: [3, 2, 1] });
  const fine = refined(refined(refined(whole)));
  const coarse = decimate(fine, 8);
  expect(fine.triangles.length).toBe(64 * whole.triangles.length);
  expect(coarse.positions.length).toBe(24);
  expect(checkMesh(meshOf(coarse)).closed).toBe(true);
  expect(apart(meshOf(coarse), whole)).toBeLessThan(1e-5);
});

test.each([
  ['ball', icosphere({ subdivisions: 4 }), 0.02],
  ['knot', torusKnot({ triangles: 2880 }), 0.02],
])('a %s keeps its topology and, nearly, its position', (_name, fine, near) => {
  const coarse = meshOf(decimate(fine, 400));
  const [before, after] = [checkMesh(fine), checkMesh(coarse)];
  expect(coarse.positions.length).toBe(1200);
  expect(after).toMatchObject({ closed: true, manifold: true, orientation: before.orientation });
  expect(after.eulerCharacteristic).toBe(before.eulerCharacteristic);
  expect(apart(coarse, fine)).toBeLessThan(near);
});

test('as few as the topology allows: a ball is a tetrahedron at last, a ring stays a ring', () => {
  const ball = decimate(icosphere({ subdivisions: 2 }), 1);
  expect([ball.positions.length, ball.triangles.length]).toEqual([12, 12]);
  const knot = checkMesh(meshOf(decimate(torusKnot({ triangles: 720 }), 1)));
  expect(knot).toMatchObject({ closed: true, manifold: true, eulerCharacteristic: 0 });
});

test('as many triangles as wished, or one fewer where a border has one edge fewer', () => {
  const ball = decimateTriangles(icosphere({ subdivisions: 3 }), 500);
  expect(ball.triangles.length).toBe(3 * 500);
  expect(checkMesh(meshOf(ball))).toMatchObject({ closed: true, manifold: true, eulerCharacteristic: 2 });
  const sheet = refined(
    refined({
      positions: Float64Array.of(0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    }),
  );
  for (const wished of [20, 21, 22, 23]) {
    const left = decimateTriangles(sheet, wished).triangles.length / 3;
    expect([wished, wished - 1]).toContain(left);
  }
});

test('the border of a flat sheet stays where it is', () => {
  const sheet: TriangleMesh = {
    positions: Float64Array.of(0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  };
  const coarse = decimate(refined(refined(refined(sheet))), 4);
  expect(coarse.positions.length).toBe(12);
  const corners = Array.from({ length: 4 }, (_, k) => Array.from(coarse.positions.subarray(3 * k, 3 * k + 3)));
  for (const corner of [
    [0, 0],
    [2, 0],
    [2, 1],
    [0, 1],
  ]) {
    const nearest = Math.min(...corners.map(([x, y]) => Math.hypot(x - corner[0], y - corner[1])));
    expect(nearest).toBeLessThan(1e-3);
  }
});

test('the mesh given stays as it is', () => {
  const fine = icosphere({ subdivisions: 2 });
  const before = fine.positions.slice();
  decimate(fine, 20);
  expect(fine.positions).toEqual(before);
});
