import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Examples of `@nearmiss/three`, a page each. */
const EXAMPLES = ['penetration', 'distance', 'first-contact', 'instances', 'morph'].map(
  (name) => `examples/${name}.html`,
);

/** The gallery, two bodies, many, and medial axes. */
const PAGES = ['index.html', 'pair.html', 'many.html', 'medial.html', ...EXAMPLES].map((page) =>
  fileURLToPath(new URL(page, import.meta.url)),
);

export default defineConfig({
  // Relative addresses, so that the page may lie in any folder of a server.
  base: './',
  build: {
    outDir: 'dist/page',
    rolldownOptions: { input: PAGES },
    target: 'es2022',
    modulePreload: { polyfill: false },
    // three alone is more than the limit Vite warns at.
    chunkSizeWarningLimit: 1024,
  },
  worker: { format: 'es' },
});
