// What the compiler leaves in each package: `dist`, and a file that says what is up to date.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLE } from './bundle-node.mjs';
import { allPackages } from './packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = allPackages()
  .map(({ folder }) => folder)
  .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));
/** What Vite builds in `dist`, beside what the compiler makes. */
const OTHERS = [BUNDLE, 'page'];
/** The compiler's own notes; the packages leave them out. */
const NOTES = /\.tsbuildinfo$/;
/** Endings of what the compiler makes of a source. */
const OUTPUT = /\.(?:js|d\.ts)(?:\.map)?$/;

/** Removes what was built, in every package. */
export function removeBuilds() {
  for (const folder of FOLDERS) {
    rmSync(join(root, folder, 'dist'), { recursive: true, force: true });
    rmSync(join(root, folder, 'tsconfig.tsbuildinfo'), { force: true });
  }
}

/** Where `dist` was removed by hand, the compiler would take it for up to date. */
export function forgetMissingBuilds() {
  for (const folder of FOLDERS) {
    if (existsSync(join(root, folder, 'dist'))) continue;
    rmSync(join(root, folder, 'tsconfig.tsbuildinfo'), { force: true });
  }
}

/** Removes what no source accounts for: files of sources that are gone, and what a build left unfinished. It would be published. */
export function pruneBuilds() {
  for (const folder of FOLDERS) {
    const dist = join(root, folder, 'dist');
    if (!existsSync(dist)) continue;
    for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || NOTES.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      if (OTHERS.some((other) => path.startsWith(join(dist, other) + sep))) continue;
      const source = join(root, folder, 'src', path.slice(dist.length + 1).replace(OUTPUT, '.ts'));
      if (!existsSync(source)) rmSync(path, { force: true });
    }
  }
}
