// npm as the tests of the packages use it: nothing is fetched.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages } from '../scripts/packages.mjs';
import { runtimeDependencies } from '../scripts/runtime-dependencies.mjs';
import { ROOT } from './build.ts';

/** What npm prints, run in a folder; it must end well. */
export function npm(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', ['--loglevel=error', ...args], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

export interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** What `npm pack --json` says, for each package by its name; npm gives an array or an object, according to its version. */
export function packed(stdout: string): Map<string, Packed> {
  const all = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  return new Map(all.map((one) => [one.name, one]));
}

/** Packs the packages of a checkout that are for npm, as they are: no script is run, nothing is built. */
export function packWorkspace(into: string, root: string = ROOT): Map<string, Packed> {
  const workspaces = publicPackages(root).flatMap(({ folder }) => ['-w', folder]);
  return packed(npm(root, 'pack', ...workspaces, '--ignore-scripts', '--json', '--pack-destination', into));
}

/** The tarballs of every public package and of all they depend on, so that an installation fetches nothing. Paths. */
export function packWithDependencies(into: string): string[] {
  const folders = publicPackages().map(({ folder }) => folder);
  const peers = publicPackages().flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));
  // Whose types are in a package of their own, which a user of TypeScript installs too.
  const types = peers.map((name) => `@types/${name}`).filter((name) => existsSync(join(ROOT, 'node_modules', name)));
  const dependencies = runtimeDependencies(ROOT, folders, types).map(({ folder }) => folder);
  packWorkspace(into);
  npm(ROOT, 'pack', ...dependencies, '--ignore-scripts', '--pack-destination', into);
  return readdirSync(into)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(into, name));
}
