// Chromium for the tests of the studio: found, or installed where that can be done without asking anyone.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names the browser itself. */
const VARIABLE = 'NEARMISS_CHROMIUM';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const USUAL_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const USUAL_PROGRAMS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
/** An installation that takes longer has hung. Milliseconds. */
const LONGEST_INSTALL = 5 * 60 * 1000;

/** The path of a browser, or null. */
export function findChromium() {
  const named = process.env[VARIABLE];
  if (named !== undefined && named !== '') return isProgram(named) ? named : null;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...USUAL_FOLDERS];
  const programs = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...programs, ...USUAL_PROGRAMS].find(isProgram) ?? null;
}

/** Installs Debian's package, where this is Debian and we are root; null if it is there then, otherwise why not. */
export function installChromium() {
  const named = process.env[VARIABLE];
  if (named) return `${VARIABLE} names ${named}, which is no program`;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    return `no Chromium was found; install one, or name it in ${VARIABLE}`;
  }
  console.log('Installing Chromium for the tests of the studio (apt-get) …');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'ignore',
      timeout: LONGEST_INSTALL,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return findChromium() === null ? 'no Chromium was found and apt-get could not install it' : null;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
