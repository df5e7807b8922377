import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url));

/** Brings the builds up to date before the first test (vitest.config.ts), so that no test judges a stale one. */
export function setup(): void {
  const { status, output } = runNode(ROOT, ['scripts/ready.mjs', 'build']);
  if (status !== 0) throw new Error(output);
}

/** An empty folder inside node_modules, where `nearmiss` is found as a user's program would find it. */
export function emptyFolder(name: string): string {
  const folder = join(ROOT, 'node_modules/.cache/nearmiss', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Runs a Node program to its end; what it says comes back as one text. */
export function runNode(folder: string, args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
