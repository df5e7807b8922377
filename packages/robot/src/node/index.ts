// The part that needs a file system: for Node only.

export { type LoadRobotOptions, loadRobot } from './load-robot.ts';
export { startRobotPool } from './robot-pool.ts';
