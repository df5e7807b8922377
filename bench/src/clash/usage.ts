// Imported into a command before it starts: at its end it tells what it took, on the last line of its errors. See run-clash.ts.

import { isMainThread } from 'node:worker_threads';

export interface Usage {
  /** Milliseconds: since the process started, and of all its threads. */
  readonly wall: number;
  readonly processor: number;
  /** Bytes in memory, at most. */
  readonly memory: number;
}

if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage: Usage = {
      wall: performance.now(),
      processor: (userCPUTime + systemCPUTime) / 1000,
      memory: 1024 * maxRSS,
    };
    process.stderr.write(`\n${JSON.stringify(usage)}\n`);
  });
}
