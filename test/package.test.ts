// What would be published.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages, ROOT } from './build.ts';

beforeAll(buildPackages);

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** The files npm would put into a package, without building it anew. */
function packedFiles(folder: string): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error', '-w', folder];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(status, stderr).toBe(0);
  // One package was asked for; npm lists it in an array or by its name, according to its version.
  const [{ files }] = Object.values(JSON.parse(stdout)) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

test('the package holds the build, its sources, a README and the licence, and nothing else', () => {
  const files = packedFiles('packages/core');
  expect([...new Set(files.map((path) => path.split('/')[0]))].sort()).toEqual(
    ['LICENSE', 'README.md', 'dist', 'package.json', 'src'].sort(),
  );
  for (const path of files) expect(path).toMatch(/^(dist\/.*\.(js|d\.ts)(\.map)?|src\/.*\.ts|[^/]+)$/);
  expect(files).toContain('dist/index.js');
  expect(files).toContain('dist/index.d.ts');
  expect(files).toContain('dist/bundle/index.js');
  expect(files).toContain('src/index.ts');
});

test('the package of the studio holds the built pages and their server, and needs no other package', () => {
  const files = packedFiles('apps/studio');
  for (const path of files) {
    expect(path).toMatch(/^(dist\/page\/((index|many|medial)\.html|assets\/[\w.-]+)|(dist|src)\/server\/.*|[^/]+)$/);
  }
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'dist/page/index.html',
      'dist/page/many.html',
      'dist/page/medial.html',
      'dist/server/index.js',
    ]),
  );
  for (const worker of ['query-worker', 'many-worker', 'axis-worker', 'contact-worker']) {
    expect(files.some((path) => path.startsWith(`dist/page/assets/${worker}`) && path.endsWith('.js'))).toBe(true);
  }
  expect(readJson('apps/studio/package.json')).not.toHaveProperty('dependencies');
});

test('the package is described as it is', () => {
  const core = readJson('packages/core/package.json');
  expect(core).toMatchObject({
    name: 'nearmiss',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    types: './dist/index.d.ts',
    exports: {
      '.': {
        types: './dist/index.d.ts',
        node: { unbundled: './dist/index.js', default: './dist/bundle/index.js' },
        default: './dist/index.js',
      },
    },
    engines: readJson('package.json').engines,
  });
  expect(Object.keys(core.dependencies as object)).toEqual(['robust-predicates']);
  expect(existsSync(join(ROOT, 'packages/core/dist/index.js'))).toBe(true);
  expect(readFileSync(join(ROOT, 'packages/core/LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
});

test('the published types keep what is internal to themselves', () => {
  const types = readFileSync(join(ROOT, 'packages/core/dist/model/model.d.ts'), 'utf8');
  expect(types).toContain('static build(');
  expect(types).not.toMatch(/readonly (frame|tree|facts):|volumes\(/);
});

test.each(['package.json', 'fixtures/package.json', 'bench/package.json'])('%s is not for npm', (path) => {
  expect(readJson(path).private).toBe(true);
});
