// The package in a browser: nothing of Node in what is loaded at once, and glTF only when it is asked for.

import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

describe('the main entry', () => {
  let chunks: Rolldown.OutputChunk[] = [];
  beforeAll(async () => {
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { alias: [{ find: /^nearmiss$/, replacement: source('../../core/src/index.ts') }] },
      build: { write: false, minify: false, lib: { entry: source('../src/index.ts'), formats: ['es'] } },
    });
    const [{ output }] = result as Rolldown.RolldownOutput[];
    chunks = output.filter((item) => item.type === 'chunk');
  });

  /** The modules that are loaded with the entry, before anything is asked for. */
  function loadedAtOnce(): string[] {
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const modules: string[] = [];
    const seen = new Set<string>();
    const visit = (name: string): void => {
      const chunk = byName.get(name);
      if (chunk === undefined || seen.has(name)) return;
      seen.add(name);
      modules.push(...Object.keys(chunk.modules));
      chunk.imports.forEach(visit);
    };
    visit(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '');
    return modules;
  }

  test('loads the readers at once, the decoders of glTF later, and nothing of Node', () => {
    const modules = loadedAtOnce();
    expect(modules.some((id) => id.endsWith('/obj/parse-obj.ts'))).toBe(true);
    const heavy = /gltf-transform|draco3dgltf|meshoptimizer/;
    expect(modules.filter((id) => heavy.test(id))).toEqual([]);
    expect(modules.filter((id) => id.startsWith('node:') || builtinModules.includes(id))).toEqual([]);
    expect(modules.filter((id) => id.includes('/io/src/node/'))).toEqual([]);
    const later = chunks.flatMap((chunk) => Object.keys(chunk.modules)).filter((id) => heavy.test(id));
    expect(later.length).toBeGreaterThan(2);
  });

  test('uses no globals of Node', () => {
    const own = chunks
      .flatMap(({ modules }) => Object.entries(modules))
      .filter(([id]) => id.includes('/packages/io/src/'));
    expect(own.length).toBeGreaterThan(20);
    for (const [id, { code }] of own)
      expect(`${id}: ${code}`).not.toMatch(/\b(process|Buffer|require|__dirname)\b[.(]/);
  });
});
