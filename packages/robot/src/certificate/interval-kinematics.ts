// Forward kinematics in interval arithmetic: where a point can be while the joints are anywhere within intervals. Slow and simple, on
// purpose: nothing of the bounds that the search uses is used here, nor its forward kinematics.

import { type KinematicTree, PRISMATIC, REVOLUTE } from '../kinematics/kinematic-tree.ts';
import { about, add, exactly, type Interval, multiply, sineAndCosine, subtract } from './interval.ts';

/**
 * 256u. A product of k + 2 quaternions, each off by 27u (proof/pose-error.ts), makes a matrix whose entries are off by four times as much and 26u,
 * less than 256u (1 + k); a position by less than that part of all lengths in it. Dimensionless.
 */
const OFFSET_ERROR: number = 2 ** -45;

/** Three rows of four intervals. */
export type IntervalMatrix = readonly (readonly Interval[])[];

/** Where a frame is against another above it, for intervals of the variables. */
export function chainMatrix(
  tree: KinematicTree,
  frame: number,
  common: number,
  values: readonly Interval[],
): IntervalMatrix {
  if (frame === common) return IDENTITY;
  const above = chainMatrix(tree, tree.parents[frame], common, values);
  const joint = times(above, offsetMatrix(tree, tree.offsets.subarray(7 * frame, 7 * frame + 7)));
  const variable = tree.variableOf[frame];
  const moved = variable < 0 ? exactly(0) : multiply(exactly(tree.multipliers[frame]), values[variable]);
  const value = add(moved, exactly(tree.shifts[frame]));
  const axis = Array.from(tree.axes.subarray(3 * frame, 3 * frame + 3), about);
  if (tree.kinds[frame] === REVOLUTE) return times(joint, turnMatrix(axis, value));
  if (tree.kinds[frame] !== PRISMATIC) return joint;
  return times(
    joint,
    IDENTITY.map((row, r) => [...row.slice(0, 3), multiply(axis[r], value)]),
  );
}

/** Where a point of the frame can be: three intervals. */
export function movedPoint(matrix: IntervalMatrix, [x, y, z]: readonly Interval[]): Interval[] {
  return matrix.map(([a, b, c, d]) => add(add(multiply(a, x), multiply(b, y)), add(multiply(c, z), d)));
}

export function times(a: IntervalMatrix, b: IntervalMatrix): IntervalMatrix {
  return a.map((row) =>
    [0, 1, 2, 3].map((c) => {
      const sum = add(add(multiply(row[0], b[0][c]), multiply(row[1], b[1][c])), multiply(row[2], b[2][c]));
      return c === 3 ? add(sum, row[3]) : sum;
    }),
  );
}

/** The matrix of an offset, into which fixed joints are multiplied. */
export function offsetMatrix({ fixedCount, jointLength }: KinematicTree, offset: Float64Array): IntervalMatrix {
  const slip = OFFSET_ERROR * (1 + fixedCount);
  const length = jointLength + Math.abs(offset[0]) + Math.abs(offset[1]) + Math.abs(offset[2]);
  return widenedMatrix([...offset], slip, fixedCount === 0 ? 0 : slip * length);
}

/** The matrix of a position and a quaternion that is unit to rounding. */
export function poseMatrix(pose: readonly number[]): IntervalMatrix {
  return widenedMatrix(pose, OFFSET_ERROR, 0);
}

/** A matrix whose rotation is off by `slip`, and its position by `shift`. */
function widenedMatrix([px, py, pz, x, y, z, w]: readonly number[], slip: number, shift: number): IntervalMatrix {
  const entry = (value: number): Interval => [value - slip, value + slip];
  const coordinate = (value: number): Interval => [value - shift, value + shift];
  return [
    [entry(1 - 2 * (y * y + z * z)), entry(2 * (x * y - w * z)), entry(2 * (x * z + w * y)), coordinate(px)],
    [entry(2 * (x * y + w * z)), entry(1 - 2 * (x * x + z * z)), entry(2 * (y * z - w * x)), coordinate(py)],
    [entry(2 * (x * z - w * y)), entry(2 * (y * z + w * x)), entry(1 - 2 * (x * x + y * y)), coordinate(pz)],
  ];
}

const IDENTITY: IntervalMatrix = [0, 1, 2].map((r) => [0, 1, 2, 3].map((c) => exactly(r === c ? 1 : 0)));

/** Rodrigues' formula. */
function turnMatrix([x, y, z]: readonly Interval[], angle: Interval): IntervalMatrix {
  const [s, c] = sineAndCosine(angle);
  const d = subtract(exactly(1), c);
  const entry = (a: Interval, b: Interval, rest: Interval): Interval => add(multiply(multiply(a, b), d), rest);
  const [sx, sy, sz] = [x, y, z].map((part) => multiply(part, s));
  const minus = ([low, high]: Interval): Interval => [-high, -low];
  return [
    [entry(x, x, c), entry(x, y, minus(sz)), entry(x, z, sy), exactly(0)],
    [entry(x, y, sz), entry(y, y, c), entry(y, z, minus(sx)), exactly(0)],
    [entry(x, z, minus(sy)), entry(y, z, sx), entry(z, z, c), exactly(0)],
  ];
}
