// The site: documentation, API reference, demos, benchmarks and the studio as static pages in site/dist.
//
//   npm run site                 builds it for the path / of a server; NEARMISS_SITE_BASE=/docs/ npm run site for another
//   npm run site:preview         serves what was built
//
// VitePress, typedoc and the TypeScript that typedoc needs are in a folder of their own with a lock file of its own: nobody who does
// not build the site installs them.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'site');
/** An installation that takes longer has hung. Milliseconds. */
const LONGEST_INSTALL = 5 * 60 * 1000;

/** Installs what the site is built with; null if it is there then, otherwise why not. */
export function installSite() {
  if (!isInstalled()) {
    console.error('Installing what the site is built with (npm install in site) …');
    // Not `npm ci`, which refuses a lock file without the packages of other systems; a registry may lack these.
    spawnSync('npm', ['install', '--no-save', '--ignore-scripts', '--loglevel=error'], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: LONGEST_INSTALL,
      shell: process.platform === 'win32',
    });
  }
  return isInstalled() ? null : 'what it is built with could not be installed by npm install in site';
}

function isInstalled() {
  const installed = join(home, 'node_modules/.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(home, 'package-lock.json')).mtimeMs;
}

/**
 * Runs programs of Node one after the other in the folder of the site, until one fails.
 *
 * @param {readonly (readonly string[])[]} programs
 */
function runAll(programs) {
  for (const args of programs) {
    const { status } = spawnSync(process.execPath, args, { cwd: home, stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

const VITEPRESS = 'node_modules/vitepress/bin/vitepress.js';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = installSite();
  if (missing !== null) {
    console.error(`The site cannot be built: ${missing}.`);
    process.exitCode = 1;
  } else if (process.argv[2] === 'preview') {
    process.exitCode = runAll([[VITEPRESS, 'preview', '.']]);
  } else {
    process.exitCode = runAll([
      ['../scripts/ready.mjs'],
      ['node_modules/typescript/bin/tsc', '-p', '.'],
      ['build/write-api.mjs'],
      [VITEPRESS, 'build', '.'],
      ['../scripts/check-site.mjs'],
    ]);
  }
}
