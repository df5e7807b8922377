// The program of a browser's worker for a `RobotPool`.

import { robotWorker, type ToRobotWorker } from '../sharing/robot-worker.ts';

/** What a worker of a browser has of its global object. */
interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: ToRobotWorker }) => void): void;
}

declare const self: WorkerScope | undefined;

// Node can load this file, to see what it exports, but has nobody to answer.
if (typeof self !== 'undefined') {
  const answer = robotWorker((message) => self.postMessage(message));
  self.addEventListener('message', ({ data }) => answer(data));
}
