// The script that gives all packages their next version, tried on a copy.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allPackages } from '../scripts/packages.mjs';
import { ROOT, runNode } from './build.ts';

let copy = '';

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'nearmiss-version-'));
  const homes = allPackages().map(({ folder }) => folder);
  for (const home of homes) mkdirSync(join(copy, home), { recursive: true });
  const manifests = ['', ...homes].map((home) => join(home, 'package.json'));
  for (const path of [...manifests, 'package-lock.json', 'CHANGELOG.md', 'README.md', 'docs']) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(copy, path), 'utf8');
const step = (word: string) => runNode(ROOT, ['scripts/version.mjs', word, copy]);
const current = (): string => allPackages().map(({ manifest }) => manifest.version)[0];

function grown(part: 0 | 1 | 2): string {
  const numbers = current().split('.').map(Number);
  return numbers.map((number, k) => (k < part ? number : k === part ? number + 1 : 0)).join('.');
}

test.each([
  ['major', grown(0)],
  ['minor', grown(1)],
  ['patch', grown(2)],
])('%s', (word, version) => {
  expect(step(word)).toEqual({ status: 0, output: `${current()} → ${version}\n` });
  const packages = allPackages(copy);
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  let asked = 0;
  for (const { manifest } of packages) {
    expect(manifest.version).toBe(version);
    if (manifest.private === true) continue;
    for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      if (!names.has(name)) continue;
      expect([name, range]).toEqual([name, version]);
      asked++;
    }
  }
  expect(asked).toBeGreaterThan(3);
});

test('the lock file agrees, and nothing else in it changes', () => {
  const version = grown(1);
  step('minor');
  const before = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const after = JSON.parse(read('package-lock.json'));
  for (const { folder, manifest } of allPackages(copy)) {
    const { version: locked, dependencies } = after.packages[folder];
    expect([locked, dependencies]).toEqual([version, manifest.dependencies]);
    delete before.packages[folder];
    delete after.packages[folder];
  }
  for (const lock of [before, after]) {
    delete lock.version;
    delete lock.packages[''].version;
  }
  expect(after).toEqual(before);
});

test('what was unreleased is under the version, in the changelog; pages name the new tarballs', () => {
  const before = read('CHANGELOG.md');
  const [, changes = ''] = /^## Unreleased\n\n(.*?)\n\n## /ms.exec(before) ?? [];
  expect(changes).not.toBe('');
  step('minor');
  const heading = `## Unreleased\n\n## ${grown(1)} (${new Date().toISOString().slice(0, 10)})\n\n`;
  expect(read('CHANGELOG.md')).toBe(before.replace('## Unreleased\n\n', heading));
  expect(read('README.md')).toContain(`nearmiss-${grown(1)}.tgz`);
  expect(read('README.md')).not.toContain(`-${current()}.tgz`);
});

test('without changes, or with another word, nothing happens', () => {
  const core = read('packages/core/package.json');
  expect(step('huge')).toEqual({ status: 1, output: expect.stringContaining('major, minor, patch') });
  writeFileSync(join(copy, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- All of it.\n');
  expect(step('patch')).toEqual({ status: 1, output: 'CHANGELOG.md has nothing under "Unreleased".\n' });
  expect(read('packages/core/package.json')).toBe(core);
});
