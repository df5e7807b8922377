import { expect, test } from 'vitest';
import { buildConvexBody, supportVertex } from '../../src/convex/convex-body.ts';
import { withLevels } from '../../src/convex/hull-levels.ts';
import { roughBodies } from './convex-bodies.ts';

test.each(roughBodies())(
  '%s: each level has some of the vertices of the finer, none of them neighbours',
  (_, points) => {
    const body = withLevels(buildConvexBody(points));
    let finer = body;
    for (const level of body.coarser) {
      // All vertices of an independent set are extreme still. At least one in ten; neighbours being left out, at most half.
      expect(level.vertexCount).toBe(level.source.length);
      expect(level.vertexCount).toBeLessThanOrEqual(finer.vertexCount / 2);
      expect(level.vertexCount).toBeGreaterThan(finer.vertexCount / 10);
      const kept = new Set(level.source);
      level.source.forEach((v, i) => {
        expect([...level.vertices.subarray(3 * i, 3 * i + 3)]).toEqual([...finer.vertices.subarray(3 * v, 3 * v + 3)]);
      });
      for (let v = 0; v < finer.vertexCount; v++) {
        const ring = finer.neighbours.subarray(finer.neighbourStart[v], finer.neighbourStart[v + 1]);
        expect(ring.some((w) => kept.has(w))).toBe(!kept.has(v));
      }
      finer = level;
    }
    expect(finer.vertexCount).toBeLessThanOrEqual(16);
  },
);

test('the tip of a cone does not stand for all of it', () => {
  const points = [0, 0, 1];
  for (let i = 0; i < 60; i++) points.push(Math.cos((Math.PI * i) / 30), Math.sin((Math.PI * i) / 30), -1);
  const cone = withLevels(buildConvexBody(Float64Array.from(points)));
  const [first] = cone.coarser;
  expect(first.vertexCount).toBeGreaterThan(15);
  expect(supportVertex(first, Float64Array.of(1, 0, 0), 0)).not.toBe(
    supportVertex(first, Float64Array.of(-1, 0, 0), 0),
  );
});
