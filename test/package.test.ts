// What would be published.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, runNode } from './build.ts';

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** What npm prints, run in a folder. No scripts, so that packing builds nothing anew. */
function npm(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** The files npm would put into a package. */
function packedFiles(folder: string): string[] {
  const stdout = npm(ROOT, 'pack', '--dry-run', '--json', '-w', folder);
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

/** The names of the entries beside the main one. */
function subPaths(): string[] {
  return readdirSync(join(ROOT, 'packages/core/src/entries')).map((file) => file.replace(/\.ts$/, ''));
}

/** What an entry is for compilers, for Node and for bundlers. */
function entryTargets(module: string, bundle: string): object {
  return {
    types: `./dist/${module}.d.ts`,
    node: { unbundled: `./dist/${module}.js`, default: `./dist/bundle/${bundle}.js` },
    default: `./dist/${module}.js`,
  };
}

test('the package is described as it is', () => {
  const core = readJson('packages/core/package.json');
  expect(core).toMatchObject({
    name: 'nearmiss',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    types: './dist/index.d.ts',
    exports: {
      '.': entryTargets('index', 'index'),
      ...Object.fromEntries(subPaths().map((name) => [`./${name}`, entryTargets(`entries/${name}`, name)])),
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

describe("a stranger's project", () => {
  let folder = '';
  const entries = ['nearmiss', ...subPaths().map((name) => `nearmiss/${name}`)];

  /** Uses a value and a type of a few entries, and the names of all. */
  const PROGRAM = `
    ${entries.map((entry, k) => `import * as entry${k} from '${entry}';`).join('\n')}
    import { distance, type DistanceResult, Model } from 'nearmiss';
    import { checkMesh, type MeshReport } from 'nearmiss/mesh';
    import { box, type BoxOptions } from 'nearmiss/shapes';
    const options: BoxOptions = { size: [1, 1, 1] };
    const report: MeshReport = checkMesh(box(options));
    const cube: Model = Model.build(box(options));
    const { status, lower }: DistanceResult = distance(cube, {}, cube, { position: [3, 0, 0] });
    // @ts-expect-error: the size of a box is no text
    const wrong: BoxOptions = { size: 'large' };
    const names: string[][] = [${entries.map((_, k) => `Object.keys(entry${k})`).join(', ')}];
    console.log(JSON.stringify({ report: report.closed, status, lower, wrong: typeof wrong, names }));
  `;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nearmiss-stranger-'));
    writeFileSync(join(folder, 'package.json'), '{ "name": "stranger", "type": "module", "private": true }\n');
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    // With its dependency packed as well, nothing has to be fetched.
    for (const what of ['packages/core', 'node_modules/robust-predicates']) {
      npm(ROOT, 'pack', `./${what}`, '--pack-destination', folder);
    }
    const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    npm(folder, 'install', '--offline', '--no-audit', '--no-fund', ...packed.map((name) => `./${name}`));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['Node', { module: 'NodeNext', moduleResolution: 'NodeNext' }],
    ['bundlers', { module: 'ESNext', moduleResolution: 'Bundler' }],
  ])('finds every entry and its types as %s do', (name, resolution) => {
    const compilerOptions = {
      ...resolution,
      target: 'ES2022',
      strict: true,
      types: [],
      lib: ['ES2023', 'DOM'],
      outDir: name,
    };
    const config = `tsconfig.${name}.json`;
    writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    expect(runNode(folder, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config])).toEqual({
      status: 0,
      output: '',
    });

    const { status, output } = runNode(folder, [join(name, 'program.js')]);
    expect([status, output]).toEqual([0, expect.stringMatching(/^\{/)]);
    const { names, ...found } = JSON.parse(output);
    expect(found).toMatchObject({ report: true, status: 'separated', wrong: 'object' });
    expect(names).toHaveLength(entries.length);
    // Every entry has something, and no name is in two.
    for (const each of names) expect(each.length).toBeGreaterThan(0);
    expect(new Set(names.flat()).size).toBe(names.flat().length);
  });

  test('cannot reach past the entries', () => {
    const inner = "await import('nearmiss/dist/index.js').catch(({ code }) => console.log(code));";
    expect(runNode(folder, ['--input-type=module', '--eval', inner]).output.trim()).toBe(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    );
  });
});
