// What is wrong is refused with a code, and what is odd stays stable.

import { energyOf, frameOf, type JointOptions, Recorder, readScene, Simulation } from '@nearmiss/dynamics';
import { distance, Mesh, Model, NearmissError } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { ball, boxModel, GRAVITY, intersecting, onFloor, run } from './scenes.ts';

const cube = boxModel(1, 1, 1);
const sheet = Model.build(new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));

/** The sentence that refuses, without which the test fails. */
const messageOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof NearmissError) return error.message;
    throw error;
  }
  return 'none';
};

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'none';
};

describe('refused', () => {
  const add = (options: object) => codeOf(() => new Simulation().addBody({ model: cube, ...options }));
  test.each([
    ['no mass', { mass: 0 }, 'dynamics/bad-mass'],
    ['negative mass', { mass: -1 }, 'dynamics/bad-mass'],
    ['NaN mass', { mass: Number.NaN }, 'dynamics/bad-mass'],
    ['negative density', { density: -5 }, 'dynamics/bad-mass'],
    ['both', { density: 1, mass: 1 }, 'dynamics/bad-mass'],
    ['an open mesh', { model: sheet }, 'dynamics/bad-mass'],
    ['impossible inertia', { inertia: [1, 0, 0, 0, 1, 0, 0, 0, 5] }, 'dynamics/bad-mass'],
    ['restitution', { restitution: 1.5 }, 'dynamics/bad-value'],
    ['velocity', { velocity: [0, Number.NaN, 0] }, 'dynamics/bad-value'],
    ['kind', { kind: 'soft' }, 'dynamics/bad-value'],
    ['rotation', { pose: { rotation: [1, 1, 1, 1] } }, 'pose/bad-rotation'],
  ])('%s', (_, options, code) => {
    expect(add(options)).toBe(code);
  });

  test('forces that are no numbers, and nothing has changed', () => {
    const simulation = new Simulation();
    const body = simulation.addBody({ model: cube });
    expect(codeOf(() => body.applyForce([Number.NaN, 0, 0]))).toBe('dynamics/bad-value');
    expect(codeOf(() => body.applyImpulse([0, 0, 1], [Infinity, 0, 0]))).toBe('dynamics/bad-value');
    expect(codeOf(() => simulation.step(Number.NaN))).toBe('dynamics/bad-value');
    expect(codeOf(() => simulation.step(0))).toBe('dynamics/bad-value');
    simulation.step(0.1);
    expect(body.velocity).toEqual([0, 0, 0]);
  });

  test('joints of other bodies', () => {
    const simulation = new Simulation();
    const other = new Simulation().addBody({ model: cube });
    const own = simulation.addBody({ model: cube });
    expect(codeOf(() => simulation.addJoint({ kind: 'ball', a: other }))).toBe('dynamics/unknown-body');
    expect(codeOf(() => simulation.addJoint({ kind: 'hinge', a: own }))).toBe('dynamics/bad-joint');
    expect(codeOf(() => simulation.addJoint({ kind: 'ball', a: own, b: own }))).toBe('dynamics/bad-joint');
    expect(codeOf(() => simulation.addJoint({ kind: 'hinge', a: own, axis: [0, 0, 1], limits: [1, -1] }))).toBe(
      'dynamics/bad-joint',
    );
    expect(codeOf(() => simulation.removeBody(other))).toBe('dynamics/unknown-body');
    const joint = simulation.addJoint({ kind: 'ball', a: own });
    simulation.removeJoint(joint);
    expect(codeOf(() => simulation.removeJoint(joint))).toBe('dynamics/bad-joint');
  });
});

