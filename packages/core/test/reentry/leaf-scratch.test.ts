// State belongs to a query, not to a module: in query/ nothing changes at module level but what belongs to the program. Below query/
// what changes is leaf scratch: nothing is kept there while code of the caller may run. Proven by writing NaN over all of it whenever
// such code runs: no answer changes.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, parseSync, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import * as slots from '../../src/query/scratch-slots.ts';
import type * as Everything from './everything.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const sources = join(root, 'packages/core/src');

/** What can change at module level in query/ belongs to the program, not to a query: which kernels are in use, and idle objects. */
const OF_THE_PROGRAM: Readonly<Record<string, readonly string[]>> = {
  'acceleration.ts': ['installed'],
  'elements/elements.ts': ['scratches'],
  'point/point-query.ts': ['points'],
  'workspace.ts': ['workspaces'],
};

/**
 * What stands at module level and can change: variables, what is made there but constants and caches by model, and objects whose
 * fields the module writes.
 */
function changeableIn(file: string, text: string): string[] {
  const names: string[] = [];
  for (const statement of parseSync(file, text).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'Identifier' || /^[A-Z][A-Z_0-9]*$/.test(id.name)) continue;
      const written = init === null ? '' : text.slice(init.start, init.end);
      const isMade =
        /^((\/\*.*\*\/ )?new (?!WeakMap)|\[|\{[\s\S]*\bnew )/.test(written) && !/^\[[\s\S]*\] as const/.test(written);
      const isWritten = new RegExp(`^ +${id.name}(\\.\\w+|\\[[^\\]]*\\])+ [-+*/&|?]*= `, 'm').test(text);
      if (declared.kind === 'let' || isMade || isWritten) names.push(id.name);
    }
  }
  return names;
}

test('nothing at module level in query/ can change but what belongs to the program', () => {
  const folder = join(sources, 'query');
  const found: Record<string, string[]> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const names = changeableIn(name, readFileSync(join(folder, name), 'utf8'));
    if (names.length > 0) found[name.replaceAll('\\', '/')] = names;
  }
  expect(found).toEqual(OF_THE_PROGRAM);
});

test('it would be found', () => {
  const text = `const a = new Float64Array(3);\nlet b = 0;\nconst c: number[] = [];\nconst d = { e: new Map() };
    const F = new Float64Array(3);\nconst g = new WeakMap<object, number>();\nexport const h = new Set();\nconst i = [1, 2] as const;
    const j = { k: 0 };\nconst l = { m: 0 };\nconst n = /* @__PURE__ */ new Map();\nfunction o() {\n  j.k = 1;\n  return l.m === 0;\n}`;
  expect(changeableIn('x.ts', text)).toEqual(['a', 'b', 'c', 'd', 'h', 'j', 'n']);
});

test('every module has a slot of its own in a workspace', () => {
  const uses = new Map<string, number>();
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const text = readFileSync(join(sources, name), 'utf8');
    for (const [, slot] of text.matchAll(/\bperWorkspace\(\s*(\w+_SLOT)\b/g)) uses.set(slot, (uses.get(slot) ?? 0) + 1);
  }
  const declared = Object.entries(slots);
  expect(declared.length).toBeGreaterThan(40);
  expect(new Set(Object.values(slots)).size).toBe(declared.length);
  expect(Object.fromEntries(uses)).toEqual(Object.fromEntries(declared.map(([slot]) => [slot, 1])));
});

/** The library and every query, with all scratch at module level within reach. */
async function bundleWithScratch(): Promise<typeof Everything> {
  const entry = fileURLToPath(new URL('./everything.ts', import.meta.url));
  const [{ output }] = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: {
      alias: [
        { find: /^nearmiss$/, replacement: join(sources, 'index.ts') },
        { find: /^nearmiss\/([\w-]+)$/, replacement: join(sources, 'entries/$1.ts') },
        { find: '@nearmiss/fixtures', replacement: join(root, 'fixtures/src/index.ts') },
      ],
    },
    plugins: [
      {
        name: 'reach-scratch',
        enforce: 'pre',
        transform(code, id) {
          if (!id.startsWith(sources)) return null;
          const file = id.slice(sources.length + 1);
          const names = changeableIn(id, code).map((name) => `${JSON.stringify(`${file} ${name}`)}: ${name}`);
          return names.length === 0
            ? null
            : `${code}\n(globalThis.nearmissScratch ??= []).push(() => ({ ${names.join(', ')} }));\n`;
        },
      },
    ],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  const folder = join(root, 'node_modules/.cache/nearmiss');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `scratch-${process.pid}.mjs`);
  writeFileSync(path, output[0].code);
  try {
    return await import(/* @vite-ignore */ pathToFileURL(path).href);
  } finally {
    rmSync(path);
  }
}

/** Writes what no answer can come of over numbers, and over those of plain objects. */
function spoil(value: unknown): void {
  if (value instanceof Float64Array) value.fill(Number.NaN);
  else if (value instanceof Int32Array || value instanceof Uint32Array || value instanceof Uint8Array) value.fill(-1);
  else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const part of Object.values(value)) if (part instanceof Float64Array) part.fill(Number.NaN);
  }
}

test('nothing at module level is kept while code of the caller runs', async () => {
  const { EVERY_QUERY, makeScene, askPlainly, UserCode, bitsOf } = await bundleWithScratch();
  const scratch: readonly (() => Record<string, unknown>)[] = Reflect.get(globalThis, 'nearmissScratch');
  const scene = makeScene(1);
  const names = scratch.flatMap((reach) => Object.keys(reach()));
  expect(names.length).toBeGreaterThan(100);
  const kept: string[] = [];
  let calls = 0;
  for (const kind of EVERY_QUERY) {
    const { bits } = askPlainly(kind, scene);
    for (const channel of kind.channels) {
      const isKept = (isMeant: (name: string) => boolean): boolean => {
        const user = new UserCode(channel, () => {
          calls++;
          for (const reach of scratch)
            for (const [name, value] of Object.entries(reach())) if (isMeant(name)) spoil(value);
        });
        try {
          return bitsOf(kind.ask(scene, user)) !== bits;
        } catch {
          return true;
        }
      };
      if (!isKept(() => true)) continue;
      for (const name of names.filter((one) => isKept((other) => other === one))) {
        kept.push(`${name}, by ${kind.name} over ${channel}`);
      }
    }
  }
  console.log(`${names.length} registers, written over ${calls} times`);
  expect(kept).toEqual([]);
});
