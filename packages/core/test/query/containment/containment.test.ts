// Which body is inside which: solids with cavities and several components, inverted and inconsistently turned ones, surfaces
// in solids. Wherever a mesh has a winding number, that decides here too.

import { randomBetween, seeded, windingNumberExactly } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { checkMesh } from '../../../src/entries/mesh.ts';
import { box, icosphere, torus } from '../../../src/entries/shapes.ts';
import { type CollideStatus, collide, contains, distance, type Mesh, Model, tolerance } from '../../../src/index.ts';
import { areAnchorsOutside } from '../../../src/query/containment/containment.ts';
import { PosedPair } from '../../../src/query/posed-pair.ts';
import { inverted, partlyInverted, scaled, shifted, type Triple, union, withoutFaces } from '../bodies.ts';
import { IDENTITY, LATTICE_TURNS, type PlainPose } from '../scenes.ts';

/** A cube of the given half side. */
const cube = (half: number, at: Triple = [0, 0, 0]): Mesh => shifted(box({ size: [2 * half, 2 * half, 2 * half] }), at);

/** A cube with a cubic cavity. */
const shell = (outer: number, inner: number): Mesh => union(cube(outer), inverted(cube(inner)));

const tiny = cube(0.125);
const sheet = withoutFaces(scaled(icosphere({ subdivisions: 1 }), 0.5), (face) => face % 5 !== 0);

interface Case {
  readonly name: string;
  readonly a: Mesh;
  readonly b: Mesh;
  readonly status: CollideStatus;
  /** The distance of the surfaces. */
  readonly gap?: number;
  readonly solid?: boolean;
}

const cases: readonly Case[] = [
  { name: 'a cube in a cube', a: cube(1), b: cube(3), status: 'a-inside-b', gap: 2 },
  { name: 'the same as surfaces', a: cube(1), b: cube(3), status: 'separated', gap: 2, solid: false },
  { name: 'a cube around a cube', a: cube(3), b: cube(1), status: 'b-inside-a', gap: 2 },
  { name: 'a cube in the cavity of another', a: cube(1), b: shell(4, 2), status: 'separated', gap: 1 },
  { name: 'a cube in the wall of another', a: cube(0.25, [3, 0, 0]), b: shell(4, 2), status: 'a-inside-b', gap: 0.75 },
  { name: 'a shell in the cavity of a shell', a: shell(1.5, 1), b: shell(4, 2), status: 'separated', gap: 0.5 },
  {
    name: 'a shell in the wall of a shell, around its cavity',
    a: shell(3.5, 2.5),
    b: shell(4, 2),
    status: 'a-inside-b',
    gap: 0.5,
  },
  { name: 'a full cube around the cavity', a: cube(3), b: shell(4, 2), status: 'intersecting', gap: 1 },
  {
    name: 'two cubes, both inside',
    a: union(cube(0.5, [1.5, 0, 0]), cube(0.5, [-1.5, 0, 0])),
    b: cube(3),
    status: 'a-inside-b',
    gap: 1,
  },
  {
    name: 'two cubes, one inside',
    a: union(cube(0.5), cube(0.5, [9, 0, 0])),
    b: cube(3),
    status: 'intersecting',
    gap: 2.5,
  },
  {
    name: 'two cubes, each with one of the other in it',
    a: union(cube(2), cube(1, [9, 0, 0])),
    b: union(cube(1), cube(2, [9, 0, 0])),
    status: 'intersecting',
    gap: 1,
  },
  {
    name: 'in one of two components',
    a: tiny,
    b: union(cube(1), cube(1, [9, 0, 0])),
    status: 'a-inside-b',
    gap: 0.875,
  },
  { name: 'an inverted cube in a cube', a: inverted(cube(1)), b: cube(3), status: 'a-inside-b', gap: 2 },
  { name: 'a cube in an inverted cube', a: cube(1), b: inverted(cube(3)), status: 'a-inside-b', gap: 2 },
  {
    name: 'a cube in one with some faces turned',
    a: cube(1),
    b: partlyInverted(cube(3), (face) => face % 3 === 0),
    status: 'a-inside-b',
    gap: 2,
  },
  {
    name: 'a cube beside one with some faces turned',
    a: cube(1, [6, 0, 0]),
    b: partlyInverted(cube(3), (face) => face % 3 === 0),
    status: 'separated',
    gap: 2,
  },
  { name: 'a cube in an inverted shell', a: cube(1), b: inverted(shell(4, 2)), status: 'separated', gap: 1 },
  {
    name: 'a cube where two cubes overlap',
    a: tiny,
    b: union(cube(1, [0.5, 0, 0]), cube(1, [-0.5, 0, 0])),
    status: 'a-inside-b',
    gap: 0.375,
  },
  {
    name: 'a cube in nested cubes turned alike',
    a: tiny,
    b: union(cube(2), cube(1)),
    status: 'a-inside-b',
    gap: 0.875,
  },
  { name: 'an open sheet in a cube', a: sheet, b: cube(3), status: 'a-inside-b' },
  { name: 'a cube in an open sheet', a: tiny, b: scaled(sheet, 8), status: 'separated' },
  { name: 'an open sheet around a cube', a: scaled(sheet, 8), b: tiny, status: 'separated' },
  {
    name: 'a cube through the hole of a torus',
    a: tiny,
    b: torus({ majorSegments: 16, minorSegments: 8 }),
    status: 'separated',
  },
];

