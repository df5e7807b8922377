// What an installed package needs of npm when it runs, found as Node finds it: in node_modules of the package and of the folders above.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A package from npm, as it is installed.
 *
 * @typedef {{ readonly name: string, readonly version: string, readonly license: string, readonly folder: string }} Dependency
 */

/**
 * All that some packages of the workspace depend on at run time, and these in turn; packages of the workspace themselves left out.
 * Sorted by name.
 *
 * @param {string} root of the workspace
 * @param {readonly string[]} folders of the packages, relative to the root
 * @param {readonly string[]} [others] names of dependencies to be added
 * @returns {Dependency[]}
 */
export function runtimeDependencies(root, folders, others = []) {
  /** @type {Map<string, Dependency>} */
  const found = new Map();
  /**
   * @param {string} home
   * @param {readonly string[]} names
   */
  const collect = (home, names) => {
    for (const name of names) {
      const folder = folderOf(home, name);
      if (found.has(folder)) continue;
      const { manifest, needs } = read(folder);
      found.set(folder, { name, version: manifest.version, license: manifest.license, folder });
      collect(folder, needs);
    }
  };
  for (const folder of folders) collect(join(root, folder), read(join(root, folder)).needs);
  collect(root, others);
  return [...found.values()]
    .filter(({ name }) => name !== 'nearmiss' && !name.startsWith('@nearmiss/'))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * The package.json of a folder, and the names of what it needs: its dependencies, and the packages that its user must have beside it.
 *
 * @param {string} folder
 */
function read(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return { manifest, needs: [...Object.keys(dependencies), ...peers] };
}

/**
 * @param {string} home the folder of the package that names the dependency
 * @param {string} name
 */
function folderOf(home, name) {
  for (let folder = home; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
    if (folder === dirname(folder)) throw new Error(`${name}, which ${home} depends on, is not installed.`);
  }
}
