// Paths that are any function of time, with bounds on how fast each variable changes.

import { NearmissError } from 'nearmiss';
import type { JointPath } from './joint-path.ts';

/** A path as a function of time. What is proven of it holds as far as the bounds do. See {@link functionPath}. */
export interface PathFunction {
  /** The values of all variables at a time, in the order of `Robot.variables`. */
  readonly values: (time: number) => ArrayLike<number>;
  /** No variable is ever faster than this, in radians or metres a unit of time. */
  readonly speeds: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
}

/**
 * A path that is any function with bounds on the speeds of all variables.
 *
 * @example
 * const swing = functionPath({ values: (t) => [Math.sin(t)], speeds: [1], from: 0, to: 3 });
 * console.log(swing.size); // 1
 */
export function functionPath({ values, speeds, from, to }: PathFunction): JointPath {
  if (!(Number.isFinite(to - from) && from < to)) {
    throw new NearmissError('robot/bad-path', `A path goes from ${from} to ${to}; its times ascend.`);
  }
  const bounds = Float64Array.from(speeds);
  if (!bounds.every((speed) => speed >= 0 && speed < Infinity)) {
    throw new NearmissError('robot/bad-path', 'The speeds of a path are finite numbers of at least 0.');
  }
  const size = bounds.length;
  return {
    size,
    breaks: Float64Array.of(from, to),
    polynomials: null,
    write: (_, time, out, velocities) => {
      const given = values(time);
      if (given?.length !== size)
        throw new NearmissError('robot/bad-path', `The path has ${given?.length ?? 'no'} values at ${time}.`);
      for (let v = 0; v < size; v++) {
        if (!Number.isFinite(given[v]))
          throw new NearmissError('robot/bad-path', `Value ${v} at ${time} is ${given[v]}.`);
        out[v] = given[v];
        velocities[v] = 0;
      }
    },
    writeBounds: (_segment, _from, _to, out, accelerations) => {
      out.set(bounds);
      accelerations.fill(Infinity);
    },
  };
}