describe('an error says what there is', () => {
  const simulation = new Simulation();
  const a = simulation.addBody({ id: 'torus', model: cube });
  test.each([
    ['a misspelt id', () => simulation.body('tours'), 'There is no body "tours"; did you mean "torus"?'],
    ['a number as an id', () => simulation.addBody({ id: 7 as never, model: cube }), 'id is 7; it takes a text.'],
    ['the id of the world', () => simulation.addBody({ id: '', model: cube }), 'The id of a body is empty'],
    ['another name', () => new Simulation({ friction: 1 } as never), 'known are gravity, stepper, threshold'],
    ['a pose that is a list', () => simulation.teleport(a, [0, 0, 1] as never), 'with position, rotation, matrix'],
    ['a joint by id', () => simulation.addJoint({ kind: 'ball', a: 'torus' as never }), 'joint.a is the text "torus"'],
    ['a joint of no body', () => simulation.addJoint({ kind: 'ball' } as never), 'joint.a is none of this simulation'],
    ['few numbers', () => simulation.addBody({ model: cube, inertia: [1, 1, 1] }), '9 numbers, row by row; it has 3'],
    ['a motor without a bound', () => addMotor(Infinity), 'a number of at most 1e+50'],
    [
      'a snapshot from JSON',
      () => simulation.restore(JSON.parse(JSON.stringify(simulation.snapshot()))),
      'typed arrays',
    ],
    ['a recorder without a step', () => new Recorder(simulation, undefined as never), 'an object with step, every'],
    ['the energy of no list', () => energyOf(simulation as never, GRAVITY), 'a list of bodies'],
    ['the energy without gravity', () => energyOf([a], undefined as never), 'gravity takes 3 numbers'],
  ])('%s', (_, act, text) => {
    expect(messageOf(act)).toContain(text);
    expect(simulation.bodies).toEqual([a]);
  });

  function addMotor(force: number): void {
    simulation.addJoint({ kind: 'hinge', a, axis: [0, 0, 1], motor: { speed: 1, force } });
  }

  test('a scene without a function that makes models', async () => {
    await expect(readScene({ step: 1, duration: 1, bodies: [] }, undefined as never)).rejects.toThrow('a function');
  });
});

describe('a scene with a fault points to it', () => {
  const open = async () => cube;
  const locationOf = async (scene: unknown): Promise<string | undefined> => {
    try {
      await readScene(scene, open);
    } catch (error) {
      if (error instanceof NearmissError) return error.location;
      throw error;
    }
    return 'none';
  };
  const scene = (bodies: unknown, more: object = {}) => ({ step: 0.01, duration: 1, bodies, ...more });
  test.each([
    [scene([{ id: 'a', shape: 'box', mass: -1 }]), '/bodies/0/mass'],
    [scene([{ id: 'a', shape: 'box', velocity: [0, null, 0] }]), '/bodies/0/velocity/1'],
    [scene([{ id: 'a', shape: 'box', pose: { position: [0, 0] } }]), '/bodies/0/pose/position'],
    [scene([{ id: 'a', shape: 'box', pose: { rotation: [0, 0, 1, 1] } }]), '/bodies/0/pose/rotation'],
    [scene([{ id: 'a', shape: 'box', inertia: [1, 0, 0, 0, 1, 0, 0, 0, 5] }]), '/bodies/0/inertia'],
    [
      scene([
        { id: 'a', shape: 'box' },
        { id: 'a', shape: 'box' },
      ]),
      '/bodies/1/id',
    ],
    [scene([{ id: 'a', shape: 'box' }, { id: 'b' }]), '/bodies/1'],
    [scene([{ id: 'a', shape: 'box', masss: 1 }]), '/bodies/0/masss'],
    [scene([{ id: 'a', shape: 'box' }], { joints: [{ kind: 'ball', a: 'b' }] }), '/joints/0/a'],
    [scene([{ id: 'a', shape: 'box' }], { joints: [{ kind: 'ball', a: 7 }] }), '/joints/0/a'],
    [scene([{ id: 'a', shape: 'box' }], { joints: [{ kind: 'ball', a: 'a', limits: [-1, 1] }] }), '/joints/0/limits'],
    [
      scene([{ id: 'a', shape: 'box' }], { joints: [{ kind: 'hinge', a: 'a', axis: [0, 0, 1], motor: { speed: 1 } }] }),
      '/joints/0/motor/force',
    ],
    [scene([], { gravity: [0, 0, null] }), '/gravity/2'],
    [scene({}), '/bodies'],
    [{ ...scene([]), step: 0 }, '/step'],
    [{ ...scene([]), every: 0.5 }, '/every'],
    [scene([{ id: 'a', shape: 'box' }], { materials: { restitution: 1.5 } }), '/materials/restitution'],
  ])('%j', async (given, pointer) => {
    expect(await locationOf(given)).toBe(pointer);
  });
});

