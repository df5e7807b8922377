// Many paths over workers. Each has the robot, and takes some paths at a time.

import { NearmissError } from 'nearmiss';
import type { PathOptions } from '../configuration.ts';
import type { PathContact, PathContactOptions } from '../proof/path-queries.ts';
import type { Robot } from '../robot.ts';
import type { FromRobotWorker, ToRobotWorker } from './robot-worker.ts';

/** A worker of a browser. See {@link RobotPool}. */
interface BrowserWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
  addEventListener(type: 'message', listener: (event: { readonly data: FromRobotWorker }) => void): void;
  addEventListener(type: 'error', listener: (event: unknown) => void): void;
}

/** A worker of `node:worker_threads`. See {@link RobotPool}. */
interface ThreadWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
  on(type: 'message', listener: (answer: FromRobotWorker) => void): unknown;
  on(type: 'error', listener: (error: unknown) => void): unknown;
}

/** A worker of a browser, or of `node:worker_threads`. See {@link RobotPool}. */
export type PoolWorker = BrowserWorker | ThreadWorker;

/** The most paths that a worker is sent at once, and into how many parts the paths of a worker are divided at least. */
const MOST_AT_ONCE = 512;
const PARTS = 8;

interface Batch {
  readonly paths: readonly PathOptions[];
  readonly options: PathContactOptions;
  readonly results: PathContact[];
  readonly size: number;
  next: number;
  open: number;
  readonly resolve: (results: PathContact[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Workers that answer `pathContacts` for a robot and its obstacles as they are when the pool is made. The results are those of
 * {@link Robot.pathContacts}, whatever the number of workers.
 *
 * In a browser `start` makes a worker of the module `@nearmiss/robot/worker`. In Node use `startRobotPool` of `@nearmiss/robot/node`.
 *
 * @example
 * const urdf = '<robot name="r"><link name="base"/><link name="arm"><collision><geometry><sphere radius="0.1"/></geometry></collision></link><joint name="slide" type="prismatic"><parent link="base"/><child link="arm"/><axis xyz="1 0 0"/><limit lower="0" upper="2" velocity="1" effort="1"/></joint></robot>';
 * const robot = new Robot(readUrdf(urdf));
 * console.log(robot.pathContacts([{ waypoints: [[0], [2]] }])[0]?.status); // free
 */
export class RobotPool {
  readonly #workers: PoolWorker[] = [];
  readonly #batches: Batch[] = [];
  readonly #idle: PoolWorker[] = [];
  #fault: Error | null = null;

  constructor(robot: Robot, options: { readonly workers: number; readonly start: () => PoolWorker }) {
    const { workers, start } = options;
    if (!(Number.isInteger(workers) && workers > 0)) {
      throw new NearmissError('options/bad-value', `workers is ${String(workers)}; it is a whole number from 1 on.`);
    }
    const shared = robot.share();
    for (let k = 0; k < workers; k++) this.#add(start(), { kind: 'robot', robot: shared });
  }

  /** The first contact of each path, or a proof of none. A path that cannot be read rejects all. */
  pathContacts(paths: readonly PathOptions[], options: PathContactOptions = {}): Promise<PathContact[]> {
    if (this.#fault !== null) return Promise.reject(this.#fault);
    if (paths.length === 0) return Promise.resolve([]);
    const size = Math.min(MOST_AT_ONCE, Math.ceil(paths.length / (PARTS * this.#workers.length)));
    return new Promise((resolve, reject) => {
      this.#batches.push({ paths, options, results: new Array(paths.length), size, next: 0, open: 0, resolve, reject });
      this.#dispatch();
    });
  }

  /** Ends all workers. What they have not answered is rejected. */
  async close(): Promise<void> {
    this.#end(new NearmissError('robot/bad-scene', 'The pool is closed.'));
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #add(worker: PoolWorker, first: ToRobotWorker): void {
    const answered = (answer: FromRobotWorker): void => this.#take(worker, answer);
    const failed = (cause: unknown): void => this.#end(new Error('A worker of the pool has failed.', { cause }));
    if ('on' in worker) {
      worker.on('message', answered);
      worker.on('error', failed);
    } else {
      worker.addEventListener('message', ({ data }) => answered(data));
      worker.addEventListener('error', failed);
    }
    worker.postMessage(first);
    this.#workers.push(worker);
    this.#idle.push(worker);
  }

  #dispatch(): void {
    const batch = this.#batches[0];
    if (batch === undefined) return;
    while (batch.next < batch.paths.length) {
      const worker = this.#idle.pop();
      if (worker === undefined) return;
      const paths = batch.paths.slice(batch.next, batch.next + batch.size);
      const message: ToRobotWorker = { kind: 'paths', first: batch.next, paths, options: batch.options };
      batch.next += paths.length;
      batch.open++;
      worker.postMessage(message);
    }
  }

  #take(worker: PoolWorker, answer: FromRobotWorker): void {
    this.#idle.push(worker);
    const batch = this.#batches[0];
    if (batch === undefined) return;
    batch.open--;
    if ('error' in answer) {
      const { code, message } = answer.error;
      batch.next = batch.paths.length;
      batch.reject(code === null ? new Error(message) : new NearmissError(code, message));
    } else {
      answer.results.forEach((result, k) => {
        batch.results[answer.first + k] = result;
      });
    }
    if (batch.next >= batch.paths.length && batch.open === 0) {
      this.#batches.shift();
      batch.resolve(batch.results);
    }
    this.#dispatch();
  }

  #end(fault: Error): void {
    this.#fault ??= fault;
    for (const { reject } of this.#batches.splice(0)) reject(fault);
  }
}
