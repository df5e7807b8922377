// What a program pays for what it imports: bundles of the built library, made by Vite as for a page, minified and gzipped.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { ROOT } from './build.ts';

/** What typical programs import, and how large the bundle may be, in bytes. Growth beyond a limit should be a decision, not an accident. */
const PROGRAMS: readonly { imports: string; limit: number }[] = [
  { imports: "{ icosphere } from 'nearmiss/shapes'", limit: 5_000 },
  { imports: "{ Mesh, Model } from 'nearmiss'", limit: 22_000 },
  { imports: "{ Mesh, Model, collide } from 'nearmiss'", limit: 48_000 },
  { imports: "{ Mesh, Model, collide, distance } from 'nearmiss'", limit: 61_600 },
];

/** Entries as a whole, and how large they may be, in bytes. */
const ENTRIES: readonly { imports: string; limit: number }[] = [
  { imports: "* from 'nearmiss'", limit: 195_000 },
  { imports: "* from 'nearmiss/bodies'", limit: 130_000 },
  // Round shapes bring along what collides them.
  { imports: "* from 'nearmiss/convex'", limit: 67_200 },
  { imports: "* from 'nearmiss/deforming'", limit: 28_000 },
  { imports: "* from 'nearmiss/lab'", limit: 172_500 },
  { imports: "* from 'nearmiss/medial'", limit: 60_000 },
  { imports: "* from 'nearmiss/mesh'", limit: 10_000 },
  { imports: "* from 'nearmiss/shapes'", limit: 15_000 },
  // With exact predicates and hulls, which a program that asks anything has from elsewhere.
  { imports: "* from 'nearmiss/simd'", limit: 81_200 },
  { imports: "* from 'nearmiss/workers'", limit: 158_600 },
  { imports: "* from 'nearmiss/world'", limit: 13_500 },
];

interface Bundle {
  readonly bytes: number;
  /** The modules of which something was kept. */
  readonly kept: readonly string[];
}

/** A bundle of a program that exports what it imports, so that nothing of it can be left out. */
async function bundle(imports: string): Promise<Bundle> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? '\0program' : null),
        load: (id) => (id === '\0program' ? `export ${imports};\n` : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: 'program', preserveEntrySignatures: 'strict' },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = output.filter((part) => part.type === 'chunk');
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
  return {
    bytes: chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0),
    kept: modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id),
  };
}

describe('minified and gzipped', () => {
  test.each([...PROGRAMS, ...ENTRIES])('$imports: at most $limit bytes', async ({ imports, limit }) => {
    const { bytes } = await bundle(imports);
    console.log(`${imports}: ${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(limit);
    // or nothing was bundled
    expect(bytes).toBeGreaterThan(50);
  });
});

test('the kernels add less than 60 KB to a program with the library', async () => {
  const [without, withKernels] = await Promise.all([
    bundle("* from 'nearmiss'"),
    bundle("* from 'nearmiss'; export * from 'nearmiss/simd'"),
  ]);
  console.log(`kernels: ${withKernels.bytes - without.bytes} bytes`);
  expect(withKernels.bytes - without.bytes).toBeLessThan(60_000);
  expect(withKernels.bytes - without.bytes).toBeGreaterThan(20_000);
});

test('no entry is left out but the program of workers, which exports nothing', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'packages/core/package.json'), 'utf8'));
  const names = Object.keys(exports).filter((path) => path !== './package.json' && path !== './workers-program');
  expect(ENTRIES.map(({ imports }) => imports)).toEqual(names.map((path) => `* from 'nearmiss${path.slice(1)}'`));
});

test('a shape needs meshes and numbers alone', async () => {
  const { kept } = await bundle("{ icosphere } from 'nearmiss/shapes'");
  const parts = kept.map((id) => /packages\/core\/dist\/([^/]+)/.exec(id)?.[1] ?? id);
  expect([...new Set(parts)].sort()).toEqual(['error.js', 'mesh', 'scalar', 'shapes']);
});

test('who collides meshes carries nothing about round shapes, depths or marching', async () => {
  const { kept } = await bundle("{ Mesh, Model, collide } from 'nearmiss'");
  const parts = kept.map((id) => /packages\/core\/dist\/(.+)\.js$/.exec(id)?.[1] ?? id);
  expect(parts).toContain('convex/gjk');
  const others = ['convex/epa', 'convex/polytope', 'convex/round-body', 'convex/voronoi-march', 'convex/inner-ball'];
  expect(parts.filter((part) => part.startsWith('query/round/') || others.includes(part))).toEqual([]);
});
