// `npm test`: every check of the project, one after the other; a failing one does not hide those behind it. The last line
// is the sum, "N passed, N failed": one for each test, one for each other check.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, installChromium } from './chromium.mjs';
import { installEngines } from './engines.mjs';
import { findRedis, installRedis } from './redis.mjs';
import { installSite } from './site.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A check that takes longer has hung, and fails. Milliseconds. */
const LONGEST_CHECK = 40 * 60 * 1000;
const report = join(root, 'node_modules/.cache/nearmiss/vitest.json');

let passed = 0;
let failed = 0;

check('Install and build', ['scripts/ready.mjs']);
if (existsSync(join(root, 'node_modules/.package-lock.json'))) {
  check('Biome', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']);
  check('Types of tests and scripts', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.test.json']);
  check('Import directions', ['scripts/check-imports.mjs']);
  check('Nothing left to the engine', ['scripts/check-engine.mjs']);
  check('Length of functions and of parameter lists', ['scripts/check-functions.mjs']);
  check("The field's words in names and texts", ['scripts/check-words.mjs', '--check']);
  check('Unused files, exports and dependencies', ['node_modules/knip/bin/knip.js']);
  const noBrowser = findChromium() === null ? installChromium() : null;
  const noEngines = installEngines();
  const noRedis = findRedis() === null ? installRedis() : null;
  const noSite = installSite();
  runTests();
  if (noSite !== null) console.log(`NOT RUN: the tests of the site: ${noSite}.`);
  if (noRedis !== null) console.log(`NOT RUN: the tests of the queue: ${noRedis}.`);
  if (noEngines !== null) console.log(`NOT RUN: the tests in other engines (Node 24, Deno, Bun): ${noEngines}.`);
  if (noBrowser !== null) console.log(`NOT RUN: the tests of the studio and the site in a browser: ${noBrowser}.`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Runs one check that passes or fails as a whole.
 *
 * @param {string} name
 * @param {string[]} args
 */
function check(name, args) {
  if (runNode(name, args)) passed++;
  else failed++;
}

function runTests() {
  mkdirSync(join(report, '..'), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = runNode('Tests', ['node_modules/vitest/vitest.mjs', 'run', ...reporters]);
  const { tests, failures } = readReport();
  passed += tests;
  failed += failures;
  // A run that broke down, or ran no test at all, has not passed, whatever was counted.
  if (failures === 0 && (!ok || tests === 0)) failed++;
}

/** Tests passed; and failures: tests failed, and files that could not be loaded. */
function readReport() {
  if (!existsSync(report)) return { tests: 0, failures: 0 };
  /** @type {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} */
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return { tests: numPassedTests, failures: numFailedTests + broken.length };
}

/**
 * Whether a Node program ends well.
 *
 * @param {string} name
 * @param {string[]} args
 */
function runNode(name, args) {
  console.log(`== ${name}`);
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', timeout: LONGEST_CHECK });
  if (error !== undefined) console.log(`${name}: ${error.message}`);
  return status === 0;
}
