// What must hold with either stepper, against formulas.

import { energyOf, momentumOf, Simulation, type StepperName } from '@nearmiss/dynamics';
import { makeConvex } from 'nearmiss/convex';
import { describe, expect, test } from 'vitest';
import { ball, boxModel, G, GRAVITY, onFloor, run } from './scenes.ts';

/** The largest error of what a case has measured, in parts of the formula. */
const PART = 0.02;

const close = (actual: number, expected: number): void => {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(PART * Math.abs(expected));
};

describe.each(['events', 'impulses'] as const)('with %s', (stepper: StepperName) => {
  const floored = (gravity: readonly number[] = GRAVITY, friction = 0.5): Simulation => {
    const simulation = new Simulation({ gravity, stepper, materials: { friction } });
    simulation.addBody({ model: boxModel(40, 40, 1), kind: 'static', pose: { position: [0, 0, -0.5] } });
    return simulation;
  };
  const inclined = (angle: number, friction: number): Simulation =>
    floored([G * Math.sin(angle), 0, -G * Math.cos(angle)], friction);

  test('a ball that is thrown flies on the parabola', () => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper });
    const body = simulation.addBody({ model: ball(0.1), velocity: [1, 0, 3] });
    run(simulation, 0.01, 0.5);
    expect(body.position[0]).toBeCloseTo(0.5, 9);
    expect(body.position[2]).toBeCloseTo(1.5 - (G * 0.25) / 2, 9);
  });

  test('a ball rolls down a slope without slipping', () => {
    const simulation = inclined(0.2, 0.8);
    const body = simulation.addBody({ model: ball(0.1), pose: { position: [0, 0, 0.1001] } });
    run(simulation, 0.005, 1);
    close(body.position[0], ((5 / 7) * G * Math.sin(0.2)) / 2);
    close(body.angularVelocity[1] * 0.1, body.velocity[0]);
  });

  test('a cylinder rolls down a slope without slipping', () => {
    const simulation = inclined(0.2, 0.8);
    const rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
    const model = makeConvex('cylinder(radius=0.1,height=0.3)');
    const body = simulation.addBody({ model, pose: { position: [0, 0, 0.1001], rotation } });
    run(simulation, 0.005, 1);
    close(body.position[0], ((2 / 3) * G * Math.sin(0.2)) / 2);
  });

  test.each(['cylinder(radius=0.3,height=1)', 'cylinder(radius=0.3,height=0.2)', 'capsule(radius=0.3,length=0.4)'])(
    '%s rolls on level ground at one speed',
    (shape) => {
      const simulation = floored();
      const rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
      // So slow that contacts found once would serve for many steps.
      const body = simulation.addBody({
        model: makeConvex(shape),
        pose: { position: [0, 0, 0.3], rotation },
        velocity: [0.3, 0, 0],
        angularVelocity: [0, 1, 0],
      });
      run(simulation, 0.005, 2);
      expect(Math.abs(body.velocity[0] - 0.3)).toBeLessThan(3e-4);
      expect(Math.abs(body.angularVelocity[1] - 1)).toBeLessThan(1e-3);
    },
  );

  // Up to nearly its size in a step; at each of the steps some pose ahead has turned by another angle.
  test.each([
    ['sphere(radius=0.2)', 25, 0.005],
    ['cylinder(radius=0.2,height=0.5)', 25, 0.005],
    ['cylinder(radius=0.2,height=0.1)', 12, 0.02],
    ['capsule(radius=0.2,length=0.3)', 25, 0.01],
    ['capsule(radius=0.2,length=0.3)', 6, 0.02],
  ])('%s rolls on at %f m/s in steps of %f s without a jump', (shape, speed, step) => {
    const simulation = floored();
    const body = simulation.addBody({
      model: makeConvex(shape),
      pose: { position: [-15, 0, 0.2], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
      velocity: [speed, 0, 0],
      angularVelocity: [0, speed / 0.2, 0],
    });
    let highest = 0;
    run(simulation, step, 1, () => {
      highest = Math.max(highest, body.position[2]);
    });
    expect(highest).toBeLessThan(0.201);
    expect(Math.abs(body.velocity[0] / speed - 1)).toBeLessThan(1e-3);
  });

  const turntable = (speed: number, friction: number): Simulation => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper, materials: { friction } });
    const model = makeConvex('cylinder(radius=6,height=0.4)');
    const angularVelocity = [0, 0, speed];
    simulation.addBody({ model, kind: 'kinematic', angularVelocity, pose: { position: [0, 0, -0.2] } });
    return simulation;
  };

  test('a turntable carries a box round and round', () => {
    const simulation = turntable(3, 1.2);
    const body = simulation.addBody({
      model: boxModel(0.2, 0.2, 0.1),
      pose: { position: [1, 0, 0.05] },
      velocity: [0, 3, 0],
      angularVelocity: [0, 0, 3],
    });
    run(simulation, 0.005, 4);
    const [x, y] = body.position;
    expect(Math.hypot(x, y)).toBeCloseTo(1, 3);
    expect(Math.abs(Math.atan2(y * Math.cos(12) - x * Math.sin(12), x * Math.cos(12) + y * Math.sin(12)))).toBeLessThan(
      2e-3,
    );
  });

  test('a ball that rolls on a turntable goes in circles, 2/7 as fast', () => {
    const simulation = turntable(2, 0.8);
    const slow = (2 / 7) * 2;
    // No slip: v + ω × r is the velocity of the ground, 1 along y.
    const body = simulation.addBody({
      model: ball(0.2),
      pose: { position: [0.5, 0, 0.2] },
      velocity: [0, 0.6, 0],
      angularVelocity: [(1 - 0.6) / 0.2, 0, 0],
    });
    const radius = 0.6 / slow;
    run(simulation, 0.005, 2200 * 0.005, (t) => {
      const [x, y] = body.position;
      expect(Math.abs(x - (0.5 - radius + radius * Math.cos(slow * t)))).toBeLessThan(PART * radius);
      expect(Math.abs(y - radius * Math.sin(slow * t))).toBeLessThan(PART * radius);
    });
  });

  test.each([0.07, 0.08, 0.0801, 0.0799])('balls that meet after %f s part as fast as they came', (time) => {
    const simulation = new Simulation({ stepper, materials: { restitution: 1 } });
    const a = simulation.addBody({ model: ball(0.3), mass: 2, velocity: [4, 0, 0] });
    const position = [0.6 + 5 * time, 0, 0] as const;
    const b = simulation.addBody({ model: ball(0.3), mass: 3, velocity: [-1, 0, 0], pose: { position } });
    run(simulation, 0.005, 0.2);
    expect(a.velocity[0]).toBeCloseTo(-2, 6);
    expect(b.velocity[0]).toBeCloseTo(3, 6);
  });

  test.each([
    [0.5, 0.45, true],
    [0.5, 0.48, false],
  ])('with μ = %f a block on a slope of %f rad sticks: %s', (friction, angle, sticks) => {
    const simulation = inclined(angle, friction);
    const body = simulation.addBody({ model: boxModel(0.4, 0.4, 0.1), pose: { position: [0, 0, 0.0501] } });
    run(simulation, 0.005, 2);
    const free = 2 * G * (Math.sin(angle) - friction * Math.cos(angle));
    if (sticks) expect(Math.abs(body.position[0])).toBeLessThan(1e-3);
    else close(body.position[0], free);
  });

  test('a block slides v²/2μg', () => {
    const simulation = floored(GRAVITY, 0.3);
    const body = simulation.addBody({
      model: boxModel(0.4, 0.4, 0.1),
      velocity: [3, 0, 0],
      pose: { position: [0, 0, 0.0501] },
    });
    run(simulation, 0.005, 2);
    close(body.position[0], 9 / (2 * 0.3 * G));
  });

  test.each([1, 0.5, 0])('two balls collide with restitution %f, and keep their momentum', (restitution) => {
    const simulation = new Simulation({ stepper, materials: { friction: 0, restitution } });
    const a = simulation.addBody({ model: ball(0.1), mass: 2, velocity: [2, 0, 0] });
    const b = simulation.addBody({ model: ball(0.1), mass: 1, pose: { position: [1, 0, 0] } });
    run(simulation, 0.01, 1, () => {
      expect(Math.abs(momentumOf(simulation.bodies)[0] - 4)).toBeLessThanOrEqual(1e-9 * 4);
    });
    close(b.velocity[0] - a.velocity[0], 2 * restitution);
    close(2 * a.velocity[0] + b.velocity[0], 4);
  });

  test('a cradle: the last ball leaves alone', () => {
    const simulation = new Simulation({ stepper, materials: { friction: 0, restitution: 1 } });
    const balls = [0, 1, 2, 3].map((k) =>
      simulation.addBody({
        model: ball(0.1),
        mass: 1,
        pose: { position: [k === 0 ? -0.5 : 0.2 * k + 1e-5 * k, 0, 0] },
        velocity: [k === 0 ? 1 : 0, 0, 0],
      }),
    );
    run(simulation, 0.01, 1.2);
    for (const { velocity } of balls.slice(0, 3)) expect(Math.abs(velocity[0])).toBeLessThan(PART);
    close(balls[3].velocity[0], 1);
  });

  test('a pendulum swings with its period', () => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper });
    const body = simulation.addBody({ model: ball(0.05), pose: { position: [Math.sin(0.2), 0, -Math.cos(0.2)] } });
    simulation.addJoint({ kind: 'ball', a: body, anchor: [0, 0, 0] });
    // About the pivot: m L² and the ball's own 2/5 m r².
    const period = 2 * Math.PI * Math.sqrt((1 + 0.4 * 0.05 ** 2) / G) * (1 + 0.2 ** 2 / 16);
    let crossings = 0;
    let last = 0;
    let before = body.position[0];
    run(simulation, 0.005, 5 * period, () => {
      if (before < 0 && body.position[0] >= 0) {
        crossings++;
        last = simulation.time;
      }
      before = body.position[0];
    });
    expect(crossings).toBeGreaterThanOrEqual(4);
    close(last, (crossings - 0.25) * period);
  });

  test('the energy of boxes that fall never grows', () => {
    const simulation = floored();
    for (let k = 0; k < 4; k++) {
      const rotation = [0.1 * k, 0.2, 0.1, Math.sqrt(1 - 0.05 - 0.01 * k * k)];
      simulation.addBody({
        model: boxModel(0.3, 0.25, 0.2),
        pose: { position: [0.05 * k, 0, 0.4 + 0.4 * k], rotation },
      });
    }
    let largest = 0;
    let least = Infinity;
    run(simulation, 0.01, 1.5, () => {
      const { kinetic, potential } = energyOf(simulation.bodies, simulation.gravity);
      largest = Math.max(largest, kinetic);
      expect(kinetic + potential - least).toBeLessThanOrEqual(1e-3 * largest);
      least = Math.min(least, kinetic + potential);
    });
    expect(largest).toBeGreaterThan(0);
  });

  test('a tower of 20 stands, and sleeps', () => {
    const simulation = floored();
    const boxes = Array.from({ length: 20 }, (_, k) =>
      simulation.addBody({ model: boxModel(0.5, 0.5, 0.5), pose: { position: [0, 0, 0.25 + 0.5 * k] } }),
    );
    run(simulation, 0.01, 10);
    boxes.forEach(({ position: [x, y, z], isAsleep }, k) => {
      expect(Math.hypot(x, y, z - 0.25 - 0.5 * k)).toBeLessThan(1e-3 * 10);
      expect(isAsleep).toBe(true);
    });
  });

  test('a body that is a million times heavier rests on a light one', () => {
    const simulation = floored();
    const light = simulation.addBody({ model: boxModel(0.5, 0.5, 0.5), mass: 1, pose: { position: [0, 0, 0.2501] } });
    const heavy = simulation.addBody({ model: boxModel(0.5, 0.5, 0.5), mass: 1e6, pose: { position: [0, 0, 0.7503] } });
    run(simulation, 0.01, 1);
    expect(light.position[2]).toBeGreaterThan(0.24);
    expect(heavy.position[2]).toBeGreaterThan(0.72);
    for (const { position, velocity } of [light, heavy]) {
      for (const x of [...position, ...velocity]) expect(Number.isFinite(x)).toBe(true);
    }
  });
});

