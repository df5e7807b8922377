// Links as the pages have them in the repository, relative to their files, become addresses of the site.

import { existsSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { ROOT } from './entry-points.mjs';

/**
 * A plugin of markdown-it. A link to a page of the site leads there; papers.bib is a page of its own. A link to any other file of the
 * repository is shown as its text: the site does not say where the repository is.
 *
 * @param {import('vitepress').MarkdownRenderer} markdown
 * @param {Readonly<Record<string, string>>} addresses
 */
export function siteLinks(markdown, addresses) {
  markdown.core.ruler.push('site-links', (state) => {
    const page = relative(ROOT, state.env.realPath ?? state.env.path).replaceAll('\\', '/');
    for (const { children } of state.tokens) {
      /** @type {boolean[]} whether the links that are open here were dropped */
      const dropped = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const target = targetOf(page, token.attrGet('href') ?? '', addresses);
          if (target !== null) token.attrSet('href', target);
          dropped.push(target === null);
        }
        const drop = token.type === 'link_close' ? dropped.pop() : token.type === 'link_open' && dropped.at(-1);
        if (!drop) continue;
        token.type = 'text';
        token.tag = '';
        token.content = '';
        token.nesting = 0;
      }
    }
  });
}

/**
 * The address that a link of a page means, or null where the site has none.
 *
 * @param {string} page
 * @param {string} href
 * @param {Readonly<Record<string, string>>} addresses
 * @returns {string | null}
 */
function targetOf(page, href, addresses) {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = '', hash] = href.split('#');
  // Pages of site/pages take sections of the README in: links are written as from the root there.
  const folder = page.startsWith('site/pages/') ? '.' : posix.dirname(page);
  const file = posix.join(folder, decodeURI(path)).replace(/\/$/, '');
  if (file === 'docs/papers.bib') return '/papers.md';
  const address = addresses[file] ?? addresses[`${file}/README.md`];
  if (address !== undefined) return `/${address}${hash === undefined ? '' : `#${hash}`}`;
  if (!existsSync(`${ROOT}/${file}`)) throw new Error(`${page} links to ${href}, which is not there.`);
  return null;
}
