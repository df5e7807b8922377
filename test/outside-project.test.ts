// The packages in somebody else's project: a folder outside this checkout where their tarballs are installed, without a network. What is
// said of Node, CommonJS, bundlers, workers, compilers and other engines is tried there.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findEngines } from '../scripts/engines.mjs';
import { publicPackages } from '../scripts/packages.mjs';
import { ROOT, runNode } from './build.ts';
import { npm, packWithDependencies } from './npm.ts';

/** Every entry point of every package, as a program names it. */
/** All but the programs of workers, which export nothing. */
const ENTRIES = publicPackages().flatMap(({ manifest }) =>
  Object.keys(manifest.exports ?? {})
    .filter((path) => path !== './package.json' && !/^\.\/worker(s-program)?$/.test(path))
    .map((path) => manifest.name + path.slice(1)),
);

const ALL_ENTRIES = ENTRIES.map((entry) => JSON.stringify(entry)).join(', ');

/** A query and a file format; what it prints is the same wherever it runs. */
const QUERY = `
  const cube = Model.build(box({ size: [1, 1, 1] }));
  const { status, lower, upper } = distance(cube, {}, cube, { position: [3, 0, 0] });
  const again = parsePly(writePly(box())).mesh;
  console.log(JSON.stringify({ status, holds: lower <= 2 && 2 <= upper, triangles: again.triangleCount }));
`;
const IMPORTS = `
  import { distance, Model } from 'nearmiss';
  import { box } from 'nearmiss/shapes';
  import { parsePly, writePly } from '@nearmiss/io';
`;
const ANSWER = '{"status":"separated","holds":true,"triangles":12}\n';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nearmiss-outside-'));
  mkdirSync(join(folder, 'tarballs'));
  write('query.mjs', IMPORTS + QUERY);
  const { tarballs, overrides } = packWithDependencies(join(folder, 'tarballs'));
  write('package.json', JSON.stringify({ name: 'outside', type: 'module', private: true, overrides }));
  npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const runs = (...args: string[]) => runNode(folder, args);