describe.each(['events', 'impulses'] as const)(
  '%s: round bodies that start flush, or a little in the floor,',
  (stepper) => {
    const lying = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    test.each([
      ['sphere(radius=0.1)', 0.1, undefined],
      ['cylinder(radius=0.2,height=0.4)', 0.2, undefined],
      ['cylinder(radius=0.2,height=0.4)', 0.2, lying],
      ['capsule(radius=0.1,length=0.4)', 0.1, lying],
      ['cone(radius=0.2,height=0.4)', 0.2, undefined],
    ])('stay where they are, and sleep: %s', (shape, height, rotation) => {
      for (const depth of [0, 1e-6, 2e-3]) {
        const simulation = onFloor({ stepper });
        const position = [0.3, 0.2, height - depth];
        const body = simulation.addBody({ model: makeConvex(shape), pose: { position, rotation } });
        for (let k = 0; k < 80; k++) {
          const { violated, stoppedTime } = simulation.step(0.01);
          expect([violated.length, stoppedTime]).toEqual([0, 0]);
        }
        const [x, y, z] = body.position;
        expect(Math.hypot(x - 0.3, y - 0.2)).toBeLessThan(1e-3 * body.size);
        // With impulses an eighth of the search distance, 1 % of the size, may overlap.
        expect(Math.abs(z - height)).toBeLessThan(stepper === 'events' ? 1e-4 * 0.4 : 0.02 * 0.125 * 0.4);
        expect(body.isAsleep).toBe(true);
      }
    });
  },
);

