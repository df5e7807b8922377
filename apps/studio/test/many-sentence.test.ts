import { expect, test } from 'vitest';
import { manySentence } from '../src/page/many/many-sentence.ts';

test.each([
  [
    { touching: 1, begin: 0, end: 2 },
    'At step 7, 1 pair of bodies touches, decided exactly: 0 since this step, 2 no longer.',
  ],
  [
    { touching: 1200, begin: 3, end: 0 },
    'At step 7, 1,200 pairs of bodies touch, decided exactly: 3 since this step, 0 no longer.',
  ],
])('a crowd with %j', (counts, sentence) => {
  expect(manySentence('crowd', { step: 7, counts })).toBe(sentence);
});

test.each([
  [{ 'face pairs': 0, 'cloth on itself': 0 }, /0 pairs of faces .* the cloth does not touch itself\.$/],
  [{ 'face pairs': 2100, 'cloth on itself': 12 }, /2,100 pairs of faces .* the cloth touches itself in 12\.$/],
])('a cloth with %j', (counts, sentence) => {
  expect(manySentence('deforming', { step: 7, counts })).toMatch(sentence);
});
