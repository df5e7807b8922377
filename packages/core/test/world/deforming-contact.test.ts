// What a world says of bodies that deform beyond pairs: whom they meet on their path, and where they touch themselves.

import {
  add,
  compare,
  fromNumber,
  mul,
  posePointExactly,
  randomBetween,
  randomChoice,
  randomPose,
  seeded,
  sub,
  ZERO,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { sphere } from '../../src/entries/convex.ts';
import {
  DeformingMesh,
  type DeformingTimeResult,
  deformingTimeOfContact,
  selfCollide,
  selfTimeOfContact,
} from '../../src/entries/deforming.ts';
import { box, icosphere } from '../../src/entries/shapes.ts';
import { Mesh, Model, NearmissError, type Pose, World } from '../../src/index.ts';
import { Bodies } from '../../src/world/bodies.ts';
import { poseIn } from '../../src/world/deforming-contact.ts';
import { shaken } from '../deform/scenes.ts';

const ball = icosphere({ radius: 0.5, subdivisions: 1 });
const shifted = ({ positions }: Mesh, x: number, y: number, z: number): Float64Array =>
  positions.map((p, k) => p + [x, y, z][k % 3]);

function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'no error';
}

function expectAround(time: number, contact: DeformingTimeResult | null): void {
  expect(contact?.lower).toBeLessThanOrEqual(time);
  expect(contact?.upper).toBeGreaterThanOrEqual(time);
  expect(contact?.lower).toBeCloseTo(time, 9);
}

