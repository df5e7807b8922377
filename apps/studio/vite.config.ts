import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { termId } from './src/page/shell/terms.ts';

const home = fileURLToPath(new URL('.', import.meta.url));

/** Every page of this folder, and the examples of `@nearmiss/three`. */
const PAGES = ['.', 'examples'].flatMap((folder) =>
  readdirSync(join(home, folder))
    .filter((file) => file.endsWith('.html'))
    .map((file) => join(home, folder, file)),
);

/** What the head of every page of the studio begins with; the page adds its title and its description. */
const HEAD: HtmlTagDescriptor[] = [
  { charset: 'utf-8' },
  { name: 'viewport', content: 'width=device-width, initial-scale=1' },
  { name: 'color-scheme', content: 'light dark' },
].map((attrs) => ({ tag: 'meta', attrs, injectTo: 'head-prepend' }));

/** Icon, style and program of a page. One with a stage has a panel beside it; the others are to be read. */
function headEnd(name: string, html: string): HtmlTagDescriptor[] {
  const style = html.includes('id="stage"') ? 'style' : 'gallery';
  const program = name === 'index' ? 'gallery' : name;
  return [
    { tag: 'link', attrs: { rel: 'icon', href: './src/page/icon.svg' }, injectTo: 'head' },
    { tag: 'link', attrs: { rel: 'stylesheet', href: `./src/page/${style}.css` }, injectTo: 'head' },
    { tag: 'script', attrs: { type: 'module', src: `./src/page/${program}.ts` }, injectTo: 'head' },
  ];
}

/** A part that several pages have, by the name in `<!-- part: NAME -->`. */
function part(name: string): string {
  return name === 'glossary' ? glossary() : readFileSync(join(home, 'parts', `${name}.html`), 'utf8').trimEnd();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The glossary of the documentation as HTML: a list for each of its tables. */
function glossary(): string {
  const text = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
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

/** The program of an example, to be read on its page. */
function code(name: string): string {
  const text = readFileSync(join(home, 'examples', `${name}.js`), 'utf8');
  return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
}

/** Builds what all pages have in common; the examples of three.js stand alone, with their program. */
function sharedParts(): Plugin {
  return {
    name: 'studio-shared-parts',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        const name = basename(path, '.html');
        if (path.includes('/examples/')) return html.replace('<!-- code -->', () => code(name));
        const built = html.replaceAll(/<!-- part: (\S+) -->/g, (_, name: string) => part(name));
        return { html: built, tags: [...HEAD, ...headEnd(name, html)] };
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
