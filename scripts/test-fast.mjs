// `npm run test:fast`: a part of the tests that says within a minute whether something is badly broken: of every module the cheapest, and
// an answer of every query. Which files these are is in test/fast.json, chosen by measured time:
//
//   npm run test:fast                              run them
//   npm run test:fast -- --choose                  choose anew, by the times of the last `npm test`
//   npm run test:fast -- --choose REPORT.json      by the times in another report of vitest

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const list = join(root, 'test/fast.json');
/** Always a part: they ask every query, and test what is exported to whom. */
const ALWAYS = ['packages/core/test/golden/queries.test.ts', 'test/check-imports.test.ts'];
/** Files that took less than this are a part, whatever else their folder has. Milliseconds. */
const CHEAP = 150;
/** A folder whose cheapest file took longer is left to the whole run. Milliseconds. */
const DEAR = 3000;

const [option, report = join(root, 'node_modules/.cache/nearmiss/vitest.json')] = process.argv.slice(2);
if (option === '--choose') choose();
else run();

function run() {
  /** @type {string[]} */
  const chosen = JSON.parse(readFileSync(list, 'utf8'));
  const files = chosen.filter((file) => existsSync(join(root, file)));
  if (files.length < chosen.length) {
    console.log(`${chosen.length - files.length} files of test/fast.json are gone: choose anew with --choose.`);
  }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  // One process for many files: loading what they share anew for each would take half of the time.
  const args = [vitest, 'run', '--reporter=dot', '--silent', '--no-isolate', ...files];
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function choose() {
  /** @type {{ testResults: { name: string, startTime: number, endTime: number }[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const times = testResults
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name).split(sep).join('/'),
      time: endTime - startTime,
    }))
    .filter(({ file }) => existsSync(join(root, file)))
    .sort((one, other) => one.time - other.time);
  /** @type {Set<string>} */
  const folders = new Set();
  const chosen = times.filter(({ file, time }) => {
    const isFirst = !folders.has(dirname(file)) && time < DEAR;
    folders.add(dirname(file));
    return isFirst || time < CHEAP || ALWAYS.includes(file);
  });
  const total = chosen.reduce((sum, { time }) => sum + time, 0);
  writeFileSync(list, `${JSON.stringify(chosen.map(({ file }) => file).sort(), null, 2)}\n`);
  console.log(
    `${chosen.length} of ${times.length} files, which took ${(total / 1000).toFixed(1)} s of ${(times.reduce((sum, { time }) => sum + time, 0) / 1000).toFixed(0)} s.`,
  );
}
