import { fileURLToPath } from 'node:url';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

/** Examples of `@nearmiss/three`, a page each. */
const EXAMPLES = ['penetration', 'distance', 'first-contact', 'instances', 'morph'].map(
  (name) => `examples/${name}.html`,
);

/** The gallery, two bodies, many, medial axes, and dynamics. */
const PAGES = ['index.html', 'pair.html', 'many.html', 'medial.html', 'dynamics.html', ...EXAMPLES].map((page) =>
  fileURLToPath(new URL(page, import.meta.url)),
);

/** What the head of every page of the studio begins with; the page adds its title, description, style and script. */
const HEAD: HtmlTagDescriptor[] = [
  { charset: 'utf-8' },
  { name: 'viewport', content: 'width=device-width, initial-scale=1' },
  { name: 'color-scheme', content: 'light dark' },
].map((attrs) => ({ tag: 'meta', attrs, injectTo: 'head-prepend' }));
const ICON: HtmlTagDescriptor = { tag: 'link', attrs: { rel: 'icon', href: './src/page/icon.svg' }, injectTo: 'head' };

/** Where a page says what went wrong. */
const NOTICE = `<div id="notice" role="alert" hidden>
        <p><code></code> <span></span></p>
        <button type="button" aria-label="Dismiss">×</button>
      </div>`;

/** Builds what all pages have in common; the examples of three.js stand alone. */
function sharedParts(): Plugin {
  return {
    name: 'studio-shared-parts',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        if (path.includes('/examples/')) return;
        return { html: html.replace('<!-- notice -->', NOTICE), tags: [...HEAD, ICON] };
      },
    },
  };
}

export default defineConfig({
  plugins: [sharedParts()],
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