describe('Node', () => {
  test('import', () => {
    expect(runs('query.mjs')).toEqual({ status: 0, output: ANSWER });
  });

  test('the program of the README', () => {
    const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
    const [, printed = ''] = /console\.log\(.*\); \/\/ (.*)$/m.exec(program) ?? [];
    expect(runs(write('first.mjs', program))).toEqual({ status: 0, output: `${printed}\n` });
    expect(printed).not.toBe('');
  });

  test('every entry has names, the same by import and by require, and no name is in two entries of the library', () => {
    const program = `
      const names = {};
      for (const entry of [${ALL_ENTRIES}]) {
        const imported = Object.keys(await import(entry));
        const required = Object.keys(require(entry)).filter((name) => name !== '__esModule');
        if (required.join() !== imported.join()) throw new Error(entry);
        names[entry] = imported;
      }
      console.log(JSON.stringify(names));
    `;
    const start = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
    const { status, output } = runs('--no-warnings', write('entries.mjs', start + program));
    expect([status, output]).toEqual([0, expect.stringMatching(/^\{/)]);
    const names: Record<string, string[]> = JSON.parse(output);
    expect(Object.keys(names)).toEqual(ENTRIES);
    for (const each of Object.values(names)) expect(each.length).toBeGreaterThan(0);
    const library = ENTRIES.filter((entry) => /^nearmiss\b/.test(entry)).flatMap((entry) => names[entry]);
    expect(new Set(library).size).toBe(library.length);
  });

  test('require in a CommonJS program', () => {
    const program = `
      const { distance, Model } = require('nearmiss');
      const { box } = require('nearmiss/shapes');
      const { parsePly, writePly } = require('@nearmiss/io');
    `;
    expect(runs('--no-warnings', write('query.cjs', program + QUERY))).toEqual({ status: 0, output: ANSWER });
  });

  test('a worker that is sent the bytes of a model', () => {
    write(
      'worker.mjs',
      `import { parentPort } from 'node:worker_threads';
       import { distance, Model } from 'nearmiss';
       parentPort.once('message', (bytes) => {
         const model = Model.fromBytes(bytes);
         parentPort.postMessage(distance(model, {}, model, { position: [3, 0, 0] }).status);
       });`,
    );
    const main = `
      import { Worker } from 'node:worker_threads';
      import { Model } from 'nearmiss';
      import { box } from 'nearmiss/shapes';
      const worker = new Worker(new URL('worker.mjs', import.meta.url));
      worker.once('message', (status) => { console.log(status); worker.terminate(); });
      worker.postMessage(Model.build(box()).toBytes());
    `;
    expect(runs(write('workers.mjs', main))).toEqual({ status: 0, output: 'separated\n' });
  });

  test('nothing but the entries can be reached', () => {
    const inner = "await import('nearmiss/dist/index.js').catch(({ code }) => console.log(code));";
    expect(runs('--input-type=module', '--eval', inner).output.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });

  test('the command', () => {
    const query = ['distance', 'shape:box', 'shape:box', '--pose-b', '3,0,0', '--json'];
    const { status, upper } = JSON.parse(npm(folder, 'exec', '--offline', '--no', '--', 'nearmiss', ...query));
    expect([status, upper]).toEqual(['separated', expect.closeTo(2)]);
  });

  test('the studio is served from its package', () => {
    const program = `
      import { serveStudio } from '@nearmiss/studio';
      const { url, close } = await serveStudio({ port: 0 });
      const page = await (await fetch(url)).text();
      const [script] = /assets\\/[\\w.-]+\\.js/.exec(page);
      console.log(page.includes('<title>'), (await fetch(new URL(script, url))).status);
      await close();
    `;
    expect(runs(write('studio.mjs', program))).toEqual({ status: 0, output: 'true 200\n' });
  });
});

describe('bundlers', () => {
  test('Vite bundles a page and its worker', async () => {
    write('index.html', '<!doctype html><script type="module" src="/page.js"></script>');
    write('page-worker.js', `${IMPORTS}${QUERY}`);
    write(
      'page.js',
      `${IMPORTS}${QUERY}
       if (globalThis.document !== undefined) new Worker(new URL('./page-worker.js', import.meta.url), { type: 'module' });`,
    );
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      worker: { format: 'es' },
      build: {
        outDir: 'vite-page',
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: { entryFileNames: 'page.mjs', assetFileNames: '[name][extname]', chunkFileNames: '[name].mjs' },
        },
      },
    });
    expect(runs('vite-page/page.mjs')).toEqual({ status: 0, output: ANSWER });
    const built = readdirSync(join(folder, 'vite-page'), { recursive: true, encoding: 'utf8' });
    expect(built.some((name) => /page-worker.*\.js$/.test(name))).toBe(true);
  });

  /** What a program prints after esbuild has bundled it. */
  async function esbuildRuns(program: string, options: BuildOptions) {
    const outfile = join(folder, 'esbuild.mjs');
    const common = { absWorkingDir: folder, bundle: true, format: 'esm', logLevel: 'silent', outfile } as const;
    const { warnings } = await esbuild({ ...common, entryPoints: [program], ...options });
    expect(warnings).toEqual([]);
    return runs(outfile);
  }

  test('esbuild bundles for Node', async () => {
    expect(await esbuildRuns('query.mjs', { platform: 'node' })).toEqual({ status: 0, output: ANSWER });
  });

  test('esbuild bundles every entry of the library for browsers', async () => {
    const library = ENTRIES.filter((entry) => /^nearmiss\b/.test(entry));
    const imports = library.map((entry, k) => `import * as entry${k} from '${entry}';`).join('\n');
    const counts = library.map((_, k) => `Object.keys(entry${k}).length > 0`).join(' && ');
    const program = write('library.mjs', `${imports}\nconsole.log(${counts});`);
    expect(await esbuildRuns(program, { platform: 'browser' })).toEqual({ status: 0, output: 'true\n' });
  });

  test('esbuild bundles mesh files for browsers, with the modules of Node left out as the README of @nearmiss/io says', async () => {
    const [, names = ''] =
      /`--external:([\w:*]+(?: --external:[\w:*]+)*)`/.exec(
        readFileSync(join(ROOT, 'packages/io/README.md'), 'utf8'),
      ) ?? [];
    const external = names.split(' --external:');
    expect(await esbuildRuns('query.mjs', { platform: 'browser', external })).toEqual({ status: 0, output: ANSWER });
  });
});

