// A trajectory file: waypoints of joints, and what is asked about the path through them.

import type { JointPath, PathOptions, Robot } from '@nearmiss/robot';
import { NearmissError, nearestName } from 'nearmiss';

/** A path, and what is asked about it. */
export interface Trajectory {
  readonly path: JointPath;
  readonly clearance: number;
  readonly accuracy: number | undefined;
}

const KEYS = ['joints', 'waypoints', 'times', 'interpolation', 'velocities', 'accelerations', 'clearance', 'accuracy'];

export function readTrajectory(given: unknown, robot: Robot): Trajectory {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw new NearmissError('robot/bad-path', 'The trajectory is an object with joints and waypoints.');
  }
  for (const key of Object.keys(given)) {
    if (KEYS.includes(key)) continue;
    const near = nearestName(key, KEYS);
    const hint = near === null ? `it has ${KEYS.join(', ')}.` : `did you mean "${near}"?`;
    throw new NearmissError('robot/bad-path', `The trajectory has no "${key}"; ${hint}`, { location: `/${key}` });
  }
  const { clearance = 0, accuracy, ...options } = given as Record<string, unknown>;
  return {
    // The path checks every value it is handed.
    path: robot.path(options as unknown as PathOptions),
    clearance: readLength(clearance, 'clearance'),
    accuracy: accuracy === undefined ? undefined : readLength(accuracy, 'accuracy'),
  };
}

function readLength(value: unknown, what: string): number {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  throw new NearmissError('robot/bad-path', `${what} is ${String(value)}; it is a length from 0 on.`, {
    location: `/${what}`,
  });
}
