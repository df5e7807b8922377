// What would be published: every package of the workspace that is not private.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { build } from 'esbuild';
import { convexNames } from 'nearmiss/convex';
import { shapeNames } from 'nearmiss/shapes';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPackages, publicPackages, targetsOf } from '../scripts/packages.mjs';
import { ROOT, runNode } from './build.ts';
import { type Packed, packWorkspace } from './npm.ts';

const PACKAGES = publicPackages().map((one) => ({ ...one, name: one.manifest.name }));
const VERSIONS = new Map(allPackages().map(({ manifest }) => [manifest.name, manifest.version]));

let folder = '';
let tarballs = new Map<string, Packed>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nearmiss-packages-'));
  tarballs = packWorkspace(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Programs of workers do nothing but serve; a bundler must not take their import for useless. */
const SIDE_EFFECTS: Readonly<Record<string, readonly string[]>> = {
  nearmiss: ['./dist/entries/workers-program.js', './dist/bundle/workers-program.js'],
  '@nearmiss/robot': ['./dist/worker/index.js'],
};

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** Tarball and paths of a package as packed. */
function packedAs(name: string): { tarball: string; files: string[] } {
  const found = tarballs.get(name);
  if (found === undefined) throw new Error(`${name} was not packed`);
  return { tarball: join(folder, found.filename), files: found.files.map(({ path }) => path) };
}

test('the packages for npm are found', () => {
  const names = PACKAGES.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['nearmiss', '@nearmiss/io', '@nearmiss/cli', '@nearmiss/studio']));
  expect([...tarballs.keys()].sort()).toEqual([...names].sort());
});

