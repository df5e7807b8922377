// Bodies that touch nothing, against formulas.

import { angularMomentumOf, energyOf, momentumOf, Simulation } from '@nearmiss/dynamics';
import { Model } from 'nearmiss';
import { massProperties } from 'nearmiss/mesh';
import { lShape } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { ball, boxModel, G, GRAVITY, run } from './scenes.ts';

describe('free flight', () => {
  test.each([0.001, 0.02, 0.13])('is the parabola at every step of %f s', (step) => {
    const simulation = new Simulation({ gravity: GRAVITY });
    const body = simulation.addBody({
      model: boxModel(1, 0.5, 0.25),
      pose: { position: [0, 0, 20] },
      velocity: [3, -1, 4],
    });
    for (let k = 1; k * step <= 1.3; k++) {
      simulation.step(step);
      const t = k * step;
      expect(body.position[0]).toBeCloseTo(3 * t, 10);
      expect(body.position[2]).toBeCloseTo(20 + 4 * t - (G * t * t) / 2, 10);
      expect(body.velocity[2]).toBeCloseTo(4 - G * t, 10);
    }
  });

  test('a constant force and torque act as they should', () => {
    const simulation = new Simulation();
    const body = simulation.addBody({ model: ball(0.1), mass: 2 });
    run(simulation, 0.01, 1, () => {});
    for (let k = 0; k < 100; k++) {
      body.applyForce([4, 0, 0]);
      body.applyTorque([0, 0, 0.008]);
      simulation.step(0.01);
    }
    expect(body.velocity[0]).toBeCloseTo(2, 12);
    expect(body.position[0]).toBeCloseTo(1, 12);
    // I = 2/5 m r² = 0.008
    expect(body.angularVelocity[2]).toBeCloseTo(1, 12);
  });

  test('a given centre of mass has the inertia of the shape about it', () => {
    const simulation = new Simulation();
    const options = { model: boxModel(0.3, 0.2, 0.1), mass: 2, centerOfMass: [0.1, 0, 0] };
    const body = simulation.addBody(options);
    expect(body.centerOfMass).toEqual([0.1, 0, 0]);
    // An impulse along y, 0.2 from the centre of mass: about z there is I = m (a² + b²)/12 + m d².
    body.applyImpulse([0, 1, 0], [0.3, 0, 0]);
    const inertia = (2 * (0.3 ** 2 + 0.2 ** 2)) / 12 + 2 * 0.1 ** 2;
    expect(body.angularVelocity[2]).toBeCloseTo(0.2 / inertia, 9);
    expect(body.velocity[1]).toBeCloseTo(0.5, 12);
  });

  test('a kinematic body turns about the centre of mass of its solid, which is not the middle of its box', () => {
    const simulation = new Simulation();
    const model = Model.build(lShape());
    const { centroid } = massProperties(lShape());
    const body = simulation.addBody({ model, kind: 'kinematic', angularVelocity: [0, 0, Math.PI / 2] });
    run(simulation, 0.01, 1, () => {});
    const [x = 0, y = 0] = centroid ?? [];
    expect(Math.hypot(x, y)).toBeGreaterThan(0.1);
    // The origin, at −c from the centre of mass, makes a quarter turn about it.
    expect(body.position[0]).toBeCloseTo(x + y, 12);
    expect(body.position[1]).toBeCloseTo(y - x, 12);
  });

  test('damping is a decay', () => {
    const simulation = new Simulation();
    const body = simulation.addBody({
      model: ball(0.1),
      velocity: [1, 0, 0],
      angularVelocity: [0, 2, 0],
      linearDamping: 0.7,
      angularDamping: 1.3,
    });
    run(simulation, 0.01, 2);
    expect(body.velocity[0]).toBeCloseTo(Math.exp(-1.4), 4);
    expect(body.angularVelocity[1]).toBeCloseTo(2 * Math.exp(-2.6), 4);
  });
});

describe('torque-free rotation', () => {
  test('a tennis racket flips, and keeps momentum and energy', () => {
    const simulation = new Simulation();
    const body = simulation.addBody({ model: boxModel(1, 0.4, 0.1), density: 1, angularVelocity: [1e-3, 6, 1e-3] });
    const before = angularMomentumOf(simulation.bodies);
    const size = Math.hypot(...before);
    const { kinetic } = energyOf(simulation.bodies, simulation.gravity);
    let flips = 0;
    let side = 1;
    run(simulation, 0.005, 20, () => {
      const after = angularMomentumOf(simulation.bodies);
      for (let k = 0; k < 3; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-11 * size);
      expect(Math.abs(energyOf(simulation.bodies, simulation.gravity).kinetic / kinetic - 1)).toBeLessThan(1e-4);
      // The angular velocity about the body's own middle axis: its y axis in the world.
      const [x, y, z, w] = body.rotation;
      const axis = [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
      const own = axis.reduce((sum, a, k) => sum + a * body.angularVelocity[k], 0);
      if (own * side < -4) {
        side = -side;
        flips++;
      }
    });
    expect(flips).toBeGreaterThanOrEqual(2);
  });

  test('a symmetric top precesses at L / I', () => {
    const simulation = new Simulation();
    // A square plate: its moments are a, a and 2a.
    const body = simulation.addBody({ model: boxModel(1, 1, 1e-3), density: 1, angularVelocity: [0.3, 0, 2] });
    const momentum = angularMomentumOf(simulation.bodies);
    const across = (body.mass * (1 + 1e-6)) / 12;
    const period = (2 * Math.PI * across) / Math.hypot(...momentum);
    // After a period the symmetry axis is where it was.
    run(simulation, period / 400, period);
    const [x, y, z, w] = body.rotation;
    const axis = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
    expect(axis[0]).toBeCloseTo(0, 9);
    expect(axis[1]).toBeCloseTo(0, 9);
    expect(axis[2]).toBeCloseTo(1, 9);
  });

  test('momentum of flying bodies is kept', () => {
    const simulation = new Simulation();
    for (let k = 0; k < 5; k++) {
      simulation.addBody({
        model: boxModel(0.2, 0.3, 0.1),
        pose: { position: [3 * k, 0, 0] },
        velocity: [1, k, -k],
        angularVelocity: [k, 2, 1],
      });
    }
    const before = momentumOf(simulation.bodies);
    run(simulation, 0.01, 1);
    momentumOf(simulation.bodies).forEach((p, k) => {
      expect(p).toBeCloseTo(before[k], 9);
    });
  });
});
