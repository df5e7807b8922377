import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What drives a browser or starts programs by the hundred comes after the rest. */
const PROGRAMS = ['test/*.test.ts', 'packages/cli/test/**/*.test.ts'];

/** What measures memory runs by itself. */
const ALONE = ['packages/core/test/query/no-garbage.test.ts'];

/** Tests run on the sources, so a stale build can never be what was judged. */
const SOURCES = [
  { find: /^nearmiss$/, replacement: source('./packages/core/src/index.ts') },
  { find: /^nearmiss\/([\w-]+)$/, replacement: source('./packages/core/src/entries/$1.ts') },
  { find: '@nearmiss/io/node', replacement: source('./packages/io/src/node/index.ts') },
  { find: '@nearmiss/io', replacement: source('./packages/io/src/index.ts') },
  { find: '@nearmiss/fixtures', replacement: source('./fixtures/src/index.ts') },
  // The doors of bench/src/core-rooms.ts, which name the build.
  { find: '../../packages/core/dist', replacement: source('./packages/core/src') },
];

export default defineConfig({
  // But for long forms that build first (scripts/fuzz.mjs) and see the library by its name alone.
  resolve: { alias: process.env.NEARMISS_BUILT === '1' ? [] : SOURCES },
  test: {
    testTimeout: 0,
    hookTimeout: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{packages/*,apps/*,fixtures,bench}/test/**/*.test.ts'],
          exclude: [...PROGRAMS, ...ALONE],
          // Two cores are two workers; by default one core would be left to the reporter.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'programs', include: PROGRAMS, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
