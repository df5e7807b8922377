// Makes of each package's build a bundle for Node, if anything in it has changed since the last time. Node reads a file for
// every module it loads: the library as a file for each entry, and what these share, starts in a fifth of the time. Bundlers are given the modules, and drop
// what is not used; the `node` condition of a package's exports says which entries have a bundle. The benchmark takes
// modules apart and asks for them by the condition `unbundled`.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publicPackages } from './packages.mjs';
import { replaceFolder } from './replace-folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folder of the bundle, in `dist`. */
export const BUNDLE = 'bundle';

/** Says of what a bundle was made. Inside it, so that one is never there without the other. */
const STAMP = 'made-of.txt';

export async function bundleForNode() {
  for (const { folder } of publicPackages()) await bundlePackage(join(root, folder));
}

/** @param {string} home */
async function bundlePackage(home) {
  const dist = join(home, 'dist');
  const bundle = join(dist, BUNDLE);
  const stamp = join(bundle, STAMP);
  const entries = entriesOf(home);
  if (Object.keys(entries).length === 0) return;
  const parts = hashModules(dist, JSON.stringify(entries));
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === parts;
  if (isCurrent()) return;
  console.error(`Bundling ${relative(root, home)} for Node …`);
  const { build } = await import('vite');
  // Not made in `dist`, where `npm pack` would take an unfinished bundle, or what a killed build left, for a part of the package.
  const fresh = join(home, '.cache', `${BUNDLE}.${process.pid}`);
  await build({
    root: home,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // What a package depends on stays outside of its bundle, packages of this workspace too: a Mesh has one class.
    ssr: { target: 'node', external: true },
    build: {
      ssr: true,
      outDir: fresh,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: entries,
        // Not searched for: their own bundles may not be there yet.
        external: dependenciesOf(home),
        preserveEntrySignatures: 'strict',
        // Comments that name modules by their path from the current folder: a clone elsewhere would pack other bytes.
        experimental: { attachDebugInfo: 'none' },
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
      },
    },
  });
  writeFileSync(join(fresh, STAMP), parts);
  replaceFolder(fresh, bundle, isCurrent);
}

/**
 * The entries with a bundle: the path of each in the bundle, without its ending, and the module it is made of.
 *
 * @param {string} home
 * @returns {Record<string, string>}
 */
function entriesOf(home) {
  /** @type {{ exports?: Record<string, string | { node?: { default: string }, default: string }> }} */
  const { exports = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  /** @type {Record<string, string>} */
  const entries = {};
  for (const target of Object.values(exports)) {
    if (typeof target === 'string' || target.node === undefined) continue;
    entries[target.node.default.replace(`./dist/${BUNDLE}/`, '').replace(/\.js$/, '')] = join(home, target.default);
  }
  return entries;
}

/**
 * What a package may import from others, with their entries.
 *
 * @param {string} home
 * @returns {RegExp[]}
 */
function dependenciesOf(home) {
  /** @type {import('./packages.mjs').Manifest} */
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...peerDependencies }).map((name) => new RegExp(`^${name}(/|$)`));
}

/**
 * A hash of the content, and of how it is bundled: times change with every checkout and build.
 *
 * @param {string} dist
 * @param {string} entries
 */
function hashModules(dist, entries) {
  const hash = createHash('sha256')
    .update(entries)
    .update(readFileSync(fileURLToPath(import.meta.url)));
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(dist, BUNDLE) + sep))
    .sort();
  for (const file of files) hash.update(file.slice(dist.length)).update(readFileSync(file));
  return hash.digest('hex');
}