const SWAPPED: Partial<Record<CollideStatus, CollideStatus>> = {
  'a-inside-b': 'b-inside-a',
  'b-inside-a': 'a-inside-b',
};

const POSES: readonly PlainPose[] = [
  IDENTITY,
  { position: [100, -200, 50], rotation: LATTICE_TURNS[1] },
  { position: [1, 2, 3], rotation: [0.6, 0, 0, 0.8] },
  { position: [-7, 0.5, 1e6], rotation: [0.1, 0.7, -0.1, 0.7] },
];

describe('status of bodies whose surfaces do not meet', () => {
  test.each(cases)('$name', ({ a, b, status, gap, solid }) => {
    const [modelA, modelB] = [Model.build(a), Model.build(b)];
    const options = solid === undefined ? {} : { solid };
    for (const pose of POSES) {
      const met = collide(modelA, pose, modelB, pose, options);
      expect(met.status).toBe(status);
      expect(met.colliding).toBe(status !== 'separated');
      expect([met.pointA, met.faceA]).toEqual([null, null]);
      expect(collide(modelB, pose, modelA, pose, options).status).toBe(SWAPPED[status] ?? status);
      expect(collide(modelA, pose, modelB, pose, { ...options, contacts: 'all' }).pairs).toEqual([]);

      const apart = distance(modelA, pose, modelB, pose, options);
      expect(apart.status).toBe(status);
      if (gap !== undefined) expect(apart.surfaceDistance).toBeCloseTo(gap, 9);
      expect(apart.surfaceDistance).toBeGreaterThan(0.01);
      if (status === 'separated') expect(apart.distance).toBe(apart.surfaceDistance);
      else expect([apart.distance, apart.lower, apart.upper]).toEqual([0, 0, 0]);

      const near = tolerance(modelA, pose, modelB, pose, { ...options, tolerance: 1e-3 });
      expect(near.within).toBe(status !== 'separated');
      expect(near.upper).toBe(status === 'separated' ? Number.POSITIVE_INFINITY : 0);
    }
  });

  test('solid: true refuses an open mesh by name, and takes a flat one', () => {
    const [open, closed] = [Model.build(sheet), Model.build(cube(3))];
    const flat = Model.build(withoutFaces(cube(1), (face) => face < 2));
    expect(() => collide(open, {}, closed, {}, { solid: true })).toThrow(/^A has a border/);
    expect(() => distance(closed, {}, open, {}, { solid: true })).toThrow(/^B has a border/);
    expect(collide(flat, {}, closed, {}, { solid: true }).status).toBe('a-inside-b');
    expect(collide(closed, {}, flat, {}, { solid: true }).status).toBe('b-inside-a');
  });

  test('the interpretations are told', () => {
    const [open, closed] = [Model.build(sheet), Model.build(cube(3))];
    const { interpretationA, interpretationB } = distance(open, {}, closed, {});
    expect([interpretationA, interpretationB]).toEqual(['surface', 'solid']);
  });
});

test('a point-sized body agrees with contains and with the exact winding number', () => {
  const random = seeded(17);
  const bodies = cases.map((entry) => entry.b).filter((mesh) => checkMesh(mesh).oriented);
  expect(bodies.length).toBeGreaterThan(10);
  let inside = 0;
  for (const mesh of bodies) {
    const model = Model.build(mesh);
    for (let k = 0; k < 12; k++) {
      const point: [number, number, number] = [0, 1, 2].map(() => randomBetween(random, -5, 5)) as [
        number,
        number,
        number,
      ];
      const winding = windingNumberExactly(mesh, point);
      const expected = winding === 0 ? 'outside' : 'inside';
      expect(contains(model, {}, point).status).toBe(expected);
      const speck = Model.build(scaled(tiny, 1e-9));
      const status = collide(speck, { position: point }, model, {}).status;
      expect(status).toBe(winding === 0 ? 'separated' : 'a-inside-b');
      if (winding !== 0) inside++;
    }
  }
  expect(inside).toBeGreaterThan(10);
});

describe('vertices of components outside of the ball around the other body', () => {
  /** Two triangles that enclose nothing, on both sides of what is between them. */
  const leaves = Model.build(withoutFaces(box({ size: [20, 20, 20] }), (face) => face === 0 || face === 11));
  const between = Model.build(cube(0.5));

  function areOutside(a: Model, b: Model, solid: boolean | 'auto'): boolean {
    const pair = new PosedPair();
    pair.setPair(a, {}, b, { position: [0.5, 0.25, 0] });
    pair.interpret(solid);
    return areAnchorsOutside(pair);
  }

  test('are not asked of a body that encloses nothing', () => {
    expect(leaves.closed).toBe(false);
    expect(areOutside(leaves, between, 'auto')).toBe(true);
    expect(areOutside(between, leaves, 'auto')).toBe(true);
    const around = Model.build(cube(10));
    for (const [a, b] of [
      [around, between],
      [between, around],
    ]) {
      expect(areOutside(a, b, 'auto')).toBe(false);
      expect(areOutside(a, b, false)).toBe(true);
    }
  });
});
