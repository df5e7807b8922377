// What a worker of a pool does: it opens the robot once, and answers for paths, some at a time.

import type { Task, TaskHost } from 'nearmiss/workers';
import type { PathOptions } from '../configuration.ts';
import type { PathContact, PathContactOptions } from '../proof/path-queries.ts';
import { Robot } from '../robot.ts';
import type { SharedRobot } from './shared-robot.ts';

/** Some paths of a call. */
export interface PathsInput {
  /** The key of the robot, which the asker provides. */
  readonly robot: number;
  readonly paths: readonly PathOptions[];
  readonly options: PathContactOptions;
}

/**
 * The tasks of a pool that answers for robots, for a program that has others beside them; `@nearmiss/robot/worker` is one with these and the
 * library's.
 *
 * @see {@link RobotPool}
 */
export const robotTasks: Readonly<Record<string, Task>> = {
  paths: async ({ robot: key, paths, options }: PathsInput, host: TaskHost): Promise<PathContact[]> => {
    const robot = await host.kept(key, async () => Robot.fromShared((await host.need('robot')) as SharedRobot));
    return robot.pathContacts(paths, options);
  },
};
