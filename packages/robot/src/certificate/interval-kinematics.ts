// Forward kinematics in interval arithmetic: where a point can be while the joints are anywhere within intervals. Slow and simple, on
// purpose: nothing of the bounds that the search uses is used here. Every operation is widened by more than it can be rounded.

import { type KinematicTree, PRISMATIC, REVOLUTE } from '../kinematics/kinematic-tree.ts';

/** All numbers from the first to the second. */
export type Interval = readonly [number, number];

/** Rounding of a few operations, as a part of their values, and the least width. Dimensionless, and in the unit of the number. */
const PART: number = 2 ** -50;
const LEAST = 1e-300;

function widened(low: number, high: number): Interval {
  const slip = PART * Math.max(Math.abs(low), Math.abs(high)) + LEAST;
  return [low - slip, high + slip];
}

function add([a, b]: Interval, [c, d]: Interval): Interval {
  return widened(a + c, b + d);
}

function multiply([a, b]: Interval, [c, d]: Interval): Interval {
  const products = [a * c, a * d, b * c, b * d];
  return widened(Math.min(...products), Math.max(...products));
}

/** Sine and cosine of an interval: at the middle, and as far from there as the angle is. */
function sineAndCosine([a, b]: Interval): [Interval, Interval] {
  const middle = a + (b - a) / 2;
  // The engine's sine is right to a few units in the last place of 1.
  const reach = Math.max(b - middle, middle - a) * (1 + PART) + 2 ** -49 * (1 + Math.abs(middle));
  const [s, c] = [Math.sin(middle), Math.cos(middle)];
  return [clamp(widened(s - reach, s + reach)), clamp(widened(c - reach, c + reach))];
}

function clamp([a, b]: Interval): Interval {
  return [Math.max(-1, a), Math.min(1, b)];
}

/** Three rows of four intervals. */
type IntervalMatrix = readonly (readonly Interval[])[];

/** Where a frame is against another above it, for intervals of the variables. */
export function chainMatrix(
  tree: KinematicTree,
  frame: number,
  common: number,
  values: readonly Interval[],
): IntervalMatrix {
  if (frame === common) return poseMatrix([0, 0, 0, 0, 0, 0, 1]);
  const above = chainMatrix(tree, tree.parents[frame], common, values);
  const joint = times(above, poseMatrix([...tree.offsets.subarray(7 * frame, 7 * frame + 7)]));
  const variable = tree.variableOf[frame];
  const factor = tree.multipliers[frame];
  const moved: Interval = variable < 0 ? [0, 0] : multiply([factor, factor], values[variable]);
  const value = add(moved, [tree.shifts[frame], tree.shifts[frame]]);
  const axis = [...tree.axes.subarray(3 * frame, 3 * frame + 3)];
  if (tree.kinds[frame] === REVOLUTE) return times(joint, turnMatrix(axis, value));
  if (tree.kinds[frame] !== PRISMATIC) return joint;
  const shift = axis.map((part): Interval => multiply([part, part], value));
  const zero: Interval = [0, 0];
  const one: Interval = [1, 1];
  return times(joint, [
    [one, zero, zero, shift[0]],
    [zero, one, zero, shift[1]],
    [zero, zero, one, shift[2]],
  ]);
}

/** Where a point of the frame can be: three intervals. */
export function movedPoint(matrix: IntervalMatrix, [x, y, z]: readonly number[]): Interval[] {
  return matrix.map(([a, b, c, d]) => add(add(multiply(a, [x, x]), multiply(b, [y, y])), add(multiply(c, [z, z]), d)));
}

export function times(a: IntervalMatrix, b: IntervalMatrix): IntervalMatrix {
  return a.map((row) =>
    [0, 1, 2, 3].map((c) => {
      const sum = add(add(multiply(row[0], b[0][c]), multiply(row[1], b[1][c])), multiply(row[2], b[2][c]));
      return c === 3 ? add(sum, row[3]) : sum;
    }),
  );
}

/** The matrix of a position and a quaternion that is unit to rounding. */
export function poseMatrix([px, py, pz, x, y, z, w]: readonly number[]): IntervalMatrix {
  const entry = (value: number): Interval => [value - 2 ** -46, value + 2 ** -46];
  const exact = (value: number): Interval => [value, value];
  return [
    [entry(1 - 2 * (y * y + z * z)), entry(2 * (x * y - w * z)), entry(2 * (x * z + w * y)), exact(px)],
    [entry(2 * (x * y + w * z)), entry(1 - 2 * (x * x + z * z)), entry(2 * (y * z - w * x)), exact(py)],
    [entry(2 * (x * z - w * y)), entry(2 * (y * z + w * x)), entry(1 - 2 * (x * x + y * y)), exact(pz)],
  ];
}

/** Rodrigues' formula. */
function turnMatrix([x, y, z]: readonly number[], angle: Interval): IntervalMatrix {
  const [s, c] = sineAndCosine(angle);
  const d = add([1, 1], [-c[1], -c[0]]);
  const scaled = (factor: number, by: Interval): Interval => multiply([factor, factor], by);
  const zero: Interval = [0, 0];
  return [
    [add(c, scaled(x * x, d)), add(scaled(x * y, d), scaled(-z, s)), add(scaled(x * z, d), scaled(y, s)), zero],
    [add(scaled(x * y, d), scaled(z, s)), add(c, scaled(y * y, d)), add(scaled(y * z, d), scaled(-x, s)), zero],
    [add(scaled(x * z, d), scaled(-y, s)), add(scaled(y * z, d), scaled(x, s)), add(c, scaled(z * z, d)), zero],
  ];
}
