// Builds the page of the studio into apps/studio/dist/page, if anything it is made of has changed since the last time.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceFolder } from './replace-folder.mjs';
import { runtimeDependencies } from './runtime-dependencies.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'apps/studio');
const page = join(home, 'dist/page');
/** Says of what the page was made. Inside the page, so that one is never there without the other. */
const stamp = join(page, 'made-of.txt');

/** Everything the page is made of; the lock file stands for the packages from npm. */
const PARTS = [
  'apps/studio/src/page',
  ...readdirSync(home)
    .filter((file) => file.endsWith('.html'))
    .map((file) => `apps/studio/${file}`),
  'apps/studio/parts',
  'docs/glossary.md',
  'apps/studio/examples',
  'apps/studio/vite.config.ts',
  'apps/studio/licences',
  'scripts/build-studio.mjs',
  'packages/core/dist',
  'packages/io/dist',
  'packages/clash/dist',
  'packages/dynamics/dist',
  'packages/dynamics/scenes',
  'packages/gpu/dist',
  'packages/robot/dist',
  'examples/robot/rrt-connect.mjs',
  'packages/debug/dist',
  'packages/three/dist',
  'package-lock.json',
];

export async function buildStudio() {
  const parts = hashParts();
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === parts;
  if (isCurrent()) return;
  console.error('Building the pages of the studio …');
  const { build } = await import('vite');
  // Not made in `dist`, where `npm pack` would take an unfinished page, or what a killed build left, for a part of the package.
  const fresh = join(home, '.cache', `page.${process.pid}`);
  await build({ root: home, configFile: join(home, 'vite.config.ts'), logLevel: 'error', build: { outDir: fresh } });
  writeFileSync(join(fresh, 'licences.md'), licences());
  writeFileSync(join(fresh, 'made-of.txt'), parts);
  replaceFolder(fresh, page, isCurrent);
}

/** What the pages and their workers are bundled with: the package itself depends on nothing. */
export function bundledInStudio() {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const names = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'));
  return runtimeDependencies(root, [], names);
}

/** The notices of what is bundled, as the licences ask. */
function licences() {
  const parts = bundledInStudio().map(({ name, version, license, folder }) => {
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)\b/i.test(entry));
    const text = file === undefined ? join(home, `licences/${license}.txt`) : join(folder, file);
    return `## ${name} ${version} (${license})\n\n${readFileSync(text, 'utf8').trim()}\n`;
  });
  return ['# Licences of what these pages are bundled with\n', ...parts].join('\n');
}

/** A hash of the content: times change with every checkout and build. */
function hashParts() {
  const hash = createHash('sha256');
  for (const part of PARTS) {
    const path = join(root, part);
    for (const file of part.includes('.') ? [path] : filesBelow(path)) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(d\.ts|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