describe.each(PACKAGES)('$name', ({ name, folder: home, manifest }) => {
  test('is described: ESM without side effects but of programs of workers, licence, keywords, engines', () => {
    expect(manifest).toMatchObject({
      version: VERSIONS.get('nearmiss'),
      description: expect.stringMatching(/^[A-Z].{20,}\.$/),
      license: 'MIT',
      type: 'module',
      sideEffects: SIDE_EFFECTS[name] ?? false,
      engines: readJson('package.json').engines,
      scripts: { prepack: 'node ../../scripts/ready.mjs pack' },
    });
    const { keywords, files } = readJson(`${home}/package.json`) as { keywords: string[]; files: string[] };
    expect(keywords.length).toBeGreaterThan(3);
    expect(files).toContain('dist');
    expect(readFileSync(join(ROOT, home, 'LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });

  test('asks for exact versions of the other packages', () => {
    for (const dependencies of [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies]) {
      for (const [other, range] of Object.entries(dependencies ?? {})) {
        if (VERSIONS.has(other)) expect([other, range]).toEqual([other, VERSIONS.get(other)]);
      }
    }
  });

  test('has every file that its package.json names, types beside each entry, README and licence', () => {
    const { files } = packedAs(name);
    expect(files).toEqual(expect.arrayContaining([...targetsOf(manifest), 'README.md', 'LICENSE', 'package.json']));
    for (const path of files) {
      expect(path).toMatch(/^(dist\/page\/.*|dist\/.*\.(js|d\.ts)(\.map)?|src\/.*\.(ts|json)|bin\/.*|[^/]+)$/);
    }
    for (const path of files.filter((path) => /^dist\/(?!bundle|page).*\.js$/.test(path))) {
      expect(files).toContain(path.replace(/\.js$/, '.d.ts'));
    }
  });

  test('has sources for its maps', () => {
    const { files } = packedAs(name);
    const maps = files.filter((path) => path.endsWith('.map') && !path.startsWith('dist/page/'));
    expect(maps.length).toBeGreaterThan(0);
    for (const map of maps) {
      const { sources } = readJson(`${home}/${map}`) as { sources: string[] };
      for (const source of sources) expect(files).toContain(posix.join(posix.dirname(map), source));
    }
  });

  test('links in its README lead to files of the package or to other sites', () => {
    const { files } = packedAs(name);
    const readme = readFileSync(join(ROOT, home, 'README.md'), 'utf8');
    const targets = [...readme.matchAll(/\]\(([^)\s]+)\)|<(?:img|a)[^>]+(?:src|href)="([^"]+)"/g)];
    for (const [, link = '', attribute = link] of targets) {
      if (/^(https:|#)/.test(attribute)) continue;
      expect(files).toContain(posix.normalize(attribute.replace(/#.*/, '')));
    }
  });

  test('publint has nothing to say', async () => {
    const { tarball } = packedAs(name);
    const bytes = readFileSync(tarball);
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('are-the-types-wrong finds none', () => {
    const { tarball } = packedAs(name);
    const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const { status, output } = runNode(folder, [attw, tarball, '--profile', 'esm-only', '--format', 'ascii']);
    expect([status, output]).toEqual([0, expect.stringContaining(name)]);
  });
});

test('the package of the library holds the build for Node and for bundlers, and its sources', () => {
  const { files } = packedAs('nearmiss');
  expect([...new Set(files.map((path) => path.split('/')[0]))].sort()).toEqual(
    ['LICENSE', 'README.md', 'SHAPES.md', 'dist', 'package.json', 'src'].sort(),
  );
  expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/bundle/index.js', 'src/index.ts']));
});

test('the package of the studio holds the built pages and their server, and needs no other package', () => {
  const { files } = packedAs('@nearmiss/studio');
  for (const path of files) {
    expect(path).toMatch(
      /^(dist\/page\/((?:examples\/)?[\w-]+\.html|licences\.md|assets\/[\w.-]+)|dist\/server\/.*|src\/server\/.*|[^/]+)$/,
    );
  }
  const pages = ['index', 'many', 'medial'].map((page) => `dist/page/${page}.html`);
  expect(files).toEqual(expect.arrayContaining([...pages, 'dist/page/licences.md', 'dist/server/index.js']));
  for (const worker of ['query-worker', 'many-worker', 'axis-worker', 'contact-worker']) {
    expect(files.some((path) => path.startsWith(`dist/page/assets/${worker}`) && path.endsWith('.js'))).toBe(true);
  }
  expect(readJson('apps/studio/package.json')).not.toHaveProperty('dependencies');
});

describe('provenance', () => {
  const page = readFileSync(join(ROOT, 'packages/core/SHAPES.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+)` +\| `([\w.-]+)` +\|/gm)].map(([, shape = '', file = '']) => ({
    shape,
    file,
  }));

  test('SHAPES.md names every generated shape, and its file', () => {
    expect(rows.map(({ shape }) => shape).sort()).toEqual([...shapeNames].sort());
    for (const { file } of rows) expect(existsSync(join(ROOT, 'packages/core/src/shapes', file))).toBe(true);
    for (const name of convexNames) expect(page).toContain(`\`${name}\``);
  });

  test('no package holds a mesh file, other than code that makes meshes', () => {
    const packed = PACKAGES.flatMap(({ name }) => packedAs(name).files);
    expect(packed.length).toBeGreaterThan(100);
    expect(packed.filter((path) => /\.(obj|stl|ply|off|gltf|glb|drc|bin)$/i.test(path))).toEqual([]);
  });

  test('the pages of the studio name the licence of each package that is bundled in them', () => {
    const notices = readFileSync(join(ROOT, 'apps/studio/dist/page/licences.md'), 'utf8');
    const found = [...notices.matchAll(/^## (\S+) \S+ \((MIT|Apache-2\.0|MPL-2\.0|Unlicense)\)$/gm)].map(
      ([, name]) => name,
    );
    expect(found).toEqual(expect.arrayContaining(['three', 'draco3dgltf', '@gltf-transform/core', 'meshoptimizer']));
    expect(found).toHaveLength([...notices.matchAll(/^## \S+ \d/gm)].length);
  });
});

/** What an entry is for compilers, for Node and for bundlers. */
function entryTargets(module: string, bundle: string): object {
  return {
    types: `./dist/${module}.d.ts`,
    node: { unbundled: `./dist/${module}.js`, default: `./dist/bundle/${bundle}.js` },
    default: `./dist/${module}.js`,
  };
}

test.each(['nearmiss/workers-program', '@nearmiss/robot/worker'])('esbuild keeps import %j', async (entry) => {
  const { outputFiles } = await build({
    stdin: { contents: `import '${entry}';`, resolveDir: join(ROOT, 'test') },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  });
  // What a program of a worker says first.
  expect(outputFiles[0]?.text).toContain('kind: "ready"');
});

test('every entry of the library is in its package.json', () => {
  const subPaths = readdirSync(join(ROOT, 'packages/core/src/entries')).map((file) => file.replace(/\.ts$/, ''));
  const core = readJson('packages/core/package.json');
  expect(core).toMatchObject({
    types: './dist/index.d.ts',
    exports: {
      '.': entryTargets('index', 'index'),
      ...Object.fromEntries(subPaths.map((name) => [`./${name}`, entryTargets(`entries/${name}`, name)])),
    },
  });
  expect(Object.keys(core.dependencies as object)).toEqual(['robust-predicates']);
  expect(existsSync(join(ROOT, 'packages/core/dist/index.js'))).toBe(true);
});

test('the published types keep what is internal to themselves', () => {
  const types = readFileSync(join(ROOT, 'packages/core/dist/model/model.d.ts'), 'utf8');
  expect(types).toContain('static build(');
  expect(types).not.toMatch(/readonly (frame|tree|facts):|volumes\(/);
});

test.each(['package.json', 'fixtures/package.json', 'bench/package.json'])('%s is not for npm', (path) => {
  expect(readJson(path).private).toBe(true);
});
