// Bounces, sliding, rolling, inclines and collisions, against formulas.

import { energyOf, momentumOf, Simulation } from '@nearmiss/dynamics';
import { makeConvex } from 'nearmiss/convex';
import { describe, expect, test } from 'vitest';
import { ball, boxModel, G, GRAVITY, intersecting, onFloor, run } from './scenes.ts';

const within = (actual: number, expected: number, part: number): void => {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(part * Math.abs(expected));
};

describe('bounce', () => {
  test.each([
    [0.8, 0.002],
    [0.5, 0.01],
    [1, 0.005],
  ])('a ball with restitution %f comes back to e²h', (restitution, step) => {
    const simulation = onFloor();
    const body = simulation.addBody({
      model: ball(0.1),
      mass: 1,
      restitution,
      friction: 0,
      pose: { position: [0, 0, 1.1] },
    });
    const tops: number[] = [];
    let rising = false;
    let top = 0;
    run(simulation, step, 2.2, () => {
      const v = body.velocity[2];
      // The height that the ball would reach, not that at the end of a step.
      if (v > 0) top = body.position[2] - 0.1 + (v * v) / (2 * G);
      if (rising && v <= 0) tops.push(top);
      rising = v > 0;
    });
    expect(tops.length).toBeGreaterThanOrEqual(2);
    within(tops[0], restitution ** 2, 2e-4);
    within(tops[1], restitution ** 4, 4e-4);
  });

  test('a box that lands flat does not begin to turn', () => {
    const simulation = onFloor();
    const body = simulation.addBody({
      model: boxModel(0.4, 0.3, 0.2),
      restitution: 0.5,
      pose: { position: [0, 0, 1.1] },
    });
    run(simulation, 0.005, 0.6);
    expect(body.velocity[2]).toBeGreaterThan(0.5);
    expect(Math.hypot(...body.angularVelocity)).toBeLessThan(1e-6);
  });

  test('friction turns a spinning ball as Coulomb says', () => {
    // Slip lasts through the impact: the tangential impulse is μ(1 + e)mv.
    const simulation = onFloor({}, { friction: 0.1 });
    const body = simulation.addBody({
      model: ball(0.1),
      mass: 1,
      friction: 0.1,
      restitution: 0.6,
      angularVelocity: [0, 200, 0],
      pose: { position: [0, 0, 0.6] },
    });
    run(simulation, 0.001, 0.4);
    const speed = Math.sqrt(2 * G * 0.5);
    within(body.velocity[0], 0.1 * 1.6 * speed, 1e-3);
    within(200 - body.angularVelocity[1], (0.1 * 1.6 * speed) / (0.4 * 0.1), 1e-3);
  });
});

describe('sliding and rolling', () => {
  test.each([0.2, 0.5])('a block slides v²/2μg with μ = %f', (friction) => {
    const simulation = onFloor({}, { friction });
    const body = simulation.addBody({
      model: boxModel(0.4, 0.4, 0.1),
      friction,
      velocity: [3, 0, 0],
      pose: { position: [0, 0, 0.05001] },
    });
    run(simulation, 0.005, 3.5);
    within(body.position[0], 9 / (2 * friction * G), 1e-3);
    expect(Math.abs(body.position[1])).toBeLessThan(1e-6);
    expect(body.isAsleep).toBe(true);
  });

  test('a ball that slides comes to roll at 5/7 of its speed', () => {
    const simulation = onFloor({}, { friction: 0.3 });
    const body = simulation.addBody({
      model: ball(0.1),
      friction: 0.3,
      velocity: [2, 0, 0],
      pose: { position: [0, 0, 0.10001] },
    });
    run(simulation, 0.005, 1);
    within(body.velocity[0], (5 / 7) * 2, 1e-3);
    within(body.angularVelocity[1], ((5 / 7) * 2) / 0.1, 1e-3);
    const far = body.position[0];
    run(simulation, 0.005, 1);
    within(body.position[0] - far, (5 / 7) * 2, 1e-3);
  });

  /** Gravity turned instead of the floor: the floor stays level. */
  const inclined = (angle: number, friction: number) =>
    onFloor({ gravity: [G * Math.sin(angle), 0, -G * Math.cos(angle)] }, { friction });

  test.each([
    [0.5, 0.45, true],
    [0.5, 0.48, false],
    [0.3, 0.28, true],
    [0.3, 0.31, false],
  ])('with μ = %f a block on a slope of %f rad sticks: %s', (friction, angle, sticks) => {
    const simulation = inclined(angle, friction);
    const body = simulation.addBody({ model: boxModel(0.4, 0.4, 0.1), friction, pose: { position: [0, 0, 0.05001] } });
    run(simulation, 0.01, 2);
    if (sticks) expect(Math.abs(body.position[0])).toBeLessThan(1e-6);
    else within(body.position[0], 2 * G * (Math.sin(angle) - friction * Math.cos(angle)), 2e-3);
  });

  test.each([
    ['ball', 5 / 7],
    ['cylinder', 2 / 3],
  ])('a %s rolls down a slope without slipping', (name, part) => {
    const angle = 0.2;
    const simulation = inclined(angle, 0.8);
    const model = name === 'ball' ? ball(0.1) : boxlessCylinder();
    const rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
    const body = simulation.addBody({ model, friction: 0.8, pose: { position: [0, 0, 0.10001], rotation } });
    run(simulation, 0.01, 1);
    within(body.position[0], (part * G * Math.sin(angle)) / 2, 5e-3);
    within(body.angularVelocity[1] * 0.1, body.velocity[0], 5e-3);
  });
});

function boxlessCylinder() {
  return makeConvex('cylinder(radius=0.1,height=0.3)');
}

