// What is at module level and changes is leaf scratch: nothing is kept there while code of the caller may run. Proven by writing NaN over
// all of it whenever such code runs: no answer changes. And what there is in query/ is listed here, so that more is not added unnoticed.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, parseSync, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import type * as Everything from './everything.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const sources = join(root, 'packages/core/src');

/** Registers of kernels in query/ that call back into nothing, and pools that are taken from and given back to at once. */
const LEAF_SCRATCH: Readonly<Record<string, readonly string[]>> = {
  // Which kernels are in use: a setting of the program, not state of a query.
  'acceleration.ts': ['accelerator'],
  'advance/part-steps.ts': ['directions', 'supports', 'arms', 'local', 'centreLine'],
  'advance/swept-circle-steps.ts': ['q', 'foot'],
  'advance/parting-direction.ts': ['line', 'edge', 'candidate'],
  'advance/triangle-steps.ts': ['directions'],
  'collide/collide-leaf-pair.ts': ['boxes'],
  'core-bound.ts': ['posed', 'witness'],
  'distance/distance-leaf-pair.ts': ['witness', 'lowest'],
  'elements/elements.ts': ['idle'],
  'medial/primitive-steps.ts': ['direction'],
  'medial/turning-hulls.ts': ['supportA', 'supportB', 'q', 'w', 'limits', 'proven', 'at'],
  'near-children.ts': ['bounds', 'waiting'],
  'point/point-query.ts': ['idle'],
  // The number of modules that have a scratch for every workspace, and the workspaces that are not in use.
  'workspace.ts': ['modules', 'idle'],
};

/** What stands at module level and can change: variables, and what is made there but constants, caches by model, and functions. */
function changeableIn(file: string, text: string): string[] {
  const names: string[] = [];
  for (const statement of parseSync(file, text).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'Identifier' || /^[A-Z][A-Z_0-9]*$/.test(id.name)) continue;
      const written = init === null ? '' : text.slice(init.start, init.end);
      const isMade = /^(new (?!WeakMap)|\[|\{[\s\S]*\bnew )/.test(written) && !/^\[[\s\S]*\] as const/.test(written);
      if (declared.kind === 'let' || isMade) names.push(id.name);
    }
  }
  return names;
}

test('what can change at module level in query/ is listed', () => {
  const folder = join(sources, 'query');
  const found: Record<string, string[]> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const names = changeableIn(name, readFileSync(join(folder, name), 'utf8'));
    if (names.length > 0) found[name.replaceAll('\\', '/')] = names;
  }
  expect(found).toEqual(LEAF_SCRATCH);
});

test('it would be found', () => {
  const text = `const a = new Float64Array(3);\nlet b = 0;\nconst c: number[] = [];\nconst d = { e: new Map() };
    const F = new Float64Array(3);\nconst g = new WeakMap<object, number>();\nexport const h = new Set();\nconst i = [1, 2] as const;`;
  expect(changeableIn('x.ts', text)).toEqual(['a', 'b', 'c', 'd', 'h']);
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
