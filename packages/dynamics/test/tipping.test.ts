// Bodies that turn about a contact: they go round it, and neither leave it nor gain energy.

import { type Body, energyOf, type Simulation } from '@nearmiss/dynamics';
import type { Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { describe, expect, test } from 'vitest';
import { boxModel, G, GRAVITY, onFloor, run } from './scenes.ts';

/** By how much the energy has grown since it was least, in parts of the largest kinetic energy. */
function growthOf(simulation: Simulation, step: number, duration: number): number {
  let [largest, growth, least] = [0, 0, Infinity];
  run(simulation, step, duration, () => {
    const { kinetic, potential } = energyOf(simulation.bodies, GRAVITY);
    largest = Math.max(largest, kinetic);
    growth = Math.max(growth, kinetic + potential - least);
    least = Math.min(least, kinetic + potential);
  });
  return growth / largest;
}

const STEPS = [0.005, 0.01, 0.02];
const MODELS: readonly (readonly [string, () => Model])[] = [
  ['a box', () => boxModel(0.3, 0.4, 1)],
  ['a convex box', () => makeConvex('box(size=[0.3,0.4,1])')],
  ['a cylinder', () => makeConvex('cylinder(radius=0.15,height=1)')],
  ['a cone', () => makeConvex('cone(radius=0.15,height=1)')],
  ['a capsule', () => makeConvex('capsule(radius=0.15,length=0.7)')],
];

describe.each(MODELS)('%s', (_, model) => {
  const cases = STEPS.flatMap((step) =>
    [0, 1.5].flatMap((friction) => [0, 0.5].map((restitution) => ({ step, friction, restitution }))),
  );
  test.each(cases)(
    'that falls on a corner and turns about it gains no energy: %o',
    ({ step, friction, restitution }) => {
      const simulation = onFloor({ materials: { friction, restitution } });
      const body = simulation.addBody({
        model: model(),
        // About an axis that is none of the body's.
        pose: { position: [0, 0, 0.8], rotation: turned(0.45, 0.1) },
      });
      expect(growthOf(simulation, step, 1.6)).toBeLessThan(2.5e-4);
      // It lies, or stands: a cone falls back.
      expect(Math.abs(Math.acos(uprightness(body)) - 0.45)).toBeGreaterThan(0.3);
    },
  );
});

test.each(STEPS)('a box goes round the edge that it tips over, in steps of %f', (step) => {
  const [depth, height, tilt] = [0.4, 1, 0.5];
  const reach = Math.hypot(depth, height) / 2;
  /** How high the middle is over the edge when the box leans by an angle. */
  const middle = (angle: number): number => (height * Math.cos(angle) + depth * Math.sin(angle)) / 2;
  const simulation = onFloor({ materials: { friction: 3, restitution: 0 } });
  const body = simulation.addBody({
    model: boxModel(0.3, depth, height),
    pose: { position: [0, 0, middle(tilt) + 1e-5], rotation: turned(tilt, 0) },
  });
  let [last, count] = [0, 0];
  run(simulation, step, 0.6, () => {
    const angle = Math.acos(uprightness(body));
    if (angle < tilt + 0.1 || angle > 1.1) return;
    // ½ (reach² + (depth² + height²) / 12) ω² = g (fall of the middle)
    const square = (2 * G * (middle(tilt) - middle(angle))) / (reach ** 2 + (depth ** 2 + height ** 2) / 12);
    last = Math.abs(body.angularVelocity[0]) / Math.sqrt(square) - 1;
    expect(Math.abs(last)).toBeLessThan(2e-3);
    expect(Math.abs(body.position[2] - middle(angle))).toBeLessThan(1e-4);
    count++;
  });
  expect(count).toBeGreaterThan(5);
});

/** The rotation by an angle about an axis in the plane, an angle from x. */
function turned(angle: number, from: number): [number, number, number, number] {
  return [Math.sin(angle / 2) * Math.cos(from), Math.sin(angle / 2) * Math.sin(from), 0, Math.cos(angle / 2)];
}

/** The cosine of the angle between the axis of a body and the vertical. */
function uprightness({ rotation: [x, y] }: Body): number {
  return 1 - 2 * (x * x + y * y);
}
