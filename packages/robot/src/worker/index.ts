// The program of a browser's worker for a `RobotPool`.

import { robotWorker, type ToRobotWorker } from '../sharing/robot-worker.ts';

/** What a worker of a browser has of its global object; Node, which loads this file only to see what it is, has neither. */
interface WorkerScope {
  postMessage?(message: unknown): void;
  addEventListener?(type: 'message', listener: (event: { readonly data: ToRobotWorker }) => void): void;
}

const scope: WorkerScope = globalThis;
const answer = robotWorker((message) => scope.postMessage?.(message));
scope.addEventListener?.('message', ({ data }) => answer(data));
