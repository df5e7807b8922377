// How much of core is written twice.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, ROOT, runNode } from './build.ts';

/** Part of the lines that may be in runs of at least six lines and sixty tokens that stand elsewhere too, in percent. */
const MOST_DUPLICATED = 0.6;

test(`at most ${MOST_DUPLICATED} % of the lines of core are duplicates`, () => {
  const folder = emptyFolder('duplicates');
  const limits = ['--min-lines', '6', '--min-tokens', '60'];
  const report = ['--silent', '--reporters', 'json', '--output', folder];
  const jscpd = createRequire(import.meta.url).resolve('jscpd/run-jscpd.js');
  const { status, output } = runNode(ROOT, [jscpd, 'packages/core/src', ...limits, ...report]);
  expect([status, output]).toEqual([0, expect.any(String)]);
  const { statistics } = JSON.parse(readFileSync(join(folder, 'jscpd-report.json'), 'utf8'));
  const { percentage, lines, duplicatedLines } = statistics.total;
  console.log(`${duplicatedLines} of ${lines} lines are duplicates: ${percentage.toFixed(3)} %`);
  expect(percentage).toBeLessThanOrEqual(MOST_DUPLICATED);
  // or nothing was compared
  expect(lines).toBeGreaterThan(20_000);
});
