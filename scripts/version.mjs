// Gives all packages the next version: `node scripts/version.mjs major|minor|patch [FOLDER]`. Sets the version of every package and of the
// workspace, the exact versions by which packages ask for each other, the lock file, and the names of tarballs in the documentation; what
// is under "Unreleased" in CHANGELOG.md goes under the new version. Commits and publishes nothing.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allPackages } from './packages.mjs';

/**
 * What is changed of a package.json, or of the lock file.
 *
 * @typedef {Record<string, unknown> & { version?: string, packages?: Record<string, Versions> }} Versions
 */

const STEPS = ['major', 'minor', 'patch'];
const [step = '', folder = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2);

try {
  const { from, to } = nextVersion();
  // The changelog first: should it be refused, nothing has been changed.
  moveUnreleased(to);
  setVersions(from, to);
  for (const page of pages()) rewrite(page, (text) => text.replaceAll(`-${from}.tgz`, `-${to}.tgz`));
  console.log(`${from} → ${to}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function nextVersion() {
  const index = STEPS.indexOf(step);
  if (index < 0) throw new Error(`Say which part of the version grows: ${STEPS.join(', ')}.`);
  const versions = new Set(allPackages(folder).map(({ manifest }) => manifest.version));
  const [from = ''] = versions;
  const numbers = from.split('.').map(Number);
  if (versions.size !== 1 || numbers.length !== 3 || numbers.some((number) => !Number.isSafeInteger(number))) {
    throw new Error(`The packages should have one version of three numbers; they have ${[...versions].join(', ')}.`);
  }
  const to = numbers.map((number, k) => (k < index ? number : k === index ? number + 1 : 0)).join('.');
  return { from, to };
}

/** @param {string} version */
function moveUnreleased(version) {
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  rewrite('CHANGELOG.md', (text) => {
    const [head, ...sections] = text.split(/^(?=## )/m);
    const [unreleased = ''] = sections;
    const changes = unreleased.replace(/^## Unreleased\n/, '').trim();
    if (!unreleased.startsWith('## Unreleased\n')) throw new Error('CHANGELOG.md does not begin with "## Unreleased".');
    if (changes === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".');
    const released = `## Unreleased\n\n## ${version} (${today})\n\n${changes}\n\n`;
    return [head, released, ...sections.slice(1)].join('').trimEnd().concat('\n');
  });
}

/**
 * @param {string} from
 * @param {string} to
 */
function setVersions(from, to) {
  const packages = allPackages(folder);
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  /** @param {Versions} manifest */
  const update = (manifest) => {
    if (manifest.version !== undefined) manifest.version = to;
    for (const kind of ['dependencies', 'devDependencies', 'peerDependencies']) {
      const ranges = /** @type {Record<string, string>} */ (manifest[kind] ?? {});
      for (const name of Object.keys(ranges)) if (names.has(name) && ranges[name] === from) ranges[name] = to;
    }
  };
  for (const home of ['.', ...packages.map((one) => one.folder)]) updateJson(`${home}/package.json`, update);
  updateJson('package-lock.json', (lock) => {
    lock.version = to;
    for (const home of ['', ...packages.map((one) => one.folder)]) update(lock.packages?.[home] ?? {});
  });
}

/** Pages that may name a tarball. */
function pages() {
  const shelves = readdirSync(join(folder, 'docs'), { recursive: true, encoding: 'utf8' });
  return ['README.md', ...shelves.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
}

/**
 * @param {string} path
 * @param {(value: Versions) => void} change
 */
function updateJson(path, change) {
  rewrite(path, (text) => {
    const value = JSON.parse(text);
    change(value);
    return `${JSON.stringify(value, null, 2)}\n`;
  });
}

/**
 * @param {string} path
 * @param {(text: string) => string} change
 */
function rewrite(path, change) {
  const text = readFileSync(join(folder, path), 'utf8');
  const changed = change(text);
  if (changed !== text) writeFileSync(join(folder, path), changed);
}