describe('whom a deforming body meets first', () => {
  const cube = box({ size: [1, 1, 1] });

  test('of two on its path the nearer, when it gets there', () => {
    const world = new World();
    const near = world.add(Model.build(cube), { position: [2, 0, 0] });
    const twin = world.add(Model.build(cube), { position: [2, 0, 0] });
    world.add(Model.build(cube), { position: [4, 0, 0] });
    world.add(Model.build(cube), { position: [0, 9, 0] });
    const body = world.add(Model.build(cube));
    const { body: met, contact, placementError } = world.deformingContact(body, shifted(cube, 4, 0, 0));
    expect(met).toBe(near);
    expect(contact?.status).toBe('contact');
    expectAround(0.25, contact);
    expect(placementError).toBeGreaterThan(0);
    expect(placementError).toBeLessThan(1e-13);
    expect(world.modelOf(body).mesh.positions).toEqual(cube.positions);
    world.ignore(near, body);
    expect(world.deformingContact(body, shifted(cube, 4, 0, 0)).body).toBe(twin);
    world.ignore(twin, body);
    expectAround(0.75, world.deformingContact(body, shifted(cube, 4, 0, 0)).contact);
    expect(world.deformingContact(body, shifted(cube, 0, 0, 3))).toEqual({
      body: null,
      contact: null,
      placementError: 0,
    });
  });

  test('a body turned by a quarter is where it stands', () => {
    const world = new World();
    const bar = box({ size: [4, 0.5, 0.5] });
    const turned: Pose = { position: [0, 0, -2], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] };
    const upright = world.add(Model.build(bar), turned);
    const body = world.add(Model.build(cube), { position: [0, 0, 4] });
    const { body: met, contact } = world.deformingContact(body, shifted(cube, 0, 0, -7));
    expect(met).toBe(upright);
    expect(contact?.lower).toBeCloseTo(0.5, 9);
  });

  test('in one pose to the bit what deformingTimeOfContact says, the lower number where two are equal', () => {
    const random = seeded(31);
    let contacts = 0;
    for (let n = 0; n < 12; n++) {
      const pose = n % 2 === 0 ? {} : randomPose(random, 2);
      const world = new World();
      const bodies = Array.from({ length: 4 }, () => world.add(Model.build(ball), pose));
      const shapes = bodies.map((body) => {
        const mesh = new DeformingMesh(ball);
        mesh.deform(shaken(ball, random, 2, 0.02));
        world.deform(body, mesh.positions);
        return mesh;
      });
      const end = shaken(ball, random, 2, 0.02);
      const times = shapes
        .slice(1)
        .map((other) => deformingTimeOfContact(shapes[0], end, other, other.positions))
        .map((result, k) => ({ body: bodies[k + 1], result }))
        .filter(({ result }) => result.status !== 'free')
        .sort((p, q) => p.result.lower - q.result.lower || p.body - q.body);
      const found = world.deformingContact(bodies[0], end);
      expect(found.placementError).toBe(0);
      expect(found.body).toBe(times[0]?.body ?? null);
      expect(found.contact).toEqual(times[0]?.result ?? null);
      contacts += times.length;
    }
    expect(contacts).toBeGreaterThan(6);
  });

  test('itself, if asked', () => {
    const world = new World();
    const body = world.add(Model.build(cube));
    // The cube turned inside out along x: its ends pass through each other.
    const end = cube.positions.map((x, k) => (k % 3 === 0 ? -x : x));
    const { body: met, contact } = world.deformingContact(body, end, { self: true });
    expect(met).toBe(body);
    expect(contact).toEqual(selfTimeOfContact(new DeformingMesh(cube), end));
    expect(world.deformingContact(body, end).body).toBe(null);
  });

  test('vertices are posed no farther off than is said, in exact arithmetic', () => {
    const random = seeded(32);
    let used = 0;
    for (let n = 0; n < 30; n++) {
      const bodies = new Bodies('dynamic', 0);
      const mesh = new Mesh(shifted(ball, randomChoice(random, [0, 1e3, 1e7]), 0, 1), ball.triangles);
      const spread = randomChoice(random, [1e-3, 1, 1e6]);
      const poses = [randomPose(random, spread), randomPose(random, spread)];
      const [slot, other] = poses.map((pose) => bodies.add(Model.build(mesh), pose, false, 1, -1, 'auto'));
      const posed = poseIn(bodies, slot, other);
      const limit = fromNumber(posed.error);
      for (let v = 0; v < mesh.positions.length; v += 3) {
        const told = posePointExactly(poses[0], ...corner(posed.mesh.positions, v));
        const exact = posePointExactly(poses[1], ...corner(mesh.positions, v));
        const sq = told
          .map((x, k) => sub(x, exact[k]))
          .reduce((sum, difference) => add(sum, mul(difference, difference)), ZERO);
        expect(compare(sq, mul(limit, limit))).toBeLessThanOrEqual(0);
        used = Math.max(used, compare(mul(sq, fromNumber(10_000)), mul(limit, limit)));
      }
    }
    expect(used).toBe(1); // a hundredth of the limit, at least, is made use of
  });

  test('what cannot be asked', () => {
    const world = new World();
    const body = world.add(Model.build(cube));
    const end = shifted(cube, 1, 0, 0);
    expect(codeOf(() => world.deformingContact(7, end))).toBe('world/unknown-body');
    expect(codeOf(() => world.deformingContact(body, [1, 2, 3]))).toBe('mesh/bad-length');
    expect(codeOf(() => world.deformingContact(body, [...end.slice(1), Number.NaN]))).toBe('mesh/non-finite');
    expect(codeOf(() => world.deformingContact(body, end, { tolerance: -1 }))).toBe('options/bad-value');
    // @ts-expect-error a flag is true or false
    expect(codeOf(() => world.deformingContact(body, end, { self: 1 }))).toBe('options/bad-value');
    const round = world.add(sphere({ radius: 0.1 }), { position: [1, 0, 0] });
    expect(codeOf(() => world.deformingContact(body, end))).toBe('query/unsupported');
    expect(codeOf(() => world.deformingContact(round, []))).toBe('model/bad-argument');
    world.ignore(body, round);
    expect(world.deformingContact(body, end).contact).toBe(null);
  });

  test('the predicate is asked, and may not use the world', () => {
    const asked: string[] = [];
    let calls: (() => unknown) | null = null;
    const world = new World({
      predicate: (a, b) => {
        asked.push(`${a}:${b}`);
        calls?.();
        return false;
      },
    });
    world.add(Model.build(cube), { position: [2, 0, 0] });
    const body = world.add(Model.build(cube));
    expect(world.deformingContact(body, shifted(cube, 4, 0, 0)).body).toBe(null);
    expect(asked).toEqual(['0:1']);
    calls = () => world.size + world.step().bodies;
    expect(codeOf(() => world.deformingContact(body, shifted(cube, 4, 0, 0)))).toBe('world/busy');
    calls = null;
    expect(world.step().bodies).toBe(2);
  });
});

function corner(positions: Float64Array, v: number): [number, number, number] {
  return [positions[v], positions[v + 1], positions[v + 2]];
}

describe('bodies that touch themselves', () => {
  test('are told if asked, with the pairs of selfCollide', () => {
    const random = seeded(33);
    const world = new World();
    const bodies = Array.from({ length: 3 }, (_, k) => world.add(Model.build(ball), { position: [3 * k, 0, 0] }));
    world.add(sphere());
    expect(world.step({ selfContacts: true }).self).toEqual([]);
    let told = 0;
    for (let step = 0; step < 8; step++) {
      const shapes = bodies.map((body, k) => {
        const mesh = new DeformingMesh(ball);
        mesh.deform(shaken(ball, random, 0, k === 0 ? 0 : randomBetween(random, 0, 0.3)));
        world.deform(body, mesh.positions);
        return mesh;
      });
      const expected = shapes
        .map((mesh, k) => ({ body: bodies[k], pairs: selfCollide(mesh) }))
        .filter(({ pairs }) => pairs.length > 0);
      expect(world.step({ selfContacts: true }).self).toEqual(expected);
      expect(world.step({ selfContacts: true }).self).toEqual(expected);
      expect(world.step().self).toEqual([]);
      told += expected.length;
    }
    expect(told).toBeGreaterThan(4);
    world.deform(bodies[1], ball.positions);
    world.remove(bodies[2]);
    expect(world.step({ selfContacts: true }).self).toEqual([]);
  });
});
