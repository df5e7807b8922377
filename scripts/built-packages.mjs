// What the compiler leaves in each package: `dist`, and a file that says what is up to date.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLE } from './bundle-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['packages/core', 'packages/io', 'packages/dynamics', 'packages/cli', 'fixtures', 'bench'];
/** The page of the studio is built by Vite beside what the compiler makes. */
const OTHERS = ['apps/studio'];
/** Endings of what the compiler makes of a source. */
const OUTPUT = /\.(?:js|d\.ts)(?:\.map)?$/;

/** Removes what was built, in every package. */
export function removeBuilds() {
  for (const folder of [...PACKAGES, ...OTHERS]) {
    rmSync(join(root, folder, 'dist'), { recursive: true, force: true });
    rmSync(join(root, folder, 'tsconfig.tsbuildinfo'), { force: true });
  }
}

/** Where `dist` was removed by hand, the compiler would take it for up to date. */
export function forgetLostBuilds() {
  for (const folder of [...PACKAGES, ...OTHERS]) {
    if (existsSync(join(root, folder, 'dist'))) continue;
    rmSync(join(root, folder, 'tsconfig.tsbuildinfo'), { force: true });
  }
}

/** Removes files of sources that are gone; they would otherwise stay, and be published. */
export function pruneBuilds() {
  for (const folder of PACKAGES) {
    const dist = join(root, folder, 'dist');
    if (!existsSync(dist)) continue;
    for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !OUTPUT.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      if (path.startsWith(join(dist, BUNDLE) + sep)) continue;
      const source = join(root, folder, 'src', path.slice(dist.length + 1).replace(OUTPUT, '.ts'));
      if (!existsSync(source)) rmSync(path);
    }
  }
}
