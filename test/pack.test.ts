// `npm pack` gives the same complete packages whatever state the checkout is in, and touches nothing else.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPackages } from '../scripts/packages.mjs';
import { ROOT } from './build.ts';
import { npm, packed, packWorkspace } from './npm.ts';

let folder = '';
let expected: Record<string, string[]> = {};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nearmiss-pack-'));
  expected = filesByPackage(packWorkspace(folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The hashes in the names of built pages are left out: they depend on where the installed packages are. */
function filesByPackage(found: ReturnType<typeof packed>): Record<string, string[]> {
  const plain = (path: string): string => path.replace(/^(dist\/page\/assets\/.+)-[\w-]{8}(\.\w+)$/, '$1-*$2');
  return Object.fromEntries(
    [...found].map(([name, { files }]) => [name, files.map((file) => plain(file.path)).sort()]),
  );
}

/** `npm pack` as a person calls it, with the scripts of the packages; what each package holds. */
function pack(root: string): Record<string, string[]> {
  const workspaces = publicPackages(root).flatMap((one) => ['-w', one.folder]);
  const stdout = npm(root, 'pack', ...workspaces, '--json', '--pack-destination', folder);
  return filesByPackage(packed(stdout.slice(stdout.search(/^[[{]$/m))));
}

/** The time of the last change of every file, but for what npm installs and caches. */
function changeTimes(root: string): Record<string, number> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|[\\/])(node_modules|\.git|\.cache)[\\/]/.test(path));
  return Object.fromEntries(files.map((path) => [path, statSync(join(root, path)).mtimeMs]));
}

describe('a built checkout', () => {
  test('packs the same while the studio is served, and the server goes on', async () => {
    const bin = join(ROOT, 'packages/cli/bin/nearmiss.mjs');
    const server = spawn(process.execPath, [bin, 'studio', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [chunk] = await once(server.stdout, 'data');
      const [url = ''] = /http:\/\/\S+/.exec(String(chunk)) ?? [];
      const folders = publicPackages().map((one) => join(ROOT, one.folder));
      const before = folders.map(changeTimes);
      expect(pack(ROOT)).toEqual(expected);
      expect(folders.map(changeTimes)).toEqual(before);
      expect((await fetch(url)).status).toBe(200);
    } finally {
      server.kill();
    }
  });
});

describe('a checkout that is not built', () => {
  let copy = '';

  beforeAll(() => {
    copy = join(folder, 'checkout');
    const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
    const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], options);
    for (const path of list.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      copyFileSync(join(ROOT, path), join(copy, path));
    }
    linkModules(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  });

  /** What npm would install, linked; the links to the packages of the workspace lead to those of the copy. */
  function linkModules(from: string, to: string): void {
    mkdirSync(to);
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      if (entry.name.startsWith('@')) linkModules(join(from, entry.name), join(to, entry.name));
      else if (entry.isSymbolicLink())
        symlinkSync(readlinkSync(join(from, entry.name)), join(to, entry.name), 'junction');
      else symlinkSync(join(from, entry.name), join(to, entry.name), 'junction');
    }
  }

  test('builds, then packs the same; no file that was there is changed', () => {
    const before = changeTimes(copy);
    expect(Object.keys(before).filter((path) => /[\\/]dist[\\/]/.test(path))).toEqual([]);
    expect(pack(copy)).toEqual(expected);
    const after = changeTimes(copy);
    expect(after).toMatchObject(before);
    const added = Object.keys(after).filter((path) => !(path in before));
    expect(added.filter((path) => !/[\\/]dist[\\/]|\.tsbuildinfo$/.test(path))).toEqual([]);
  });

  test('what a killed build or a source that is gone left behind is not packed', () => {
    mkdirSync(join(copy, 'apps/studio/dist/page.1234/assets'), { recursive: true });
    writeFileSync(join(copy, 'apps/studio/dist/page.1234/assets/half.js'), '');
    writeFileSync(join(copy, 'packages/io/dist/gone.js'), '');
    expect(pack(copy)).toEqual(expected);
  });

  test('a package without a file that it names is not packed', () => {
    const path = join(copy, 'packages/io/package.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    manifest.exports['./more'] = './dist/more.js';
    writeFileSync(path, JSON.stringify(manifest));
    expect(() => pack(copy)).toThrow('@nearmiss/io would be packed without dist/more.js');
  });
});
