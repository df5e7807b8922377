// The contacts of cubes, which can be worked out by hand. `packages/dynamics` tests them under load.

import { describe, expect, test } from 'vitest';
import { contactManifold } from '../../../src/entries/bodies.ts';
import { makeConvex } from '../../../src/entries/convex.ts';
import { box, torus } from '../../../src/entries/shapes.ts';
import { Model, NearmissError } from '../../../src/index.ts';

const cube = Model.build(box());

test('faces that lie over each other touch at the corners of what they share', () => {
  const { status, contacts } = contactManifold(cube, {}, cube, { position: [0.25, 0, 1.0625] }, { within: 0.125 });
  expect(status).toBe('apart');
  const corners = contacts.map(({ pointA }) => pointA.join(' ')).sort();
  expect(corners).toEqual(['-0.25 -0.5 0.5', '-0.25 0.5 0.5', '0.5 -0.5 0.5', '0.5 0.5 0.5']);
  for (const { normal, gap } of contacts) {
    expect(normal).toEqual([0, 0, 1]);
    expect(gap).toBeCloseTo(0.0625, 12);
  }
});

test('farther apart than asked there is none; where they overlap, gaps are negative', () => {
  expect(contactManifold(cube, {}, cube, { position: [0, 0, 2] }, { within: 0.125 }).contacts).toEqual([]);
  const { status, contacts } = contactManifold(cube, {}, cube, { position: [0, 0, 0.875] }, { within: 0.125 });
  expect(status).toBe('overlapping');
  expect(contacts.length).toBeGreaterThan(0);
  for (const { gap } of contacts) expect(gap).toBeCloseTo(-0.125, 9);
});

test('a distance that is none is refused', () => {
  expect(() => contactManifold(cube, {}, cube, {}, { within: Number.NaN })).toThrow(NearmissError);
});

test('every region of overlap has a contact, of large meshes too', () => {
  const ring = Model.build(torus({ majorRadius: 1, minorRadius: 0.2, majorSegments: 80, minorSegments: 40 }));
  expect(2 * ring.triangleCount).toBeGreaterThan(6000);
  const { contacts } = contactManifold(ring, {}, ring, { position: [1.5, 0, 0.3] }, { within: 0.01 });
  expect(contacts.map(({ pointA }) => Math.sign(pointA[1])).sort()).toEqual([-1, 1]);
});

describe('a round shape on a floor', () => {
  const floor = Model.build(box({ size: [4, 4, 1] }));
  const lying = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
  const upright = [0, 0, 0, 1] as const;
  /** The height of its middle where it touches, and the corners of what bears it. */
  const shapes = [
    ['sphere(radius=0.25)', upright, 0.25, [[0, 0]]],
    [
      'capsule(radius=0.1,length=0.5)',
      lying,
      0.1,
      [
        [0, -0.25],
        [0, 0.25],
      ],
    ],
    [
      'cylinder(radius=0.3,height=0.5)',
      upright,
      0.25,
      [
        [-0.3, 0],
        [0, -0.3],
        [0, 0.3],
        [0.3, 0],
      ],
    ],
    [
      'cylinder(radius=0.3,height=0.5)',
      lying,
      0.3,
      [
        [0, -0.25],
        [0, 0.25],
      ],
    ],
  ] as const;

  test.each(shapes)(
    '%s %j stands on the same points, a little above, touching or a little below',
    (name, rotation, z, corners) => {
      const shape = makeConvex(name);
      for (const height of [1e-3, 0, -1e-9, -1e-3]) {
        const pose = { position: [0.3, 0.2, z + height], rotation };
        const { status, contacts } = contactManifold(floor, { position: [0, 0, -0.5] }, shape, pose, { within: 0.01 });
        expect(status).toBe(height < 0 ? 'overlapping' : 'apart');
        const points = contacts.map(({ pointA: [x, y] }) => [x - 0.3, y - 0.2]);
        points.sort(([x, y], [u, v]) => (Math.abs(x - u) > 1e-6 ? x - u : y - v));
        expect(points.length).toBe(corners.length);
        for (const [k, [x, y]] of corners.entries()) {
          expect(Math.hypot(points[k][0] - x, points[k][1] - y)).toBeLessThan(1e-6);
        }
        for (const { normal, gap, featureA, featureB, pointB } of contacts) {
          expect(normal[2]).toBeCloseTo(1, 9);
          expect(gap).toBeCloseTo(height, 12);
          expect(pointB[2]).toBeCloseTo(height, 9);
          // The two faces of the top.
          expect(featureA?.kind === 'face' && [10, 11].includes(featureA.index)).toBe(true);
          expect(featureB).toEqual({ kind: 'face', index: 0 });
        }
      }
    },
  );

  test('two balls that touch have one contact', () => {
    const ball = makeConvex('sphere(radius=0.25)');
    const { contacts } = contactManifold(ball, {}, ball, { position: [0.3, 0.4, 0] }, { within: 0 });
    expect(contacts.length).toBe(1);
    const [{ normal, gap }] = contacts;
    for (const [k, x] of [0.6, 0.8, 0].entries()) expect(normal[k]).toBeCloseTo(x, 6);
    expect(gap).toBeCloseTo(0, 12);
  });
});

test('a ring that lies on the end of a cylinder, hardly tilted, is borne all around', () => {
  const ring = Model.build(torus({ majorRadius: 0.3, minorRadius: 0.08, majorSegments: 24, minorSegments: 12 }));
  const drum = makeConvex('cylinder(radius=4,height=1)');
  for (const [tilt, within] of [
    [0, 2e-4],
    [1e-5, 2e-4],
    [1e-4, 2e-4],
    [1e-3, 0.0076],
    [1e-3, 0.0152],
  ]) {
    const pose = { position: [0.3, 0.2, 0.0801], rotation: [Math.sin(tilt / 2), 0, 0, Math.cos(tilt / 2)] };
    const { contacts } = contactManifold(drum, { position: [0, 0, -0.5] }, ring, pose, { within });
    const angles = contacts.map(({ pointA: [x, y] }) => Math.atan2(y - 0.2, x - 0.3)).sort((p, q) => p - q);
    const gaps = angles.map((angle, k) => (angles[k + 1] ?? angles[0] + 2 * Math.PI) - angle);
    expect(Math.max(...gaps)).toBeLessThan(Math.PI / 2);
  }
});
