// Many paths over workers. Each has the robot, and takes some paths at a time.

import type { Workers } from 'nearmiss/workers';
import type { PathOptions } from '../configuration.ts';
import type { PathContact, PathContactOptions } from '../proof/path-queries.ts';
import type { Robot } from '../robot.ts';
import type { PathsInput } from './robot-tasks.ts';
import type { SharedRobot } from './shared-robot.ts';

/** The most paths that a worker is sent at once, and into how many parts the paths of a worker are divided at least. */
const MOST_AT_ONCE = 512;
const PARTS = 8;

/**
 * Workers that answer `pathContacts` for a robot and its obstacles as they are when the pool is made. The results are those of
 * {@link Robot.pathContacts}, whatever the number of workers.
 *
 * The workers are those of `openWorkers` of `nearmiss/workers` with the program `@nearmiss/robot/worker`, which serves everything that the
 * library itself asks of workers too. In Node use `startRobotPool` of `@nearmiss/robot/node`.
 *
 * @example
 * const urdf = '<robot name="r"><link name="base"/><link name="arm"><collision><geometry><sphere radius="0.1"/></geometry></collision></link><joint name="slide" type="prismatic"><parent link="base"/><child link="arm"/><axis xyz="1 0 0"/><limit lower="0" upper="2" velocity="1" effort="1"/></joint></robot>';
 * const robot = new Robot(readUrdf(urdf));
 * console.log(robot.pathContacts([{ waypoints: [[0], [2]] }])[0]?.status); // free
 */
export class RobotPool {
  readonly #workers: Workers;
  readonly #robot: SharedRobot;

  constructor(robot: Robot, workers: Workers) {
    this.#workers = workers;
    this.#robot = robot.share();
  }

  /** The first contact of each path, or a proof of none. A path that cannot be read rejects all. */
  async pathContacts(paths: readonly PathOptions[], options: PathContactOptions = {}): Promise<PathContact[]> {
    const workers = this.#workers;
    const size = Math.max(1, Math.min(MOST_AT_ONCE, Math.ceil(paths.length / (PARTS * workers.count))));
    const parts: Promise<unknown>[] = [];
    const robot = workers.keyOf(this.#robot);
    for (let first = 0; first < paths.length; first += size) {
      const input: PathsInput = { robot, paths: paths.slice(first, first + size), options };
      parts.push(...workers.ask('paths', [input], { provide: () => this.#robot }));
    }
    const results = (await Promise.all(parts)) as PathContact[][];
    return results.flat();
  }

  /** Ends the workers, for all that use them. What they have not answered is rejected. */
  close(): Promise<void> {
    return this.#workers.close();
  }
}
