// What a worker of a pool does: it opens the robot once, and answers for paths, some at a time.

import { NearmissError } from 'nearmiss';
import type { PathOptions } from '../configuration.ts';
import type { PathContact, PathContactOptions } from '../proof/path-queries.ts';
import { Robot } from '../robot.ts';
import type { SharedRobot } from './shared-robot.ts';

/** What a pool sends. */
export type ToRobotWorker =
  | { readonly kind: 'robot'; readonly robot: SharedRobot }
  | {
      readonly kind: 'paths';
      /** The number of the first path. */
      readonly first: number;
      readonly paths: readonly PathOptions[];
      readonly options: PathContactOptions;
    };

/** What a worker answers to paths. */
export type FromRobotWorker =
  | { readonly first: number; readonly results: readonly PathContact[] }
  | {
      readonly first: number;
      readonly error: { readonly code: NearmissError['code'] | null; readonly message: string };
    };

/** Answers the messages of a pool. `send` takes the answers. */
export function robotWorker(send: (answer: FromRobotWorker) => void): (message: ToRobotWorker) => void {
  let robot: Robot | null = null;
  return (message) => {
    if (message.kind === 'robot') {
      robot = Robot.fromShared(message.robot);
      return;
    }
    const { first, paths, options } = message;
    try {
      send({ first, results: robot?.pathContacts(paths, options) ?? [] });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      send({ first, error: { code: error instanceof NearmissError ? error.code : null, message: text } });
    }
  };
}
