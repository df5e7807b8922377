import { describe, expect, test } from 'vitest';
import { buildConvexBody, type ConvexBody, supportVertex } from '../../src/convex/convex-body.ts';
import { buildSupportTable, listAll } from '../../src/convex/support-table.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';
import { roughBodies } from './convex-bodies.ts';

type Direction = readonly [number, number, number];

function reach(body: ConvexBody, v: number, [x, y, z]: Direction): number {
  return body.vertices[3 * v] * x + body.vertices[3 * v + 1] * y + body.vertices[3 * v + 2] * z;
}

function farthest(body: ConvexBody, d: Direction): number {
  let best = -Infinity;
  for (let v = 0; v < body.vertexCount; v++) best = Math.max(best, reach(body, v, d));
  return best;
}

/** Random ones; and square to a face or an edge, or nearly so: there many vertices are almost level. */
function directions(body: ConvexBody, count: number): Direction[] {
  const random = seededRandom(3);
  const any = (size: number): Direction => [
    size * (2 * random() - 1),
    size * (2 * random() - 1),
    size * (2 * random() - 1),
  ];
  const found: Direction[] = [];
  const corner = (k: number): Float64Array => body.vertices.subarray(3 * body.triangles[k], 3 * body.triangles[k] + 3);
  for (let i = 0; i < count; i++) {
    found.push(any(1));
    if (body.triangles.length === 0) continue;
    const t = 3 * Math.floor((random() * body.triangles.length) / 3);
    const [p, q, r] = [corner(t), corner(t + 1), corner(t + 2)];
    const u = q.map((x, k) => x - p[k]);
    const v = r.map((x, k) => x - p[k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.max(...n.map(Math.abs));
    if (size === 0) continue;
    const tilt = any(10 ** (-17 * random()));
    const inward = [0, 1, 2].map((k) => v[k] + tilt[k]);
    found.push([n[0] / size + tilt[0], n[1] / size + tilt[1], n[2] / size + tilt[2]]);
    // In the face and square to its edge u: level along the edge, rising across the face.
    const uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    const along = (inward[0] * u[0] + inward[1] * u[1] + inward[2] * u[2]) / uu;
    const lift = random();
    const across = inward.map((x, k) => x - along * u[k] + (lift * n[k]) / size);
    found.push([across[0], across[1], across[2]]);
  }
  return found;
}

describe('supportVertex', () => {
  test.each(roughBodies())('%s: no vertex is farther by more than rounding', (_, points) => {
    const body = buildConvexBody(points);
    let worst = 0;
    for (const d of directions(body, 3000)) {
      const size = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) * body.radius;
      worst = Math.max(
        worst,
        (farthest(body, d) - reach(body, supportVertex(body, Float64Array.of(...d), 0), d)) / size,
      );
    }
    expect(worst / UNIT_ROUNDOFF).toBeLessThanOrEqual(4);
  });
});

test('every list of a table has two vertices to compare, that of a point too', () => {
  for (const [, points] of [...roughBodies(), ['a point', Float64Array.of(1, 2, 3)] as const]) {
    const { vertexCount, cellStart, cellVertices, vertices, neighbourStart, neighbours } = buildConvexBody(points);
    const shortest = cellStart.slice(1).reduce((least, end, cell) => Math.min(least, end - cellStart[cell]), Infinity);
    expect(shortest).toBeGreaterThanOrEqual(2);
    expect(Math.max(...cellVertices)).toBeLessThan(vertexCount);
    expect(listAll(vertexCount).cellVertices.length).toBeGreaterThanOrEqual(2);
    // Small bodies have finer tables than large ones, by the vertex.
    const usual = buildSupportTable(vertices, neighbourStart, neighbours, 8).cellStart.length;
    expect(cellStart.length > usual).toBe(vertexCount < 256);
  }
});

test('no direction at all still names a vertex', () => {
  for (const [, points] of roughBodies())
    expect(supportVertex(buildConvexBody(points), new Float64Array(3), 0)).toBeGreaterThanOrEqual(0);
});

describe('buildConvexBody', () => {
  test('keeps the extreme points, says where they came from, and lists neighbours in both directions along edges', () => {
    const points = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.1, 0.1, 0.1, 1, 0, 0);
    const body = buildConvexBody(points);
    expect(body.dimension).toBe(3);
    expect([...body.source]).toEqual([0, 1, 2, 3]);
    expect([...body.neighbourStart]).toEqual([0, 3, 6, 9, 12]);
    expect([...body.neighbours.subarray(0, 3)].sort()).toEqual([1, 2, 3]);
    expect(body.radius).toBe(1);
  });

  test.each(roughBodies())('%s: the neighbours of a vertex come in order around it', (_, points) => {
    const { vertexCount, triangles, neighbours, neighbourStart } = buildConvexBody(points);
    const found: string[] = [];
    for (let v = 0; v < vertexCount; v++) {
      const ring = [...neighbours.subarray(neighbourStart[v], neighbourStart[v + 1])];
      if (ring.length > 1) found.push(...ring.map((w, k) => `${v} ${w} ${ring[(k + 1) % ring.length]}`));
    }
    const expected: string[] = [];
    for (let k = 0; k < triangles.length; k += 3) {
      const [u, v, w] = triangles.subarray(k, k + 3);
      expected.push(`${u} ${v} ${w}`, `${v} ${w} ${u}`, `${w} ${u} ${v}`);
    }
    expect(found.sort()).toEqual(expected.sort());
  });

  test.each([
    [Float64Array.of(1, 2, 2, 1, 2, 2), 0, 1],
    [Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2), 1, 2],
    [Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0), 2, 4],
  ])('flat hulls %#', (points, dimension, count) => {
    const body = buildConvexBody(points);
    expect([body.dimension, body.vertexCount]).toEqual([dimension, count]);
  });
});
