// The records of docs/papers.bib, for the page that lists them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BIB = fileURLToPath(new URL('../../docs/papers.bib', import.meta.url));

/**
 * @typedef {object} Paper
 * @property {string} key
 * @property {string} authors
 * @property {string} title
 * @property {string} where journal, proceedings or publisher, with pages
 * @property {string} year
 */

export default {
  watch: [BIB],
  /** @returns {Paper[]} */
  load() {
    return readPapers(readFileSync(BIB, 'utf8'));
  },
};

/**
 * @param {string} text
 * @returns {Paper[]}
 */
function readPapers(text) {
  return [...text.matchAll(/^@\w+\{(\S+),\n((?: {2}\w+ = \{.*\},\n)+)\}$/gm)].map(([, key = '', fields = '']) => {
    const values = new Map(
      [...fields.matchAll(/^ {2}(\w+) = \{(.*)\},$/gm)].map(([, name = '', value = '']) => [name, plain(value)]),
    );
    const first = ['journal', 'booktitle', 'school', 'institution', 'publisher', 'howpublished'];
    const where = first.map((name) => values.get(name)).find((value) => value !== undefined) ?? '';
    const volume = values.get('volume');
    const number = values.get('number');
    const pages = values.get('pages');
    const issue = volume === undefined ? '' : ` ${volume}${number === undefined ? '' : `(${number})`}`;
    return {
      key,
      authors: (values.get('author') ?? '').split(' and ').map(firstNameFirst).join(', '),
      title: values.get('title') ?? '',
      where: `${where}${issue}${pages === undefined ? '' : `, ${pages}`}`,
      year: values.get('year') ?? '',
    };
  });
}

/** @param {string} name */
function firstNameFirst(name) {
  const [last = '', first] = name.split(', ');
  return first === undefined ? last : `${first} ${last}`;
}

/**
 * Without braces and escapes.
 *
 * @param {string} value
 */
function plain(value) {
  return value.replace(/\\&/g, '&').replace(/[{}]/g, '').replace(/--/g, '–');
}
