// The motion of a body while time runs from 0 to 1.

import type { Pose, Vector3 } from '../scalar/pose.ts';

/** A body at rest is given by its pose alone. See {@link timeOfContact}. */
export type Motion = Pose | InterpolatedMotion | SteadyMotion | MotionFunction;

/** From one pose to another. See {@link Motion}. */
export interface InterpolatedMotion {
  readonly from: Pose;
  readonly to: Pose;
  /**
   * `linear`, the default: constant velocity of the pivot and constant angular velocity over the shorter arc. `screw`: a turn
   * about one axis and a shift along it. `translation`: the rotation of `from` throughout; a `to` turned otherwise is refused.
   */
  readonly kind?: 'linear' | 'screw' | 'translation' | undefined;
  /** The point that moves straight, in body coordinates; the body's origin by default. A screw has none. */
  readonly pivot?: Vector3 | ArrayLike<number> | undefined;
}

/** Constant velocities from a pose on, over any number of turns. See {@link Motion}. */
export interface SteadyMotion {
  readonly from: Pose;
  /** Velocity of the pivot, in the world, per unit of time. */
  readonly velocity?: Vector3 | ArrayLike<number> | undefined;
  /** Axis in the world times radians per unit of time. */
  readonly angularVelocity?: Vector3 | ArrayLike<number> | undefined;
  readonly pivot?: Vector3 | ArrayLike<number> | undefined;
}

/** Any motion, with bounds on its speed: results are proven as far as these bounds hold. See {@link Motion}. */
export interface MotionFunction {
  readonly pose: (time: number) => Pose;
  /** The pivot is never faster, in lengths per unit of time. */
  readonly speed: number;
  /** The body never turns faster, in radians per unit of time. */
  readonly angularSpeed: number;
  readonly pivot?: Vector3 | ArrayLike<number> | undefined;
}
