// Whether the built site hangs together: every link and every asset of every page is in its folder, every anchor on its page, and
// nothing is loaded from elsewhere.
//
//   node scripts/check-site.mjs     lists what is missing, exits 1 if anything is; folder and path as for `npm run site`

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Attributes that lead somewhere; those of the second kind load it. */
const LEADING = /<(a)\b[^>]*?\shref="([^"]*)"/g;
const LOADING = /<(img|script|source|link|iframe)\b[^>]*?\s(?:src|href)="([^"]*)"/g;
const IN_STYLES = /url\((['"]?)([^)'"]+)\1\)/g;

/**
 * One sentence for each thing that is missing.
 *
 * @param {string} folder
 * @param {string} base the path at which it will be served, with a slash at both ends
 * @returns {string[]}
 */
export function checkSite(folder, base) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'));
  const pages = files.filter((name) => name.endsWith('.html'));
  if (pages.length === 0) return [`There is no page in ${folder}.`];
  const anchors = new Map(pages.map((page) => [page, anchorsOf(readFileSync(join(folder, page), 'utf8'))]));
  const site = { folder, base, anchors };
  /** @type {string[]} */
  const findings = [];
  for (const page of pages) {
    const text = withoutCode(readFileSync(join(folder, page), 'utf8'));
    for (const [, , target = ''] of text.matchAll(LEADING))
      findings.push(...followLink(site, page, unescapeHtml(target)));
    for (const [, , target = ''] of text.matchAll(LOADING))
      findings.push(...findAsset(site, page, unescapeHtml(target)));
  }
  for (const sheet of files.filter((name) => name.endsWith('.css'))) {
    for (const [, , target = ''] of readFileSync(join(folder, sheet), 'utf8').matchAll(IN_STYLES)) {
      findings.push(...findAsset(site, sheet, target));
    }
  }
  return findings;
}

/** @typedef {{ folder: string, base: string, anchors: ReadonlyMap<string, ReadonlySet<string>> }} Site */

/**
 * @param {Site} site
 * @param {string} page
 * @param {string} target
 * @returns {string[]}
 */
function followLink({ folder, base, anchors }, page, target) {
  if (/^(?:https?|mailto):/.test(target)) return [];
  const [path = '', hash = ''] = target.split('#');
  const file = path === '' ? page : fileAt(base, page, path);
  if (file === null) return [`${page} links to ${target}, which is outside ${base}.`];
  const found = [file, `${file}.html`, posix.join(file, 'index.html')].find((name) => isFile(join(folder, name)));
  if (found === undefined) return [`${page} links to ${target}, which is not there.`];
  if (hash === '' || anchors.get(found) === undefined) return [];
  return anchors.get(found)?.has(decodeURIComponent(hash)) ? [] : [`${page} links to ${target}: no such anchor.`];
}

/**
 * @param {Site} site
 * @param {string} page
 * @param {string} target
 * @returns {string[]}
 */
function findAsset({ folder, base }, page, target) {
  if (/^(?:data|blob):/.test(target) || target.startsWith('#')) return [];
  if (/^(?:[a-z]+:|\/\/)/.test(target)) return [`${page} loads ${target} from elsewhere.`];
  const file = fileAt(base, page, target.replace(/[?#].*/, ''));
  if (file === null) return [`${page} loads ${target}, which is outside ${base}.`];
  return isFile(join(folder, file)) ? [] : [`${page} loads ${target}, which is not there.`];
}

/**
 * The file of the site that a path means, or null outside.
 *
 * @param {string} base
 * @param {string} page
 * @param {string} path
 */
function fileAt(base, page, path) {
  const absolute = path.startsWith('/') ? path : posix.join(base, posix.dirname(page), path);
  if (!absolute.startsWith(base)) return null;
  const file = decodeURI(absolute.slice(base.length));
  return file === '' || file.endsWith('/') ? `${file}index.html` : file;
}

/** @param {string} path */
function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

/** @param {string} html */
function anchorsOf(html) {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = '']) => unescapeHtml(id)));
}

/**
 * What scripts and comments contain leads nowhere.
 *
 * @param {string} html
 */
function withoutCode(html) {
  return html.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1').replace(/<!--[\s\S]*?-->/g, '');
}

/** @param {string} text */
function unescapeHtml(text) {
  return text
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.env.NEARMISS_SITE_OUT || fileURLToPath(new URL('../site/dist', import.meta.url));
  const findings = checkSite(folder, process.env.NEARMISS_SITE_BASE || '/');
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
  else console.log(`Every link and asset of ${relative(process.cwd(), folder)} is there.`);
}
