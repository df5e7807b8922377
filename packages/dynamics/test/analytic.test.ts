// Cases with a formula, with parameters drawn at random, with either stepper: within 2 %.

import { type Body, energyOf, momentumOf, Simulation, type StepperName } from '@nearmiss/dynamics';
import { seeded } from '@nearmiss/fixtures';
import type { Model } from 'nearmiss';
import { makeConvex } from 'nearmiss/convex';
import { describe, expect, test } from 'vitest';
import { ball, boxModel, G, GRAVITY, run } from './scenes.ts';

/** The largest error, in parts of the formula. */
const PART = 0.02;
/** Draws of each kind. */
const DRAWS = 6;

const close = (actual: number, expected: number): void => {
  expect(Math.abs(actual / expected - 1), `${actual} for ${expected}`).toBeLessThanOrEqual(PART);
};

/** Draws of parameters, from a seed of their kind: each test names them. */
function draws<T>(seed: number, draw: (between: (low: number, high: number) => number) => T): T[] {
  const random = seeded(seed);
  const between = (low: number, high: number): number => Number((low * (high / low) ** random()).toPrecision(4));
  return Array.from({ length: DRAWS }, () => draw(between));
}

/** On its side: the axis of a round shape along y. */
const LYING = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

describe.each(['events', 'impulses'] as const)('with %s', (stepper: StepperName) => {
  const floored = (gravity: readonly number[], friction: number, restitution = 0): Simulation => {
    const simulation = new Simulation({ gravity, stepper, materials: { friction, restitution } });
    simulation.addBody({ model: boxModel(200, 40, 1), kind: 'static', pose: { position: [0, 0, -0.5] } });
    return simulation;
  };
  const inclined = (angle: number, friction: number): Simulation =>
    floored([G * Math.sin(angle), 0, -G * Math.cos(angle)], friction);

  test.each(
    draws(1, (between) => ({
      step: between(0.001, 0.02),
      restitution: between(0.3, 1),
      height: between(0.3, 3),
      size: between(0.1, 0.8),
    })),
  )('a ball, a box and a cylinder bounce to e²h: %o', ({ step, restitution, height, size }) => {
    const models = [ball(size / 2), boxModel(size, size, size), makeConvex(`cylinder(radius=${size},height=${size})`)];
    for (const model of models) {
      const simulation = floored(GRAVITY, 0.3, restitution);
      const body = simulation.addBody({ model, pose: { position: [0, 0, size / 2 + height] } });
      const fall = Math.sqrt((2 * height) / G);
      run(simulation, step, fall * (1 + restitution / 2) + step);
      const top = body.position[2] - size / 2 + body.velocity[2] ** 2 / (2 * G);
      close(top, restitution ** 2 * height);
    }
  });

  test.each(draws(2, (between) => ({ step: between(0.001, 0.02), friction: between(0.05, 1), speed: between(1, 8) })))(
    'a block slides v²/2μg: %o',
    ({ step, friction, speed }) => {
      const simulation = floored(GRAVITY, friction);
      const model = boxModel(0.6, 0.5, 0.1);
      const body = simulation.addBody({ model, pose: { position: [0, 0, 0.0501] }, velocity: [speed, 0, 0] });
      run(simulation, step, (1.2 * speed) / (friction * G) + 0.2);
      close(body.position[0], speed ** 2 / (2 * friction * G));
      expect(Math.hypot(...body.velocity)).toBeLessThan(1e-3);
    },
  );

  /** Shapes that roll, and the part of m r² that their moment of inertia is. */
  const rollers: readonly [string, number, (radius: number) => Model, number[]?][] = [
    ['ball', 2 / 5, (radius) => ball(radius)],
    ['cylinder', 1 / 2, (radius) => makeConvex(`cylinder(radius=${radius},height=${2 * radius})`)],
    ['hoop', 1, (radius) => makeConvex(`cylinder(radius=${radius},height=${radius})`)],
  ];
  describe.each(rollers)('a %s', (name, part, make) => {
    test.each(
      draws(3, (between) => ({ step: between(0.001, 0.02), angle: between(0.03, 0.7), radius: between(0.05, 0.5) })),
    )('rolls down a slope without slipping: %o', ({ step, angle, radius }) => {
      const simulation = inclined(angle, 1);
      const inertia =
        name === 'hoop'
          ? { inertia: [radius, 0, 0, 0, radius, 0, 0, 0, 2 * radius].map((x) => (x * radius) / 2), mass: 1 }
          : {};
      const pose = { position: [0, 0, radius], rotation: LYING };
      const body = simulation.addBody({ model: make(radius), pose, ...inertia });
      run(simulation, step, 1.5);
      const acceleration = (G * Math.sin(angle)) / (1 + part);
      close(body.position[0], (acceleration * simulation.time ** 2) / 2);
      close(body.velocity[0], acceleration * simulation.time);
      close(body.angularVelocity[1] * radius, body.velocity[0]);
    });

    test.each(
      draws(4, (between) => ({
        step: between(0.001, 0.01),
        friction: between(0.1, 0.8),
        speed: between(1, 6),
        radius: between(0.05, 0.5),
      })),
    )('that slides comes to roll: %o', ({ step, friction, speed, radius }) => {
      const simulation = floored(GRAVITY, friction);
      const inertia =
        name === 'hoop'
          ? { inertia: [radius, 0, 0, 0, radius, 0, 0, 0, 2 * radius].map((x) => (x * radius) / 2), mass: 1 }
          : {};
      const pose = { position: [0, 0, radius], rotation: LYING };
      const body = simulation.addBody({ model: make(radius), pose, velocity: [speed, 0, 0], ...inertia });
      const rolling = speed / (1 + part);
      run(simulation, step, (1.5 * (speed - rolling)) / (friction * G) + 0.1);
      close(body.velocity[0], rolling);
      close(body.angularVelocity[1] * radius, rolling);
    });
  });

  test.each(draws(5, (between) => ({ step: between(0.001, 0.02), friction: between(0.1, 1), size: between(0.1, 1) })))(
    'a block sticks below the angle of friction and slides above: %o',
    ({ step, friction, size }) => {
      for (const part of [0.97, 1.06]) {
        const angle = Math.atan(friction * part);
        const simulation = inclined(angle, friction);
        const model = boxModel(size, size, size / 5);
        const body = simulation.addBody({ model, pose: { position: [0, 0, size / 10 + 1e-5 * size] } });
        run(simulation, step, 2);
        const acceleration = G * (Math.sin(angle) - friction * Math.cos(angle));
        if (part < 1) expect(Math.abs(body.position[0])).toBeLessThan(1e-3 * size);
        else close(body.velocity[0], acceleration * simulation.time);
        if (part > 1) close(body.position[0], (acceleration * simulation.time ** 2) / 2);
      }
    },
  );

  test.each(
    draws(6, (between) => ({
      step: between(0.001, 0.02),
      length: between(0.3, 2),
      amplitude: between(0.05, 2.5),
      size: between(0.05, 0.5),
    })),
  )('a compound pendulum has its period, and keeps its energy: %o', ({ step, length, amplitude, size }) => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper });
    const position = [length * Math.sin(amplitude), 0, -length * Math.cos(amplitude)];
    const body = simulation.addBody({ model: boxModel(size, size, size), pose: { position } });
    simulation.addJoint({ kind: 'hinge', a: body, anchor: [0, 0, 0], axis: [0, 1, 0] });
    const moment = length ** 2 + size ** 2 / 6;
    // The period of any amplitude, by the arithmetic-geometric mean.
    let [a, g] = [1, Math.cos(amplitude / 2)];
    for (let k = 0; k < 8; k++) [a, g] = [(a + g) / 2, Math.sqrt(a * g)];
    const period = (2 * Math.PI * Math.sqrt(moment / (G * length))) / a;
    const total = (): number => {
      const { kinetic, potential } = energyOf(simulation.bodies, simulation.gravity);
      return kinetic + potential;
    };
    const before = total();
    const drop = body.mass * G * length * (1 - Math.cos(amplitude));
    const times: number[] = [];
    let x = body.position[0];
    run(simulation, step, 3.2 * period, (t) => {
      expect(Math.abs(total() - before)).toBeLessThan(1e-2 * drop);
      const now = body.position[0];
      if (x > 0 && now <= 0) times.push(t - (step * now) / (now - x));
      x = now;
    });
    expect(times.length).toBe(3);
    close((times[2] - times[0]) / 2, period);
  });

  test.each(
    draws(7, (between) => ({
      step: between(0.001, 0.01),
      first: between(0.3, 3),
      second: between(0.3, 3),
      ratio: between(0.1, 10),
    })),
  )('a double pendulum keeps its energy: %o', ({ step, first, second, ratio }) => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper, sleeping: false });
    const end = [Math.sin(first), 0, -Math.cos(first)];
    const last = [end[0] + Math.sin(second), 0, end[2] - Math.cos(second)];
    const upper = simulation.addBody({ model: ball(0.1), mass: 1, pose: { position: end } });
    const lower = simulation.addBody({ model: ball(0.1), mass: ratio, pose: { position: last } });
    simulation.addJoint({ kind: 'ball', a: upper, anchor: [0, 0, 0] });
    simulation.addJoint({ kind: 'hinge', a: lower, b: upper, anchor: end, axis: [0, 1, 0] });
    const total = (): number => {
      const { kinetic, potential } = energyOf(simulation.bodies, simulation.gravity);
      largest = Math.max(largest, kinetic);
      return kinetic + potential;
    };
    let largest = 0;
    const before = total();
    run(simulation, step, 4, () => {
      expect(Math.abs(total() - before)).toBeLessThanOrEqual(3e-3 * largest);
    });
    close(Math.hypot(...lower.position.map((p, k) => p - upper.position[k])), 1);
  });

  test.each(
    draws(8, (between) => ({
      step: between(0.001, 0.02),
      spin: between(0.5, 40),
      tilt: between(0.05, 1.2),
      height: between(0.1, 2),
    })),
  )('a cylinder precesses about its angular momentum: %o', ({ step, spin, tilt, height }) => {
    const simulation = new Simulation({ stepper });
    const angularVelocity = [spin * Math.sin(tilt), 0, spin * Math.cos(tilt)];
    const model = makeConvex(`cylinder(radius=0.4,height=${height})`);
    const body = simulation.addBody({ model, mass: 1, angularVelocity });
    const [along, across] = [0.4 ** 2 / 2, (3 * 0.4 ** 2 + height ** 2) / 12];
    const momentum = [across * angularVelocity[0], 0, along * angularVelocity[2]];
    const rate = Math.hypot(...momentum) / across;
    const turns = 1.7;
    run(simulation, step, turns / rate);
    const [x, y, z, w] = body.rotation;
    const axis = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
    const expected = turned(
      [0, 0, 1],
      momentum.map((p) => p / Math.hypot(...momentum)),
      rate * simulation.time,
    );
    expect(Math.hypot(...axis.map((p, k) => p - expected[k]))).toBeLessThan(PART);
  });

  test.each(draws(9, (between) => ({ step: between(0.001, 0.02), spin: between(1, 20), push: between(1e-4, 1e-2) })))(
    'a tennis racket flips again and again: %o',
    ({ step, spin, push }) => {
      const simulation = new Simulation({ stepper });
      const angularVelocity = [push * spin, spin, 0];
      const body = simulation.addBody({ model: boxModel(0.3, 0.7, 1), mass: 1, angularVelocity });
      // Moments about x, y, z; y is the middle one.
      const [p, q, r] = [0.7 ** 2 + 1, 0.3 ** 2 + 1, 0.3 ** 2 + 0.7 ** 2].map((s) => s / 12);
      // Euler's equations, in body axes, by Runge and Kutta, as the reference.
      const reference = euler([p, q, r], angularVelocity);
      const { kinetic } = energyOf(simulation.bodies, simulation.gravity);
      const flips = [0, 0];
      let signs = [1, 1];
      run(simulation, step, 60 / spin, () => {
        reference.advance(step);
        const now = [turnedBack(body)[1], reference.velocity[1]].map(Math.sign);
        now.forEach((sign, k) => {
          if (sign !== signs[k]) flips[k]++;
        });
        signs = now;
        expect(Math.abs(energyOf(simulation.bodies, simulation.gravity).kinetic / kinetic - 1)).toBeLessThan(1e-3);
      });
      expect(flips[0]).toBeGreaterThanOrEqual(1);
      expect(Math.abs(flips[0] - flips[1])).toBeLessThanOrEqual(1);
    },
  );

  test.each(
    draws(10, (between) => ({
      step: between(0.001, 0.02),
      masses: [between(0.1, 10), between(0.1, 10)],
      restitution: between(0.05, 1),
      offset: between(0.01, 0.9),
      speed: between(1, 20),
    })),
  )('two smooth balls collide obliquely: %o', ({ step, masses, restitution, offset, speed }) => {
    const simulation = new Simulation({ stepper, materials: { friction: 0, restitution } });
    const [m, n] = masses;
    const y = 0.5 * offset;
    const a = simulation.addBody({
      model: ball(0.2),
      mass: m,
      pose: { position: [-1, 0, 0] },
      velocity: [speed, 0, 0],
    });
    const b = simulation.addBody({ model: ball(0.3), mass: n, pose: { position: [0, y, 0] } });
    const before = momentumOf(simulation.bodies);
    run(simulation, step, 2 / speed);
    // Along the line of centres, (cos, sin), where they meet.
    const [cos, sin] = [Math.sqrt(1 - offset ** 2), offset];
    const along = ((1 + restitution) * speed * cos * m) / (m + n);
    const expected = [
      [speed - (along * n * cos) / m, (-along * n * sin) / m],
      [along * cos, along * sin],
    ];
    [a, b].forEach(({ velocity }, k) => {
      expect(Math.hypot(velocity[0] - expected[k][0], velocity[1] - expected[k][1])).toBeLessThan(
        PART * Math.hypot(...expected[k]),
      );
    });
    momentumOf(simulation.bodies).forEach((x, k) => {
      expect(Math.abs(x - before[k])).toBeLessThan(1e-9 * m * speed);
    });
  });

  test.each(
    draws(11, (between) => ({
      step: between(0.001, 0.02),
      force: between(0.5, 20),
      speed: between(1, 10),
      mass: between(0.2, 5),
    })),
  )('motors of sliders and hinges bring bodies to their speed: %o', ({ step, force, speed, mass }) => {
    const simulation = new Simulation({ stepper });
    const model = boxModel(1, 0.4, 0.2);
    const motor = { speed, force };
    const slid = simulation.addBody({ model, mass });
    simulation.addJoint({ kind: 'slider', a: slid, anchor: [0, 0, 0], axis: [1, 0, 0], motor });
    const wheel = simulation.addBody({ model, mass, pose: { position: [0, 5, 0] } });
    simulation.addJoint({ kind: 'hinge', a: wheel, anchor: [0, 5, 0], axis: [0, 0, 1], motor });
    const moment = (mass * (1 + 0.16)) / 12;
    const [linear, turning] = [(mass * speed) / force, (moment * speed) / force];
    run(simulation, step, Math.max(step, linear / 2));
    close(slid.velocity[0], Math.min(speed, (force * simulation.time) / mass));
    close(wheel.angularVelocity[2], Math.min(speed, (force * simulation.time) / moment));
    run(simulation, step, Math.max(linear, turning));
    close(slid.velocity[0], speed);
    close(wheel.angularVelocity[2], speed);
  });

  test.each(
    draws(12, (between) => ({ step: between(0.001, 0.02), limit: between(0.1, 1.5), height: between(0.2, 2) })),
  )('limits hold a hinge and a slider: %o', ({ step, limit, height }) => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper });
    const arm = simulation.addBody({ model: boxModel(1, 0.1, 0.1), mass: 1, pose: { position: [0.5, 0, 0] } });
    simulation.addJoint({ kind: 'hinge', a: arm, anchor: [0, 0, 0], axis: [0, 1, 0], limits: [-limit, limit] });
    const lift = simulation.addBody({ model: boxModel(0.2, 0.2, 0.2), mass: 1, pose: { position: [0, 9, 0] } });
    simulation.addJoint({ kind: 'slider', a: lift, anchor: [0, 9, 0], axis: [0, 0, 1], limits: [-height, 1] });
    run(simulation, step, 2);
    close(lift.position[2], -height);
    close(Math.atan2(-arm.position[2], arm.position[0]), limit);
    expect(Math.hypot(...lift.velocity, ...arm.velocity)).toBeLessThan(1e-3);
  });
});

