// Brackets of common volumes against what is known of them: products of lengths for boxes along the axes, the share of sampled points that are in
// both bodies for all others.

import { randomBetween, randomChoice, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { contains, Mesh, Model, type Pose } from 'nearmiss';
import { massProperties } from 'nearmiss/mesh';
import { box, icosphere, lShape, torus, uShape } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { convexOverlap } from '../src/convex-overlap.ts';
import { overlapVolume, paddedBox } from '../src/overlap-volume.ts';
import { commonBox, type PosedModel, worldBox, worldPoint } from '../src/posed-model.ts';
import { prismOverlap } from '../src/prism-overlap.ts';
import { sumPrisms } from '../src/prism-sums.ts';
import { prismFrame, prismsOf } from '../src/prisms.ts';
import { solidOverlap } from '../src/solid-overlap.ts';

const BUDGET = 1e9;
/** How wide a bracket may be for bodies of size 1: that of a thousand pairs of prisms, each off by some 10⁻¹³ of its surface. */
const WIDTH = 1e-6;
const NOTHING = { lower: Number.NaN, upper: Number.NaN };
const SAMPLES = 4000;
/** Standard deviations of a share of samples that chance explains. */
const DEVIATIONS = 5;

const CONVEX = [box(), box({ size: [2, 0.3, 0.1] }), icosphere({ subdivisions: 1 }), icosphere({ subdivisions: 2 })];
const OTHERS = [torus({ majorRadius: 0.7, minorRadius: 0.25 }), lShape(), uShape()];

function turnedOver(mesh: Mesh): Mesh {
  return new Mesh(mesh.positions, mesh.triangles.slice().reverse());
}

/** Two meshes as one, the second moved and, if `isTurned`, turned over. */
function mergedMesh(first: Mesh, second: Mesh, by: readonly number[], isTurned: boolean): Mesh {
  const other = isTurned ? turnedOver(second) : second;
  const moved = other.positions.map((x, k) => x + by[k % 3]);
  return new Mesh(
    [...first.positions, ...moved],
    [...first.triangles, ...other.triangles.map((vertex) => vertex + first.vertexCount)],
  );
}

/** Bodies, the convex ones among them first. */
const convex = CONVEX.map((mesh) => Model.build(mesh));
const others = OTHERS.map((mesh) => Model.build(mesh));

/** Volume of the points in both bodies, and what chance may change of it. */
function sampled(
  random: SeededRandom,
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
): { volume: number; error: number } {
  const common = commonBox(worldBox({ model: a, pose: poseA }), worldBox({ model: b, pose: poseB }));
  const sides = [0, 1, 2].map((k) => common[k + 3] - common[k]);
  if (sides.some((side) => side <= 0)) return { volume: 0, error: 0 };
  const whole = sides[0] * sides[1] * sides[2];
  let hits = 0;
  for (let k = 0; k < SAMPLES; k++) {
    const point = sides.map((side, axis) => common[axis] + side * random()) as [number, number, number];
    const isIn = (model: Model, pose: Pose): boolean => contains(model, pose, point).status === 'inside';
    if (isIn(a, poseA) && isIn(b, poseB)) hits++;
  }
  const share = hits / SAMPLES;
  return {
    volume: whole * share,
    error: (DEVIATIONS * whole * Math.sqrt(share * (1 - share) + 1 / SAMPLES)) / Math.sqrt(SAMPLES),
  };
}

test('boxes along the axes: the product of the lengths, near the origin and far from it', () => {
  const random = seeded(1);
  const cube = Model.build(box());
  for (let k = 0; k < 200; k++) {
    const far = randomChoice(random, [0, 1e3, 1e6]);
    const at = [0, 1, 2].map(() => far * randomBetween(random, -1, 1)) as [number, number, number];
    const by = [0, 1, 2].map(() => randomBetween(random, -1.1, 1.1));
    const position = at.map((x, axis) => x + by[axis]) as [number, number, number];
    const exact = position.reduce((product, x, axis) => product * Math.max(0, 1 - Math.abs(x - at[axis])), 1);
    const found = overlapVolume({ model: cube, pose: { position: at } }, { model: cube, pose: { position } }, BUDGET);
    const { lower, upper } = found ?? { lower: Number.NaN, upper: Number.NaN };
    expect([lower <= exact, exact <= upper], `${k}: ${exact} in [${lower}, ${upper}]`).toEqual([true, true]);
    expect(upper - lower).toBeLessThan(1e-10 * (1 + far / 1e3));
  }
});

test('meshes far from their own origin, turned and moved back: what they have in common where they were modelled', () => {
  const random = seeded(5);
  const counts = { convex: 0, other: 0 };
  for (let k = 0; k < 120; k++) {
    const isAnyConvex = k % 2 === 0;
    const [meshA, meshB] = isAnyConvex
      ? [box({ size: [1, 0.75, 0.5] }), randomChoice(random, [box(), box({ size: [2, 0.25, 0.125] })])]
      : [randomChoice(random, OTHERS), randomChoice(random, [...OTHERS, ...CONVEX])];
    const far = randomChoice(random, [1e3, 1e6, 1e8]);
    const by = [0, 1, 2].map(() => 2 ** -20 * Math.round(2 ** 20 * randomBetween(random, -0.5, 0.5)));
    const at = [far, -far / 2, far / 4];
    const [farA, farB] = [meshA, meshB].map((mesh, body) =>
      mesh.positions.map((x, axis) => x + body * by[axis % 3] + at[axis % 3]),
    );
    // What was rounded when they were moved away is the same in both.
    const [nearA, nearB] = [farA, farB].map((positions) => positions.map((x, axis) => x - at[axis % 3]));
    const posed = (positions: Float64Array, { triangles }: Mesh, pose: Pose): PosedModel => ({
      model: Model.build(new Mesh(positions, triangles)),
      pose,
    });
    const near = overlapVolume(posed(nearA, meshA, {}), posed(nearB, meshB, {}), BUDGET) ?? NOTHING;
    const { rotation } = randomPose(random, 0.5);
    const turned = worldPoint({ model: convex[0], pose: { rotation } }, at);
    const pose = { rotation, position: [-turned[0], -turned[1], -turned[2]] as const };
    const found = overlapVolume(posed(farA, meshA, pose), posed(farB, meshB, pose), BUDGET) ?? NOTHING;
    expect(near.upper - near.lower).toBeLessThan(WIDTH);
    expect([found.lower <= near.upper, near.lower <= found.upper], `${k}: ${JSON.stringify([near, found])}`).toEqual([
      true,
      true,
    ]);
    if (far < 1e8) expect(found.upper - found.lower).toBeLessThan(WIDTH * (1 + far / 10));
    if (near.lower > 0) counts[isAnyConvex ? 'convex' : 'other']++;
  }
  expect(counts.convex).toBeGreaterThan(30);
  expect(counts.other).toBeGreaterThan(30);
});

test('convex bodies: narrow brackets about the share of points', () => {
  const random = seeded(2);
  let overlapping = 0;
  for (let k = 0; k < 60; k++) {
    const a = randomChoice(random, convex);
    const b = randomChoice(random, convex);
    const [poseA, poseB] = [randomPose(random, 0.6), randomPose(random, 0.6)];
    const found = overlapVolume({ model: a, pose: poseA }, { model: b, pose: poseB }, BUDGET);
    const swapped = overlapVolume({ model: b, pose: poseB }, { model: a, pose: poseA }, BUDGET);
    const { volume, error } = sampled(random, a, poseA, b, poseB);
    const { lower, upper } = found ?? { lower: Number.NaN, upper: Number.NaN };
    expect(upper - lower).toBeLessThan(1e-10);
    expect(Math.abs(upper - volume)).toBeLessThanOrEqual(error + 1e-10);
    expect(swapped?.lower).toBeLessThanOrEqual(upper);
    expect(swapped?.upper).toBeGreaterThanOrEqual(lower);
    if (volume > 0) overlapping++;
  }
  expect(overlapping).toBeGreaterThan(30);
});

test('a body with faces turned over is the same solid', () => {
  const ball = icosphere({ subdivisions: 1 });
  const [outside, inside] = [Model.build(ball), Model.build(turnedOver(ball))];
  const cube = { model: convex[0], pose: { position: [0.8, 0.1, 0] } as const };
  const found = overlapVolume({ model: outside, pose: {} }, cube, BUDGET);
  const turned = overlapVolume({ model: inside, pose: {} }, cube, BUDGET);
  expect(found?.lower).toBeGreaterThan(0.03);
  expect(turned?.lower).toBeCloseTo(found?.lower ?? 0, 12);
});

test('convex bodies with very many faces: the budget ends the clipping, and the bracket holds', () => {
  const ball = Model.build(icosphere({ subdivisions: 4 }));
  const [a, b] = [
    { model: ball, pose: {} },
    { model: ball, pose: { position: [0.3, 0.2, 0.1] } as const },
  ];
  const exact = convexOverlap(a, b, paddedBox(a, b), BUDGET) ?? NOTHING;
  expect(exact.upper - exact.lower).toBeLessThan(1e-10);
  expect(convexOverlap(a, b, paddedBox(a, b), 1e4)).toBeNull();
  const { lower, upper } = overlapVolume(a, b, 1e4) ?? NOTHING;
  expect([lower <= exact.upper, exact.lower <= upper]).toEqual([true, true]);
});

test('a sliver in a convex body makes the bracket wider, not wrong', () => {
  // A box whose upper edge along x has a corner more, which is near one of its ends.
  const cube = box();
  for (const near of [1e-3, 1e-9, 1e-14]) {
    const positions = [...cube.positions, -0.5 + near, 0.5, 0.5];
    const corner = cube.vertexCount;
    const ends = [...Array(corner).keys()].filter((v) => positions[3 * v + 1] > 0 && positions[3 * v + 2] > 0);
    const triangles = Array.from({ length: cube.triangleCount }, (_, t) => [...cube.triangles.slice(3 * t, 3 * t + 3)]);
    const split = triangles.flatMap((face) => {
      const third = face.findIndex((v) => !ends.includes(v));
      if (face.filter((v) => ends.includes(v)).length !== 2) return [face];
      const [p, q, r] = [0, 1, 2].map((k) => face[(third + k) % 3]);
      return [
        [p, q, corner],
        [p, corner, r],
      ];
    });
    const sliver = Model.build(new Mesh(positions, split.flat()));
    expect([sliver.closed, split.length]).toEqual([true, 14]);
    const { rotation } = randomPose(seeded(8), 0.5);
    const bodies = [
      { model: sliver, pose: { rotation } },
      { model: Model.build(cube), pose: { rotation } },
    ] as const;
    for (const [a, b] of [bodies, [bodies[1], bodies[0]]] as const) {
      const { lower, upper } = overlapVolume(a, b, BUDGET) ?? NOTHING;
      expect([lower <= 1, 1 <= upper], `1 in [${lower}, ${upper}]`).toEqual([true, true]);
      expect(upper - lower).toBeLessThan(1e-5);
    }
  }
});

test('other bodies: narrow brackets about the share of points, from either side', () => {
  const random = seeded(3);
  let overlapping = 0;
  for (let k = 0; k < 60; k++) {
    const a = randomChoice(random, others);
    const b = randomChoice(random, [...others, ...convex]);
    const [poseA, poseB] = [randomPose(random, 0.5), randomPose(random, 0.5)];
    const found = overlapVolume({ model: a, pose: poseA }, { model: b, pose: poseB }, BUDGET);
    const swapped = overlapVolume({ model: b, pose: poseB }, { model: a, pose: poseA }, BUDGET);
    const { lower, upper } = found ?? { lower: Number.NaN, upper: Number.NaN };
    const { volume, error } = sampled(random, a, poseA, b, poseB);
    expect(upper - lower).toBeLessThan(WIDTH);
    expect(Math.abs(upper - volume)).toBeLessThanOrEqual(error + WIDTH);
    expect(swapped?.lower).toBeLessThanOrEqual(upper);
    expect(swapped?.upper).toBeGreaterThanOrEqual(lower);
    if (volume > error) overlapping++;
  }
  expect(overlapping).toBeGreaterThan(25);
});

test('sums over prisms are what clipping gives, of convex bodies, near the origin and far from it', () => {
  const random = seeded(4);
  let overlapping = 0;
  for (let k = 0; k < 100; k++) {
    const [a, b] = [randomChoice(random, convex), randomChoice(random, convex)];
    const far = randomChoice(random, [0, 1e3, 1e6]);
    const [poseA, poseB] = [0, 1].map(() => {
      const { position = [0, 0, 0], rotation } = randomPose(random, 0.5);
      return { position: [position[0] + far, position[1], position[2] - far], rotation } as Pose;
    });
    const [bodyA, bodyB] = [
      { model: a, pose: poseA },
      { model: b, pose: poseB },
    ];
    const clipped = overlapVolume(bodyA, bodyB, BUDGET) ?? { lower: 1, upper: 0 };
    const common = commonBox(worldBox(bodyA), worldBox(bodyB)).map((x, axis) => (axis < 3 ? x - 1e-9 : x + 1e-9));
    if ([0, 1, 2].some((axis) => common[axis] >= common[axis + 3])) continue;
    const [solidA, solidB] = [bodyA, bodyB].map((body) => ({ ...body, isInward: false }));
    const summed = solidOverlap(solidA, solidB, common, BUDGET) ?? { lower: 1, upper: 0 };
    expect(summed.lower).toBeLessThanOrEqual(clipped.upper);
    expect(summed.upper).toBeGreaterThanOrEqual(clipped.lower);
    expect(summed.upper - summed.lower).toBeLessThan(WIDTH * (1 + far / 1e3));
    if (clipped.lower > 0) overlapping++;
  }
  expect(overlapping).toBeGreaterThan(40);
});

test('flush, in the planes of the other, in a hole: what is exactly known is in the bracket', () => {
  const [frame, cube, plate] = [uShape(), box(), box({ size: [1, 1, 0.25] })].map((mesh) => Model.build(mesh));
  const merged = Model.build(mergedMesh(box(), box({ size: [0.5, 0.5, 0.5] }), [2, 0, 0], false));
  for (const [a, b, position, exact] of [
    [frame, frame, [0, 0, 0], massProperties(frame.mesh).volume ?? 0],
    [merged, cube, [1.5, 0, 0], 0.0625],
    [merged, plate, [0, 0, 0.5], 0.125],
    [merged, merged, [0, 0.25, 0], 0.8125],
  ] as const) {
    const { lower, upper } = overlapVolume({ model: a, pose: {} }, { model: b, pose: { position } }, BUDGET) ?? NOTHING;
    expect([lower <= exact, exact <= upper], `${exact} in [${lower}, ${upper}]`).toEqual([true, true]);
    expect(upper - lower).toBeLessThan(WIDTH);
  }
});

test('meshes that overlap themselves, or have parts that are turned over: brackets hold', () => {
  const [small, cube] = [box({ size: [0.5, 0.5, 0.5] }), Model.build(box())];
  // A part inside of another; a part beside another, turned over, so that their volumes cancel.
  const inside = Model.build(mergedMesh(box(), small, [0, 0, 0], false));
  const beside = Model.build(mergedMesh(box({ size: [1.5, 1, 1] }), box(), [3, 0, 0], true));
  for (const [model, position, exact] of [
    [inside, [0.25, 0, 0], 0.75],
    [beside, [0.5, 0, 0], 0.75],
    [beside, [3.25, 0, 0], 0.75],
  ] as const) {
    const { lower, upper } = overlapVolume({ model, pose: {} }, { model: cube, pose: { position } }, BUDGET) ?? NOTHING;
    expect([lower <= exact, exact <= upper], `${exact} in [${lower}, ${upper}]`).toEqual([true, true]);
  }
});

test('a bracket gets narrower with the budget, and holds from the start', () => {
  const [a, b] = [
    { model: others[0], pose: {} },
    { model: others[1], pose: { position: [0.3, 0.2, 0.1] } as const },
  ];
  const exact = overlapVolume(a, b, BUDGET) ?? NOTHING;
  expect(exact.lower).toBeGreaterThan(0.01);
  let before = Infinity;
  for (const budget of [0, 1e4, 1e5, 1e6]) {
    const { lower, upper } = overlapVolume(a, b, budget) ?? NOTHING;
    expect([lower <= exact.upper, exact.lower <= upper]).toEqual([true, true]);
    expect(upper - lower).toBeLessThanOrEqual(before);
    before = upper - lower;
  }
  const common = commonBox(worldBox(a), worldBox(b));
  const volume = (common[3] - common[0]) * (common[4] - common[1]) * (common[5] - common[2]);
  expect(overlapVolume(a, b, 0)?.upper).toBeLessThanOrEqual(volume * (1 + 1e-9));
  expect(before).toBeLessThan(volume / 2);
});

test('a cell that has very many faces and can be divided no more is left out', () => {
  const tiny = (subdivisions: number): Mesh => {
    const { positions, triangles } = icosphere({ subdivisions });
    return new Mesh(
      positions.map((x) => x / 200),
      triangles,
    );
  };
  const budget = 1e4;
  const frame = prismFrame([-1, -1, -1, 11, 11, 2], 2, false);
  for (const subdivisions of [0, 3]) {
    const { positions, triangles } = mergedMesh(tiny(subdivisions), tiny(0), [10, 10, 1], false);
    const solid = { prisms: prismsOf(positions, triangles, false, frame), isSimple: false };
    const { pairs, leftOut, common } = sumPrisms(solid, solid, frame.sides, budget);
    expect(pairs).toBeGreaterThan(0);
    expect(pairs).toBeLessThan(1.25 * budget);
    expect(leftOut > 0).toBe(subdivisions === 3);
    const exact = massProperties(new Mesh(positions, triangles)).volume ?? 0;
    expect([common <= exact * (1 + 1e-9), exact <= common + leftOut + 1e-15]).toEqual([true, true]);
  }
});

test('roofs on both sides of an edge, which rounding lets overlap, have next to nothing in common', () => {
  const random = seeded(9);
  const off = (x: number): number => x + randomChoice(random, [-1, 0, 1]) * 2 ** -53;
  // Twice the area over the floor.
  const area = (t: Float64Array): number => (t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0]);
  let overlapping = 0;
  for (let k = 0; k < 40_000; k++) {
    const [px, py, qx, qy, height] = [random(), random(), random(), random(), random() / 8];
    const a = Float64Array.of(px, py, 0, qx, qy, height, random(), random(), 0);
    const b = Float64Array.of(random(), random(), random(), off(qx), off(qy), height, off(px), off(py), 0);
    if (!(area(a) > 0 && area(b) > 0)) continue;
    const volume = prismOverlap(a, 0, b, 0);
    // Not a number where a polygon had more corners than there was memory for.
    expect(Math.abs(volume), `${k}: ${a}; ${b}`).toBeLessThan(1e-14);
    if (volume !== 0) overlapping++;
  }
  expect(overlapping).toBeGreaterThan(1000);
});

test('of meshes that have every face several times, brackets hold', () => {
  const times = (mesh: Mesh, count: number): Mesh =>
    new Mesh(mesh.positions, Array.from({ length: count }, () => [...mesh.triangles]).flat());
  const random = seeded(20);
  const bodies = [box(), icosphere({ subdivisions: 1 }), lShape()];
  for (let k = 0; k < 60; k++) {
    const [first, second] = [bodies[k % 3], bodies[Math.floor(k / 3) % 3]];
    const [a, b] = [Model.build(times(first, 1 + (k % 4))), Model.build(times(second, 1 + (k % 2)))];
    const poses = [randomPose(random, 0.4), randomPose(random, 0.4)];
    const bracket = overlapVolume({ model: a, pose: poses[0] }, { model: b, pose: poses[1] }, BUDGET) ?? NOTHING;
    const { volume, error } = sampled(random, Model.build(first), poses[0], Model.build(second), poses[1]);
    expect(bracket.lower).toBeLessThanOrEqual(bracket.upper);
    expect([k, bracket.lower <= volume + error, volume - error <= bracket.upper]).toEqual([k, true, true]);
  }
});
