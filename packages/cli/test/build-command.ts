import { spawnSync } from 'node:child_process';
import { ROOT } from './run-command.ts';

/** Brings dist/ up to date: these tests run what users run. */
export default function buildCommand(): void {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/ready.mjs', 'build'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout);
}
