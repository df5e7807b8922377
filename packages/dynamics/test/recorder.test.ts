// A recording is the trajectory that a scene writes, and leads back to each of its frames.

import { Recorder, readTrajectory, runScene, type Scene, type Simulation, writeTrajectory } from '@nearmiss/dynamics';
import { expect, test } from 'vitest';
import { ball, boxModel, onFloor } from './scenes.ts';

const STEP = 0.01;

function bouncing(): Simulation {
  const simulation = onFloor({ materials: { friction: 0.4, restitution: 0.5 } });
  simulation.addBody({ id: 'ball', model: ball(0.2), pose: { position: [0, 0, 0.4] }, velocity: [1, 0, 0] });
  simulation.addBody({ id: 'box', model: boxModel(0.3, 0.3, 0.3), pose: { position: [0.6, 0, 0.2] } });
  return simulation;
}

test('its frames are those that a scene writes, also through a file', () => {
  const recorder = new Recorder(bouncing(), { step: STEP, every: 5 });
  for (let k = 0; k < 40; k++) recorder.advance();
  const scene: Scene = { simulation: bouncing(), step: STEP, duration: 0.45, every: 5 };
  // The last step of a scene is what is left of its duration, which rounding makes another number.
  const written = [...runScene(scene)].slice(0, -1);
  const withoutTime = written.map(({ t: _t, ...rest }) => rest);
  expect(recorder.frames.map(({ t: _t, ...rest }) => rest)).toEqual(withoutTime);
  // Times are summed up in the one, and products in the other.
  for (const [k, { t }] of recorder.frames.entries()) expect(t).toBeCloseTo(written[k].t, 12);
  expect(readTrajectory(writeTrajectory(written))).toEqual(written);
});

test('after rewinding, the same bits follow', () => {
  const recorder = new Recorder(bouncing(), { step: STEP, every: 4 });
  for (let k = 0; k < 40; k++) recorder.advance();
  const before = writeTrajectory(recorder.frames);
  recorder.rewind(3);
  expect(recorder.frames.length).toBe(4);
  expect(recorder.simulation.time).toBeCloseTo(12 * STEP, 12);
  for (let k = 0; k < 28; k++) recorder.advance();
  expect(writeTrajectory(recorder.frames)).toBe(before);
});

test('faults are told', () => {
  const recorder = new Recorder(bouncing(), { step: STEP });
  expect(() => recorder.rewind(1)).toThrow('There is no frame 1; there are frames 0 to 0.');
  expect(() => new Recorder(bouncing(), { step: 0 })).toThrow('step is 0');
  expect(() => new Recorder(bouncing(), { step: STEP, every: 0.5 })).toThrow('every is 0.5');
  const [line] = writeTrajectory(recorder.frames).split('\n');
  expect(() => readTrajectory('')).toThrow('no frames');
  expect(() => readTrajectory(`${line}\n{`)).toThrow('line 2: it is no JSON');
  expect(() => readTrajectory(`${line}\n${line}`)).toThrow('line 2: its time is not after');
  expect(() => readTrajectory(line.replace('"rotation":[', '"rotation":[1,'))).toThrow('line 1: it is no frame');
});
