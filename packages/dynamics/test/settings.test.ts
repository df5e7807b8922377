// What callers set between steps: it is checked, it acts at once, also on bodies that sleep, and snapshots bring it back.

import { frameOf, type Simulation } from '@nearmiss/dynamics';
import { NearmissError } from 'nearmiss';
import { describe, expect, test } from 'vitest';
import { ball, boxModel, onFloor, run } from './scenes.ts';

const STEPPERS = ['events', 'impulses'] as const;

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'none';
};

/** A block on the floor, a hinged bar above it and a platform that moves. */
function scene(stepper: (typeof STEPPERS)[number]): Simulation {
  const simulation = onFloor({ stepper });
  simulation.addBody({ id: 'block', model: boxModel(0.3, 0.3, 0.3), pose: { position: [0, 0, 0.16] } });
  const bar = simulation.addBody({ id: 'bar', model: boxModel(0.5, 0.2, 0.1), pose: { position: [3, 0, 1] } });
  simulation.addJoint({ kind: 'hinge', a: bar, anchor: [3, 0, 1], axis: [0, 0, 1], limits: [-2, 2] });
  simulation.addBody({
    id: 'platform',
    model: boxModel(0.4, 0.4, 0.1),
    kind: 'kinematic',
    pose: { position: [-3, 0, 1] },
    velocity: [0.1, 0, 0],
    angularVelocity: [0, 0, 0.5],
  });
  return simulation;
}

const CHANGES: Readonly<Record<string, (simulation: Simulation) => void>> = {
  motor: (simulation) => {
    simulation.joints[0].motor = { speed: 1, force: 50 };
  },
  gravity: (simulation) => {
    simulation.gravity = [0, 0, 4];
  },
  mask: (simulation) => {
    simulation.body('block').mask = 0;
  },
  group: (simulation) => {
    simulation.body('block').group = 0;
  },
};

const bits = (simulation: Simulation): string => JSON.stringify(frameOf(simulation, 0, 0.01, true));
const places = (simulation: Simulation): number[] =>
  simulation.bodies.flatMap(({ position, rotation }) => [...position, ...rotation]);

describe.each(STEPPERS)('%s', (stepper) => {
  test.each(Object.entries(CHANGES))('%s acts on bodies that sleep, and a snapshot brings it back', (_, change) => {
    const simulation = scene(stepper);
    run(simulation, 0.01, 1.5);
    expect(simulation.body('block').isAsleep).toBe(true);
    expect(simulation.body('bar').isAsleep).toBe(true);
    const snapshot = simulation.snapshot();
    run(simulation, 0.01, 0.2);
    const [after, still] = [bits(simulation), places(simulation)];
    simulation.restore(snapshot);
    change(simulation);
    run(simulation, 0.01, 0.2);
    const moved = places(simulation);
    const farthest = Math.max(...moved.map((x, k) => Math.abs(x - still[k])));
    expect(farthest).toBeGreaterThan(0.05);
    simulation.restore(snapshot);
    run(simulation, 0.01, 0.2);
    expect(bits(simulation)).toBe(after);
  });

  test('damping, loads and joints are part of a snapshot', () => {
    const simulation = scene(stepper);
    run(simulation, 0.01, 0.1);
    const block = simulation.body('block');
    block.applyForce([20, 0, 0]);
    const snapshot = simulation.snapshot();
    run(simulation, 0.01, 0.3);
    const after = bits(simulation);
    simulation.restore(snapshot);
    block.linearDamping = 5;
    block.angularDamping = 5;
    run(simulation, 0.01, 0.1);
    simulation.restore(snapshot);
    run(simulation, 0.01, 0.3);
    expect(bits(simulation)).toBe(after);
    simulation.removeJoint(simulation.joints[0]);
    simulation.addJoint({ kind: 'ball', a: simulation.body('bar') });
    expect(codeOf(() => simulation.restore(snapshot))).toBe('dynamics/bad-snapshot');
  });

  test('a slow motor is not put to sleep, and what falls slowly is not either', () => {
    const simulation = scene(stepper);
    simulation.joints[0].motor = { speed: 1e-3, force: 50 };
    const feather = simulation.addBody({
      model: ball(0.1),
      pose: { position: [0, 3, 5] },
      linearDamping: 1000,
    });
    run(simulation, 0.01, 2);
    expect(simulation.joints[0].value).toBeCloseTo(2e-3, 5);
    // Terminal speed: gravity over the rate.
    expect(feather.velocity[2]).toBeCloseTo(-9.81 / 1000, 6);
    expect(5 - feather.position[2]).toBeCloseTo((2 * 9.81) / 1000, 3);
  });

  test('a slow motor keeps what is joined to its bodies awake, in any order', () => {
    const simulation = onFloor({ stepper });
    const [tip, bar] = ['tip', 'bar'].map((id, k) =>
      simulation.addBody({ id, model: boxModel(0.5, 0.2, 0.1), pose: { position: [3.6 - 0.6 * k, 0, 1] } }),
    );
    const hinge = simulation.addJoint({ kind: 'hinge', a: bar, anchor: [3, 0, 1], axis: [0, 0, 1] });
    hinge.motor = { speed: 1e-3, force: 50 };
    // The body with the lowest number names an island, and is joined last.
    simulation.addJoint({ kind: 'fixed', a: bar, b: tip, anchor: [3.3, 0, 1] });
    run(simulation, 0.01, 2);
    expect([bar.isAsleep, tip.isAsleep]).toEqual([false, false]);
    expect(hinge.value).toBeCloseTo(2e-3, 5);
  });

  test('what is none is refused, and changes nothing', () => {
    const simulation = scene(stepper);
    const block = simulation.body('block');
    const bar = simulation.joints[0];
    const before = JSON.stringify(simulation.snapshot());
    const faults: (() => unknown)[] = [
      () => Object.assign(block, { linearDamping: Number.NaN }),
      () => Object.assign(block, { angularDamping: -1 }),
      () => Object.assign(block, { mask: 0.5 }),
      () => Object.assign(simulation, { gravity: [0, 0, Number.NaN] }),
      () => Object.assign(bar, { motor: { speed: Number.NaN, force: 1 } }),
      () => Object.assign(bar, { motor: { speed: 1, force: 1, torque: 1 } }),
      () => simulation.teleport(block, JSON.parse('null')),
      () => simulation.teleport(block, JSON.parse('[0,0,1]')),
      () => simulation.teleport(block, JSON.parse('{"pos":[0,0,1]}')),
      () => simulation.restore(JSON.parse('{}')),
      () => simulation.restore(JSON.parse('null')),
      () => simulation.step(1e-308),
      () => simulation.addBody({ model: boxModel(1, 1, 1), mass: 1e-310 }),
      () => simulation.addBody({ model: boxModel(1, 1, 1), kind: 'static', mass: -5 }),
      () => simulation.addJoint(JSON.parse('{"kind":"ball","collide":"yes"}')),
    ];
    for (const fault of faults) expect(codeOf(fault), String(fault)).toMatch(/^dynamics\//);
    expect(JSON.stringify(simulation.snapshot())).toBe(before);
  });
});
