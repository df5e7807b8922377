import { availableParallelism } from 'node:os';
import { openWorkers } from 'nearmiss/workers';
import type { Robot } from '../robot.ts';
import { RobotPool } from '../sharing/robot-pool.ts';

/**
 * A {@link RobotPool} of threads, one for each core by default.
 *
 * @see {@link RobotPool}
 */
export function startRobotPool(robot: Robot, options: { readonly workers?: number | undefined } = {}): RobotPool {
  const { workers: count = availableParallelism() } = options;
  const program = new URL('../worker/index.js', import.meta.url);
  return new RobotPool(robot, openWorkers({ count, program }));
}
