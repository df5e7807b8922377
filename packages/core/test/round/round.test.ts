// Round shapes where the answer can be worked out by hand: closed forms, kissing contacts, one inside the other, all sizes.

import { describe, expect, test } from 'vitest';
import { capsule, cone, cylinder, hull, isConvex, makeConvex, round, sphere } from '../../src/entries/convex.ts';
import { box } from '../../src/entries/shapes.ts';
import {
  closestPoint,
  collide,
  contains,
  DistanceResult,
  distance,
  Model,
  NearmissError,
  Pair,
  penetration,
  raycast,
  timeOfContact,
} from '../../src/index.ts';
import { packSections } from '../../src/model/bytes.ts';
import { scaled, withoutFaces } from '../query/bodies.ts';

const ball = sphere({ radius: 1 });
const stick = capsule({ radius: 0.5, length: 2 });
const can = cylinder({ radius: 1, height: 2 });
const hat = cone({ radius: 1, height: 2 });
const cube = Model.build(box({ size: [2, 2, 2] }));
const hulled = hull(cube.mesh.positions);
const across = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const; // z to x
const half = Math.sqrt(0.5);

describe('distances that have a closed form', () => {
  test.each([
    ['spheres', ball, ball, [3, 4, 0], 3],
    ['sphere and capsule, beside it', ball, stick, [3, 0, 0.5], 1.5],
    ['sphere and capsule, at its end', ball, stick, [0, 3, 5], 3.5],
    ['capsules along each other', stick, stick, [0, 4, 1], 3],
    ['sphere and box, at a face', ball, cube, [5, 0.3, 0.2], 3],
    ['sphere and box, at an edge', ball, cube, [4, 5, 0.2], 4],
    ['sphere and box, at a corner', ball, cube, [3, 3, 2], 2],
    ['sphere and hulled, at a corner', ball, hulled, [3, 3, 2], 2],
    ['sphere and cylinder, at the side', ball, can, [3, 4, 0.7], 3],
    ['sphere and cylinder, at the rim', ball, can, [0, 4, 5], 4],
    ['sphere and cylinder, at the end', ball, can, [0.2, 0.1, 5], 3],
    ['sphere above the tip of a cone', ball, hat, [0, 0, -5], 3],
    ['cylinders side by side', can, can, [3, 4, 1], 3],
    ['cylinders on top of each other', can, can, [0.3, 0, 3], 1],
    ['cylinders, rim to rim', can, can, [5, 0, 6], 5],
    ['cones, base to base', hat, hat, [5, 0, 0], 3],
    ['capsule and cylinder', stick, can, [3, 4, 0], 3.5],
    ['box and cylinder', cube, can, [4, 0, 0], 2],
  ] as const)('%s', (_name, a, b, position, expected) => {
    for (const result of [distance(a, {}, b, { position }), distance(b, { position }, a, {})]) {
      expect(result.status).toBe('separated');
      expect(result.lower).toBeLessThanOrEqual(expected);
      expect(result.upper).toBeGreaterThanOrEqual(expected);
      expect(result.upper - result.lower).toBeLessThan(2e-13);
    }
  });

  test('the side of a cone', () => {
    // The side runs at two to one: a point of the plane y = 0 is (x·2 + z − 1)/√5 above it.
    const { lower, upper, normal } = distance(ball, { position: [3, 0, 1] }, hat, {});
    const expected = 6 / Math.sqrt(5) - 1;
    expect(lower).toBeLessThanOrEqual(expected);
    expect(upper).toBeGreaterThanOrEqual(expected);
    expect(normal?.map((x) => x * Math.sqrt(5))).toEqual([
      expect.closeTo(-2, 12),
      expect.closeTo(0, 12),
      expect.closeTo(-1, 12),
    ]);
  });

  test.each([1e-6, 1, 1e6, 1e140, 1e-140])('in units of %d, and beside a body a million times as large', (unit) => {
    const small = sphere({ radius: 1e-6 * unit });
    const large = [cylinder({ radius: unit, height: 2 * unit }), Model.build(scaled(box(), 2 * unit))];
    for (const body of large) {
      const { lower, upper } = distance(small, { position: [1.5 * unit, 0, 0] }, body, {});
      const expected = (0.5 - 1e-6) * unit;
      expect(lower).toBeLessThanOrEqual(expected * (1 + 2 ** -52));
      expect(upper).toBeGreaterThanOrEqual(expected * (1 - 2 ** -52));
      expect(upper - lower).toBeLessThan(1e-13 * unit);
    }
  });

  test('a million units away', () => {
    const far = [1e6, -2e6, 3e6] as const;
    const { lower, upper } = distance(ball, { position: far }, can, { position: [far[0] + 3, far[1] + 4, far[2]] });
    expect(lower).toBeLessThanOrEqual(3);
    expect(upper).toBeGreaterThanOrEqual(3);
    expect(upper - lower).toBeLessThan(1e-13);
  });
});

