// Boxes by hill climbing on hulls against a test of every vertex, as bodies turn a little, a lot, and are thrown about.

import { randomBetween, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hull, sphere } from '../../src/entries/convex.ts';
import { box, icosphere, lShape, torus } from '../../src/entries/shapes.ts';
import { Mesh, Model, World } from '../../src/index.ts';
import { BOX } from '../../src/space/box-set.ts';
import { Bodies, readWorldPose } from '../../src/world/bodies.ts';
import { soup } from '../query/bodies.ts';

const MARGIN = 0.25;

/** A fan of triangles over a polygon in a plane. */
function disc(corners: number): Mesh {
  const positions = Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners;
    return [Math.cos(angle), 2 * Math.sin(angle), 0.5];
  }).flat();
  return new Mesh(positions, Array.from({ length: corners - 2 }, (_, k) => [0, k + 1, k + 2]).flat());
}

/** Points on a sphere, so that all of them are corners of the hull. */
function cloud(count: number): number[] {
  const random = seeded(3);
  return Array.from({ length: count }, () => {
    const [x, y, z] = [0, 1, 2].map(() => randomBetween(random, -1, 1));
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, (0.2 * z) / length];
  }).flat();
}

const scaled = ({ positions, triangles }: Mesh, by: number, shift: number): Mesh =>
  new Mesh(
    positions.map((x) => by * x + shift),
    triangles,
  );

const BODIES: Readonly<Record<string, () => Model>> = {
  'a box': () => Model.build(box({ size: [1, 2, 3] })),
  'an icosphere': () => Model.build(icosphere({ subdivisions: 3 })),
  'a hull of 200 points': () => hull(cloud(200)),
  'a torus': () => Model.build(torus()),
  'an L': () => Model.build(lShape()),
  'a soup': () => Model.build(soup(seeded(4), 50)),
  'a flat polygon of 80 corners': () => Model.build(disc(80)),
  'a flat polygon of 5 corners': () => Model.build(disc(5)),
  'a segment': () => Model.build(new Mesh([0, 0, 0, 1, 2, 3, 2, 4, 6], [0, 1, 2])),
  'a point': () => Model.build(new Mesh([1, 2, 3], [0, 0, 0])),
  'one far from its origin': () => Model.build(scaled(icosphere({ subdivisions: 2 }), 1, 1e6)),
  'a tiny one': () => Model.build(scaled(icosphere({ subdivisions: 2 }), 1e-200, 0)),
  'a huge one': () => Model.build(scaled(icosphere({ subdivisions: 2 }), 1e140, 0)),
};

/** Least and greatest coordinates of all vertices as posed. */
function boxByForce({ positions, triangles }: Mesh, position: readonly number[], q: readonly number[]): number[] {
  const [x, y, z, w] = q.map((part) => part / Math.hypot(...q));
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const ends = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const vertex of triangles) {
    for (let k = 0; k < 3; k++) {
      const turned = rows[k].reduce((sum, r, axis) => sum + r * positions[3 * vertex + axis], 0);
      ends[k] = Math.min(ends[k], position[k] + turned);
      ends[k + 3] = Math.max(ends[k + 3], position[k] + turned);
    }
  }
  return ends;
}

function nudged(random: SeededRandom, q: readonly number[], by: number): number[] {
  const moved = q.map((part) => part + randomBetween(random, -by, by));
  const length = Math.hypot(...moved);
  return moved.map((part) => part / length);
}

describe.each(Object.entries(BODIES))('%s', (_, make) => {
  test('has the box that all its vertices have', () => {
    const random = seeded(17);
    const model = make();
    const { mesh } = model;
    const size = Math.max(...mesh.positions.map(Math.abs));
    // Two bodies of one model, which climb each from where it was.
    const bodies = new Bodies('hull', MARGIN * size);
    const poses = [randomPose(random, 3), randomPose(random, 3)].map(({ position, rotation }) => ({
      position: position.map((x) => size * x),
      rotation: rotation as number[],
    }));
    const slots = poses.map((pose) => bodies.add(model, pose, false, 1, -1, 'auto'));
    for (let step = 0; step < 60; step++) {
      const pose = poses[step % 2];
      const by = [0.001, 0.05, 2][step % 3];
      pose.rotation = nudged(random, pose.rotation, by);
      bodies.move(slots[step % 2], readWorldPose(pose));
      const found = [...bodies.boxes.bounds.subarray(BOX * slots[step % 2], BOX * slots[step % 2] + BOX)];
      const expected = boxByForce(mesh, pose.position, pose.rotation);
      for (let k = 0; k < 3; k++) {
        const [low, high] = [expected[k] - (MARGIN * size) / 2, expected[k + 3] + (MARGIN * size) / 2];
        const rounding = 1e-13 * 10 * size;
        expect(found[k]).toBeLessThanOrEqual(low + 1e-15 * size);
        expect(found[k + 3]).toBeGreaterThanOrEqual(high - 1e-15 * size);
        expect(low - found[k]).toBeLessThanOrEqual(rounding);
        expect(found[k + 3] - high).toBeLessThanOrEqual(rounding);
      }
    }
  });
});

test('no body loses its box as it deforms, and round ones have one', () => {
  const results = (['dynamic', 'hull'] as const).map((boxes) => {
    const world = new World({ boxes });
    const ball = icosphere({ subdivisions: 2 });
    const still = world.add(sphere({ radius: 0.5 }), { position: [1.1, 0, 0] });
    const body = world.add(Model.build(ball), {});
    const told: string[] = [];
    for (let k = 0; k < 40; k++) {
      const wide = ball.positions.map((x, i) => (i % 3 === 0 ? x * (1 + k / 40) : x));
      world.deform(body, wide);
      world.move(body, { rotation: [0, 0, Math.sin(k / 10), Math.cos(k / 10)] });
      const { begin, end } = world.step();
      told.push(...begin.map((pair) => `${k}+${pair.status}`), ...end.map(() => `${k}-`));
    }
    expect(world.has(still)).toBe(true);
    return told;
  });
  expect(results[1]).toEqual(results[0]);
  expect(results[0].length).toBeGreaterThan(2);
});
