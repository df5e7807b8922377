// The types of rrt-connect.mjs, for the page of the studio that plans with it.

import type { Robot } from '@nearmiss/robot';

export declare function plan(
  robot: Robot,
  start: readonly number[],
  goal: readonly number[],
  random: () => number,
): number[][] | null;

export declare function shortcut(
  robot: Robot,
  waypoints: readonly (readonly number[])[],
  random: () => number,
): (readonly number[])[];
