// The site: the documentation of the repository, read where it lies, with the API reference, live demos, recorded benchmarks, and the
// studio as it is built.
//
// NEARMISS_SITE_BASE is the path at which the site will be served: `/` unless given, `/nearmiss/` for example. NEARMISS_SITE_OUT is the
// folder it is written to, site/dist unless given.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { insertDemos } from '../build/demos.mjs';
import { siteLinks } from '../build/links.mjs';
import { addresses, sectionOf, sidebar } from '../build/pages.mjs';

const HOME = fileURLToPath(new URL('..', import.meta.url));
const STUDIO = fileURLToPath(new URL('../../apps/studio/dist/page', import.meta.url));
const base = process.env.NEARMISS_SITE_BASE || '/';
if (!/^\/(?:[\w.~-]+\/)*$/.test(base)) {
  throw new Error(`NEARMISS_SITE_BASE is ${base}; it must begin and end with a slash, as /nearmiss/ does.`);
}

const pages = addresses();

// The page of the benchmark takes in what the README says of speed.
mkdirSync(`${HOME}.vitepress/cache`, { recursive: true });
writeFileSync(`${HOME}.vitepress/cache/how-fast.md`, `${sectionOf('README.md', 'How fast')}\n`);

export default defineConfig({
  lang: 'en',
  title: 'nearmiss',
  description:
    'Collision, distance, penetration and time of contact between any two triangle meshes, with proven bounds.',
  base,
  srcDir: '..',
  srcExclude: ['**/node_modules/**', '**/dist/**', '{fixtures,packages,apps,test}/**/{src,test}/**'],
  outDir: process.env.NEARMISS_SITE_OUT || `${HOME}dist`,
  cacheDir: `${HOME}.vitepress/cache`,
  rewrites: (page) => pages[page] ?? page,
  head: [
    [
      'link',
      {
        rel: 'icon',
        href: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="11" cy="16" r="9" fill="%23d97706"/><circle cx="24" cy="16" r="6" fill="%232563eb"/></svg>',
      },
    ],
  ],
  markdown: {
    config: (markdown) => {
      siteLinks(markdown, pages);
      insertDemos(markdown);
    },
  },
  buildEnd({ outDir }) {
    cpSync(STUDIO, `${outDir}/studio`, { recursive: true, filter: (file) => !file.endsWith('made-of.txt') });
  },
  transformPageData(page) {
    if (page.relativePath === 'index.md') Object.assign(page.frontmatter, HOME_PAGE);
    if (page.relativePath.startsWith('api/')) Object.assign(page.frontmatter, { outline: [2, 3] });
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/getting-started', activeMatch: '/guide/' },
      { text: 'Reference', link: '/reference/conventions', activeMatch: '/reference/' },
      { text: 'Algorithms', link: '/algorithms/', activeMatch: '/algorithms/' },
      { text: 'Lab', link: '/lab/', activeMatch: '/lab/' },
      { text: 'API', link: '/api/', activeMatch: '/api/' },
      { text: 'Benchmark', link: '/benchmark' },
      // No page of VitePress: the browser opens it, not the router.
      { text: 'Studio', link: '/studio/', target: '_self' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
    footer: { message: 'MIT licence' },
  },
  vite: {
    plugins: [vueForPages()],
    // Views of the studio lie outside this folder, and use the three.js of this one.
    resolve: { dedupe: ['three'] },
    // The packages of the repository are found from its root.
    server: { fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
    worker: { format: 'es' },
    build: { chunkSizeWarningLimit: 1500 },
  },
});

/**
 * Pages lie outside this folder, where Vue is not found: they get the one of this folder.
 *
 * @returns {import('vitepress').Plugin}
 */
function vueForPages() {
  return {
    name: 'vue-for-pages',
    enforce: 'pre',
    resolveId(source, importer, { ssr }) {
      if (!/^vue(?:\/server-renderer)?$/.test(source) || importer === undefined) return null;
      // What renders on the server lies in this folder and finds it by name.
      if (ssr) return { id: source, external: true };
      return importer.startsWith(HOME) ? null : this.resolve(source, `${HOME}package.json`, { skipSelf: true });
    },
  };
}

const HOME_PAGE = {
  layout: 'home',
  hero: {
    name: 'nearmiss',
    text: 'Collisions and distances you can rely on',
    tagline: 'Exact contact decisions and proven brackets for any two triangle meshes, in TypeScript.',
    actions: [
      { theme: 'brand', text: 'Getting started', link: '/guide/getting-started' },
      { theme: 'alt', text: 'Choosing a query', link: '/guide/choosing-a-query' },
      { theme: 'alt', text: 'API reference', link: '/api/' },
      { theme: 'alt', text: 'Try it', link: '/studio/', target: '_self' },
    ],
  },
};
