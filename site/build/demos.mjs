// Which page has which demo. Pages do not name them: they are read in the repository too, where there is no demo.

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './entry-points.mjs';

/**
 * Pages by their paths from the root. A demo comes before the first heading of the second level, which is behind the introduction.
 *
 * @type {Readonly<Record<string, { demo: 'pair' | 'world', queries?: string }>>}
 */
const DEMOS = {
  'docs/guide/choosing-a-query.md': { demo: 'pair', queries: 'distance collide penetration time-of-contact' },
  'docs/guide/motions.md': { demo: 'pair', queries: 'time-of-contact' },
  'docs/guide/many-bodies.md': { demo: 'world' },
  'docs/algorithms/tree-search.md': { demo: 'pair', queries: 'distance collide' },
  'docs/algorithms/penetration.md': { demo: 'pair', queries: 'penetration' },
  'docs/algorithms/continuous.md': { demo: 'pair', queries: 'time-of-contact' },
  'docs/algorithms/world.md': { demo: 'world' },
};

/**
 * A plugin of markdown-it.
 *
 * @param {import('vitepress').MarkdownRenderer} markdown
 */
export function insertDemos(markdown) {
  for (const page of Object.keys(DEMOS)) {
    if (!existsSync(join(ROOT, page))) throw new Error(`${page} has a demo, but is not there.`);
  }
  markdown.core.ruler.push('demos', (state) => {
    const page = relative(ROOT, state.env.realPath ?? state.env.path).replaceAll('\\', '/');
    const marker = DEMOS[page];
    if (marker === undefined) return;
    const at = state.tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h2');
    const token = new state.Token('html_block', '', 0);
    const queries = marker.queries === undefined ? '' : ` queries="${marker.queries}"`;
    token.content = `<LiveDemo demo="${marker.demo}"${queries} />\n`;
    state.tokens.splice(at < 0 ? state.tokens.length : at, 0, token);
  });
}
