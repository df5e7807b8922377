// Makes a checkout ready to run: installs what is missing or out of date, then builds. Says nothing when all is ready.
// Needs nothing but Node and npm.
//
//   node scripts/ready.mjs            install if needed, build
//   node scripts/ready.mjs build      build only; nothing to do where the compiler was left out (npm ci --omit=dev)
//   node scripts/ready.mjs pack       before `npm pack`: install only if the compiler is missing, build, and fail if a file that a
//                                     package.json names is not there, so that no incomplete package is packed

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgetMissingBuilds, pruneBuilds } from './built-packages.mjs';
import { publicPackages, targetsOf } from './packages.mjs';

const OLDEST_NODE = [20, 19];
const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  fail(`nearmiss needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
}
if (process.argv[2] === 'build') {
  if (existsSync(compiler)) await build();
} else if (process.argv[2] === 'pack') {
  if (!existsSync(compiler)) install();
  if (!existsSync(compiler)) fail('The compiler is not installed: run npm ci with the development dependencies.');
  await build(publicPackages().map(({ folder }) => folder));
  checkTargets();
} else {
  if (isInstallNeeded()) install();
  await build();
}

/** Whether node_modules is missing, or older than the versions the lock file asks for. */
function isInstallNeeded() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return true;
  return statSync(installed).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs;
}

function install() {
  console.error('Installing what nearmiss needs (npm ci) …');
  // The npm that runs this script, where one does; its path saves searching for a command and a shell on Windows.
  const npm = process.env.npm_execpath ?? '';
  const args = ['ci', '--ignore-scripts', '--loglevel=error'];
  const ownNpm = basename(npm) === 'npm-cli.js';
  const { status, error } = ownNpm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', args, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      });
  if (error !== undefined) fail(`npm could not be started: ${error.message}.`);
  if (status !== 0) fail('Installing failed: is the network there? What npm said is above.');
}

/** @param {readonly string[]} projects those to compile; none for all */
async function build(projects = []) {
  forgetMissingBuilds();
  // Only the first build takes long enough to be announced; the compiler does not say beforehand whether it has anything to do.
  if (!existsSync(join(root, 'packages/core/dist'))) console.error('Compiling the packages (tsc -b) …');
  const { buildKernels } = await import('./build-kernels.mjs');
  try {
    buildKernels();
  } catch (error) {
    fail(`The kernels could not be built: ${error instanceof Error ? error.message : error}.`);
  }
  const { status } = spawnSync(process.execPath, [compiler, '-b', ...projects], { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail('The build failed; what the compiler said is above.');
  pruneBuilds();
  // Only now: they stand on packages that may just have been installed.
  const { bundleForNode } = await import('./bundle-node.mjs');
  await bundleForNode().catch((error) => fail(`The bundle for Node could not be made: ${error.message}`));
  const { buildStudio } = await import('./build-studio.mjs');
  await buildStudio().catch((error) => fail(`The page of the studio could not be built: ${error.message}`));
}

function checkTargets() {
  for (const { folder, manifest } of publicPackages()) {
    const missing = targetsOf(manifest).filter((path) => !existsSync(join(root, folder, path)));
    if (missing.length > 0) fail(`${manifest.name} would be packed without ${missing.join(', ')}.`);
  }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
