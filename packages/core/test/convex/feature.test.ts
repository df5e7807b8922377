import { expect, test } from 'vitest';
import { buildConvexBody, type ConvexBody } from '../../src/convex/convex-body.ts';
import { highestNearby } from '../../src/convex/feature.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { roughBodies, spherePoints } from './convex-bodies.ts';

type Direction = readonly [number, number, number];

const OCTAHEDRON = buildConvexBody(Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1));

function nearby(body: ConvexBody, feature: readonly number[], d: Direction): number {
  return highestNearby(body, Int32Array.from(feature), feature.length, ...d);
}

test.each<[string, readonly number[], Direction, number]>([
  ['a vertex rises to the highest of its neighbours', [4], [3, 2, 1], 0],
  ['a vertex that all edges fall from stays', [4], [0.1, 0.2, 1], 4],
  ['an edge sees the triangle on its one side', [4, 0], [1, 2, 1], 2],
  ['and that on its other', [4, 0], [1, -2, 1], 3],
  ['an edge in its own region stays', [4, 0, 4], [1, 0.5, 1], 4],
  ['an edge that is not level goes to its higher end', [4, 0], [1, 0, 0.5], 0],
  ['a triangle sees its own vertices only', [4, 0, 2], [1, -3, 2], 4],
  ['two vertices without an edge: the neighbours of the higher', [4, 5], [0, 2, 1], 2],
])('%s', (_, feature, direction, expected) => {
  expect(nearby(OCTAHEDRON, feature, direction)).toBe(expected);
});

test('no neighbour rises from a vertex exactly where no vertex of the body does', () => {
  const random = seededRandom(5);
  const body = buildConvexBody(spherePoints(random, 60));
  const reach = (v: number, d: Direction): number =>
    body.vertices[3 * v] * d[0] + body.vertices[3 * v + 1] * d[1] + body.vertices[3 * v + 2] * d[2];
  let stays = 0;
  for (let i = 0; i < 20_000; i++) {
    const v = Math.floor(random() * body.vertexCount);
    // Around the vertex' own direction, so that some are in its region.
    const [x, y, z] = body.vertices.subarray(3 * v, 3 * v + 3).map((c) => c + 0.4 * (2 * random() - 1));
    const d = [x, y, z] as const;
    const all = Array.from({ length: body.vertexCount }, (_, w) => reach(w, d));
    const isHighest = all.every((height) => height <= reach(v, d));
    expect(nearby(body, [v], d) === v).toBe(isHighest);
    if (isHighest) stays++;
  }
  expect(stays).toBeGreaterThan(1000);
  expect(stays).toBeLessThan(19_000);
});

test.each(roughBodies())('%s: never below the feature itself', (_, points) => {
  const body = buildConvexBody(points);
  const random = seededRandom(6);
  const any = (): number => Math.floor(random() * body.vertexCount);
  for (let i = 0; i < 500; i++) {
    const d = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1] as const;
    const feature = [any(), any(), any()].slice(0, 1 + (i % 3));
    const heights = [nearby(body, feature, d), ...feature].map(
      (v) => body.vertices[3 * v] * d[0] + body.vertices[3 * v + 1] * d[1] + body.vertices[3 * v + 2] * d[2],
    );
    expect(heights[0]).toBeGreaterThanOrEqual(Math.max(...heights) - 1e-15 * body.radius);
  }
});
