// Trajectories as text: one frame a line, as `nearmiss simulate` writes them.

import { NearmissError } from 'nearmiss';
import type { Frame } from './frames.ts';

/**
 * The text of a trajectory, one JSON object a line. See {@link readTrajectory}.
 *
 * @example
 * const simulation = new Simulation();
 * const frames = [frameOf(simulation, 0, 0.01, true)];
 * console.log(readTrajectory(writeTrajectory(frames)).length); // 1
 */
export function writeTrajectory(frames: readonly Frame[]): string {
  return frames.map((frame) => `${JSON.stringify(frame)}\n`).join('');
}

/** Reads a trajectory. An error names the line. See {@link writeTrajectory}. */
export function readTrajectory(text: string): Frame[] {
  const frames: Frame[] = [];
  for (const [k, line] of text.split('\n').entries()) {
    if (line.trim() !== '') frames.push(readFrame(line, k + 1, frames[frames.length - 1]));
  }
  if (frames.length === 0) throw new NearmissError('query/bad-form', 'The trajectory has no frames.');
  return frames;
}

function readFrame(line: string, number: number, before: Frame | undefined): Frame {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch (cause) {
    throw fault(number, 'it is no JSON', cause);
  }
  if (!isFrame(given)) throw fault(number, 'it is no frame: { t, bodies: { id: { position, rotation, … } }, … }');
  if (before !== undefined && !(given.t > before.t))
    throw fault(number, 'its time is not after that of the frame before');
  return given;
}

function fault(number: number, what: string, cause?: unknown): NearmissError {
  const options = { location: `line ${number}`, cause };
  return new NearmissError('query/bad-form', `The trajectory at line ${number}: ${what}.`, options);
}

function isFrame(given: unknown): given is Frame {
  if (!isObject(given) || !isNumber(given.t) || !isObject(given.bodies) || !isObject(given.energy)) return false;
  if (!isNumber(given.energy.kinetic) || !isNumber(given.energy.potential) || !isNumber(given.contacts)) return false;
  if (!(given.gap === null || isNumber(given.gap))) return false;
  if (!isNumbers(given.momentum, 3) || !isNumbers(given.angularMomentum, 3)) return false;
  return Object.values(given.bodies).every(isState);
}

function isState(given: unknown): boolean {
  return (
    isObject(given) &&
    isNumbers(given.position, 3) &&
    isNumbers(given.rotation, 4) &&
    isNumbers(given.velocity, 3) &&
    isNumbers(given.angularVelocity, 3)
  );
}

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return given !== null && typeof given === 'object' && !Array.isArray(given);
}

function isNumber(given: unknown): given is number {
  return typeof given === 'number' && Number.isFinite(given);
}

function isNumbers(given: unknown, count: number): boolean {
  return Array.isArray(given) && given.length === count && given.every(isNumber);
}