describe('contact', () => {
  test.each([
    ['spheres', ball, ball, [2, 0, 0]],
    ['sphere on a box', ball, cube, [0, 0, 2]],
    ['sphere at an edge', ball, cube, [1 + half, 1 + half, 0]],
    ['sphere on a cylinder', ball, can, [2, 0, 0]],
    ['sphere on the tip of a cone', ball, hat, [0, 0, -2]],
    ['cylinder on cylinder', can, can, [0.5, 0, 2]],
    ['cylinder beside cylinder', can, can, [2, 0, 0.5]],
    ['capsule beside capsule', stick, stick, [0, 1, 0]],
    ['capsule over capsule, tip to tip', stick, stick, [0, 0, 3]],
    ['cone on a box', hat, cube, [0.3, 0, -2]],
  ] as const)('%s, kissing: touching, and not a hair away', (_name, a, b, position) => {
    for (const [first, second, where] of [[a, b, position] as const, [b, a, position.map((x) => -x)] as const]) {
      expect(collide(first, {}, second, { position: where }).status).toBe('touching');
      const { status, lower, upper, pointA, pointB, normal } = distance(first, {}, second, { position: where });
      expect([status, lower, normal]).toEqual(['touching', 0, null]);
      expect(upper).toBeLessThan(1e-13);
      expect(Math.hypot(...(pointA ?? []).map((x, k) => x - (pointB?.[k] ?? 9)))).toBeLessThan(1e-13);
      const hair = (by: number) => ({ position: where.map((x) => x * (1 + by)) });
      expect(collide(first, {}, second, hair(1e-12)).status).toBe('separated');
      expect(collide(first, {}, second, hair(-1e-12)).status).toBe('intersecting');
    }
  });

  test.each([
    ['a pea in a box', sphere({ radius: 0.5 }), {}, cube, 0.5],
    ['a box in a ball', Model.build(box()), {}, ball, 1 - Math.sqrt(0.75)],
    ['a ball in a ball', sphere({ radius: 0.5 }), { position: [0.25, 0, 0] }, ball, 0.25],
    ['a capsule in a ball', capsule({ radius: 0.2, length: 1 }), {}, ball, 0.3],
    ['a ball in a cylinder', sphere({ radius: 0.5 }), { position: [0.25, 0, 0] }, can, 0.25],
    ['a ball in a cone', sphere({ radius: 0.25 }), { position: [0, 0, -0.5] }, hat, 0.25],
    ['a cylinder in a ball', cylinder({ radius: 0.3, height: 0.8 }), {}, ball, 0.5],
    [
      'a coin near the side of a ball, by a point of its rim between the axes',
      cylinder({ radius: 0.3, height: 0.2 }),
      { position: [0.45, 0.45, 0] },
      ball,
      1 - Math.hypot(0.45 * Math.SQRT2 + 0.3, 0.1),
    ],
    ['a cylinder across a cylinder', cylinder({ radius: 0.3, height: 0.8 }), { rotation: across }, can, 0.5],
    ['a cone in a capsule', cone({ radius: 0.3, height: 0.8 }), {}, stick, 0.2],
    ['a thin cylinder in a box', cylinder({ radius: 0.1, height: 1 }), {}, cube, 0.5],
  ] as const)('%s is inside, at its distance from the surface', (_name, inner, pose, outer, gap) => {
    expect(collide(inner, pose, outer, {}).status).toBe('a-inside-b');
    const result = distance(outer, {}, inner, pose);
    expect(result.status).toBe('b-inside-a');
    expect([result.lower, result.distance]).toEqual([0, 0]);
    expect(result.surfaceDistance).toBeGreaterThanOrEqual(gap - 1e-13);
    expect(result.surfaceDistance).toBeLessThan(gap + 1e-9);
    // Where there are points they are that far apart.
    const { pointA, pointB } = result;
    if (pointA !== null && pointB !== null) {
      expect(Math.hypot(...pointA.map((x, k) => x - pointB[k]))).toBeCloseTo(gap, 12);
    }
  });

  test('what is inside touching the surface overlaps', () => {
    const coin = cylinder({ radius: 0.3, height: 0.2 });
    expect(collide(coin, { position: [0.5, 0.5, 0] }, ball, {}).status).toBe('intersecting');
    expect(collide(ball, {}, cube, {}).status).toBe('intersecting');
    expect(collide(hat, {}, cube, {}).status).toBe('intersecting');
    expect(collide(sphere({ radius: 0.5 }), { position: [0.5, 0, 0] }, ball, {}).status).toBe('intersecting');
  });

  test('an open mesh has no inside, but may be inside', () => {
    const open = Model.build(withoutFaces(box({ size: [2, 2, 2] }), (face) => face > 0));
    expect(collide(sphere({ radius: 0.5 }), {}, open, {}).status).toBe('separated');
    expect(collide(open, {}, sphere({ radius: 2 }), {}).status).toBe('a-inside-b');
    // A round shape is a solid, whatever is asked for.
    const asSurface = collide(open, {}, sphere({ radius: 2 }), {}, { solid: false });
    expect([asSurface.status, asSurface.interpretationA, asSurface.interpretationB]).toEqual([
      'a-inside-b',
      'surface',
      'solid',
    ]);
  });

  test('common points are points of both', () => {
    for (const [a, b] of [
      [ball, can],
      [hat, cube],
      [stick, ball],
      [hat, hat],
      [can, hat],
    ] as const) {
      const pose = { position: [0.3, -0.4, 0.5] };
      const { pointA, pointB, status } = collide(a, {}, b, pose);
      expect(status).toBe('intersecting');
      if (pointA === null || pointB === null) throw new Error('no points');
      expect(pointA.map((x, k) => x - pointB[k])).toEqual([0, 0, 0].map(() => expect.closeTo(0, 14)));
      for (const [model, where] of [[a, {}] as const, [b, pose] as const]) {
        const isIn = contains(model, where, pointA).contains;
        expect(isIn || closestPoint(model, where, pointA).distance < 1e-14).toBe(true);
      }
    }
  });

  test('a search without budget says so, one that is aborted throws', () => {
    const fine = Model.build(box({ segments: 20 }));
    expect(distance(ball, { position: [3, 0, 0] }, fine, {}, { budget: 0 })).toMatchObject({
      status: 'iteration-limit',
      lower: 0,
    });
    expect(collide(ball, { position: [1.4, 0, 0] }, fine, {}, { budget: 0 }).colliding).toBe(null);
    expect(() => collide(ball, {}, fine, {}, { signal: AbortSignal.abort() })).toThrow(NearmissError);
    const { status, lower, upper } = distance(ball, { position: [9, 0, 0] }, fine, {}, { maxDistance: 2 });
    expect([status, upper]).toEqual(['beyond', Infinity]);
    expect(lower).toBeGreaterThan(1.999);
    expect(collide(ball, { position: [1, 0, 0] }, fine, {}, { stats: true }).stats?.triangleTests).toBeGreaterThan(0);
  });
});