describe('odd, and stable', () => {
  test('bodies that start in each other are separated', () => {
    const simulation = onFloor();
    const a = simulation.addBody({ model: boxModel(0.5, 0.5, 0.5), pose: { position: [0, 0, 0.24] } });
    simulation.addBody({ model: boxModel(0.5, 0.5, 0.5), pose: { position: [0.1, 0, 0.73] } });
    run(simulation, 0.01, 0.5, () => expect(intersecting(simulation)).toEqual([]));
    expect(a.position.every(Number.isFinite)).toBe(true);
  });

  test('a body of one triangle', () => {
    const simulation = onFloor();
    const options = {
      mass: 1,
      centerOfMass: [1 / 3, 1 / 3, 0],
      inertia: [1, 0, 0, 0, 1, 0, 0, 0, 2].map((x) => x / 36),
    };
    const body = simulation.addBody({
      model: sheet,
      ...options,
      pose: { position: [0, 0, 0.5], rotation: [0.6, 0, 0, 0.8] },
    });
    run(simulation, 0.01, 1, () => expect(intersecting(simulation)).toEqual([]));
    expect(body.velocity.every(Number.isFinite)).toBe(true);
  });

  test('a million times heavier on top', () => {
    const simulation = onFloor();
    const light = simulation.addBody({ model: boxModel(0.5, 0.5, 0.5), mass: 1, pose: { position: [0, 0, 0.2501] } });
    const heavy = simulation.addBody({ model: boxModel(0.5, 0.5, 0.5), mass: 1e6, pose: { position: [0, 0, 0.7502] } });
    run(simulation, 0.01, 1);
    expect(intersecting(simulation)).toEqual([]);
    expect(Math.abs(light.position[2] - 0.25)).toBeLessThan(1e-3);
    expect(Math.abs(heavy.position[2] - 0.75)).toBeLessThan(1e-3);
  });

  test('a kinematic body that crushes another is reported', () => {
    const simulation = onFloor();
    simulation.addBody({ id: 'nut', model: ball(0.1), pose: { position: [0, 0, 0.1001] } });
    simulation.addBody({
      id: 'press',
      model: boxModel(1, 1, 0.2),
      kind: 'kinematic',
      velocity: [0, 0, -1],
      pose: { position: [0, 0, 0.35] },
    });
    let reported = 0;
    run(simulation, 0.01, 0.1, () => {
      const bad = intersecting(simulation);
      reported += simulation.violated.length;
      if (bad.length > 0) expect(simulation.violated.length).toBeGreaterThan(0);
    });
    expect(reported).toBeGreaterThan(0);
  });

  test.each(['events', 'impulses'] as const)('joints that contradict each other are reported: %s', (stepper) => {
    const simulation = new Simulation({ gravity: GRAVITY, stepper });
    const held = simulation.addBody({ id: 'held', model: boxModel(0.2, 0.2, 0.2) });
    const hand = simulation.addBody({
      id: 'hand',
      model: boxModel(0.1, 0.1, 0.1),
      kind: 'kinematic',
      velocity: [0.5, 0, 0],
      pose: { position: [0.4, 0, 0] },
    });
    simulation.addJoint({ kind: 'ball', a: held, anchor: [0, 0, 0] });
    simulation.addJoint({ kind: 'ball', a: held, b: hand, anchor: [0.2, 0, 0] });
    const ids = () => simulation.violated.map(([a, b]) => `${a.id} ${b.id}`);
    run(simulation, 0.01, 0.3, () => {
      for (const { velocity, position } of simulation.bodies)
        expect([...velocity, ...position].every((x) => Math.abs(x) < 10)).toBe(true);
    });
    // 0.15 m apart: one of the two, or both, are not held.
    expect(ids().length).toBeGreaterThan(0);
    expect(['held ', 'held hand']).toEqual(expect.arrayContaining(ids()));
    expect(frameOf(simulation, simulation.time, 0.01, false).violated?.length).toBe(ids().length);
    simulation.removeJoint(simulation.joints[0]);
    hand.setVelocity([0, 0, 0]);
    run(simulation, 0.01, 0.1);
    expect(ids()).toEqual([]);
  });

  test('a body that a joint drags against a wall stops there, and is reported', () => {
    const simulation = new Simulation({ gravity: [0, 0, 0] });
    simulation.addBody({ id: 'wall', model: boxModel(0.2, 2, 2), kind: 'static', pose: { position: [1, 0, 0] } });
    const block = simulation.addBody({ id: 'block', model: boxModel(0.2, 0.2, 0.2) });
    const hand = simulation.addBody({
      id: 'hand',
      model: boxModel(0.1, 0.1, 0.1),
      kind: 'kinematic',
      velocity: [2, 0, 0],
      pose: { position: [0, 0, 2] },
    });
    simulation.addJoint({ kind: 'slider', a: block, b: hand, anchor: [0, 0, 0], axis: [0, 0, 1] });
    run(simulation, 0.01, 0.45, () => expect(intersecting(simulation)).toEqual([]));
    expect(block.position[0]).toBeLessThan(0.8);
    expect(simulation.violated.map(([a, b]) => `${a.id} ${b.id}`)).toEqual(['block hand']);
  });

  test('a burst of events ends with bodies that stop, apart', () => {
    // A ball between two kinematic plates that close on it at 200 m/s bounces ever faster.
    const simulation = new Simulation({ materials: { friction: 0, restitution: 1 } });
    const plate = (z: number, speed: number): object => ({
      model: boxModel(1, 1, 0.1),
      kind: 'kinematic',
      velocity: [0, 0, speed],
      pose: { position: [0, 0, z] },
    });
    simulation.addBody({ id: 'low', model: boxModel(1, 1, 0.1), ...plate(-1.05, 100) });
    simulation.addBody({ id: 'high', model: boxModel(1, 1, 0.1), ...plate(1.05, -100) });
    simulation.addBody({ id: 'ball', model: ball(0.05), velocity: [0, 0, 10] });
    let stopped = 0;
    let isCrushed = false;
    for (let k = 0; k < 12; k++) {
      const { stoppedTime, violated } = simulation.step(1e-3);
      stopped = Math.max(stopped, stoppedTime);
      isCrushed ||= violated.length > 0;
      const crossing = intersecting(simulation);
      if (crossing.length > 0) expect(violated.length).toBeGreaterThan(0);
      for (const { velocity } of simulation.bodies) expect(velocity.every(Number.isFinite)).toBe(true);
    }
    expect(stopped).toBeGreaterThan(0);
    expect(isCrushed).toBe(true);
  });

  test('removing, adding and moving between steps', () => {
    const simulation = new Simulation({ gravity: GRAVITY });
    const floor = simulation.addBody({
      model: Model.build(box({ size: [4, 4, 1] })),
      kind: 'static',
      pose: { position: [0, 0, -0.5] },
    });
    const body = simulation.addBody({ model: boxModel(0.5, 0.5, 0.5), pose: { position: [0, 0, 0.2501] } });
    run(simulation, 0.01, 1);
    expect(body.isAsleep).toBe(true);
    simulation.removeBody(floor);
    run(simulation, 0.01, 0.5);
    expect(body.position[2]).toBeLessThan(-0.5);
    simulation.teleport(body, { position: [0, 0, 5] });
    simulation.step(0.01);
    expect(body.position[2]).toBeGreaterThan(4.5);
  });
});

