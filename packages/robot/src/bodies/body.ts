// The bodies that a robot and its surroundings are made of: collision elements of links, attached objects, obstacles.

import type { Pose } from 'nearmiss';
import type { ShapeBounds } from './support.ts';

/** An obstacle's own motion. What is proven holds as far as the bounds do. See {@link Obstacle}. */
export interface ObstacleMotion {
  /** Where it is at a time of the path. */
  readonly pose: (time: number) => Pose;
  /** Its origin is never faster than this, in metres a unit of time. */
  readonly speed: number;
  /** It never turns faster than this, in radians a unit of time. */
  readonly angularSpeed: number;
}

export interface Body {
  /** The name that results use: the link's or the obstacle's. */
  readonly name: string;
  /** The number of its link; −1 of an obstacle. */
  readonly link: number;
  /** The frame it moves with; 0 of what does not move. */
  readonly frame: number;
  /** Where it is in its frame: seven numbers. */
  readonly offset: Float64Array;
  readonly shape: ShapeBounds;
  /** Contacts count this far from its surface, in metres. */
  readonly padding: number;
  readonly motion: ObstacleMotion | null;
}

/** Two bodies whose contact counts. */
export interface BodyPair {
  readonly a: number;
  readonly b: number;
  /** The last frame that both move with: joints above it do not move them against each other. */
  readonly common: number;
  /** Of both: the gap of the pair is their distance less this. */
  readonly padding: number;
}
