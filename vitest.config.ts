import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // Tests run on the sources, so a stale build can never be what was judged.
  resolve: {
    alias: {
      nearmiss: source('./packages/core/src/index.ts'),
      '@nearmiss/io/node': source('./packages/io/src/node/index.ts'),
      '@nearmiss/io': source('./packages/io/src/index.ts'),
      '@nearmiss/fixtures': source('./fixtures/src/index.ts'),
      // The doors of bench/src/core-rooms.ts, which name the build.
      '../../packages/core/dist': source('./packages/core/src'),
    },
  },
  test: {
    include: ['{packages/*,apps/*,fixtures,bench}/test/**/*.test.ts', 'test/*.test.ts'],
    testTimeout: 0,
    hookTimeout: 0,
  },
});
