// Configurations and trajectories from outside, checked before anything is computed.

import { NearmissError, nearestName } from 'nearmiss';
import type { JointVariable } from './kinematics/kinematic-tree.ts';
import { requireKeys } from './known-keys.ts';
import type { JointPath } from './path/joint-path.ts';
import { INTERPOLATIONS, type Interpolation, polynomialPath } from './path/polynomial-path.ts';
import { textOf } from './text-of.ts';

/** Values are at most this, in radians or metres: sines of larger angles are not computed. */
const LARGEST_VALUE: number = 2 ** 18;

/** Times are at most this, and segments at least its inverse, so that velocities and accelerations are finite. */
const LARGEST_TIME = 1e60;

/** Waypoints of some joints. See {@link Robot.path}. */
export interface PathOptions {
  /** The variables that the waypoints have values of; all of the robot by default. The others rest at 0, or at the limit nearest to it. */
  readonly joints?: readonly string[] | undefined;
  readonly waypoints: readonly ArrayLike<number>[];
  /** Ascending; 0, 1, 2, … by default. */
  readonly times?: ArrayLike<number> | undefined;
  /** `linear` by default. */
  readonly interpolation?: Interpolation | undefined;
  /** In the waypoints, of cubic and quintic paths; 0 by default. */
  readonly velocities?: readonly ArrayLike<number>[] | undefined;
  /** In the waypoints, of quintic paths; 0 by default. */
  readonly accelerations?: readonly ArrayLike<number>[] | undefined;
}

const PATH_KEYS = ['joints', 'waypoints', 'times', 'interpolation', 'velocities', 'accelerations'];

/** The value of a variable that nothing is said of. */
export function restValue({ lower, upper }: JointVariable): number {
  return Math.min(Math.max(0, lower), upper);
}

/** All values of a configuration, as a copy. */
export function readConfiguration(variables: readonly JointVariable[], given: ArrayLike<number>): Float64Array {
  return readValues(given, variables, 'The configuration', 'robot/bad-values');
}

/** The path of all variables through waypoints. */
export function readPath(variables: readonly JointVariable[], options: PathOptions): JointPath {
  requireKeys(options, PATH_KEYS, 'A path', 'robot/bad-path');
  const { waypoints, times, interpolation = 'linear' } = options;
  if (!INTERPOLATIONS.includes(interpolation)) {
    throw new NearmissError(
      'robot/bad-path',
      `interpolation is "${String(interpolation)}"; it is one of ${INTERPOLATIONS.join(', ')}.`,
    );
  }
  if (!Array.isArray(waypoints) || waypoints.length < 2) {
    throw new NearmissError('robot/bad-path', 'A path has at least two waypoints.');
  }
  requireDerivatives(options, interpolation);
  const numbers = numbersOf(variables, options.joints);
  const named = numbers.map((v) => variables[v]);
  const spread = (row: ArrayLike<number>, rest: (variable: JointVariable) => number, what: string): Float64Array => {
    const given = readValues(row, named, what, 'robot/bad-values');
    const all = Float64Array.from(variables, rest);
    numbers.forEach((v, k) => {
      all[v] = given[k];
    });
    return all;
  };
  const rowsOf = (rows: readonly ArrayLike<number>[] | undefined, what: string): Float64Array[] | undefined => {
    if (rows === undefined) return undefined;
    if (!Array.isArray(rows) || rows.length !== waypoints.length) {
      throw new NearmissError('robot/bad-path', `${what} has a row for each of the ${waypoints.length} waypoints.`);
    }
    return rows.map((row, k) => spread(row, () => 0, `${what}[${k}]`));
  };
  return polynomialPath(
    {
      values: waypoints.map((row, k) => spread(row, restValue, `Waypoint ${k}`)),
      times: readTimes(times, waypoints.length),
      velocities: rowsOf(options.velocities, 'velocities'),
      accelerations: rowsOf(options.accelerations, 'accelerations'),
    },
    interpolation,
  );
}

/** What an interpolation does not take would be passed over: another path than was meant. */
function requireDerivatives({ velocities, accelerations }: PathOptions, interpolation: Interpolation): void {
  if (velocities !== undefined && interpolation === 'linear') {
    throw new NearmissError('robot/bad-path', 'velocities are of cubic and quintic paths; this one is linear.');
  }
  if (accelerations !== undefined && interpolation !== 'quintic') {
    throw new NearmissError('robot/bad-path', `accelerations are of quintic paths; this one is ${interpolation}.`);
  }
}

function readTimes(times: ArrayLike<number> | undefined, count: number): Float64Array {
  if (times === undefined) return Float64Array.from({ length: count }, (_, k) => k);
  const isList = typeof times === 'object' && times !== null && times.length === count;
  const read = isList ? Float64Array.from(times) : new Float64Array(0);
  const isRight =
    isList &&
    read.every((time, k) => Math.abs(time) <= LARGEST_TIME && (k === 0 || time - read[k - 1] >= 1 / LARGEST_TIME));
  if (isRight) return read;
  throw new NearmissError(
    'robot/bad-path',
    `times has ${count} ascending numbers, one for each waypoint, of at most ${LARGEST_TIME} and not less than ${1 / LARGEST_TIME} apart.`,
  );
}

/** The numbers of variables by name. */
function numbersOf(variables: readonly JointVariable[], joints: readonly string[] | undefined): number[] {
  if (joints === undefined) return variables.map((_, k) => k);
  if (!Array.isArray(joints)) throw new NearmissError('robot/bad-path', 'joints is a list of names.');
  const names = variables.map(({ name }) => name);
  const numbers = joints.map((joint) => {
    const number = names.indexOf(joint);
    if (number >= 0) return number;
    const near = nearestName(textOf(joint), names);
    const hint = near === null ? ` There are ${names.join(', ')}.` : ` Did you mean "${near}"?`;
    throw new NearmissError('robot/unknown-joint', `There is no joint "${textOf(joint)}" that can be moved.${hint}`);
  });
  const twice = joints.find((joint, k) => joints.indexOf(joint) !== k);
  if (twice !== undefined) throw new NearmissError('robot/bad-path', `The joint "${twice}" is named twice.`);
  return numbers;
}

function readValues(
  given: ArrayLike<number>,
  variables: readonly JointVariable[],
  what: string,
  code: 'robot/bad-values' | 'robot/bad-path',
): Float64Array {
  const isList = typeof given === 'object' && given !== null && 'length' in given;
  if (!isList || given.length !== variables.length) {
    throw new NearmissError(code, `${what} has ${isList ? given.length : 'no'} values; it takes ${variables.length}.`);
  }
  return Float64Array.from(variables, ({ name }, k) => {
    const value = given[k];
    if (typeof value === 'number' && Math.abs(value) <= LARGEST_VALUE) return value;
    throw new NearmissError(code, `${what} has ${textOf(value)} for "${name}"; it takes a number.`);
  });
}
