import { checkMesh } from 'nearmiss/mesh';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { ballObstacle, blockObstacle, Cloth } from '../src/page/many/worker/cloth.ts';
import { Draping } from '../src/page/many/worker/draping.ts';
import { Hand } from '../src/page/many/worker/hand.ts';

test('a hand is a closed surface, its fingers outside out like its palm, and they keep their size when they bend', () => {
  const hand = new Hand(new Vector3(), 0.4);
  expect(checkMesh(hand.mesh)).toMatchObject({ closed: true });
  const [open, closed] = [0, 1].map((closing) => {
    return volumeOf(pointsOf(hand.positions(closing)), hand.mesh.triangles);
  });
  // The palm alone has 0.142; fingers inside out would make it less.
  expect(open).toBeGreaterThan(0.2);
  expect(closed).toBeCloseTo(open ?? 0, 3);
  expect(hand.positions(1)).not.toEqual(hand.positions(0));
});

test('a cloth falls onto what is below, stays out of it, and does not stretch much', () => {
  const cloth = new Cloth(new Vector3(0, 0.8, 0), 1, 12);
  const ball = { centre: new Vector3(-0.2, 0.2, 0), radius: 0.3 };
  const block = { centre: new Vector3(0.4, 0, 0.2), half: new Vector3(0.2, 0.2, 0.2) };
  const obstacles = [ballObstacle(ball.centre, ball.radius), blockObstacle(block.centre, block.half)];
  const start = pointsOf(cloth.positions());
  for (let step = 0; step < 120; step++) cloth.fall(obstacles);
  const points = pointsOf(cloth.positions());
  expect(Math.min(...points.map(({ y }) => y))).toBeLessThan(0.3);
  expect(points.every((point) => point.distanceTo(ball.centre) > ball.radius - 1e-12)).toBe(true);
  expect(points.some((point) => point.distanceTo(ball.centre) < ball.radius + 1e-12)).toBe(true);
  const { triangles } = cloth.mesh;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b] = [triangles[k] ?? 0, triangles[k + 1] ?? 0];
    const stretch = lengthBetween(points, a, b) / lengthBetween(start, a, b);
    expect(stretch).toBeLessThan(1.2);
  }
  cloth.restart();
  expect(pointsOf(cloth.positions())).toEqual(start);
});

test('every method and depth finds the same faces; the cells are there where space is divided', () => {
  const scenes = [
    new Draping({ method: 'octree', depth: 4, cells: 'drawn' }),
    new Draping({ method: 'bintree', depth: 8, cells: 'hidden' }),
    new Draping({ method: 'refit', depth: 'auto', cells: 'drawn' }),
  ];
  for (let step = 0; step < 75; step++) for (const scene of scenes) scene.advance(() => {});
  const [octree, bintree, refit] = scenes.map((scene) => ({ counts: scene.counts(), drawing: scene.drawing() }));
  const { cells, ...counts } = octree?.counts ?? {};
  expect(bintree?.counts).toMatchObject(counts);
  expect(refit?.counts).toMatchObject({ ...counts, cells: 0 });
  for (const name of ['cloth on ball', 'cloth on block', 'hand on ball']) expect(counts[name]).toBeGreaterThan(0);
  if (octree?.drawing.kind !== 'deforming' || bintree?.drawing.kind !== 'deforming') throw new Error('not that scene');
  expect(octree.drawing.faces).toEqual(bintree.drawing.faces);
  expect(octree.drawing.cells).toHaveLength(6 * (cells ?? 0));
  expect(bintree.drawing.cells).toHaveLength(0);
});

test('stages are told in the order in which they are listed', () => {
  for (const method of ['octree', 'refit'] as const) {
    const scene = new Draping({ method, depth: 'auto', cells: 'drawn' });
    const told: string[] = [];
    scene.advance((stage) => told.push(stage));
    expect(told).toEqual(scene.stages.filter((stage) => told.includes(stage)));
    expect(told.length).toBeGreaterThan(3);
  }
});

function pointsOf(positions: Float64Array): Vector3[] {
  return Array.from({ length: positions.length / 3 }, (_, k) => new Vector3().fromArray(positions, 3 * k));
}

/** Of what is inside a closed surface, counted as often as it is. */
function volumeOf(points: readonly Vector3[], triangles: Uint32Array): number {
  let volume = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = Array.from(triangles.subarray(k, k + 3), (vertex) => points[vertex] ?? new Vector3());
    if (a !== undefined && b !== undefined && c !== undefined) volume += a.dot(b.clone().cross(c)) / 6;
  }
  return volume;
}

function lengthBetween(points: readonly Vector3[], a: number, b: number): number {
  return points[a]?.distanceTo(points[b] ?? new Vector3()) ?? 0;
}
