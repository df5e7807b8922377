// The long form of test/pack.test.ts: clones this repository, calls `npm pack` in the clone, where nothing is installed, and compares what
// the packages hold with those of this checkout, name by name and size by size. Takes minutes; npm needs a network or a full cache.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publicPackages } from './packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-clone-'));
const clone = join(folder, 'checkout');

try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  const here = pack(root);
  const there = pack(clone);
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
  const all = new Set([...here.keys(), ...there.keys()]);
  const different = [...all].filter((path) => here.get(path) !== there.get(path));
  for (const path of different)
    console.log(`${path}: ${here.get(path) ?? 'not'} here, ${there.get(path) ?? 'not'} in the clone`);
  if (status !== '') console.log(`git status of the clone after packing:\n${status}`);
  console.log(`${all.size} files, ${different.length} different`);
  process.exitCode = different.length === 0 && status === '' ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Sizes of the packed files, by package and path.
 *
 * @param {string} checkout
 * @returns {Map<string, number>}
 */
function pack(checkout) {
  const workspaces = publicPackages(checkout).flatMap((one) => ['-w', one.folder]);
  const args = ['pack', ...workspaces, '--json', '--pack-destination', folder];
  const stdout = execFileSync('npm', args, {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  });
  /** @type {Record<string, { name: string, files: { path: string, size: number }[] }>} */
  const packages = JSON.parse(stdout.slice(stdout.search(/^[[{]$/m)));
  return new Map(
    Object.values(packages).flatMap(({ name, files }) =>
      files.map(({ path, size }) => /** @type {[string, number]} */ ([`${name}/${path}`, size])),
    ),
  );
}
