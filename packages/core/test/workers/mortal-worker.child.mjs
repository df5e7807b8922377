// Answers each input with itself in capitals, and leaves a letter in a file for each. `die` ends the thread; `die once` only if
// that file is missing; `wait` waits until a file beside it is there, for some seconds at most; `who` is answered with the thread's number.

import { appendFileSync, existsSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { serveTasks } from 'nearmiss/workers';

serveTasks((/** @type {never} */ settings) => {
  /** @type {{ mark: string }} */
  const { mark } = settings;
  return {
    line: (/** @type {string} */ line) => {
      const { op } = JSON.parse(line);
      if (op === 'die') process.exit(7);
      // Not an error of the task, which would be its answer.
      if (op === 'throw') return endByError();
      const isMarked = existsSync(mark);
      appendFileSync(mark, op[0]);
      if (op === 'die once' && !isMarked) process.exit(7);
      const answered = op === 'who' ? String(threadId) : line.toUpperCase();
      return op !== 'wait' || waitFor(`${mark}-go`) ? answered : 'too late';
    },
    bad: () => {
      throw new RangeError('A bad input.');
    },
  };
});

function endByError() {
  setImmediate(() => {
    throw new Error('No more.');
  });
  return new Promise(() => {});
}

/** @param {string} file */
function waitFor(file) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let k = 0; k < 500 && !existsSync(file); k++) Atomics.wait(pause, 0, 0, 10);
  return existsSync(file);
}
