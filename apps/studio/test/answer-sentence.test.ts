import { expect, test } from 'vitest';
import {
  answerSentence,
  depthSentence,
  distanceSentence,
  encounterSentence,
  touchSentence,
} from '../src/page/answer-sentence.ts';
import type { Answer, Depth, Encounter } from '../src/page/worker/messages.ts';

const pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
const cost = { volumeTests: 0, microseconds: 1 };
const apart: Answer = {
  poses: { a: pose, b: pose },
  status: 'separated',
  distance: 0.25781,
  lower: 0.25781,
  upper: 0.25781,
  surfaceDistance: 0.25781,
  pointA: null,
  pointB: null,
  pairCount: 0,
  faces: { a: new Uint32Array(), b: new Uint32Array() },
  curve: new Float64Array(),
  cost: { distance: cost, collide: cost },
};
const deep: Depth = {
  poses: apart.poses,
  status: 'overlapping',
  depth: 0.258,
  lower: 0.251,
  upper: 0.258,
  translation: [0.258, 0, 0],
  certified: false,
  certificate: 'balls',
  local: [],
  iterations: 1,
  trace: [],
  isLed: false,
  verdict: null,
  cost,
};
const encounter: Encounter = {
  motions: { a: pose, b: pose },
  status: 'contact',
  toc: 0.4312,
  lower: 0.4312,
  upper: 0.4313,
  threshold: 1e-6,
  departing: null,
  iterations: 1,
  contacts: [],
  cost,
};

test.each([
  ['touch', apart, 'A and B do not touch, decided exactly.'],
  ['touch', { ...apart, status: 'intersecting', pairCount: 1 }, /: 1 pair of faces has points in common\.$/],
  ['touch', { ...apart, status: 'iteration-limit' }, /not decided/],
  ['answer', apart, 'A and B are 0.258 apart, between the two marked points; exactly.'],
  ['answer', { ...apart, lower: 0.2578 }, /proven to within 1·10⁻⁵\.$/],
  ['answer', { ...apart, status: 'touching', distance: 0 }, 'A and B touch, so their distance is 0.'],
  ['answer', { ...apart, status: 'a-inside-b' }, /^A is inside B.* surfaces are 0\.258 apart\.$/],
] as const)('%s', (show, answer, sentence) => {
  expect(answerSentence(show, answer, null, null)).toMatch(sentence);
});

test.each([
  [deep, 'A is 0.258 deep in B; moving it along the arrow frees it; proven to within 3 %.'],
  [{ ...deep, certified: true }, /no shorter translation does, proven\.$/],
  [{ ...deep, lower: 0.01 }, /a depth of at least 0\.01 is proven\.$/],
  [{ ...deep, lower: 0 }, /whether a shorter translation does is not proven\.$/],
  [{ ...deep, status: 'separated' }, /no depth\. Drag one/],
] as const)('depth', (depth, sentence) => {
  expect(answerSentence('depth', apart, depth, null)).toMatch(sentence);
});

test.each([
  [encounter, /first touch at time 0\.431, proven to within \d·10⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+; nothing touches before/],
  [{ ...encounter, status: 'free', toc: null }, /never touch on this motion, proven/],
  [{ ...encounter, status: 'near' }, /contact is not proven/],
] as const)('first contact', (encounter, sentence) => {
  expect(answerSentence('motion', apart, null, encounter)).toMatch(sentence);
});

test.each([
  ['separated', /^A is free now: it was moved by 0\.258 and has no point in common/],
  ['touching', /^A is free now: it was moved by 0\.258 and touches B/],
  // Where a translation does not free it after all, nothing says so.
  ['overlapping', /^A is 0\.\d+ deep in B/],
] as const)('after a separating translation: %s', (status, sentence) => {
  expect(answerSentence('depth', apart, { ...deep, status }, null, 0.2581)).toMatch(sentence);
});

test('demos tell the same of the fields that they have', () => {
  const { status, pairCount, distance, lower, upper, surfaceDistance } = apart;
  expect(touchSentence({ status, pairCount })).toBe(answerSentence('touch', apart, null, null));
  expect(distanceSentence({ status, distance, lower, upper, surfaceDistance })).toBe(
    answerSentence('answer', apart, null, null),
  );
  const { certified } = deep;
  expect(depthSentence({ status: deep.status, lower: deep.lower, upper: deep.upper, certified })).toBe(
    answerSentence('depth', apart, deep, null),
  );
  expect(encounterSentence(encounter)).toBe(answerSentence('motion', apart, null, encounter));
});
