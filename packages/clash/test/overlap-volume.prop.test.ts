// Brackets of common volumes against what is known of them: products of lengths for boxes along the axes, the share of sampled points that are in
// both bodies for all others.

import { randomBetween, randomChoice, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { contains, Mesh, Model, type Pose } from 'nearmiss';
import { box, icosphere, lShape, torus, uShape } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { overlapVolume } from '../src/overlap-volume.ts';
import { commonBox, worldBox } from '../src/posed-model.ts';

const SAMPLES = 4000;
/** Standard deviations of a share of samples that chance explains. */
const DEVIATIONS = 5;

const CONVEX = [box(), box({ size: [2, 0.3, 0.1] }), icosphere({ subdivisions: 1 }), icosphere({ subdivisions: 2 })];
const OTHERS = [torus({ majorRadius: 0.7, minorRadius: 0.25 }), lShape(), uShape()];

function turnedOver(mesh: Mesh): Mesh {
  return new Mesh(mesh.positions, mesh.triangles.slice().reverse());
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
    const found = overlapVolume({ model: cube, pose: { position: at } }, { model: cube, pose: { position } });
    const { lower, upper } = found ?? { lower: Number.NaN, upper: Number.NaN };
    expect([lower <= exact, exact <= upper], `${k}: ${exact} in [${lower}, ${upper}]`).toEqual([true, true]);
    expect(upper - lower).toBeLessThan(1e-10 * (1 + far / 1e3));
  }
});

test('convex bodies: narrow brackets about the share of points', () => {
  const random = seeded(2);
  let overlapping = 0;
  for (let k = 0; k < 60; k++) {
    const a = randomChoice(random, convex);
    const b = randomChoice(random, convex);
    const [poseA, poseB] = [randomPose(random, 0.6), randomPose(random, 0.6)];
    const found = overlapVolume({ model: a, pose: poseA }, { model: b, pose: poseB });
    const swapped = overlapVolume({ model: b, pose: poseB }, { model: a, pose: poseA });
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
  const found = overlapVolume({ model: outside, pose: {} }, cube);
  const turned = overlapVolume({ model: inside, pose: {} }, cube);
  expect(found?.lower).toBeGreaterThan(0.03);
  expect(turned?.lower).toBeCloseTo(found?.lower ?? 0, 12);
});

test('other bodies: no more than the smaller one, nor than the box they have in common', () => {
  const random = seeded(3);
  let overlapping = 0;
  for (let k = 0; k < 40; k++) {
    const a = randomChoice(random, others);
    const b = randomChoice(random, [...others, ...convex]);
    const [poseA, poseB] = [randomPose(random, 0.5), randomPose(random, 0.5)];
    const { lower, upper } = overlapVolume({ model: a, pose: poseA }, { model: b, pose: poseB }) ?? {
      lower: 1,
      upper: 0,
    };
    const { volume, error } = sampled(random, a, poseA, b, poseB);
    expect(lower).toBe(0);
    expect(upper).toBeGreaterThanOrEqual(volume - error);
    if (volume > error) overlapping++;
  }
  expect(overlapping).toBeGreaterThan(15);
});
