// Frames: what a simulation is like at a time, as `nearmiss simulate` writes them, and the run of a scene frame by frame.

import type { Body } from './body.ts';
import { angularMomentumOf, type Energy, energyOf, momentumOf } from './quantities.ts';
import type { Scene } from './scene.ts';
import type { Simulation } from './simulation.ts';

/** The state of a body in a frame. See {@link Frame}. */
export interface BodyState {
  readonly position: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
  readonly velocity: readonly [number, number, number];
  readonly angularVelocity: readonly [number, number, number];
}

/** The state of a simulation at a time. See {@link runScene}. */
export interface Frame {
  readonly t: number;
  /** By id. Static bodies are in the first frame only. */
  readonly bodies: Readonly<Record<string, BodyState>>;
  readonly energy: Energy;
  readonly momentum: readonly [number, number, number];
  readonly angularMomentum: readonly [number, number, number];
  /** Points of contact. */
  readonly contacts: number;
  /** A proven lower bound of the least distance of two bodies that may collide; null where none are near. */
  readonly gap: number | null;
  /** Ids of the pairs that overlap, or that a joint does not hold together, where that could not be prevented. The world's is empty. */
  readonly violated?: readonly (readonly [string, string])[];
}

/** The frame of a simulation now; `step` is the duration of its steps. See {@link Frame}. */
export function frameOf(simulation: Simulation, t: number, step: number, withStatic: boolean): Frame {
  const { bodies, violated } = simulation;
  const shown = bodies.filter(({ kind }) => withStatic || kind !== 'static');
  const frame: Frame = {
    t,
    bodies: Object.fromEntries(shown.map((body) => [body.id, stateOf(body)])),
    energy: energyOf(bodies, simulation.gravity),
    momentum: momentumOf(bodies),
    angularMomentum: angularMomentumOf(bodies),
    contacts: simulation.contactCount,
    gap: simulation.gap(step),
  };
  return violated.length === 0 ? frame : { ...frame, violated: violated.map(([a, b]) => [a.id, b.id] as const) };
}

function stateOf({ position, rotation, velocity, angularVelocity }: Body): BodyState {
  return { position, rotation, velocity, angularVelocity };
}

/** A step this much shorter than the others is left out. Dimensionless. */
const ROUNDING = 1e-9;

/** Runs a scene from its start: a frame at time 0, one each so many steps, and one at the end. See {@link readScene}. */
export function* runScene({ simulation, step, duration, every }: Scene): Generator<Frame> {
  yield frameOf(simulation, 0, step, true);
  const steps = Math.ceil(duration / step - ROUNDING);
  for (let k = 1; k <= steps; k++) {
    const t = k < steps ? k * step : duration;
    const before = (k - 1) * step;
    simulation.step(k < steps ? step : Math.max(duration - before, step * ROUNDING));
    if (k % every === 0 || k === steps) yield frameOf(simulation, t, step, false);
  }
}
