// The library in a browser: one classic script, made by a bundler, run where there is nothing but the language.

import { writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { answers } from './browser/answers.ts';
import { emptyFolder, ROOT } from './build.ts';

/**
 * Bytes of that script, minified. Growth beyond this should be a decision, not an accident. It was 128 KiB until every
 * query took every bounding volume and every kind of tree by name, which no bundler can leave out (60 KB), and until any
 * model could be round or carry a tree of hulls (60 KB more: decomposition, GJK, round searches); 256 KiB until it could
 * carry a medial axis and the space it leaves, and `collide` and `distance` could ask these (40 KB).
 */
const LARGEST_SCRIPT = 320 * 1024;

interface Bundle {
  readonly code: string;
  /** Every module that was tested, whether or not something of it was kept. */
  readonly imported: readonly string[];
  /** The modules of which something was kept. */
  readonly kept: readonly string[];
}

async function bundle(entry: string): Promise<Bundle> {
  const imported: string[] = [];
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'list-modules', moduleParsed: ({ id }) => void imported.push(id) }],
    build: { write: false, lib: { entry, formats: ['iife'], name: 'bundle' } },
  });
  const [{ output }] = result as Rolldown.RolldownOutput[];
  const [chunk] = output;
  const kept = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0);
  return { code: chunk.code, imported, kept: kept.map(([id]) => id) };
}

function describeSize({ code }: Bundle): string {
  return `${Buffer.byteLength(code)} bytes minified, ${gzipSync(code).length} gzipped`;
}

describe('a script that collides and measures', () => {
  let script: Bundle;
  beforeAll(async () => {
    script = await bundle(join(ROOT, 'test/browser/answers.ts'));
    console.log(`collide, distance and models for browsers: ${describeSize(script)}`);
  });

  test('needs nothing of Node', () => {
    expect(script.imported.some((id) => id.includes('/query/collide/collide.'))).toBe(true);
    const parts = script.imported.filter(
      (id) => id.includes('browser-external') || id.startsWith('node:') || builtinModules.includes(id),
    );
    expect(parts).toEqual([]);
    expect(script.code).not.toMatch(/\b(require|process|Buffer|__dirname|import\.meta)\b/);
  });

  test('gives the answers of the library where there is nothing but the language', () => {
    const bare = createContext({});
    const nodeGlobals = ['process', 'require', 'Buffer', 'module', 'global', 'performance', 'setTimeout'];
    for (const name of nodeGlobals) expect(runInContext(`typeof ${name}`, bare)).toBe('undefined');
    expect(runInContext(`${script.code}\nbundle.answers()`, bare)).toBe(answers());
    // or nothing was asked
    expect(
      new Set(
        JSON.parse(answers())
          .flat()
          .map((result: { status: string }) => result.status),
      ),
    ).toEqual(new Set(['separated', 'intersecting']));
  });

  test('is small', () => {
    expect(Buffer.byteLength(script.code)).toBeLessThan(LARGEST_SCRIPT);
  });
});

test('a script with one shape carries no queries', async () => {
  const entry = join(emptyFolder('one-shape'), 'entry.js');
  writeFileSync(
    entry,
    "import { icosphere } from 'nearmiss/shapes';\nexport const triangleCount = icosphere().triangleCount;\n",
  );
  const script = await bundle(entry);
  console.log(`one shape for browsers: ${describeSize(script)}`);
  expect(runInContext(`${script.code}\nbundle.triangleCount`, createContext({}))).toBe(1280);
  const folders = script.kept.map((id) => /packages\/core\/dist\/([^/]+)\//.exec(id)?.[1]);
  expect(folders).toContain('shapes');
  for (const folder of ['query', 'model', 'bvh', 'bounds', 'convex']) expect(folders).not.toContain(folder);
});
