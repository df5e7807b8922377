// Answers each line with itself in capitals, and leaves a letter in a file for each. `die` ends the thread; `die once` only if
// that file is missing; `wait` waits until a file beside it is there, for some seconds at most; `who` is answered with the thread's number.

import { appendFileSync, existsSync } from 'node:fs';
import { parentPort, threadId, workerData } from 'node:worker_threads';

parentPort?.on('message', ({ lines }) => {
  for (const line of lines) {
    const { op } = JSON.parse(line);
    if (op === 'die') process.exit(7);
    if (op === 'throw') throw new Error('No more.');
    const isMarked = existsSync(workerData.mark);
    appendFileSync(workerData.mark, op[0]);
    if (op === 'die once' && !isMarked) process.exit(7);
    const answered = op === 'who' ? String(threadId) : line.toUpperCase();
    const text = op !== 'wait' || waitFor(`${workerData.mark}-go`) ? answered : 'too late';
    parentPort?.postMessage({ kind: 'answer', answer: { text, ok: true } });
  }
});

/** @param {string} file */
function waitFor(file) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let k = 0; k < 500 && !existsSync(file); k++) Atomics.wait(pause, 0, 0, 10);
  return existsSync(file);
}