describe.each(['events', 'impulses'] as const)('%s, in long steps', (stepper) => {
  test.each([0.3, 0.65, 0.95])('a ball with restitution %f comes back to e²h', (restitution) => {
    const simulation = onFloor({ stepper });
    const body = simulation.addBody({ model: ball(0.13), restitution, friction: 0, pose: { position: [0, 0, 0.9] } });
    const fall = Math.sqrt((2 * 0.77) / G);
    run(simulation, 0.01, Math.round(fall * (1 + restitution) * 100) / 100);
    const height = body.position[2] - 0.13 + body.velocity[2] ** 2 / (2 * G);
    expect(Math.abs(height / (0.77 * restitution ** 2) - 1)).toBeLessThan(0.02);
  });

  test('a row of hung balls hands an impact on', () => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper, sleeping: false });
    const balls = Array.from({ length: 7 }, (_, k) => {
      const x = k * 0.2001;
      const position = k === 0 ? [x - Math.sin(0.5), 0, 1 - Math.cos(0.5)] : [x, 0, 0];
      const body = simulation.addBody({ model: ball(0.1), restitution: 1, friction: 0, pose: { position } });
      simulation.addJoint({ kind: 'ball', a: body, anchor: [x, 0, 1] });
      return body;
    });
    const energy = () => {
      const { kinetic, potential } = energyOf(simulation.bodies, simulation.gravity);
      return kinetic + potential;
    };
    const before = energy();
    let [highest, most] = [0, before];
    run(simulation, 0.002, 1.1, () => {
      highest = Math.max(highest, balls[6].position[2]);
      most = Math.max(most, energy());
    });
    expect(highest / (1 - Math.cos(0.5))).toBeCloseTo(1, 1);
    expect(most - before).toBeLessThan(1e-3 * before);
  });

  test.each(['cylinder(radius=2,height=0.5)', 'box(size=[4,4,0.5])'])('a block slides v²/2μg on %s', (support) => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper, materials: { friction: 0.4 } });
    simulation.addBody({ model: makeConvex(support), kind: 'static', pose: { position: [0, 0, -0.25] } });
    const block = simulation.addBody({
      model: boxModel(0.2, 0.3, 0.05),
      pose: { position: [0, 0, 0.025 + 1e-5] },
      velocity: [1, 0, 0],
    });
    let stopped = 0;
    for (let k = 0; k < 200; k++) stopped += simulation.step(0.005).stoppedTime;
    expect(stopped).toBe(0);
    expect(block.position[0]).toBeCloseTo(1 / (2 * 0.4 * G), 2);
    expect(block.isAsleep).toBe(true);
  });

  test('a joint breaks by the mean force of a step, not by how short an impact is', () => {
    for (const [breakForce, breaks] of [
      [500, false],
      [8, true],
    ] as const) {
      const simulation = new Simulation({ gravity: GRAVITY, stepper });
      const shelf = simulation.addBody({ id: 'shelf', model: boxModel(0.4, 0.4, 0.05), mass: 1 });
      const joint = simulation.addJoint({ kind: 'fixed', a: shelf, breakForce });
      simulation.addBody({ model: ball(0.02), mass: 0.01, pose: { position: [0, 0, 0.3] }, velocity: [0, 0, -2] });
      run(simulation, 0.01, 0.4);
      expect(joint.isBroken).toBe(breaks);
    }
  });

  test('forces of callers do not push a body through a plate', () => {
    const simulation = new Simulation({ stepper });
    simulation.addBody({ model: boxModel(4, 4, 0.1), kind: 'static' });
    const body = simulation.addBody({ model: boxModel(0.2, 0.2, 0.2), mass: 1, pose: { position: [0, 0, 0.3] } });
    body.applyForce([0, 0, -1e4]);
    simulation.step(0.01);
    expect(body.position[2]).toBeGreaterThan(0.14);
  });
});
