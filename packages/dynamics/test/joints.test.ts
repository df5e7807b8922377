// Joints against formulas.

import { energyOf, type JointOptions, Simulation, type StepperName } from '@nearmiss/dynamics';
import { describe, expect, test } from 'vitest';
import { ball, boxModel, G, GRAVITY, intersecting, run } from './scenes.ts';

type JointForm = Omit<JointOptions, 'a' | 'b'>;

/** The period of a pendulum by the arithmetic-geometric mean. */
function period(angle: number): number {
  const inertia = (1 + 0.01) / 12 + 1 / 4;
  let a = 1;
  let g = Math.cos(angle / 2);
  for (let k = 0; k < 8; k++) [a, g] = [(a + g) / 2, Math.sqrt(a * g)];
  return (2 * Math.PI * Math.sqrt(inertia / (G / 2))) / a;
}

describe.each(['events', 'impulses'] as const)('with %s', (stepper: StepperName) => {
  /** A rod of length 1 along z whose upper end is at the origin, turned about y by an angle. */
  function pendulum(angle: number, joint: JointForm) {
    const simulation = new Simulation({ gravity: GRAVITY, stepper });
    const position = [-Math.sin(angle) / 2, 0, -Math.cos(angle) / 2] as const;
    const rotation = [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] as const;
    const rod = simulation.addBody({ model: boxModel(0.1, 0.1, 1), mass: 2, pose: { position, rotation } });
    return { simulation, rod, joint: simulation.addJoint({ ...joint, a: rod }) };
  }

  describe('a hinge', () => {
    const hinge = { kind: 'hinge', anchor: [0, 0, 0], axis: [0, 1, 0] } as const;

    test.each([0.2, 1, 2])('swings with the period of its amplitude %f, and keeps its energy', (amplitude) => {
      const { simulation, rod, joint } = pendulum(amplitude, hinge);
      const { potential } = energyOf(simulation.bodies, simulation.gravity);
      const crossings: number[] = [];
      let last = joint.value;
      let largest = 0;
      run(simulation, 0.004, 4, (t) => {
        // The angle is counted from where it started.
        const angle = joint.value + amplitude;
        if (last < 0 && angle >= 0) crossings.push(t - (0.004 * angle) / (angle - last));
        last = angle;
        const energy = energyOf(simulation.bodies, simulation.gravity);
        largest = Math.max(largest, energy.kinetic);
        expect(Math.abs(energy.kinetic + energy.potential - potential)).toBeLessThan(1e-3 * Math.max(largest, 0.1));
      });
      expect(crossings.length).toBeGreaterThanOrEqual(2);
      expect((crossings[1] - crossings[0]) / period(amplitude)).toBeCloseTo(1, 3);
      expect(Math.hypot(...rod.position)).toBeCloseTo(0.5, 6);
    });

    test('stops at its limit', () => {
      const { simulation, joint } = pendulum(1, { ...hinge, limits: [-0.5, 0.1] });
      let least = 0;
      run(simulation, 0.005, 2, () => {
        least = Math.min(least, joint.value);
      });
      expect(least).toBeGreaterThan(-0.5 - 1e-3);
      expect(joint.value).toBeCloseTo(-0.5, 3);
    });

    test.each([
      [0.5, 1],
      [-1, -0.5],
    ])('goes back within limits %f and %f that it starts outside of, and says so until then', (low, high) => {
      const { simulation, joint } = pendulum(0, { ...hinge, limits: [low, high] });
      const [first] = simulation.step(0.01).violated;
      expect(first.map(({ id }) => id)).toEqual(['1', '']);
      run(simulation, 0.01, 1);
      expect(Math.abs(joint.value)).toBeCloseTo(0.5, 5);
      expect(simulation.violated).toEqual([]);
    });

    test('that a wall keeps outside its limits stays at the wall, and says so', () => {
      const { simulation, joint } = pendulum(0, { ...hinge, limits: [0.5, 1] });
      // The lower end goes towards -x.
      const wall = { model: boxModel(0.1, 1, 1), kind: 'static', pose: { position: [-0.3, 0, -0.9] } } as const;
      simulation.addBody(wall);
      run(simulation, 0.01, 0.5, () => {
        if (stepper === 'events') expect(intersecting(simulation)).toEqual([]);
      });
      expect(joint.value).toBeGreaterThan(0.1);
      expect(joint.value).toBeLessThan(0.4);
      expect(simulation.violated).toHaveLength(1);
    });

    test('turns at the speed of its motor, with no more than its torque', () => {
      const simulation = new Simulation({ stepper });
      const wheel = simulation.addBody({ model: boxModel(1, 1, 0.2), mass: 3 });
      const inertia = (3 * 2) / 12;
      const axis = [0, 0, 1];
      const joint = simulation.addJoint({
        kind: 'hinge',
        a: wheel,
        anchor: [0, 0, 0],
        axis,
        motor: { speed: 2, force: 0.5 },
      });
      run(simulation, 0.01, 1);
      expect(wheel.angularVelocity[2]).toBeCloseTo(0.5 / inertia, 3);
      expect(joint.value).toBeCloseTo(0.5 / inertia / 2, 2);
      run(simulation, 0.01, 3);
      expect(wheel.angularVelocity[2]).toBeCloseTo(2, 6);
    });
  });

  describe('other joints', () => {
    test('a ball joint keeps its point through a swing in space', () => {
      const { simulation, rod } = pendulum(1.2, { kind: 'ball', anchor: [0, 0, 0] });
      rod.setVelocity([0, 1, 0], [0, 0, 3]);
      const start = energyOf(simulation.bodies, simulation.gravity);
      run(simulation, 0.004, 3, () => {
        const [x, y, z, w] = rod.rotation;
        const axis = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
        const end = rod.position.map((p, k) => p + axis[k] / 2);
        expect(Math.hypot(...end)).toBeLessThan(1e-6);
      });
      const { kinetic, potential } = energyOf(simulation.bodies, simulation.gravity);
      // Velocities that the joint did not allow were taken away in the first step.
      expect(kinetic + potential).toBeLessThanOrEqual(start.kinetic + start.potential + 1e-3);
    });

    test('a slider falls along its axis and stops at its limit', () => {
      const simulation = new Simulation({ gravity: GRAVITY, stepper });
      const body = simulation.addBody({ model: boxModel(0.2, 0.2, 0.2) });
      const slope = [Math.SQRT1_2, 0, -Math.SQRT1_2];
      const joint = simulation.addJoint({ kind: 'slider', a: body, axis: slope, limits: [-1, 2] });
      run(simulation, 0.01, 0.5);
      expect(joint.value).toBeCloseTo((G * Math.SQRT1_2 * 0.25) / 2, 6);
      expect(body.position[1]).toBeCloseTo(0, 9);
      run(simulation, 0.01, 1);
      expect(joint.value).toBeCloseTo(2, 4);
      body.rotation.forEach((q, k) => {
        expect(q).toBeCloseTo(k === 3 ? 1 : 0, 6);
      });
    });

    test('fixed bodies fly as one', () => {
      const simulation = new Simulation({ stepper });
      const a = simulation.addBody({ model: boxModel(0.2, 0.2, 0.2) });
      const b = simulation.addBody({ model: ball(0.1), pose: { position: [0.5, 0, 0] } });
      simulation.addJoint({ kind: 'fixed', a, b, anchor: [0.25, 0, 0] });
      a.applyImpulse([0, 3, 1]);
      run(simulation, 0.01, 2);
      expect(Math.hypot(...a.position.map((x, k) => x - b.position[k]))).toBeCloseTo(0.5, 5);
      a.angularVelocity.forEach((w, k) => {
        expect(w).toBeCloseTo(b.angularVelocity[k], 5);
      });
    });

    test('a joint breaks at its force', () => {
      const hang = (breakForce: number) => {
        const simulation = new Simulation({ gravity: GRAVITY, stepper });
        const body = simulation.addBody({ model: ball(0.1), mass: 2 });
        const joint = simulation.addJoint({ kind: 'ball', a: body, anchor: [0, 0, 0], breakForce });
        run(simulation, 0.01, 0.5);
        return joint.isBroken;
      };
      expect(hang(2 * G * 1.01)).toBe(false);
      expect(hang(2 * G * 0.99)).toBe(true);
    });
  });

  test('bodies that a joint held collide once it is broken', () => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper });
    const shelf = simulation.addBody({ id: 'shelf', model: boxModel(1, 1, 0.1), kind: 'static' });
    const body = simulation.addBody({
      id: 'body',
      model: boxModel(0.2, 0.2, 0.2),
      mass: 1,
      pose: { position: [0, 0, 0.5] },
    });
    const joint = simulation.addJoint({ kind: 'fixed', a: body, b: shelf, breakForce: 5 });
    run(simulation, 0.01, 1);
    expect(joint.isBroken).toBe(true);
    expect(body.position[2]).toBeGreaterThan(0.149);
    expect(body.position[2]).toBeLessThan(0.16);
  });

  describe('joints that cannot be kept', () => {
    const pulled = (speed: number) => {
      const simulation = new Simulation({ stepper });
      const body = simulation.addBody({ id: 'body', model: boxModel(0.2, 0.2, 0.2) });
      for (const side of [-1, 1]) {
        const puller = simulation.addBody({
          id: side < 0 ? 'left' : 'right',
          model: boxModel(0.2, 0.2, 0.2),
          kind: 'kinematic',
          pose: { position: [side, 0, 0] },
          velocity: [side * speed, 0, 0],
        });
        simulation.addJoint({ kind: 'ball', a: body, b: puller, anchor: [side / 2, 0, 0] });
      }
      return simulation;
    };

    test('are violated from the step on in which they are pulled apart', () => {
      const simulation = pulled(0.5);
      // One of the two can be kept.
      run(simulation, 0.01, 0.5, () => {
        expect(simulation.violated.length).toBeGreaterThan(0);
        for (const [body, puller] of simulation.violated) {
          expect([body.id, ['left', 'right'].includes(puller.id)]).toEqual(['body', true]);
        }
      });
      for (const x of [...simulation.body('body').position, ...simulation.body('body').velocity]) {
        expect(Number.isFinite(x)).toBe(true);
      }
    });

    test('are not where nothing pulls', () => {
      const simulation = pulled(0);
      run(simulation, 0.01, 0.2, () => {
        expect(simulation.violated).toEqual([]);
      });
    });
  });
});
