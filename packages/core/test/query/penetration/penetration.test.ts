// Penetration of convex pairs: exact arithmetic judges hulls, closed forms the round shapes, `collide` every separating translation.

import { judgeConvex, randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { capsule, cone, cylinder, hull, isConvex, sphere } from '../../../src/entries/convex.ts';
import { box, icosphere, randomSolid, torus } from '../../../src/entries/shapes.ts';
import { collide, Mesh, Model, NearmissError, Pair, PenetrationResult, penetration } from '../../../src/index.ts';
import { type HullPair, hullPair } from '../../convex/convex-pairs.ts';
import { inverted, shifted, union, unwelded, withoutFaces } from '../bodies.ts';

const ball = sphere({ radius: 1 });
const can = cylinder({ radius: 1, height: 2 });
const hat = cone({ radius: 1, height: 2 });
const stick = capsule({ radius: 0.5, length: 2 });
const cube = Model.build(box({ size: [2, 2, 2] }));

/** Where the result says A should go. */
function movedOut({ translation }: PenetrationResult, position: readonly number[] = [0, 0, 0]): number[] {
  return translation.map((t, k) => t + position[k]);
}

describe('hulls', () => {
  /** A pair of the series as two models, if both have an inside. */
  function modelsOf({ a, b }: HullPair): [Model, Model] | null {
    try {
      return [hull(a.positions), hull(b.positions)];
    } catch (error) {
      if (error instanceof NearmissError && error.code === 'shape/bad-parameter') return null;
      throw error;
    }
  }

  test('the depth is in its bracket, and an exact test agrees with status and translation', () => {
    const met: Record<string, number> = {};
    for (let index = 0; index < 400; index++) {
      const pair = hullPair(index);
      const models = modelsOf(pair);
      if (models === null) continue;
      const [a, b] = models;
      const name = `pair ${index}, ${pair.kind}`;
      const result = penetration(a, pair.a.pose, b, pair.b.pose);
      const exact = judgeConvex(pair.a, pair.b);
      met[result.status] = (met[result.status] ?? 0) + 1;
      expect(result.lower, name).toBeLessThanOrEqual(exact.depth[1]);
      expect(result.upper, name).toBeGreaterThanOrEqual(exact.depth[0]);
      expect(result.certified, name).toBe(true);
      expect(result.status === 'separated', name).toBe(exact.distance[1] > 0);
      if (result.status !== 'overlapping') continue;
      const position = movedOut(result, pair.a.pose.position);
      const out = collide(a, { position, rotation: pair.a.pose.rotation }, b, pair.b.pose);
      expect(['separated', 'touching'], name).toContain(out.status);
      expect(Math.hypot(...result.translation), name).toBeLessThan(result.upper + 1e-8);
    }
    expect(met.overlapping).toBeGreaterThan(80);
    expect(met.separated).toBeGreaterThan(60);
  });

  test.each([
    ['side by side', [2, 0, 0], 'touching', 0],
    ['along an edge', [2, 2, 0], 'touching', 0],
    ['at a corner', [2, -2, 2], 'touching', 0],
    ['a hair apart', [2 + 2 ** -40, 0, 0], 'separated', 0],
    ['a hair deep', [2 - 2 ** -40, 0, 0], 'overlapping', 2 ** -40],
    ['at one position', [0, 0, 0], 'overlapping', 2],
    ['halfway', [1, 0.5, 0.25], 'overlapping', 1],
  ] as const)('cubes %s', (_name, position, status, depth) => {
    const result = penetration(cube, {}, cube, { position });
    expect(result).toMatchObject({ status, certified: true });
    expect(result.lower).toBeLessThanOrEqual(depth);
    expect(result.upper).toBeGreaterThanOrEqual(depth);
    expect(result.upper - result.lower).toBeLessThan(1e-13);
    expect(result.depth).toBe(result.upper);
    expect(result.local.length).toBe(status === 'overlapping' ? 1 : 0);
    const { status: after } = collide(cube, { position: movedOut(result) }, cube, { position });
    expect(['separated', 'touching']).toContain(after);
  });

  test('of contained bodies it is the true separating translation', () => {
    const pea = Model.build(icosphere({ radius: 0.25, subdivisions: 1 }));
    const result = penetration(pea, { position: [0.5, 0.25, 0] }, cube, {});
    // The pea's reach along x is a little below its radius.
    expect(result.depth).toBeGreaterThan(0.7);
    expect(result.depth).toBeLessThan(0.75 + 1e-12);
    expect(result.translation[0]).toBeGreaterThan(0.7);
  });

  test('a million units away the translation still parts them, positions being rounded there', () => {
    const random = seeded(3);
    for (let k = 0; k < 100; k++) {
      const [poseA, poseB] = [randomPose(random, 0.5), randomPose(random, 0.5)];
      const far = (p: readonly number[]): number[] => [p[0] + 1e6, p[1] - 3e6, p[2] + 7e5];
      const a = { position: far(poseA.position), rotation: poseA.rotation };
      const b = { position: far(poseB.position), rotation: poseB.rotation };
      const result = penetration(cube, a, cube, b);
      expect(result.status).toBe('overlapping');
      expect(result.upper - result.lower).toBeLessThan(1e-13);
      const out = collide(cube, { ...a, position: movedOut(result, a.position) }, cube, b);
      expect(['separated', 'touching']).toContain(out.status);
    }
  });
});

describe('round shapes', () => {
  test.each([
    ['spheres', ball, ball, [1.5, 0, 0], 0.5],
    ['spheres at one position', ball, ball, [0, 0, 0], 2],
    ['sphere and box, by the skin', ball, cube, [1.75, 0, 0], 0.25],
    ['sphere in a box', sphere({ radius: 0.25 }), cube, [0.5, 0, 0], 0.75],
    ['sphere and capsule', ball, stick, [1.25, 0, 0.5], 0.25],
    ['capsules through each other', stick, stick, [0, 0, 0.25], 1],
    ['sphere and cylinder, at the side', ball, can, [1.5, 0, 0], 0.5],
    ['sphere and cylinder, at the end', ball, can, [0.25, 0, 1.5], 0.5],
    ['cylinders side by side', can, can, [1.5, 0, 0], 0.5],
    ['cylinders on each other', can, can, [0.25, 0.25, 1.75], 0.25],
    ['cylinder in a box', can, cube, [0.75, 0, 0], 1.25],
    ['cone on a box', hat, cube, [0, 0, -1.75], 0.25],
    ['sphere in the base of a cone', sphere({ radius: 0.25 }), hat, [0, 0, 0.75], 0.5],
  ] as const)('%s', (_name, a, b, position, depth) => {
    for (const [first, second, where] of [[a, b, position] as const, [b, a, position.map((x) => -x)] as const]) {
      const result = penetration(first, {}, second, { position: where });
      expect(result).toMatchObject({ status: 'overlapping', certified: true });
      expect(result.lower).toBeLessThanOrEqual(depth);
      expect(result.upper).toBeGreaterThanOrEqual(depth);
      expect(result.upper - result.lower).toBeLessThan(3e-9);
      expect(result.upper - depth).toBeLessThan(1e-12);
      const { status } = collide(first, { position: movedOut(result) }, second, { position: where });
      expect(['separated', 'touching']).toContain(status);
    }
  });

  test('cylinders on one axis: as deep in every direction, and certified all the same', () => {
    const tall = cylinder({ radius: 1, height: 9 });
    const result = penetration(tall, {}, tall, {});
    expect(result).toMatchObject({ status: 'overlapping', certified: true });
    expect(result.lower).toBeLessThanOrEqual(2);
    expect(result.upper).toBeGreaterThanOrEqual(2);
    expect(result.upper - result.lower).toBeLessThan(1e-8);
    const wished = penetration(tall, {}, tall, {}, { accuracy: 0.01 });
    expect(wished).toMatchObject({ status: 'overlapping', certified: true });
    expect(wished.iterations).toBeLessThan(result.iterations);
    expect(['separated', 'touching']).toContain(collide(tall, { position: movedOut(wished) }, tall, {}).status);
  });

  test.each([1e-6, 1e6, 1e-100, 1e100])('in units of %d', (unit) => {
    const small = sphere({ radius: 1e-6 * unit });
    const large = cone({ radius: unit, height: 2 * unit });
    const { lower, upper } = penetration(small, { position: [0, 0, -unit] }, large, {});
    expect(lower / unit).toBeLessThanOrEqual(1e-6);
    expect(upper / unit).toBeGreaterThanOrEqual(1e-6 * (1 - 1e-12));
    expect((upper - lower) / unit).toBeLessThan(4e-9);
  });

  test('apart and touching', () => {
    const apart = penetration(ball, { position: [2.5, 0, 0] }, can, {});
    expect(apart).toMatchObject({
      status: 'separated',
      depth: 0,
      lower: 0,
      upper: 0,
      translation: [0, 0, 0],
      local: [],
    });
    const touching = penetration(ball, { position: [2, 0, 0] }, can, {});
    expect(touching).toMatchObject({ status: 'touching', lower: 0, translation: [0, 0, 0], local: [] });
    expect(touching.upper).toBeLessThan(1e-13);
  });

  test('cones with their bases in one plane, once said to touch: a face of zero width had no direction', () => {
    const result = penetration(hat, {}, hat, { position: [0.3, 0.1, 0] });
    expect(result.status).toBe('overlapping');
    expect(result.lower).toBeGreaterThan(1.5);
  });
});

describe('what is convex', () => {
  const cubes = union(box(), shifted(box(), [3, 0, 0]));
  test.each([
    ['a box', box(), true],
    ['its faces cut up', box({ segments: 4 }), true],
    ['turned inside out', inverted(box()), true],
    ['of loose triangles', unwelded(box()), true],
    ['far from its origin', shifted(box(), [1e6, 0, 0]), true],
    ['a ball of triangles', icosphere({ subdivisions: 2 }), true],
    ['twice the same', union(box(), box()), true],
    ['with a face of no area', new Mesh(box().positions, [...box().triangles, 0, 0, 1]), true],
    ['with a vertex of no face', new Mesh([...box().positions, 9, 9, 9], box().triangles), true],
    ['two boxes', cubes, false],
    ['a box in a box', union(box(), box({ size: [0.5, 0.5, 0.5] })), false],
    ['a box and its inverse', union(box(), inverted(box())), false],
    ['an open box', withoutFaces(box(), (face) => face > 0), false],
    ['a torus', torus(), false],
    ['a rough solid', randomSolid({ seed: 1, triangles: 80 }), false],
    ['a dented box', dented(2 ** -50), false],
    ['a flat box', new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 0, 2, 1]), false],
  ] as const)('%s', (_name, mesh, expected) => {
    const model = Model.build(mesh);
    expect(isConvex(model)).toBe(expected);
    if (expected) expect(penetration(model, {}, model, {}).status).toBe('overlapping');
    else {
      const result = penetration(model, {}, cube, {});
      expect(result.status).toBe('overlapping');
      expect(collide(model, { position: movedOut(result) }, cube, {}).status).toMatch(/separated|touching/);
    }
  });

  /** A box whose top is a pyramid pressed in by so much. */
  function dented(by: number): Mesh {
    const fine = box({ size: [2, 2, 2], segments: 2 });
    const positions = fine.positions.slice();
    for (let k = 0; k < positions.length; k += 3) {
      if (positions[k] === 0 && positions[k + 1] === 0 && positions[k + 2] === 1) positions[k + 2] -= by;
    }
    return new Mesh(positions, fine.triangles);
  }
});

test('a Pair, and a result written again, say the same', () => {
  const random = seeded(9);
  const pair = new Pair(hat, cube);
  const out = new PenetrationResult();
  for (let k = 0; k < 50; k++) {
    const [poseA, poseB] = [randomPose(random, 1.2), randomPose(random, 0.5)];
    expect(pair.penetration(poseA, poseB, {}, out)).toBe(out);
    expect({ ...out }).toEqual({ ...penetration(hat, poseA, cube, poseB) });
  }
});
