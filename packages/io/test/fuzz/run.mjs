// `npm run fuzz:io -- [count] [seed]`: damaged files by the thousand.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [count = '100000', seed = '1'] = process.argv.slice(2);
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'packages/io/test/fuzz', '--disable-console-intercept'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NEARMISS_FUZZ_COUNT: count, NEARMISS_FUZZ_SEED: seed } },
);
process.exitCode = status ?? 1;
