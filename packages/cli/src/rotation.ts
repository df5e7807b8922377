import type { Pose } from 'nearmiss';
import { readNumbers } from './commands/option-flags.ts';
import { UsageError } from './usage.ts';

type Quaternion = readonly [number, number, number, number];

type Axis = readonly [number, number, number];

const AXES: ReadonlyMap<string, Axis> = new Map([
  ['x', [1, 0, 0]],
  ['y', [0, 1, 0]],
  ['z', [0, 0, 1]],
]);

/** A rotation as given: a unit axis in the world, and an angle of any number of turns. */
export interface Turn {
  readonly axis: Axis;
  readonly degrees: number;
}

/**
 * The pose rotated further, by each of the rotations `axis,degrees` in order: about axes of the world through the body's origin.
 */
export function turnedPose(pose: Pose, turns: readonly string[], flag: string): Pose {
  if (turns.length === 0) return pose;
  const [x = 0, y = 0, z = 0, w = 1] = Array.from(pose.rotation ?? []);
  let rotation: Quaternion = [x, y, z, w];
  for (const text of turns) rotation = product(quaternionOf(readTurn(text, flag)), rotation);
  return { ...pose, rotation };
}

/** A vector in the body, in the world's axes. */
export function rotated(pose: Pose, vector: readonly number[]): Axis {
  const [x = 0, y = 0, z = 0, w = 1] = Array.from(pose.rotation ?? []);
  const [vx = 0, vy = 0, vz = 0] = vector;
  const [rx, ry, rz] = product(product([x, y, z, w], [vx, vy, vz, 0]), [-x, -y, -z, w]);
  return [rx, ry, rz];
}

/** `x,90`, `y,…`, `z,…`, or an axis of any length in three numbers and the degrees. */
export function readTurn(text: string, flag: string): Turn {
  const [name = '', ...rest] = text.split(',');
  const named = AXES.get(name.trim().toLowerCase());
  const numbers = named === undefined ? readNumbers(text) : [...named, ...readNumbers(rest.join(','))];
  const [x = 0, y = 0, z = 0, degrees = 0] = numbers;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || !(length > 0 && length < Infinity)) {
    throw new UsageError(`${flag} is "${text}"; it takes an axis and degrees, such as x,90 or 1,1,0,45.`);
  }
  return { axis: [x / length, y / length, z / length], degrees };
}

function quaternionOf({ axis: [x, y, z], degrees }: Turn): Quaternion {
  const [sine, cosine] = halfAngle(degrees);
  return [x * sine, y * sine, z * sine, cosine];
}

/** Sine and cosine of half an angle in degrees; exact for quarter turns and half turns where possible. */
function halfAngle(degrees: number): readonly [sine: number, cosine: number] {
  const turn = degrees % 720;
  const quarters = turn / 90;
  if (!Number.isInteger(quarters)) {
    const half = (turn * Math.PI) / 360;
    return [Math.sin(half), Math.cos(half)];
  }
  const eighth = ((quarters % 8) + 8) % 8;
  const sines = [0, Math.SQRT1_2, 1, Math.SQRT1_2, 0, -Math.SQRT1_2, -1, -Math.SQRT1_2];
  return [sines[eighth] ?? 0, sines[(eighth + 2) % 8] ?? 0];
}

/** The rotation `b`, then the rotation `a`. */
function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