describe('points and rays', () => {
  test.each([
    ['sphere', ball, [3, 0, 0], 2, [1, 0, 0]],
    ['sphere, from inside', ball, [0.5, 0, 0], 0.5, [1, 0, 0]],
    ['capsule', stick, [0, 2, 0.5], 1.5, [0, 0.5, 0.5]],
    ['capsule, on its axis', stick, [0, 0, 0.5], 0.5, [0.5, 0, 0.5]],
    ['capsule, at its end', stick, [0, 0, 3], 1.5, [0, 0, 1.5]],
    ['cylinder, at the rim', can, [4, 0, 5], 5, [1, 0, 1]],
    ['cylinder, from inside', can, [0, 0.25, 0.5], 0.5, [0, 0.25, 1]],
    ['cone, at the side', hat, [2, 0, 0], 3 / Math.sqrt(5), [0.8, 0, -0.6]],
    ['cone, at the tip', hat, [0, 0, 2], 1, [0, 0, 1]],
    ['cone, below the base', hat, [0.5, 0, -3], 2, [0.5, 0, -1]],
  ] as const)('the closest point of a %s', (_name, model, point, expected, nearest) => {
    const pose = { position: [7, 8, 9], rotation: across } as const;
    const turned = [7 + point[2], 8 + point[1], 9 - point[0]];
    const result = closestPoint(model, pose, turned);
    expect(result).toMatchObject({ status: 'found', face: 0 });
    expect(result.lower).toBeLessThanOrEqual(expected);
    expect(result.upper).toBeGreaterThanOrEqual(expected);
    expect(result.upper - result.lower).toBeLessThan(1e-12);
    const [x, y, z] = nearest;
    expect(result.point).toEqual([7 + z, 8 + y, 9 - x].map((c) => expect.closeTo(c, 13)));
    expect(closestPoint(model, pose, turned, { maxDistance: expected / 2 }).status).toBe('beyond');
  });

  test.each([
    ['sphere', ball, [0.6, 0, 0.7], 'inside'],
    ['sphere', ball, [0.6, 0, 0.8], 'boundary'],
    ['sphere', ball, [0.6, 0, 0.9], 'outside'],
    ['capsule', stick, [0, 0, 1.4], 'inside'],
    ['capsule', stick, [0.3, 0.4, 1], 'boundary'],
    ['cylinder', can, [0.6, 0.7, 0.99], 'inside'],
    ['cylinder', can, [0.6, 0.8, 1], 'boundary'],
    ['cylinder', can, [0.6, 0.7, 1.01], 'outside'],
    ['cone', hat, [0, 0, 0.99], 'inside'],
    ['cone', hat, [0.5, 0, 0], 'boundary'],
    ['cone', hat, [0.5, 0, 0.01], 'outside'],
  ] as const)('a %s and the point %j %j: %s', (_name, model, point, status) => {
    expect(contains(model, {}, point)).toEqual({ status, contains: status !== 'outside', interpretation: 'solid' });
  });

  test.each([
    ['sphere', ball, [-3, 0.6, 0], [1, 0, 0], 2.2, [-0.8, 0.6, 0]],
    ['sphere, from inside', ball, [0, 0, 0], [0, 0, 2], 1, [0, 0, 1]],
    ['sphere, from its surface', ball, [1, 0, 0], [1, 0, 0], 0, [1, 0, 0]],
    ['capsule, the side', stick, [5, 0, 0.5], [-1, 0, 0], 4.5, [1, 0, 0]],
    ['capsule, the end', stick, [0, 0, 5], [0, 0, -1], 3.5, [0, 0, 1]],
    ['cylinder, the end', can, [0.5, 0, 5], [0, 0, -1], 4, [0, 0, 1]],
    ['cylinder, the side', can, [0, 5, 0], [0, -3, 0], 4, [0, 1, 0]],
    ['cylinder, from inside', can, [0, 0, 0], [1, 0, 0], 1, [1, 0, 0]],
    ['cone, the side', hat, [3, 0, 0], [-1, 0, 0], 2.5, [2 / Math.sqrt(5), 0, 1 / Math.sqrt(5)]],
    ['cone, the base', hat, [0.5, 0, -3], [0, 0, 1], 2, [0, 0, -1]],
    ['cone, down the axis', hat, [0, 0, 3], [0, 0, -1], 2, null],
    ['cone, from inside, steeply up', hat, [0.25, 0, 0], [0, 0, 1], 0.5, [2 / Math.sqrt(5), 0, 1 / Math.sqrt(5)]],
    ['cone, along its side', hat, [1, 0, -1], [-1, 0, 2], 0, null],
  ] as const)('a ray hits a %s', (_name, model, origin, direction, along, normal) => {
    const hit = raycast(model, {}, origin, direction);
    expect(hit).toMatchObject({ status: 'hit', face: 0 });
    expect(hit.distance).toBeCloseTo(along, 13);
    if (normal !== null) expect(hit.normal).toEqual(normal.map((x) => expect.closeTo(x, 12)));
    expect(closestPoint(model, {}, hit.point ?? []).distance).toBeLessThan(1e-14);
  });

  test.each([
    [ball, [0, 3, 0], [0, 1, 0]],
    [ball, [-3, 1.1, 0], [1, 0, 0]],
    [stick, [-3, 0, 1.6], [1, 0, 0]],
    [can, [-3, 0, 1.1], [1, 0, 0]],
    [can, [1.1, 0, -5], [0, 0, 1]],
    [hat, [0.9, 0, 3], [1, 0, -1]],
    [hat, [0.5, -3, 0.5], [0, 1, 0]],
    // The other half of the double cone is not there.
    [hat, [-3, 0, 2], [1, 0, 0]],
  ] as const)('or misses it: %#', (model, origin, direction) => {
    expect(raycast(model, {}, origin, direction).status).toBe('miss');
    expect(raycast(ball, {}, [-9, 0, 0], [1, 0, 0], { maxDistance: 7 }).status).toBe('miss');
  });
});

