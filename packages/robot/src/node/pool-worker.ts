// The program of a thread for `startRobotPool`.

import { parentPort } from 'node:worker_threads';
import { robotWorker } from '../sharing/robot-worker.ts';

parentPort?.on(
  'message',
  robotWorker((message) => parentPort?.postMessage(message)),
);
