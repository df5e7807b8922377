// The kernels of the contact solver: what they compute is the same to the bit as without.

import { Model, use } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { simd } from 'nearmiss/simd';
import { afterEach, expect, test, vi } from 'vitest';
import { RowKernel } from '../src/row-kernel.ts';
import { Simulation } from '../src/simulation.ts';

afterEach(() => {
  use(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const SIDE = 6;
const LAYERS = 3;

/** Bricks in layers, some loose, on a plate that turns and carries them: all kinds of rows, more than there is space for at first. */
function bricksOnTurntable(): Simulation {
  const simulation = new Simulation({ gravity: [0, 0, -9.81], stepper: 'impulses', materials: { friction: 0.5 } });
  const plate = Model.build(box({ size: [6, 6, 1] }));
  simulation.addBody({ model: plate, kind: 'kinematic', pose: { position: [0, 0, -0.5] }, angularVelocity: [0, 0, 1] });
  const brick = Model.build(box({ size: [0.4, 0.3, 0.2] }));
  for (let k = 0; k < SIDE * SIDE * LAYERS; k++) {
    const across = (n: number): number => 0.42 * ((n % SIDE) - SIDE / 2);
    const layer = Math.floor(k / (SIDE * SIDE));
    simulation.addBody({
      model: brick,
      pose: {
        position: [across(k) + 0.11 * layer, across(Math.floor(k / SIDE)), 0.11 + 0.22 * layer],
        rotation: k % 5 === 0 ? [0, 0.0998334166468, 0, 0.995004165278] : [0, 0, 0, 1],
      },
      velocity: [0, k % 7 === 0 ? 1 : 0, 0],
    });
  }
  return simulation;
}

/** All that follows from a scene: poses and velocities, and forces of contacts. */
function bitsAfter(simulation: Simulation, steps: number): string {
  for (let k = 0; k < steps; k++) simulation.step(0.01);
  const { bodies, contacts } = simulation;
  return JSON.stringify([
    bodies.map(({ position, rotation, velocity, angularVelocity }) => [position, rotation, velocity, angularVelocity]),
    contacts.map(({ point, gap, force }) => [point, gap, force]),
  ]);
}

test('bricks on a turntable end the same to the bit', () => {
  const expected = bitsAfter(bricksOnTurntable(), 60);
  const solve = vi.spyOn(RowKernel.prototype, 'solve');
  expect(bitsAfter(bricksOnTurntable(), 60)).toBe(expected);
  expect(solve).not.toHaveBeenCalled();
  use(simd);
  expect(bitsAfter(bricksOnTurntable(), 60)).toBe(expected);
  expect(solve.mock.calls.length).toBeGreaterThan(30);
  expect(Math.max(...solve.mock.calls.map(([, count]) => count))).toBeGreaterThan(256);
});

test('a simulation goes on to the same bits when kernels are installed or taken away', () => {
  const expected = bitsAfter(bricksOnTurntable(), 40);
  const simulation = bricksOnTurntable();
  const solve = vi.spyOn(RowKernel.prototype, 'solve');
  let last = '';
  for (let k = 0; k < 8; k++) {
    use(k % 2 === 0 ? simd : null);
    last = bitsAfter(simulation, 5);
  }
  expect(last).toBe(expected);
  expect(solve.mock.calls.length).toBeGreaterThan(10);
});

test('an engine that compiles none goes on without', () => {
  const expected = bitsAfter(bricksOnTurntable(), 20);
  use(simd);
  // (The kernels of the library are compiled already.)
  expect(simd.unavailable).toBe(null);
  const open = vi.spyOn(RowKernel, 'open');
  vi.stubGlobal('WebAssembly', undefined);
  expect(bitsAfter(bricksOnTurntable(), 20)).toBe(expected);
  expect(open.mock.results.map(({ value }) => value)).toEqual([null]);
  const refuse = class {
    constructor() {
      throw new Error('A policy forbids it.');
    }
  };
  vi.stubGlobal('WebAssembly', { Module: refuse, Instance: refuse });
  expect(RowKernel.open()).toBe(null);
});
