// What is left of the project's private words: names, texts and comments speak the words of the field (docs/glossary.md).
//
//   node scripts/check-words.mjs [PATH…]    lists each use with file and line, and counts them
//   node scripts/check-words.mjs --check    lists the same; exits 1 if there is any
//
// Words are looked for in file names, in identifiers (split at capitals, digits, hyphens and underscores), in string literals, in
// comments, and in the text of Markdown pages. Ordinary English is listed in ALLOWED, each use with its reason.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { ALLOWED, TERMS } from './private-words.mjs';

/** @typedef {{ file: string, line: number, kind: 'file' | 'identifier' | 'string' | 'comment' | 'text', word: string, excerpt: string }} Finding */

const TERM = new RegExp(`(?<![A-Za-z])(?:${TERMS.join('|')})(?![a-z])`, 'gi');

/** Not the project's own words: it lists the words, or quotes them. */
const SKIPPED = ['scripts/private-words.mjs', 'scripts/check-words.mjs', 'test/check-words.test.ts'];

/**
 * The private words of one file.
 *
 * @param {string} file Its path from the root, `/` between folders.
 * @param {string} text
 * @returns {Finding[]}
 */
export function findWords(file, text) {
  /** @type {Finding[]} */
  const findings = [];
  /** @type {(kind: Finding['kind'], part: string, line: number) => void} */
  const search = (kind, part, line) => {
    for (const { word, index, around } of privateWords(kind, part)) {
      if (isAllowed(file, kind, word, around)) continue;
      const at = line + part.slice(0, index).split('\n').length - 1;
      findings.push({ file, line: at, kind, word, excerpt: around.replace(/\s+/g, ' ') });
    }
  };
  const name = file.slice(file.lastIndexOf('/') + 1);
  search('file', name, 1);
  if (file.endsWith('.md')) search('text', withoutCode(text), 1);
  else for (const { kind, part, line } of partsOf(file, text)) search(kind, part, line);
  return findings;
}

/**
 * @param {Finding['kind']} kind
 * @param {string} part
 */
function privateWords(kind, part) {
  const isName = kind === 'file' || kind === 'identifier';
  // Same length, so that positions stay: a capital inside a name starts a word.
  const words = [];
  const starts = isName ? nameStarts(part) : null;
  for (const match of part.matchAll(isName ? new RegExp(TERMS.join('|'), 'gi') : TERM)) {
    const { index } = match;
    const word = match[0];
    if (starts !== null && !(starts.has(index) && starts.has(index + word.length))) continue;
    const around = isName ? part : part.slice(Math.max(0, index - 60), index + word.length + 60);
    words.push({ word: word.toLowerCase(), index, around });
  }
  return words;
}

/**
 * Where the words of a name start, and its end.
 *
 * @param {string} name
 */
function nameStarts(name) {
  const starts = new Set([0, name.length]);
  for (let i = 1; i < name.length; i++) {
    const before = name[i - 1] ?? '';
    const here = name[i] ?? '';
    const next = name[i + 1] ?? '';
    if (!/[A-Za-z]/.test(here) || !/[A-Za-z]/.test(before)) starts.add(i);
    else if (/[A-Z]/.test(here) && (/[a-z]/.test(before) || /[a-z]/.test(next))) starts.add(i);
  }
  return starts;
}

/**
 * Markdown without its fenced code, which is checked by the compiler and by name with the sources; lines stay.
 *
 * @param {string} text
 */
function withoutCode(text) {
  return text
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/\]\([^)]*\)/g, (link) => ' '.repeat(link.length));
}

/**
 * Identifiers, strings and comments of a source.
 *
 * @param {string} file
 * @param {string} text
 * @returns {{ kind: Finding['kind'], part: string, line: number }[]}
 */
function partsOf(file, text) {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const lineStarts = [0];
  for (let i = 0; i < text.length; i++) if (text[i] === '\n') lineStarts.push(i + 1);
  const lineAt = (/** @type {number} */ at) => {
    let low = 0;
    for (let high = lineStarts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((lineStarts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  /** @type {{ kind: Finding['kind'], part: string, line: number }[]} */
  const parts = [];
  for (const { start, end } of comments) {
    parts.push({ kind: 'comment', part: text.slice(start, end), line: lineAt(start) });
  }
  visit(program, (kind, part, start) => parts.push({ kind, part, line: lineAt(start) }));
  return parts;
}

/**
 * @param {unknown} value
 * @param {(kind: Finding['kind'], part: string, start: number) => void} take
 */
function visit(value, take) {
  if (Array.isArray(value)) {
    for (const part of value) visit(part, take);
    return;
  }
  if (value === null || typeof value !== 'object' || !('type' in value)) return;
  const node = /** @type {Readonly<Record<string, unknown>> & { type: string, start: number }} */ (value);
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
    take('identifier', String(node.name), node.start);
  else if (node.type === 'Literal' && typeof node.value === 'string') take('string', node.value, node.start);
  else if (node.type === 'TemplateElement') take('string', text(node.value), node.start);
  for (const part of Object.values(node)) visit(part, take);
}

/** @param {unknown} value */
function text(value) {
  return value !== null && typeof value === 'object' && 'raw' in value ? String(value.raw) : '';
}

/**
 * @param {string} file
 * @param {string} kind
 * @param {string} word
 * @param {string} around
 */
function isAllowed(file, kind, word, around) {
  return ALLOWED.some(
    ({ words, phrase, kinds, under }) =>
      words.test(word) &&
      (kinds === undefined || kinds.includes(kind)) &&
      (under === undefined || under.some((folder) => file.startsWith(folder))) &&
      (phrase === undefined || phrase.test(around)),
  );
}

/**
 * Files under the root that have words of ours.
 *
 * @param {readonly string[]} paths
 */
function trackedFiles(paths) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const listed = execFileSync('git', ['ls-files', '--', ...paths], { cwd: root, encoding: 'utf8' }).split('\n');
  return listed.filter((file) => /\.(ts|mjs|md)$/.test(file) && !SKIPPED.includes(file));
}

/**
 * Files of core that have the name of another: a name says what a file is about, wherever it is read. The files of `entries/` have the
 * names of the package's sub-paths.
 *
 * @param {readonly string[]} files
 */
export function findSameNames(files) {
  /** @type {Map<string, string>} */
  const first = new Map();
  /** @type {string[]} */
  const findings = [];
  for (const file of files) {
    if (!file.startsWith('packages/core/src/') || file.startsWith('packages/core/src/entries/')) continue;
    const name = file.slice(file.lastIndexOf('/') + 1);
    const other = first.get(name);
    if (other === undefined) first.set(name, file);
    else findings.push(`${file} has the name of ${other}.`);
  }
  return findings;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  const root = new URL('..', import.meta.url);
  const files = trackedFiles(paths);
  const findings = files.flatMap((file) => findWords(file, readFileSync(new URL(file, root), 'utf8')));
  for (const { file, line, kind, word, excerpt } of findings)
    console.log(`${file}:${line} ${kind} "${word}": ${excerpt}`);
  console.log(`${files.length} files: ${findings.length} private words.`);
  const same = findSameNames(files);
  for (const finding of same) console.log(finding);
  if (process.argv.includes('--check') && findings.length + same.length > 0) process.exit(1);
}
