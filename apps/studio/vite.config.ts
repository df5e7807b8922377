import { defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses, so that the page may lie in any folder of a server.
  base: './',
  build: {
    outDir: 'dist/page',
    target: 'es2022',
    modulePreload: { polyfill: false },
    // three alone is more than the limit Vite warns at.
    chunkSizeWarningLimit: 1024,
  },
  worker: { format: 'es' },
});