describe('TypeScript', () => {
  const PROGRAM = `
    ${ENTRIES.map((entry, k) => `import * as entry${k} from '${entry}';`).join('\n')}
    import { distance, type DistanceResult, Model, use } from 'nearmiss';
    import { checkMesh, type MeshReport } from 'nearmiss/mesh';
    import { box, type BoxOptions } from 'nearmiss/shapes';
    const options: BoxOptions = { size: [1, 1, 1] };
    const report: MeshReport = checkMesh(box(options));
    const cube: Model = Model.build(box(options));
    const { status }: DistanceResult = distance(cube, {}, cube, { position: [3, 0, 0] });
    // @ts-expect-error: the size of a box is no text
    const wrong: BoxOptions = { size: 'large' };
    // @ts-expect-error: kernels are not anything whatever
    const isRefused = (): void => use({});
    const counts: number[] = [${ENTRIES.map((_, k) => `Object.keys(entry${k}).length`).join(', ')}];
    console.log(report.closed, status, typeof wrong, typeof isRefused, counts.every((count) => count > 0));
  `;

  function compile(name: string, resolution: object, program: string): void {
    const compilerOptions = { target: 'ES2022', strict: true, types: [], lib: ['ES2023', 'DOM'], outDir: name };
    const config = { compilerOptions: { ...compilerOptions, ...resolution }, files: [program] };
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, output } = runs(tsc, '-p', write(`tsconfig.${name}.json`, JSON.stringify(config)));
    expect({ status, output }).toEqual({ status: 0, output: '' });
  }

  test.each([
    ['NodeNext', { module: 'NodeNext', moduleResolution: 'NodeNext' }],
    ['Bundler', { module: 'ESNext', moduleResolution: 'Bundler' }],
  ])('every entry has its types with the resolution %s', (name, resolution) => {
    compile(name, resolution, write('program.ts', PROGRAM));
    expect(runs(join(name, 'program.js'))).toEqual({ status: 0, output: 'true separated object function true\n' });
  });

  test('a CommonJS module', () => {
    const program = `
      import nearmiss = require('nearmiss');
      import shapes = require('nearmiss/shapes');
      const cube: nearmiss.Model = nearmiss.Model.build(shapes.box());
      console.log(nearmiss.collide(cube, {}, cube, {}).status);
    `;
    compile('CommonJS', { module: 'NodeNext', moduleResolution: 'NodeNext' }, write('program.cts', program));
    const { status, output } = runs('--no-warnings', 'CommonJS/program.cjs');
    expect({ status, output }).toEqual({ status: 0, output: 'intersecting\n' });
  });
});

describe('other engines', () => {
  for (const { name, command } of findEngines()) {
    test.skipIf(command === null)(name, () => {
      const [engine = '', ...args] = command ?? [];
      // Deno has to be told that packages are installed already.
      const more = name === 'Deno' ? ['--node-modules-dir=manual', '--allow-read', '--allow-env'] : [];
      const env = { ...process.env, DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1', NODE_OPTIONS: '' };
      const ownArgs = args.filter((arg) => arg !== '--no-config');
      const output = execFileSync(engine, [...ownArgs, ...more, 'query.mjs'], { cwd: folder, env, encoding: 'utf8' });
      expect(output).toBe(ANSWER);
    });
  }
});
