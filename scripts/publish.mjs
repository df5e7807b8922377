// Publishes every package that is for npm, with provenance; for .github/workflows/publish.yml. A package is published after those that it
// depends on, so that it can be installed from the moment it is there. `--dry-run` says what would be done. A version that the registry
// has already is passed over, so that a run that broke down can be repeated.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { publicPackages } from './packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dryRun = process.argv.includes('--dry-run');

for (const { folder, manifest } of inOrder()) {
  const { name, version } = manifest;
  if (dryRun) {
    console.log(`${name}@${version} of ${folder}`);
    continue;
  }
  if (
    npm(['view', `${name}@${version}`, 'version'], 'pipe')
      .stdout?.toString()
      .trim() === version
  ) {
    console.log(`${name}@${version} is published already`);
    continue;
  }
  const { status } = npm(['publish', '-w', folder, '--provenance', '--access', 'public'], 'inherit');
  if (status !== 0) {
    console.error(`${name}@${version} could not be published.`);
    process.exit(1);
  }
}

/** Dependencies first. */
function inOrder() {
  const left = publicPackages();
  /** @type {typeof left} */
  const sorted = [];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ manifest }) => manifest.name));
    const next = left.findIndex(({ manifest }) =>
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).every((name) => !waiting.has(name)),
    );
    if (next < 0) throw new Error(`${[...waiting].join(', ')} depend on each other.`);
    sorted.push(...left.splice(next, 1));
  }
  return sorted;
}

/**
 * @param {string[]} args
 * @param {'pipe' | 'inherit'} stdio
 */
function npm(args, stdio) {
  return spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' });
}
