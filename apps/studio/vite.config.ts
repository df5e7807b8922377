import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { termId } from './src/page/shell/terms.ts';

/** Examples of `@nearmiss/three`, a page each. */
const EXAMPLES = ['penetration', 'distance', 'first-contact', 'instances', 'morph'].map(
  (name) => `examples/${name}.html`,
);

/** A page for each kind of scene, the gallery and the glossary. */
const NAMES = ['index', 'pair', 'many', 'medial', 'dynamics', 'glossary'];
const PAGES = [...NAMES.map((name) => `${name}.html`), ...EXAMPLES].map((page) =>
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

/** The glossary of the documentation as HTML: a list for each of its tables. */
function glossary(): string {
  const text = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
  const escaped = (part: string): string => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // Links lead to other pages of the documentation, which are not here.
  const plain = (part: string): string =>
    escaped(
      part.replaceAll(/\s*\((?:[^()]|\([^()]*\))*\]\([^()]*\)\)/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
    ).replaceAll('`', '');
  const sections = text.split('\n## ').slice(1);
  return sections
    .map((section) => {
      const rows = [...section.matchAll(/^\| (?!term|-)(.+?) \| (.+) \|$/gm)];
      const items = rows.map(
        ([, term = '', meaning = '']) =>
          `<div id="${termId(term)}"><dt>${escaped(term)}</dt><dd>${plain(meaning)}</dd></div>`,
      );
      return `<section><h2>${section.split('\n', 1)[0]}</h2><dl>${items.join('\n')}</dl></section>`;
    })
    .join('\n');
}

/** Builds what all pages have in common; the examples of three.js stand alone. */
function sharedParts(): Plugin {
  return {
    name: 'studio-shared-parts',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        if (path.includes('/examples/')) return;
        const built = html.replace('<!-- notice -->', NOTICE).replace('<!-- glossary -->', glossary);
        return { html: built, tags: [...HEAD, ICON] };
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
