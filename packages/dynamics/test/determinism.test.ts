// The same scene gives the same bits, also from a snapshot on, and whatever is asked in between.

import { frameOf, type Simulation } from '@nearmiss/dynamics';
import { Model, use } from 'nearmiss';
import { torus } from 'nearmiss/shapes';
import { simd } from 'nearmiss/simd';
import { expect, test } from 'vitest';
import { ball, boxModel, onFloor, run } from './scenes.ts';

function pile(): Simulation {
  const simulation = onFloor({ materials: { friction: 0.4, restitution: 0.2 } });
  const torusModel = Model.build(torus({ majorRadius: 0.3, minorRadius: 0.08, majorSegments: 12, minorSegments: 6 }));
  for (let k = 0; k < 4; k++) {
    simulation.addBody({
      model: k % 2 === 0 ? boxModel(0.3, 0.2, 0.2) : ball(0.15),
      pose: { position: [0.05 * k, 0, 0.3 + 0.35 * k] },
    });
  }
  const top = simulation.addBody({
    model: torusModel,
    pose: { position: [0, 0, 2], rotation: [0.6, 0, 0, 0.8] },
    angularVelocity: [1, 2, 3],
  });
  simulation.addJoint({ kind: 'ball', a: top, anchor: [0, 0.3, 2] });
  return simulation;
}

const bits = (simulation: Simulation): string => JSON.stringify(frameOf(simulation, 0, 0.01, true));

test('twice the same', () => {
  const [first, second] = [pile(), pile()];
  run(first, 0.01, 0.6);
  // Asking for frames changes nothing.
  run(second, 0.01, 0.6, () => frameOf(second, 0, 0.01, true));
  expect(bits(second)).toBe(bits(first));
});

test('from a snapshot on', () => {
  const simulation = pile();
  run(simulation, 0.01, 0.4);
  const snapshot = simulation.snapshot();
  run(simulation, 0.01, 0.3);
  const after = bits(simulation);
  simulation.restore(snapshot);
  expect(simulation.time).toBeCloseTo(0.4, 9);
  run(simulation, 0.01, 0.3);
  expect(bits(simulation)).toBe(after);
  simulation.addBody({ model: ball(0.1), pose: { position: [5, 5, 5] } });
  expect(() => simulation.restore(snapshot)).toThrow(/other bodies/);
});

/** Boxes that fall on each other, roll off and meet others: pairs are made, forgotten and made again. */
function heap(): Simulation {
  const simulation = onFloor({ stepper: 'impulses', materials: { friction: 0.4, restitution: 0 } });
  for (let k = 0; k < 24; k++) {
    simulation.addBody({
      model: boxModel(0.3, 0.2 + 0.01 * (k % 3), 0.2),
      pose: { position: [0.06 * (k % 5), 0.05 * (k % 4), 0.3 + 0.32 * k] },
      velocity: [0.5 - 0.1 * (k % 7), 0, 0],
    });
  }
  return simulation;
}

test('a heap by impulses: from a snapshot on, here and in another simulation', () => {
  const simulation = heap();
  run(simulation, 0.01, 1.5);
  simulation.removeBody(simulation.bodies[3]);
  run(simulation, 0.01, 0.3);
  const snapshot = simulation.snapshot();
  run(simulation, 0.01, 0.7);
  const after = bits(simulation);
  simulation.restore(snapshot);
  run(simulation, 0.01, 0.7);
  expect(bits(simulation)).toBe(after);
  const other = heap();
  other.removeBody(other.bodies[3]);
  other.restore(snapshot);
  run(other, 0.01, 0.7);
  expect(bits(other)).toBe(after);
});

test('a heap by impulses: with kernels to the same bits', () => {
  const [plain, other] = [heap(), heap()];
  run(plain, 0.01, 2);
  use(simd);
  try {
    run(other, 0.01, 2);
  } finally {
    use(null);
  }
  expect(bits(other)).toBe(bits(plain));
});

test('contacts are told as of the end of a step', () => {
  const simulation = onFloor({ stepper: 'impulses' });
  const box = simulation.addBody({ model: boxModel(1, 1, 1), pose: { position: [0, 0, 0.7] } });
  run(simulation, 0.01, 1, () => {
    for (const { gap } of simulation.contacts) expect(gap).toBeCloseTo(box.position[2] - 0.5, 6);
  });
  expect(simulation.contactCount).toBe(4);
});