test('unknown properties are refused by name', () => {
  const model = Model.build(box());
  expect(() => new Simulation({ steper: 'events' } as object)).toThrow('did you mean "stepper"');
  const simulation = new Simulation();
  expect(() => simulation.addBody({ model, posse: {} } as { model: Model })).toThrow('did you mean "pose"');
  const a = simulation.addBody({ model });
  expect(() => simulation.addJoint({ kind: 'ball', a, limit: [0, 1] } as JointOptions)).toThrow(
    'did you mean "limits"',
  );
  expect(simulation.bodies).toHaveLength(1);
});

test('a body is taken for its pose', () => {
  const simulation = new Simulation();
  const [a, b] = [0, 3].map((x) => simulation.addBody({ model: cube, pose: { position: [x, 0, 0] } }));
  expect(distance(a.model, a, b.model, b).distance).toBeCloseTo(2, 12);
});

test('the gap is negative by the depth where bodies overlap, by a distance where they do not, and null where they are far apart', () => {
  const gapAt = (x: number): number | null => {
    const simulation = new Simulation({ stepper: 'impulses' });
    simulation.addBody({ model: cube });
    simulation.addBody({ model: cube, pose: { position: [x, 0, 0] }, velocity: [-1, 0, 0] });
    return simulation.gap(0.01);
  };
  expect(gapAt(0.9)).toBeCloseTo(-0.1, 6);
  expect(gapAt(1.01)).toBeCloseTo(0.01, 9);
  expect(gapAt(5)).toBe(null);
});
