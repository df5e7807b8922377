import { RELATIVE_SIZE } from '../../src/scalar/pose.ts';
import type { Random } from '../../src/scalar/random.ts';

/** A relative pose from rotation rows and an offset. */
export function posed(
  offset: readonly number[],
  rotation: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1],
): Float64Array {
  const pose = new Float64Array(RELATIVE_SIZE);
  pose.set([...rotation, ...offset, 1]);
  return pose;
}

/** The corners of a box around the origin. */
export function boxPoints(x: number, y: number, z: number): Float64Array {
  return Float64Array.from({ length: 24 }, (_, k) => {
    const corner = Math.floor(k / 3);
    return ((corner >> (k % 3)) & 1 ? 0.5 : -0.5) * [x, y, z][k % 3];
  });
}

/** Rows of a rotation. */
export function randomTurn(random: Random): number[] {
  const any = [0, 1, 2, 3].map(() => 2 * random() - 1);
  const length = Math.hypot(...any);
  const [x, y, z, w] = any.map((c) => c / length);
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}
