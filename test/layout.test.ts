// The tests of the library are laid out like its sources: who changes a module knows where its tests are.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './build.ts';

const CORE = join(ROOT, 'packages/core');
/** Tests of no one module: hashes of results, one file a bug, queries within queries, bodies and motions of odd kinds. */
const ACROSS = ['golden', 'repro', 'reentry', 'corners'];

/** Folders, relative to a root, that have a file with this ending in them. */
function foldersWith(root: string, ending: string): string[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, entry.parentPath).split(sep).join('/'));
  return [...new Set(files)].sort();
}

const sources = foldersWith(join(CORE, 'src'), '.ts').filter((folder) => folder !== '');
const tests = foldersWith(join(CORE, 'test'), '.test.ts').filter((folder) => folder !== '');

test('every folder of sources has a folder of tests', () => {
  expect(sources.length).toBeGreaterThan(30);
  expect(sources.filter((folder) => !tests.includes(folder))).toEqual([]);
});

test('every folder of tests has a folder of sources, or is of no one module', () => {
  const known = (folder: string): boolean => sources.includes(folder) || ACROSS.includes(folder);
  expect(tests.filter((folder) => !known(folder))).toEqual([]);
});

test('the fast part of the tests has a file of every module but those that are slow throughout', () => {
  const fast: string[] = JSON.parse(readFileSync(join(ROOT, 'test/fast.json'), 'utf8'));
  const modules = new Set(sources.map((folder) => folder.split('/')[0]));
  const covered = fast
    .filter((file) => existsSync(join(ROOT, file)))
    .flatMap((file) => /^packages\/core\/test\/(\w+)\//.exec(file)?.[1] ?? []);
  expect([...modules].filter((name) => !covered.includes(name))).toEqual([
    'entries',
    'shapes',
    'simd',
    'tasks',
    'workers',
  ]);
});