/** A vector turned about a unit axis by an angle. */
function turned(v: readonly number[], [x, y, z]: readonly number[], angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const along = (v[0] * x + v[1] * y + v[2] * z) * (1 - c);
  const across = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]];
  return [x, y, z].map((u, k) => v[k] * c + across[k] * s + u * along);
}

/** The angular velocity of a body in its own axes. */
function turnedBack({ rotation: [x, y, z, w], angularVelocity: v }: Body): number[] {
  const t = [z * v[1] - y * v[2], x * v[2] - z * v[0], y * v[0] - x * v[1]].map((u) => 2 * u);
  return [
    v[0] + w * t[0] + z * t[1] - y * t[2],
    v[1] + w * t[1] + x * t[2] - z * t[0],
    v[2] + w * t[2] + y * t[0] - x * t[1],
  ];
}

/** Euler's equations for the angular velocity in body axes. */
function euler([p, q, r]: readonly number[], start: readonly number[]) {
  const rate = ([x, y, z]: readonly number[]): number[] => [
    ((q - r) * y * z) / p,
    ((r - p) * z * x) / q,
    ((p - q) * x * y) / r,
  ];
  const add = (u: readonly number[], v: readonly number[], h: number): number[] => u.map((x, k) => x + h * v[k]);
  return {
    velocity: [...start],
    advance(time: number): void {
      const steps = Math.ceil(time / 1e-4);
      const h = time / steps;
      for (let k = 0; k < steps; k++) {
        const a = rate(this.velocity);
        const b = rate(add(this.velocity, a, h / 2));
        const c = rate(add(this.velocity, b, h / 2));
        const d = rate(add(this.velocity, c, h));
        this.velocity = this.velocity.map((x, i) => x + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
      }
    },
  };
}
