// The packages of the workspace, found by the patterns in its package.json: a new package is known without being listed here.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * What the scripts read of a package.json.
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {boolean} [private]
 * @property {string[]} [workspaces]
 * @property {Record<string, unknown>} [exports]
 * @property {string} [types]
 * @property {Record<string, string>} [bin]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * A package: its folder relative to the root, with forward slashes, and its package.json.
 *
 * @typedef {{ readonly folder: string, readonly manifest: Manifest }} Package
 */

/**
 * @param {string} path
 * @returns {Manifest}
 */
function readManifest(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Every package of the workspace, private ones too, sorted by folder.
 *
 * @param {string} [root]
 * @returns {Package[]}
 */
export function allPackages(root = ROOT) {
  const patterns = readManifest(join(root, 'package.json')).workspaces ?? [];
  return patterns
    .flatMap((pattern) => foldersOf(root, pattern))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort()
    .map((folder) => ({ folder, manifest: readManifest(join(root, folder, 'package.json')) }));
}

/**
 * The packages that are for npm.
 *
 * @param {string} [root]
 * @returns {Package[]}
 */
export function publicPackages(root = ROOT) {
  return allPackages(root).filter(({ manifest }) => manifest.private !== true);
}

/**
 * The folders that a pattern of `workspaces` stands for; a star is all folders of one level.
 *
 * @param {string} root
 * @param {string} pattern
 */
function foldersOf(root, pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -'/*'.length);
  if (!existsSync(join(root, parent))) return [];
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`);
}

/**
 * Every file that a package.json points to: its entry points, their types, its commands.
 *
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export function targetsOf({ exports = {}, types, bin = {} }) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {unknown} value */
  const collect = (value) => {
    if (typeof value === 'string') found.add(value.replace(/^\.\//, ''));
    else if (value !== null && typeof value === 'object') for (const part of Object.values(value)) collect(part);
  };
  for (const part of [exports, types, bin]) collect(part);
  return [...found];
}
