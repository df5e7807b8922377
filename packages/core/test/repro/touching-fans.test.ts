// Two fans of n triangles whose tips meet touch n² times, each time at one point. A search for a crossing that tested
// all of them took ten seconds for n = 4,000.
import { expect, test } from 'vitest';
import { collide, distance, Mesh, Model } from '../../src/index.ts';

function fan(n: number, height: number): Model {
  const positions = [0, 0, 0];
  const triangles: number[] = [];
  for (let k = 0; k < n; k++) {
    // Points of the rim on a square, so that the mesh is the same on every engine.
    const t = (4 * k) / n;
    const side = Math.floor(t);
    const along = 2 * (t - side) - 1;
    const corner = [
      [along, -1],
      [1, along],
      [-along, 1],
      [-1, -along],
    ][side];
    positions.push(...corner, height);
    triangles.push(0, 1 + k, 1 + ((k + 1) % n));
  }
  return Model.build(new Mesh(positions, triangles));
}

test('tips that touch are told without testing every pair', () => {
  const [below, above] = [fan(1000, -1), fan(1000, 1)];
  const met = collide(below, {}, above, {}, { stats: true });
  expect(met.status).toBe('touching');
  expect(met.stats?.exactTests).toBeLessThan(10_000);
  expect(distance(below, {}, above, {})).toMatchObject({ status: 'touching', distance: 0 });
  const few = collide(below, {}, above, {}, { contacts: 'all', limit: 10, stats: true });
  expect(few).toMatchObject({ status: 'touching', pairCount: 10 });
  expect(few.stats?.exactTests).toBeLessThan(10_000);
});
