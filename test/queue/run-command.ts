import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../build.ts';

export const COMMAND: string = join(ROOT, 'packages/cli/bin/nearmiss.mjs');

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as it was built, to its end, while the test goes on. */
export function runCommand(args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
      });
    }
    child.once('error', reject).once('close', (status) => resolve({ status, ...texts }));
  });
}
