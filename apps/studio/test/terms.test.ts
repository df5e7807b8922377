import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGES } from '../src/page/shell/pages.ts';
import { termId, termsOf, usedTerms } from '../src/page/shell/terms.ts';

const GLOSSARY = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
const GLOSSARY_TERMS = [...GLOSSARY.matchAll(/^\| (?!term|-)(.+?) \|/gm)].map(([, term = '']) => term);

test.each(usedTerms())('the glossary has %s', (term) => {
  expect(GLOSSARY_TERMS).toContain(term);
});

test.each(PAGES.map(({ id }) => id))('the page %s has words that it explains', (id) => {
  expect(termsOf(id).length).toBeGreaterThan(0);
});

test('every term of the glossary has an id of its own', () => {
  expect(GLOSSARY_TERMS.length).toBeGreaterThan(40);
  expect(new Set(GLOSSARY_TERMS.map(termId)).size).toBe(GLOSSARY_TERMS.length);
  expect(termId('time of contact (TOC)')).toBe('time-of-contact-toc');
});
