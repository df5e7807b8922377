// Bodies that collide as their medial enclosures.

import { readScene, Simulation, type StepperName } from '@nearmiss/dynamics';
import { Model } from 'nearmiss';
import { torus } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { ball, boxModel, GRAVITY, intersecting, onFloor, run } from './scenes.ts';

const torusModel = Model.build(torus({ majorRadius: 0.25, minorRadius: 0.05, majorSegments: 24, minorSegments: 8 }));
const MEDIAL = 27;

describe.each(['events', 'impulses'] as const)('with %s', (stepper: StepperName) => {
  test('a torus that hangs in another one stays there, and one that falls comes to rest on the floor', () => {
    const simulation = onFloor({ stepper });
    const upright = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    const above = { position: [0, 0, 2], rotation: upright };
    simulation.addBody({ id: 'nail', model: torusModel, medial: MEDIAL, kind: 'static', pose: above });
    const hanging = simulation.addBody({
      model: torusModel,
      medial: MEDIAL,
      pose: { position: [0, 0, 1.62], rotation: [0.5, 0.5, 0.5, 0.5] },
    });
    const lying = simulation.addBody({ model: torusModel, medial: MEDIAL, pose: { position: [1, 0, 0.3] } });
    expect([hanging.isMedial, simulation.body('floor').isMedial]).toEqual([true, false]);
    let crossed = 0;
    run(simulation, 0.01, 0.6, () => {
      crossed += intersecting(simulation).length;
    });
    expect(crossed).toBe(0);
    // Two radii below the tube that it hangs on, and no lower than the enclosures allow.
    expect(hanging.position[2]).toBeLessThan(2 - 0.4 + 0.02);
    expect(hanging.position[2]).toBeGreaterThan(2 - 0.4 - 0.03);
    // The enclosure is thicker than the torus by a tenth at most.
    expect(lying.position[2]).toBeGreaterThan(0.0499);
    expect(lying.position[2]).toBeLessThan(0.057);
    expect(Math.hypot(...lying.velocity)).toBeLessThan(1e-2);
  });
});

test('what is asked of the shape is asked of the model', () => {
  const simulation = new Simulation({ gravity: GRAVITY });
  const [plain, enclosed] = [undefined, MEDIAL].map((medial) =>
    simulation.addBody({ model: torusModel, medial, pose: { position: [medial === undefined ? 0 : 2, 0, 0] } }),
  );
  expect(enclosed?.mass).toBe(plain?.mass);
  expect(enclosed?.model.mesh.triangles.length).toBe(torusModel.mesh.triangles.length);
});

test('numbers of primitives that are none, and round shapes, are refused', async () => {
  const simulation = new Simulation();
  for (const medial of [0, -1, 2.5, Number.NaN]) {
    expect(() => simulation.addBody({ model: torusModel, medial })).toThrow(/medial/);
  }
  expect(() => simulation.addBody({ model: ball(0.1), medial: 4 })).toThrow(/round shape/);
  expect(simulation.bodies.length).toBe(0);
  const scene = { step: 0.01, duration: 1, bodies: [{ id: 'a', shape: 'box', medial: 'many' }] };
  await expect(readScene(scene, async () => boxModel(1, 1, 1))).rejects.toThrow('/bodies/0');
});

test('a snapshot goes on to the same bits', () => {
  const build = (): Simulation => {
    const simulation = onFloor({ stepper: 'events' });
    for (let k = 0; k < 3; k++) {
      simulation.addBody({ model: torusModel, medial: MEDIAL, pose: { position: [0.1 * k, 0, 0.1 + 0.15 * k] } });
    }
    return simulation;
  };
  const simulation = build();
  run(simulation, 0.01, 0.1);
  const snapshot = simulation.snapshot();
  run(simulation, 0.01, 0.1);
  const first = simulation.bodies.map((body) => [...body.position, ...body.rotation]);
  simulation.restore(snapshot);
  run(simulation, 0.01, 0.1);
  expect(simulation.bodies.map((body) => [...body.position, ...body.rotation])).toEqual(first);
});
