import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Robot } from '../robot.ts';
import { RobotPool } from '../sharing/robot-pool.ts';

/**
 * A {@link RobotPool} of threads, one for each core by default.
 *
 * @see {@link RobotPool}
 */
export function startRobotPool(robot: Robot, options: { readonly workers?: number | undefined } = {}): RobotPool {
  const { workers = availableParallelism() } = options;
  return new RobotPool(robot, { workers, start: () => new Worker(new URL('./pool-worker.js', import.meta.url)) });
}
