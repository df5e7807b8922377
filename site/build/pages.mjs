// The pages of the site and the order in which the side bar has them. Pages are read where they lie in the repository; here is only
// the address of each. The order is that of the lists in docs/README.md and in the index of each shelf.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findEntryPoints, pageName, ROOT } from './entry-points.mjs';

/** @typedef {{ text: string, link?: string, items?: Item[], collapsed?: boolean }} Item */

/** Pages outside docs/, by their path from the root, and their addresses. */
const OTHERS = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'bench/README.md': 'benchmark-method.md',
  'docs/README.md': 'documentation.md',
  'site/pages/papers.md': 'papers.md',
  'site/pages/benchmark.md': 'benchmark.md',
};

/**
 * Addresses of all pages by their paths from the root.
 *
 * @returns {Record<string, string>}
 */
export function addresses() {
  const packages = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => existsSync(join(ROOT, folder, name, 'README.md')))
      .map((name) => [`${folder}/${name}/README.md`, `packages/${name}.md`]),
  );
  const docs = markdownBelow('docs').map((path) => [path, path.slice('docs/'.length)]);
  const api = markdownBelow('site/api').map((path) => [path, path.slice('site/'.length)]);
  return { ...Object.fromEntries([...docs, ...api, ...packages]), ...OTHERS };
}

/** @param {string} folder */
function markdownBelow(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .sort();
}

/**
 * The side bar of the documentation. Throws if a page of docs/ is in no list.
 *
 * @returns {Item[]}
 */
export function sidebar() {
  const shelves = sectionsOf('docs/README.md', /^## (.*)$/);
  const algorithms = sectionsOf('docs/algorithms/index.md', /^\*\*(.*)\*\*$/);
  const lab = sectionsOf('docs/lab/index.md', /^\*\*(.*)\*\*$/);
  /** @type {Item[]} */
  const items = [
    ...shelves.filter(({ text }) => text === 'Guide' || text === 'Reference'),
    { text: 'Algorithms', link: '/algorithms/', items: algorithms, collapsed: true },
    { text: 'Lab', link: '/lab/', items: lab, collapsed: true },
    { text: 'API', link: '/api/', items: findEntryPoints().map(apiItem), collapsed: true },
    {
      text: 'More',
      items: [
        { text: 'Benchmark', link: '/benchmark' },
        { text: 'Method of the benchmark', link: '/benchmark-method' },
        { text: 'Glossary', link: '/glossary' },
        { text: 'Papers', link: '/papers' },
        { text: 'Changelog', link: '/changelog' },
        { text: 'Contributing', link: '/contributing' },
      ],
    },
  ];
  refuseMissing(items);
  return items;
}

/** @param {import('./entry-points.mjs').EntryPoint} entryPoint */
function apiItem({ name }) {
  return { text: name, link: `/api/${pageName(name)}` };
}

/**
 * The lists of links of a page, under their headings.
 *
 * @param {string} page
 * @param {RegExp} heading
 * @returns {Item[]}
 */
function sectionsOf(page, heading) {
  /** @type {{ text: string, items: Item[] }[]} */
  const sections = [];
  for (const line of readFileSync(join(ROOT, page), 'utf8').split(/\n(?! )/)) {
    const title = heading.exec(line)?.[1];
    if (title !== undefined) sections.push({ text: title, items: [] });
    if (!line.startsWith('- ')) continue;
    const targets = [...line.replace(/\s+/g, ' ').matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)];
    for (const [, text = '', target = ''] of targets) {
      const path = posix.join(posix.dirname(page), target);
      if (path.startsWith('docs/')) sections.at(-1)?.items.push({ text: capital(text), link: addressOf(path) });
    }
  }
  return sections.filter(({ items }) => items.length > 0);
}

/**
 * The text below a heading of the second level, up to the next one. Throws if there is no such heading.
 *
 * @param {string} page
 * @param {string} heading
 */
export function sectionOf(page, heading) {
  const sections = readFileSync(join(ROOT, page), 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${page} has no section "${heading}".`);
  return section.slice(heading.length).trim();
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} path */
function addressOf(path) {
  return `/${path.slice('docs/'.length).replace(/\.md$/, '')}`;
}

/** @param {readonly Item[]} items */
function refuseMissing(items) {
  const links = new Set(linksOf(items));
  const missing = markdownBelow('docs').filter(
    (path) => !/(?:README|index)\.md$/.test(path) && !links.has(addressOf(path)),
  );
  if (missing.length > 0) throw new Error(`No list of docs/ leads to ${missing.join(', ')}.`);
}

/**
 * @param {readonly Item[]} items
 * @returns {string[]}
 */
function linksOf(items) {
  return items.flatMap(({ link, items: inner = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(inner)]);
}
