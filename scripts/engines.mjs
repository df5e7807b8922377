// Other engines for test/engines.test.ts: npm packages that bring their binary, in a folder of their own, so that `node` of the npm
// scripts stays the one it was.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../test/engines', import.meta.url));
/** An installation that takes longer has hung. Milliseconds. */
const LONGEST_INSTALL = 5 * 60 * 1000;

const ending = process.platform === 'win32' ? '.exe' : '';
const system = process.platform === 'win32' ? 'win' : process.platform;
const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch;

/**
 * Paths, below node_modules, where the packages for this machine have their binaries: the first that is there counts.
 *
 * @type {Readonly<Record<string, { readonly args: readonly string[], readonly paths: readonly string[] }>>}
 */
const ENGINES = {
  'Node 24': {
    args: [],
    paths: [`node-${system}-${process.arch}/bin/node${ending}`, `node-bin-${system}-${process.arch}/bin/node${ending}`],
  },
  Deno: {
    args: ['run', '--no-remote', '--no-config'],
    paths: [
      `@deno/${process.platform}-${process.arch}-glibc/deno${ending}`,
      `@deno/${process.platform}-${process.arch}/deno${ending}`,
    ],
  },
  Bun: {
    args: ['run'],
    paths: [
      `@oven/bun-${process.platform === 'win32' ? 'windows' : process.platform}-${cpu}/bin/bun${ending}`,
      `@oven/bun-${process.platform}-${cpu}-musl/bin/bun${ending}`,
    ],
  },
};

/**
 * The engines there can be: the program with its arguments, or null where it is not installed.
 *
 * @returns {{ name: string, command: readonly string[] | null }[]}
 */
export function findEngines() {
  return Object.entries(ENGINES).map(([name, { args, paths }]) => {
    const path = paths.map((file) => join(folder, 'node_modules', file)).find((file) => existsSync(file));
    return { name, command: path === undefined ? null : [path, ...args] };
  });
}

/** Installs what is missing or out of date; null if all are there then, otherwise why not. */
export function installEngines() {
  if (!isInstalled()) {
    console.log('Installing other engines for the tests (npm ci in test/engines) …');
    // No script is run: binaries are taken where the packages have them.
    spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
      cwd: folder,
      stdio: 'ignore',
      timeout: LONGEST_INSTALL,
      shell: process.platform === 'win32',
    });
  }
  const missing = findEngines().filter(({ command }) => command === null);
  if (missing.length === 0) return null;
  return `${missing.map(({ name }) => name).join(', ')} could not be installed by npm ci in test/engines`;
}

function isInstalled() {
  const installed = join(folder, 'node_modules/.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs;
}