describe('collisions', () => {
  test.each([
    [1, 1, 1],
    [1, 3, 1],
    [2, 1, 0.5],
    [1, 1, 0],
    [1, 1e6, 1],
  ])('two balls of masses %f and %f with restitution %f', (m, n, e) => {
    const simulation = new Simulation({ materials: { friction: 0, restitution: e } });
    const a = simulation.addBody({ model: ball(0.1), mass: m, velocity: [2, 0, 0] });
    const b = simulation.addBody({ model: ball(0.1), mass: n, pose: { position: [1, 0, 0] } });
    run(simulation, 0.01, 1, () => {
      within(momentumOf(simulation.bodies)[0], 2 * m, 1e-9);
    });
    expect(Math.abs(a.velocity[0] - (2 * (m - e * n)) / (m + n))).toBeLessThan(1e-6);
    within(b.velocity[0], (2 * m * (1 + e)) / (m + n), 1e-6);
  });

  test('a cradle: the last ball leaves alone', () => {
    const simulation = new Simulation({ materials: { friction: 0, restitution: 1 } });
    const balls = [0, 1, 2, 3, 4].map((k) =>
      simulation.addBody({
        model: ball(0.1),
        mass: 1,
        pose: { position: [k === 0 ? -0.5 : 0.2 * k + 1e-5 * k, 0, 0] },
        velocity: [k === 0 ? 1 : 0, 0, 0],
      }),
    );
    run(simulation, 0.01, 1.2);
    const speeds = balls.map(({ velocity }) => velocity[0]);
    speeds.slice(0, 4).forEach((v) => {
      expect(Math.abs(v)).toBeLessThan(1e-6);
    });
    expect(speeds[4]).toBeCloseTo(1, 6);
  });

  test('many balls in a box keep their energy and momentum where restitution is 1', () => {
    const simulation = new Simulation({ materials: { friction: 0, restitution: 1 } });
    const sides = [
      [1.1, 0, 0, 0.2, 2.4, 2.4],
      [-1.1, 0, 0, 0.2, 2.4, 2.4],
      [0, 1.1, 0, 2, 0.2, 2.4],
      [0, -1.1, 0, 2, 0.2, 2.4],
      [0, 0, 1.1, 2, 2, 0.2],
      [0, 0, -1.1, 2, 2, 0.2],
    ];
    sides.forEach(([x, y, z, sx, sy, sz], k) => {
      simulation.addBody({
        id: `side ${k}`,
        model: boxModel(sx, sy, sz),
        kind: 'static',
        pose: { position: [x, y, z] },
      });
    });
    for (let k = 0; k < 27; k++) {
      const position = [(k % 3) - 1, (Math.floor(k / 3) % 3) - 1, Math.floor(k / 9) - 1].map((x) => 0.6 * x);
      const velocity = [Math.sin(7 * k), Math.cos(11 * k), Math.sin(13 * k + 1)];
      simulation.addBody({ model: ball(0.12), mass: 1 + (k % 3), pose: { position }, velocity });
    }
    const { kinetic } = energyOf(simulation.bodies, simulation.gravity);
    let impacts = 0;
    for (let k = 0; k < 150; k++) {
      impacts += simulation.step(0.01).impacts;
      within(energyOf(simulation.bodies, simulation.gravity).kinetic, kinetic, 1e-6);
    }
    expect(impacts).toBeGreaterThan(50);
    expect(intersecting(simulation)).toEqual([]);
  });
});

describe('at rest', () => {
  test('a tower of 20 stands and sleeps', () => {
    const simulation = onFloor();
    const boxes = Array.from({ length: 20 }, (_, k) =>
      simulation.addBody({ model: boxModel(0.5, 0.5, 0.5), pose: { position: [0, 0, 0.25 + 0.5 * k] } }),
    );
    run(simulation, 0.01, 10);
    boxes.forEach((body, k) => {
      const [x, y, z] = body.position;
      expect(Math.hypot(x, y, z - 0.25 - 0.5 * k)).toBeLessThan(1e-3 * 0.5);
      expect(body.isAsleep).toBe(true);
    });
    expect(intersecting(simulation)).toEqual([]);
  });

  test('energy never grows while boxes fall on each other', () => {
    const simulation = onFloor();
    for (let k = 0; k < 5; k++) {
      const rotation = [Math.sin(k), Math.cos(k), 0, 0];
      simulation.addBody({
        model: boxModel(0.4, 0.3, 0.2),
        pose: { position: [0.1 * Math.sin(3 * k), 0.1 * Math.cos(5 * k), 0.4 + 0.55 * k], rotation },
      });
    }
    const total = () => {
      const { kinetic, potential } = energyOf(simulation.bodies, simulation.gravity);
      return kinetic + potential;
    };
    let least = total();
    let largest = 0;
    run(simulation, 0.01, 1.2, () => {
      largest = Math.max(largest, energyOf(simulation.bodies, simulation.gravity).kinetic);
      expect(total() - least).toBeLessThan(1e-3 * largest);
      least = Math.min(least, total());
      expect(intersecting(simulation)).toEqual([]);
    });
    expect(largest).toBeGreaterThan(10);
  });

  test('gravity may have any direction', () => {
    const simulation = new Simulation({ gravity: [...GRAVITY].reverse() });
    simulation.addBody({ model: boxModel(1, 40, 40), kind: 'static', pose: { position: [-0.5, 0, 0] } });
    const body = simulation.addBody({ model: boxModel(0.4, 0.4, 0.4), pose: { position: [0.5, 0, 0] } });
    run(simulation, 0.01, 1.5);
    expect(body.isAsleep).toBe(true);
    expect(Math.abs(body.position[0] - 0.2)).toBeLessThan(1e-4);
  });
});
