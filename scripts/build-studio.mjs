// Builds the page of the studio into apps/studio/dist/page, if anything it is made of has changed since the last time.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'apps/studio');
const page = join(home, 'dist/page');
/** Says of what the page was made. Inside the page, so that one is never there without the other. */
const stamp = join(page, 'made-of.txt');

/** Everything the page is made of; the lock file stands for the packages from npm. */
const PARTS = [
  'apps/studio/src/page',
  'apps/studio/index.html',
  'apps/studio/many.html',
  'apps/studio/medial.html',
  'apps/studio/vite.config.ts',
  'packages/core/dist',
  'packages/io/dist',
  'package-lock.json',
];

export async function buildStudio() {
  const parts = hashParts();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === parts) return;
  const { build } = await import('vite');
  // Made beside its position and then put there: whoever else tests or builds meanwhile sees a whole page, old or new.
  const fresh = `${page}.${process.pid}`;
  await build({ root: home, configFile: join(home, 'vite.config.ts'), logLevel: 'error', build: { outDir: fresh } });
  writeFileSync(join(fresh, 'made-of.txt'), parts);
  rmSync(page, { recursive: true, force: true });
  renameSync(fresh, page);
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
