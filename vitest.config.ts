import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What drives a browser or starts programs by the hundred comes after the rest. */
const PROGRAMS = ['test/*.test.ts', 'packages/cli/test/**/*.test.ts'];

/** What measures memory runs by itself. */
const ALONE = ['packages/core/test/query/no-garbage.test.ts'];

const CORE = source('./packages/core/');

/** The other packages run as their sources. */
const SOURCES = [
  { find: /^nearmiss$/, replacement: `${CORE}dist/index.js` },
  { find: /^nearmiss\/([\w-]+)$/, replacement: `${CORE}dist/entries/$1.js` },
  { find: '@nearmiss/io/node', replacement: source('./packages/io/src/node/index.ts') },
  { find: '@nearmiss/io', replacement: source('./packages/io/src/index.ts') },
  { find: '@nearmiss/debug', replacement: source('./packages/debug/src/index.ts') },
  { find: '@nearmiss/three', replacement: source('./packages/three/src/index.ts') },
  { find: '@nearmiss/dynamics', replacement: source('./packages/dynamics/src/index.ts') },
  { find: '@nearmiss/gpu', replacement: source('./packages/gpu/src/index.ts') },
  { find: '@nearmiss/clash/node', replacement: source('./packages/clash/src/node/index.ts') },
  { find: '@nearmiss/clash', replacement: source('./packages/clash/src/index.ts') },
  { find: '@nearmiss/robot/node', replacement: source('./packages/robot/src/node/index.ts') },
  { find: '@nearmiss/robot', replacement: source('./packages/robot/src/index.ts') },
  { find: '@nearmiss/queue', replacement: source('./packages/queue/src/index.ts') },
  { find: '@nearmiss/fixtures', replacement: source('./fixtures/src/index.ts') },
];

/**
 * The library runs as it is built, which scripts/ready.mjs does before the first test: as sources that the runner translates, it takes
 * nearly twice as long. What a test imports of its sources, the build has under the same path.
 */
const onTheBuild = {
  name: 'on-the-build',
  enforce: 'pre' as const,
  resolveId(specifier: string, importer: string | undefined) {
    if (importer === undefined || !/^\.{1,2}\//.test(specifier)) return null;
    const path = fileURLToPath(new URL(specifier, pathToFileURL(importer)));
    const inSources = path.startsWith(`${CORE}src/`) ? path.slice(`${CORE}src/`.length) : null;
    if (inSources === null || importer.startsWith(`${CORE}src/`)) return null;
    return { id: `${CORE}dist/${inSources.replace(/\.ts$/, '.js')}`, external: true };
  },
};

export default defineConfig({
  plugins: [onTheBuild],
  resolve: { alias: SOURCES },
  test: {
    globalSetup: source('./test/build.ts'),
    server: { deps: { external: [/packages\/core\/dist\//] } },
    testTimeout: 0,
    hookTimeout: 0,
    // By default a second, which a page on a busy machine exceeds.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{packages/*,apps/*,fixtures,bench}/test/**/*.test.ts'],
          exclude: [...PROGRAMS, ...ALONE],
          // In processes that keep what they have loaded and compiled from file to file: a fifth less work than one for each file.
          pool: 'forks',
          isolate: false,
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
