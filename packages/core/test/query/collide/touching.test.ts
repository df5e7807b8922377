// Bodies that just touch, or just do not: where rounding would decide if anything were left to it.

import { bruteForceDistance, moveByUlps, randomChoice, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { obb } from '../../../src/entries/lab.ts';
import { box, icosphere, torusKnot, uShape } from '../../../src/entries/shapes.ts';
import { collide, distance, Mesh, Model, tolerance } from '../../../src/index.ts';
import { bodyOf, moved, scaled, shifted, type Triple, union } from '../bodies.ts';
import { bracketHolds } from '../judge.ts';
import { at, IDENTITY, LATTICE_TURNS, oracle, type PlainPose, type Turn } from '../scenes.ts';

function cuboid(low: Triple, high: Triple): Mesh {
  return moved(box({ size: [2, 2, 2] }), (x, y, z) => [
    x < 0 ? low[0] : high[0],
    y < 0 ? low[1] : high[1],
    z < 0 ? low[2] : high[2],
  ]);
}

/** Both methods round, by every query that tells touching from intersecting. */
function statuses(
  a: Mesh,
  b: Mesh,
  options: { solid?: boolean } = {},
  poseA: PlainPose = IDENTITY,
  poseB: PlainPose = IDENTITY,
): string[] {
  const [modelA, modelB] = [Model.build(a), Model.build(b)];
  return [
    collide(modelA, poseA, modelB, poseB, options).status,
    collide(modelB, poseB, modelA, poseA, options).status,
    collide(modelA, poseA, modelB, poseB, { ...options, contacts: 'all' }).status,
    distance(modelA, poseA, modelB, poseB, options).status,
    distance(modelB, poseB, modelA, poseA, options).status,
    collide(modelA, poseA, modelB, poseB, { ...options, volume: obb }).status,
  ];
}

const allOf = (status: string): string[] => Array(6).fill(status);

const unit = cuboid([0, 0, 0], [1, 1, 1]);

describe('kissing boxes', () => {
  const sizes = [0.01, 0.1, 1, 10, 1000];
  const gaps = [0, 1e-16, -1e-16, 2e-16, -5e-16, 1e-15, -1e-15];

  test.each(sizes)('size %f: the status is that of the doubles, the distance theirs too', (size) => {
    const body = bodyOf('box', box({ size: [size, size, size] }));
    for (const gap of gaps) {
      for (const axis of [0, 1, 2]) {
        const position: [number, number, number] = [0, 0, 0];
        position[axis] = size + gap * size;
        const poseA = at(...position);
        const exact = position[axis] - size; // exact: both within a factor of two
        const expected = exact > 0 ? 'separated' : exact < 0 ? 'intersecting' : 'touching';
        const met = collide(body.model, poseA, body.model, IDENTITY);
        expect(met.status).toBe(expected);
        const apart = distance(body.model, poseA, body.model, IDENTITY);
        expect(apart.status).toBe(expected);
        expect(Math.abs(apart.distance - Math.max(0, exact))).toBeLessThanOrEqual(1e-13 * size);
        expect(apart.lower).toBeLessThanOrEqual(Math.max(0, exact));
        expect(apart.upper).toBeGreaterThanOrEqual(Math.max(0, exact));
        expect(tolerance(body.model, poseA, body.model, IDENTITY, { tolerance: 1e-12 * size }).within).toBe(true);
      }
    }
  });

  test('turned, with the gap left to rounding: the bracket holds the exact distance and the status agrees with it', () => {
    const random = seeded(31);
    const seen = new Set<string>();
    for (let k = 0; k < 40; k++) {
      const size = randomChoice(random, sizes);
      const rotation = randomChoice<Turn>(random, [
        [0.6, 0, 0, 0.8],
        [0, 0.28, 0, 0.96],
        [0.1, 0.7, 0.1, 0.7],
        [0.36, 0.48, 0, 0.8],
      ]);
      const body = bodyOf('box', box({ size: [size, size, size] }));
      const [x, y, z, w] = rotation;
      // The first column of the rotation: along it the boxes are moved apart by their size, to rounding.
      const along = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
      const poseA: PlainPose = {
        position: along.map((c) => moveByUlps(size * c, randomChoice(random, [-1, 0, 1]))) as [number, number, number],
        rotation,
      };
      const poseB: PlainPose = { position: [0, 0, 0], rotation };
      const exact = bruteForceDistance(oracle(body, poseA), oracle(body, poseB));
      const met = collide(body.model, poseA, body.model, poseB);
      expect(met.colliding).toBe(exact.intersects);
      const apart = distance(body.model, poseA, body.model, poseB);
      expect(bracketHolds(apart.lower, exact.squaredDistance, apart.upper)).toBe(true);
      expect(apart.status === 'separated').toBe(!exact.intersects);
      seen.add(met.status);
    }
    expect(seen.has('separated') && (seen.has('intersecting') || seen.has('touching'))).toBe(true);
  });
});

describe('two solids that only touch', () => {
  const cases: readonly (readonly [string, Mesh, Mesh])[] = [
    ['in a whole face', unit, cuboid([1, 0, 0], [2, 1, 1])],
    ['in a part of a face', unit, cuboid([1, 0.25, 0.25], [2, 0.75, 0.75])],
    ['in overlapping faces', unit, cuboid([1, 0.5, 0.5], [2, 3, 3])],
    ['along an edge', unit, cuboid([1, 1, 0], [2, 2, 1])],
    ['along a part of an edge', unit, cuboid([1, 1, 0.25], [2, 2, 0.5])],
    ['along crossing edges', unit, moved(unit, (x, y, z) => [1 + Math.abs(x - z), y, x + z])],
    ['at a corner', unit, cuboid([1, 1, 1], [2, 2, 2])],
    ['corner on face', unit, moved(unit, (x, y, z) => [1 + x + y + z, 0.5 + x - y, 0.5 + x - z])],
    ['corner on edge', unit, moved(unit, (x, y, z) => [1 + x + y + z, 1 + x - y, 0.5 + x - z])],
    ['in the notch of a U', uShape({ size: [4, 4, 1], arm: 1 }), cuboid([-1, -1, -0.5], [1, 2, 0.5])],
    ['all around, as a pin in a hole', union(...ringOfBoxes()), cuboid([-1, -1, 0], [1, 1, 1])],
    ['with 300 faces each', refinedPlate(0, 1), refinedPlate(1, 2)],
  ];

  test.each(cases)('%s', (_name, a, b) => {
    expect(statuses(a, b)).toEqual(allOf('touching'));
    for (const rotation of LATTICE_TURNS) {
      const pose: PlainPose = { position: [1024, -512, 64], rotation };
      expect(statuses(a, b, {}, pose, pose)).toEqual(allOf('touching'));
    }
  });
});

describe('two solids that overlap, though no edge passes through a face', () => {
  const cases: readonly (readonly [string, Mesh, Mesh])[] = [
    ['the same at the same position', unit, unit],
    ['the same, turned over', unit, moved(unit, (x, y, z) => [y, x, z])],
    ['one in the other, a face in common', unit, cuboid([0, 0.25, 0.25], [0.5, 0.75, 0.75])],
    ['one in the other, an edge in common', unit, cuboid([0, 0, 0.25], [0.5, 0.5, 0.75])],
    ['one in the other, a corner in common', unit, cuboid([0, 0, 0], [0.5, 0.5, 0.5])],
    ['one in the other, touching with one corner', unit, shifted(scaled(tetrahedron(), 0.25), [0.5, 0.5, 0])],
    ['one in the other, touching with one edge', unit, shifted(scaled(wedge(), 0.25), [0.5, 0.5, 0])],
    ['a bar through a box, flush on four sides', unit, cuboid([-1, 0, 0], [2, 1, 1])],
    ['crossing on a lattice, edge on edge', latticeCube(0), latticeCube(1)],
    [
      'one component touching, another inside',
      unit,
      union(cuboid([1, 0, 0], [2, 1, 1]), cuboid([0.25, 0.25, 0.25], [0.5, 0.5, 0.5])),
    ],
    [
      'a wide contact, and a component inside',
      refinedPlate(0, 1),
      union(refinedPlate(1, 2), cuboid([-0.25, -0.25, 0.25], [0.25, 0.25, 0.5])),
    ],
  ];

  test.each(cases)('%s', (_name, a, b) => {
    expect(statuses(a, b)).toEqual(allOf('intersecting'));
    const pose: PlainPose = { position: [1024, -512, 64], rotation: [0.5, 0.5, 0.5, 0.5] };
    expect(statuses(a, b, {}, pose, pose)).toEqual(allOf('intersecting'));
  });
});

describe('surfaces', () => {
  test('the same at the same position touch, and nothing passes through anything', () => {
    for (const mesh of [unit, icosphere({ subdivisions: 1 }), uShape()]) {
      expect(statuses(mesh, mesh, { solid: false })).toEqual(allOf('touching'));
    }
  });

  test('the pair count of a mesh on itself is bounded: each face meets itself and its neighbours', () => {
    const mesh = icosphere({ subdivisions: 3 });
    const model = Model.build(mesh);
    const all = collide(model, {}, model, {}, { contacts: 'all', solid: false });
    // Twelve vertices of an icosphere have five neighbours, the others six: 13 faces share a vertex with most faces.
    expect(all.pairCount).toBeGreaterThanOrEqual(12 * mesh.triangleCount);
    expect(all.pairCount).toBeLessThanOrEqual(13 * mesh.triangleCount);
    expect(collide(model, {}, model, {}).status).toBe('intersecting');
  });

  test('a surface inside a solid, touching it from within, is in it', () => {
    const sheet = new Mesh([0, 0.25, 0.25, 0.75, 0.25, 0.5, 0.5, 0.75, 0.5], [0, 1, 2]);
    expect(statuses(unit, sheet)).toEqual(allOf('intersecting'));
    const outside = new Mesh([0, 0.25, 0.25, -0.75, 0.25, 0.5, -0.5, 0.75, 0.5], [0, 1, 2]);
    expect(statuses(unit, outside)).toEqual(allOf('touching'));
    const inFace = new Mesh([0, 0.25, 0.25, 0, 0.25, 0.5, 0, 0.75, 0.5], [0, 1, 2]);
    expect(statuses(unit, inFace)).toEqual(allOf('touching'));
  });

  test('faces that pass through each other with every end of an edge on an edge', () => {
    // They share the segment from (1, 1, 0), a corner of the second inside the first, to (1, 0, 0), edge on edge.
    const flat = new Mesh([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
    const upright = new Mesh([1, 1, 0, 1, 0, 2, 1, 0, -2], [0, 1, 2]);
    expect(statuses(flat, upright)).toEqual(allOf('intersecting'));
    // Edge on edge at both ends.
    const lower = new Mesh([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
    const through = new Mesh([1, -1, 1, 1, 1, -1, 1, 7, 0], [0, 1, 2]);
    const [a, b] = [lower, through];
    expect(statuses(a, b)[0]).toBe('intersecting');
    const pose: PlainPose = { position: [3, 5, 7], rotation: [0.6, 0, 0, 0.8] };
    expect(statuses(flat, upright, {}, pose, pose)).toEqual(allOf('intersecting'));
  });

  test.each<readonly [string, Mesh, Mesh, string]>([
    ['crossing', triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]), triangle([1, 1, -1], [1, 1, 1], [2, 3, 1]), 'intersecting'],
    [
      'corner in face',
      triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
      triangle([1, 1, 0], [1, 1, 1], [2, 1, 1]),
      'touching',
    ],
    [
      'corner on edge',
      triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
      triangle([1, 0, 0], [1, 1, 1], [2, 1, 1]),
      'touching',
    ],
    [
      'corner on corner',
      triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
      triangle([0, 0, 0], [1, 1, 1], [2, 1, 1]),
      'touching',
    ],
    [
      'edge on edge',
      triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
      triangle([1, 0, -1], [1, 0, 1], [1, -3, 0]),
      'touching',
    ],
    [
      'coplanar, overlapping',
      triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
      triangle([1, 1, 0], [5, 1, 0], [1, 5, 0]),
      'touching',
    ],
    [
      'coplanar, nested',
      triangle([0, 0, 0], [9, 0, 0], [0, 9, 0]),
      triangle([1, 1, 0], [3, 1, 0], [1, 3, 0]),
      'touching',
    ],
    [
      'coplanar, a star',
      triangle([0, 0, 0], [6, 0, 0], [3, 6, 0]),
      triangle([0, 4, 0], [6, 4, 0], [3, -2, 0]),
      'touching',
    ],
    [
      'coplanar, 1e-3 apart',
      triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
      triangle([4.001, 0, 0], [5, 1, 0], [5, 0, 0]),
      'separated',
    ],
    [
      'parallel, 1e-16 apart',
      triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
      triangle([0, 0, 1e-16], [4, 0, 1e-16], [0, 4, 1e-16]),
      'separated',
    ],
    [
      'parallel, 5e-324 apart',
      triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
      triangle([0, 0, 5e-324], [4, 0, 5e-324], [0, 4, 5e-324]),
      'separated',
    ],
  ])('two triangles: %s', (_name, a, b, expected) => {
    expect(statuses(a, b, { solid: false })).toEqual(allOf(expected));
  });
});

describe('nearly touching', () => {
  test.each([
    ['spheres', icosphere({ subdivisions: 4 })],
    ['knots', torusKnot({ triangles: 5760 })],
  ] as const)('%s of 5,000 triangles at a gap of 1e-9 are 1e-9 apart, to 1e-12', (_name, mesh) => {
    // Moved along z until the highest vertex is below the lowest by the gap: then no face is nearer.
    let [low, high] = [0, 0];
    mesh.positions.forEach((x, k) => {
      if (k % 3 !== 2) return;
      low = Math.min(low, x);
      high = Math.max(high, x);
    });
    const lid = Model.build(box({ size: [3, 3, 1], segments: 20 }));
    const model = Model.build(mesh);
    for (const gap of [1e-9, 1e-12]) {
      const apart = distance(model, at(0, 0, 0), lid, at(0, 0, high + 0.5 + gap));
      expect(apart.status).toBe('separated');
      expect(Math.abs(apart.distance - gap)).toBeLessThanOrEqual(1e-12);
      const below = distance(lid, at(0, 0, low - 0.5 - gap), model, at(0, 0, 0));
      expect(Math.abs(below.distance - gap)).toBeLessThanOrEqual(1e-12);
    }
  });

  test('two icospheres corner to corner at 1e-9', () => {
    const mesh = icosphere({ subdivisions: 4 });
    const model = Model.build(mesh);
    // An icosphere is symmetric about its centre, and no vertex is farther along the line through one than itself.
    const [x, y, z] = mesh.positions.subarray(0, 3);
    const radius = Math.hypot(x, y, z);
    const stretch = 2 + 1e-9 / radius;
    const apart = distance(model, at(stretch * x, stretch * y, stretch * z), model, IDENTITY);
    expect(Math.abs(apart.distance - 1e-9)).toBeLessThanOrEqual(1e-12);
    const squeezed = 2 - 1e-9 / radius;
    expect(distance(model, at(squeezed * x, squeezed * y, squeezed * z), model, IDENTITY).status).toBe('intersecting');
  });
});

function triangle(...corners: readonly Triple[]): Mesh {
  return new Mesh(corners.flat(), [0, 1, 2]);
}

/** One corner at the origin, the others above it. */
function tetrahedron(): Mesh {
  return new Mesh([0, 0, 0, 1, 0, 1, -1, 1, 1, 0, -1, 1], [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2]);
}

/** A roof upside down: its ridge on the plane z = 0. */
function wedge(): Mesh {
  return new Mesh(
    [-1, 0, 0, 1, 0, 0, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1],
    [0, 3, 1, 0, 2, 3, 0, 1, 5, 0, 5, 4, 2, 4, 5, 2, 5, 3, 0, 4, 2, 1, 3, 5],
  );
}

/** Four boxes around the square [−1, 1]², as one mesh. */
function ringOfBoxes(): Mesh[] {
  return [
    cuboid([-2, -2, 0], [2, -1, 1]),
    cuboid([-2, 1, 0], [2, 2, 1]),
    cuboid([-2, -1, 0], [-1, 1, 1]),
    cuboid([1, -1, 0], [2, 1, 1]),
  ];
}

/** [−1, 1]² × [low, high], each side split into 5 × 5. */
function refinedPlate(low: number, high: number): Mesh {
  return moved(box({ size: [2, 2, 2], segments: 5 }), (x, y, z) => [x, y, low + ((high - low) * (z + 1)) / 2]);
}

/** A cube of two lattice cells a side, shifted by one along each axis. */
function latticeCube(shift: number): Mesh {
  return shifted(box({ size: [2, 2, 2], segments: 2 }), [shift, shift, shift]);
}
