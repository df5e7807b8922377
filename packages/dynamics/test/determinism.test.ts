// The same scene gives the same bits, also from a snapshot on, and whatever is asked in between.

import { frameOf, type Simulation } from '@nearmiss/dynamics';
import { Model } from 'nearmiss';
import { torus } from 'nearmiss/shapes';
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
