// What the page of dynamics says of a frame: no more than is known.

import { expect, test } from 'vitest';
import type { Frame } from '../src/page/dynamics/messages.ts';
import { pairNamed, sentenceOf } from '../src/page/dynamics/sentence.ts';

const frame: Frame = {
  step: 10,
  time: 0.1,
  poses: new Float32Array(0),
  asleep: new Uint8Array(0),
  contacts: new Float32Array(0),
  contactCount: 1,
  kinetic: 2,
  potential: 0,
  violated: [],
  impacts: 0,
  spent: 0,
};
const events = { stepper: 'events' };

test('a proof is claimed of steps by events alone, not of a recording', () => {
  const proven = 'After 0.10 s there is 1 point of contact; no two bodies intersect, which is proven.';
  expect(sentenceOf(frame, events, false)).toBe(proven);
  expect(sentenceOf(frame, { stepper: 'impulses' }, false)).toBe('After 0.10 s there is 1 point of contact.');
  expect(sentenceOf(frame, events, true)).toBe('After 0.10 s there is 1 point of contact.');
});

test('what is violated may be a joint, also to the world', () => {
  const violated = [pairNamed('arm', '')];
  expect(sentenceOf({ ...frame, violated }, events, false)).toBe(
    'After 0.10 s arm and the world overlap, or their joint is pulled apart, which could not be prevented.',
  );
});