describe('models', () => {
  test.each([ball, stick, can, hat])('a round shape is saved and loaded: %#', (model) => {
    const bytes = model.toBytes();
    const loaded = Model.fromBytes(bytes);
    expect(loaded.toBytes()).toEqual(bytes);
    const pose = { position: [2.5, 1, 0.25], rotation: across } as const;
    expect(distance(loaded, pose, cube, {})).toEqual(distance(model, pose, cube, {}));
    expect(Model.fromBytes(model.toBytes({ shared: true }).slice()).toBytes()).toEqual(bytes);
  });

  test.each([ball, stick, can, hat])('one that is loaded collides once it is given what knows how: %#', (model) => {
    const bytes = model.toBytes();
    const loaded = Model.fromBytes(bytes, { with: [round] });
    expect(loaded.toBytes()).toEqual(bytes);
    for (const x of [0, 0.75, 1, 4]) {
      const pose = { position: [x, 0, 0], rotation: across } as const;
      expect(collide(loaded, pose, cube, {}, { stats: true })).toEqual(collide(model, pose, cube, {}, { stats: true }));
      expect(collide(cube, {}, loaded, pose)).toEqual(collide(cube, {}, model, pose));
    }
    const bare = Model.fromBytes(bytes);
    expect(() => collide(bare, {}, cube, {})).toThrow(expect.objectContaining({ code: 'model/bad-argument' }));
    expect(() => collide(cube, {}, bare, {}, { method: 'volumes' })).toThrow(/with: \[round\]/);
    // All other questions are answered.
    const pose = { position: [1, 0, 0], rotation: across } as const;
    expect(new Pair(bare, cube).collide(pose, {})).toEqual(collide(model, pose, cube, {}));
    expect(penetration(bare, pose, cube, {})).toEqual(penetration(model, pose, cube, {}));
    const motion = { from: { position: [9, 0, 0] }, to: {} } as const;
    expect(timeOfContact(bare, motion, cube, {})).toEqual(timeOfContact(model, motion, cube, {}));
  });

  test('a mesh that is given it answers as before', () => {
    const mesh = Model.build(box());
    const loaded = Model.fromBytes(mesh.toBytes(), { with: [round] });
    expect(loaded.toBytes()).toEqual(mesh.toBytes());
    expect(collide(loaded, { position: [0.5, 0, 0] }, cube, {})).toEqual(
      collide(mesh, { position: [0.5, 0, 0] }, cube, {}),
    );
  });

  test.each([
    [-1, 0, 1, 0],
    [0, 0, 1, 0],
    [0, 0, -1, 1],
    [1, 0.5, 1, 0],
    [1, 1, 1, 1],
    [0, 1, 1, 0],
    [1, 1, Number.NaN, 0],
    [1e200, 1e200, 1e200, 0],
    [1, 1, 1e-200, 0],
    [0, 0, 0],
  ])('lengths that make no shape are refused: %j %j %j %j', (...lengths) => {
    const bytes = packSections(new Map([['round', Float64Array.from(lengths)]]), false);
    expect(() => Model.fromBytes(bytes)).toThrow(expect.objectContaining({ code: 'model/damaged' }));
  });

  test('what is convex', () => {
    for (const model of [ball, stick, can, hat, cube, hulled, Model.build(box({ segments: 3 }))]) {
      expect(isConvex(model)).toBe(true);
    }
    expect(isConvex(Model.build(withoutFaces(box(), (face) => face > 0)))).toBe(false);
  });

  test('are made by name', () => {
    expect(makeConvex('sphere(radius=1)').toBytes()).toEqual(ball.toBytes());
    expect(makeConvex('capsule( radius = 0.5, length = 2 )').toBytes()).toEqual(stick.toBytes());
    expect(makeConvex('box(size=[2,2,2])').mesh.positions).toEqual(cube.mesh.positions);
    expect(makeConvex('hull(points=[0,0,0,1,0,0,0,1,0,0,0,1])').triangleCount).toBe(4);
    expect(makeConvex('cone').toBytes()).toEqual(cone().toBytes());
    expect(makeConvex('cylinder').toBytes()).toEqual(cylinder().toBytes());
  });

  test('a Pair and `out` give the same', () => {
    const pair = new Pair(hat, cube);
    const out = new DistanceResult();
    for (let k = 0; k < 20; k++) {
      const pose = { position: [0.2 * k, 0.1, 2 - 0.1 * k], rotation: across } as const;
      expect({ ...pair.distance(pose, {}, {}, out) }).toEqual({ ...distance(hat, pose, cube, {}) });
      expect(pair.collide(pose, {}).status).toBe(collide(hat, pose, cube, {}).status);
    }
  });
});
