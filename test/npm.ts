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

/** Tarballs of every public package and of all they depend on, so that an installation fetches nothing. */
export interface PackedProject {
  /** Paths. */
  readonly tarballs: readonly string[];
  /** For package.json: what is installed in several versions here has one there, since npm would look up the others. */
  readonly overrides: Readonly<Record<string, string>>;
}

export function packWithDependencies(into: string): PackedProject {
  const folders = publicPackages().map(({ folder }) => folder);
  const peers = publicPackages().flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));
  // Whose types are in a package of their own, which a user of TypeScript installs too.
  const types = peers.map((name) => `@types/${name}`).filter((name) => existsSync(join(ROOT, 'node_modules', name)));
  const dependencies = runtimeDependencies(ROOT, folders, types);
  // Of several versions, the one that is not nested in another package comes last.
  const folderOf = new Map(
    [...dependencies]
      .sort((one, other) => other.folder.length - one.folder.length)
      .map(({ name, folder }) => [name, folder]),
  );
  const several = [...folderOf].filter(([name, folder]) =>
    dependencies.some((other) => other.name === name && other.folder !== folder),
  );
  packWorkspace(into);
  const files = packed(
    npm(ROOT, 'pack', ...folderOf.values(), '--ignore-scripts', '--json', '--pack-destination', into),
  );
  const overrides: Record<string, string> = {};
  for (const [name] of several) overrides[name] = `file:${join(into, files.get(name)?.filename ?? name)}`;
  const overriding = new Set(Object.values(overrides));
  const tarballs = readdirSync(into)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(into, name))
    .filter((path) => !overriding.has(`file:${path}`));
  return { tarballs, overrides };
}
