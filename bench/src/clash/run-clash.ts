import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clash, ClashSummary } from '@nearmiss/clash';
import type { Usage } from './usage.ts';

const COMMAND = fileURLToPath(new URL('../../../packages/cli/bin/nearmiss.mjs', import.meta.url));
const USAGE = new URL('./usage.js', import.meta.url).href;
/** Bytes of the largest result that is read. */
const MOST_BYTES = 2 ** 29;

export interface ClashRun extends Usage {
  readonly clashes: readonly Clash[];
  readonly summary: ClashSummary;
}

/** Runs `nearmiss clash` in a process of its own. */
export function runClash(setFile: string, workers: number): ClashRun {
  const words = ['--import', USAGE, COMMAND, 'clash', setFile, '--workers', String(workers)];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', maxBuffer: MOST_BYTES });
  if (status !== 0) throw new Error(`nearmiss clash ended with status ${status}: ${stderr}`);
  const lines = stdout.trim().split('\n');
  const { summary }: { summary: ClashSummary } = JSON.parse(lines.pop() ?? '');
  const usage: Usage = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  return { ...usage, clashes: lines.map((line): Clash => JSON.parse(line)), summary };
}
