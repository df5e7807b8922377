// The entry points that the packages publish, as programs import them: read from `exports` of every package.json below packages/.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {object} EntryPoint
 * @property {string} name as it is imported: `nearmiss/shapes`
 * @property {string} types path of its declarations from the root: `packages/core/dist/entries/shapes.d.ts`
 */

/**
 * The main package first, then the others by name; in each the main entry point first.
 *
 * @returns {EntryPoint[]}
 */
export function findEntryPoints() {
  const folders = readdirSync(join(ROOT, 'packages')).filter((name) =>
    existsSync(join(ROOT, 'packages', name, 'package.json')),
  );
  return folders
    .flatMap((folder) => entryPointsOf(`packages/${folder}`))
    .sort((x, y) => rank(x.name) - rank(y.name) || (x.name < y.name ? -1 : 1));
}

/**
 * The name of the page of an entry point: `nearmiss-shapes` of `nearmiss/shapes`, `io-node` of `@nearmiss/io/node`.
 *
 * @param {string} name
 */
export function pageName(name) {
  return name.replace(/^@nearmiss\//, '').replaceAll('/', '-');
}

/** @param {string} name */
function rank(name) {
  return name === 'nearmiss' ? 0 : name.startsWith('nearmiss/') ? 1 : 2;
}

/**
 * @param {string} folder
 * @returns {EntryPoint[]}
 */
function entryPointsOf(folder) {
  /** @type {{ name: string, exports?: Record<string, string | { types?: string | object }> }} */
  const { name, exports = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([path, target]) => {
    const types = typesOf(target);
    if (types === null) return [];
    return [{ name: posix.join(name, path), types: posix.join(folder, types) }];
  });
}

/**
 * The declarations that an export names, at any depth of its conditions, or null.
 *
 * @param {unknown} target
 * @returns {string | null}
 */
function typesOf(target) {
  if (typeof target === 'string') return target.endsWith('.d.ts') ? target : null;
  if (target === null || typeof target !== 'object') return null;
  for (const value of Object.values(target)) {
    const found = typesOf(value);
    if (found !== null) return found;
  }
  return null;
}
