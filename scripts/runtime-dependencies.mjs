// What a package needs when it runs, found as Node finds it: in node_modules of its folder and of the folders above.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A package as it is installed: its real folder, and the names of what it needs in turn.
 *
 * @typedef {object} Dependency
 * @property {string} name
 * @property {string} version
 * @property {string} license
 * @property {string} folder
 * @property {readonly string[]} needs
 */

/**
 * Packages of the workspace, then all that they need at run time and what these need in turn.
 *
 * @param {string} root of the workspace
 * @param {readonly string[]} folders of the packages, relative to the root
 * @param {readonly string[]} [others] names of packages to be added
 * @returns {Dependency[]}
 */
export function installedPackages(root, folders, others = []) {
  /** @type {Map<string, Dependency>} */
  const found = new Map();
  /** @param {string} folder */
  const collect = (folder) => {
    if (found.has(folder)) return;
    const dependency = read(folder);
    found.set(folder, dependency);
    for (const name of dependency.needs) collect(folderOf(folder, name));
  };
  for (const folder of folders) collect(realpathSync(join(root, folder)));
  for (const name of others) collect(folderOf(root, name));
  return [...found.values()];
}

/**
 * The same without the packages of the workspace: what comes from npm. Sorted by name.
 *
 * @param {string} root
 * @param {readonly string[]} folders
 * @param {readonly string[]} [others]
 * @returns {Dependency[]}
 */
export function runtimeDependencies(root, folders, others = []) {
  return installedPackages(root, folders, others)
    .filter(({ name }) => name !== 'nearmiss' && !name.startsWith('@nearmiss/'))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * A package.json; needed are its dependencies, and the packages that its user must have beside it.
 *
 * @param {string} folder
 * @returns {Dependency}
 */
function read(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license, dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true);
  return { name, version, license, folder, needs: [...Object.keys(dependencies), ...peers] };
}

/**
 * @param {string} home the folder of the package that names the dependency
 * @param {string} name
 */
function folderOf(home, name) {
  for (let folder = home; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return realpathSync(found);
    if (folder === dirname(folder)) throw new Error(`${name}, which ${home} depends on, is not installed.`);
  }
}
