// Answers each line with itself in capitals. `die` ends the thread; `die once` only if a file that marks it is missing.

import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

parentPort?.on('message', ({ lines }) => {
  for (const line of lines) {
    const { op } = JSON.parse(line);
    if (op === 'die') process.exit(7);
    if (op === 'throw') throw new Error('No more.');
    if (op === 'die once' && !existsSync(workerData.mark)) {
      writeFileSync(workerData.mark, '');
      process.exit(7);
    }
  }
  const answers = lines.map((/** @type {string} */ line) => ({ text: line.toUpperCase(), ok: true }));
  parentPort?.postMessage({ kind: 'answers', answers });
});
