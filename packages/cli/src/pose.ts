import { type Motion, NearmissError, type Pose, quaternionFromMatrix } from 'nearmiss';
import { parseJson } from './json-text.ts';
import { knownNames } from './known-names.ts';

const POSE_KEYS = ['position', 'rotation', 'matrix'];

/**
 * A pose in JSON: `position`, and `rotation` as a quaternion or `matrix` as nine numbers row by row, flat or as three rows. The
 * query checks the numbers themselves.
 */
export function readPose(given: unknown, what: string): Pose {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new NearmissError('pose/bad-position', `${what} must be an object { position, rotation }.`);
  }
  for (const key of Object.keys(given)) {
    if (POSE_KEYS.includes(key)) continue;
    throw new NearmissError('query/bad-form', `${what} has "${key}"; a pose has ${knownNames(key, POSE_KEYS)}`);
  }
  const { position, rotation, matrix } = given as { position?: unknown; rotation?: unknown; matrix?: unknown };
  const pose = position === undefined || position === null ? {} : { position: position as readonly number[] };
  if (matrix === undefined || matrix === null) {
    const isUnrotated = rotation === undefined || rotation === null;
    return isUnrotated ? pose : { ...pose, rotation: rotation as readonly number[] };
  }
  if (rotation !== undefined && rotation !== null) {
    throw new NearmissError('pose/bad-rotation', `${what} has both rotation and matrix; give one.`);
  }
  const rows = Array.isArray(matrix) ? matrix.flat() : (matrix as number[]);
  return { ...pose, rotation: quaternionFromMatrix(rows) };
}

const MOTION_KEYS = ['from', 'to', 'kind', 'pivot', 'velocity', 'angularVelocity'];

/** A motion in JSON: `from` and `to`, or `from` and velocities, or the pose of a body at rest. */
export function readMotion(given: unknown, what: string): Motion {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new NearmissError('motion/bad-form', `${what} must be an object { from, to } or { from, velocity }.`);
  }
  if (!('from' in given) && !('to' in given)) return readPose(given, what);
  const motion: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (!MOTION_KEYS.includes(key)) {
      throw new NearmissError('motion/bad-form', `${what} has "${key}"; a motion has ${knownNames(key, MOTION_KEYS)}`);
    }
    if (value !== null) motion[key] = key === 'from' || key === 'to' ? readPose(value, `${what}.${key}`) : value;
  }
  // The library checks every value.
  return { from: {}, ...motion };
}

/** A pose on a command line: `x,y,z`, `x,y,z,qx,qy,qz,qw`, or JSON. */
export function parsePose(text: string | undefined, what: string): Pose {
  if (text === undefined) return {};
  if (text.trim().startsWith('{')) return readPose(parseJson(text, what), what);
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if ((numbers.length !== 3 && numbers.length !== 7) || !numbers.every(Number.isFinite)) {
    throw new NearmissError(
      'pose/bad-position',
      `${what} is "${text}"; it takes x,y,z or x,y,z,qx,qy,qz,qw or JSON { position, rotation }.`,
    );
  }
  const position = numbers.slice(0, 3);
  return numbers.length === 3 ? { position } : { position, rotation: numbers.slice(3) };
}
