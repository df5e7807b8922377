import type { Pose } from 'nearmiss';
import { readNumbers } from './commands/option-flags.ts';
import { UsageError } from './usage.ts';

type Quaternion = readonly [number, number, number, number];

const AXES: Readonly<Record<string, readonly [number, number, number]>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** The pose turned further, by each of the turns `axis,degrees` in order: about axes of the world through the body's origin. */
export function turnedPose(pose: Pose, turns: readonly string[], flag: string): Pose {
  if (turns.length === 0) return pose;
  const [x = 0, y = 0, z = 0, w = 1] = Array.from(pose.rotation ?? []);
  let rotation: Quaternion = [x, y, z, w];
  for (const text of turns) rotation = product(readTurn(text, flag), rotation);
  return { ...pose, rotation };
}

/** `x,90`, `y,…`, `z,…`, or an axis of any length in three numbers and the degrees. */
function readTurn(text: string, flag: string): Quaternion {
  const [name = '', ...rest] = text.split(',');
  const named = AXES[name.trim().toLowerCase()];
  const numbers = named === undefined ? readNumbers(text) : [...named, ...readNumbers(rest.join(','))];
  const [x = 0, y = 0, z = 0, degrees = 0] = numbers;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || !(length > 0 && length < Infinity)) {
    throw new UsageError(`${flag} is "${text}"; it takes an axis and degrees, such as x,90 or 1,1,0,45.`);
  }
  const [sine, cosine] = halfAngle(degrees);
  return [(x / length) * sine, (y / length) * sine, (z / length) * sine, cosine];
}

/** Sine and cosine of half an angle in degrees; quarter turns and half turns as exact as can be. */
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

/** The turn `b`, then the turn `a`. */
function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
