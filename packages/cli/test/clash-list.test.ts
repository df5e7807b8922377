import {
  type Clash,
  type ClashType,
  findNamesakes,
  type LengthUnit,
  readClashSet,
  unitOf,
  worstFirst,
} from '@nearmiss/clash';
import { expect, test } from 'vitest';
import { type ClashWording, clashSentence } from '../src/clash/clash-text.ts';
import { type Gate, gateSentence, isFailing, readGate } from '../src/clash/gate.ts';
import { clashList } from '../src/clash/list.ts';

const clash = (id: string, type: ClashType, upper: number, rest: Partial<Clash> = {}): Clash => ({
  id,
  test: 'itself',
  type,
  a: { model: 'm', id: `${id}-a`, name: '' },
  b: { model: 'm', id: `${id}-b`, name: 'wall\n7' },
  depth: { lower: 0, upper },
  ...rest,
});

const gap = (id: string, lower: number, upper: number): Clash => {
  const { depth: _, ...rest } = clash(id, 'clearance', 0);
  return { ...rest, distance: { lower, upper } };
};

const CLASHES = [
  gap('c1', 0.02, 0.020000000001),
  gap('c2', 0.009692422867014, 0.01),
  clash('h1', 'hard', 1.0000000000000202, { depth: { lower: 0.9999999999999, upper: 1.0000000000000202 } }),
  clash('h2', 'hard', 3, { decided: false }),
  clash('h3', 'hard', 8, { decision: 'approved' }),
  clash('h4', 'hard', 7, { state: 'resolved' }),
  clash('h5', 'hard', Infinity),
  clash('h6', 'contained', 1.3731, { depth: { lower: 1.357, upper: 1.3731 } }),
  clash('u1', 'undecided', Infinity, { decided: false }),
];

const wording = (unit: LengthUnit, clashes: readonly Clash[] = CLASHES): ClashWording => {
  return { unit, hasNamesake: findNamesakes(clashes.flatMap(({ a, b }) => [a, b])) };
};

/** Without namesakes, so that ids do not distract. */
const plainly = (unit: LengthUnit): ClashWording => ({ unit, hasNamesake: () => false });

const gateOf = (...types: ClashType[]): Gate => ({ types, isOfNew: false, isOfEmpty: false });

test('those that fail come first, those with the greatest proven depth first; what is resolved is not there', () => {
  expect(clashList(CLASHES, gateOf('hard', 'contained'), 4, plainly('m'))).toBe(
    [
      '8 clashes: 1 contained, 4 hard, 1 undecided, 2 clearance; 4 of them fail.',
      'FAIL contained, itself: h6-a (m) and wall 7 (m), depth 1.357 to 1.3731 m (h6)',
      'FAIL hard, itself: h1-a (m) and wall 7 (m), depth 1 m (h1)',
      'FAIL hard, itself: h5-a (m) and wall 7 (m), depth not known (h5)',
      'FAIL hard, not decided, itself: h2-a (m) and wall 7 (m), depth at most 3 m (h2)',
      '… and 4 more\n',
    ].join('\n'),
  );
  const lines = clashList(CLASHES, gateOf('hard', 'contained'), 100, plainly('')).split('\n');
  expect(lines.slice(5)).toEqual([
    '     hard, approved, itself: h3-a (m) and wall 7 (m), depth at most 8 (h3)',
    '     undecided, itself: u1-a (m) and wall 7 (m), depth not known (u1)',
    '     clearance, itself: c2-a (m) and wall 7 (m), gap 0.00969242 to 0.01 (c2)',
    '     clearance, itself: c1-a (m) and wall 7 (m), gap 0.02 (c1)',
    '',
  ]);
});

test('a gate names the deepest that is proven', () => {
  expect(gateSentence(CLASHES, gateOf('hard'), [], plainly('m'))).toBe(
    '--fail-on: 3 hard clashes that nobody approved or ignored, first itself: h1-a (m) and wall 7 (m), depth 1 m (h1).',
  );
});

test('a gate on what is new lets through what an earlier result has, and takes all types where none is named', () => {
  const clashes = [
    clash('n1', 'hard', 1, { state: 'new' }),
    clash('o1', 'hard', 1, { state: 'active' }),
    clash('r1', 'hard', 1, { state: 'resolved' }),
    clash('n2', 'touching', 0, { state: 'new' }),
    clash('n3', 'hard', 1, { state: 'new', decision: 'ignored' }),
    clash('w1', 'hard', 1),
  ];
  const failing = (words: string): string[] =>
    clashes.filter((one) => isFailing(one, readGate(words, true))).map(({ id }) => id);
  expect(failing('hard')).toEqual(['n1', 'o1', 'w1']);
  expect(failing('hard,new')).toEqual(['n1', 'w1']);
  expect(failing('new')).toEqual(['n1', 'n2', 'w1']);
  expect(failing('empty')).toEqual([]);
  expect(() => readGate('new', false)).toThrow('it needs -o');
  expect(() => readGate('hrad', true)).toThrow('Did you mean "hard"?');
  expect(gateSentence(clashes, readGate('new', true), [], plainly(''))).toMatch(
    /^--fail-on: 2 hard, 1 touching new clashes/,
  );
  expect(clashList(clashes, gateOf(), 1, plainly('')).split('\n')[0]).toBe(
    '5 clashes: 4 hard, 1 touching; 3 new, 1 active, 1 resolved.',
  );
});

test('a gate on tests that can find nothing', () => {
  const sentence = 'test "x" can find nothing: a selects none of 5 elements.';
  expect(gateSentence([], readGate('hard,empty', false), [sentence], plainly(''))).toBe(`--fail-on: ${sentence}`);
  expect(gateSentence([], readGate('hard', false), [sentence], plainly(''))).toBe(null);
  expect(gateSentence([], readGate('empty', false), [], plainly(''))).toBe(null);
});

test.each([
  [0, 0.00100000049, 'at most 0.00100001'],
  [0.0009999996, 0.5, '0.000999999 to 0.5'],
  [0.000999999, 0.00100000049, '0.000999999 to 0.00100001'],
  [0.99999951, 2, '0.999999 to 2'],
  [9.99999, 9.9999951, '9.99999 to 10'],
  [123456.7, Infinity, 'at least 123456'],
  [1e-30, 2.0000001e-30, '1e-30 to 2.00001e-30'],
  [0.2, 0.2000000001, '0.2'],
])('bounds from %d to %d are printed as what is proven', (lower, upper, text) => {
  expect(clashSentence(clash('h1', 'hard', upper, { depth: { lower, upper } }), plainly(''))).toContain(
    `depth ${text} (`,
  );
});

test('elements of one name have their ids', () => {
  const [, line] = clashList(CLASHES.slice(0, 2), gateOf(), 1, wording('')).split('\n');
  expect(line).toBe('     clearance, itself: c2-a (m) and wall 7 [c2-b] (m), gap 0.00969242 to 0.01 (c2)');
});

test('an order that holds infinite bounds, also those that JSON has as null', () => {
  const parsed: Clash[] = JSON.parse(JSON.stringify(CLASHES));
  const ids = (clashes: readonly Clash[]): string[] => [...clashes].sort(worstFirst).map(({ id }) => id);
  expect(ids(CLASHES)).toEqual(['h6', 'h1', 'h5', 'h3', 'h4', 'h2', 'u1', 'c2', 'c1']);
  expect(ids(parsed)).toEqual(ids(CLASHES));
  expect(ids(CLASHES.toReversed())).toEqual(ids(CLASHES));
});

test('without a gate, and without clashes', () => {
  expect(clashList(CLASHES.slice(0, 1), gateOf(), 5, wording('m')).split('\n')[0]).toBe('1 clash: 1 clearance.');
  expect(clashList([], gateOf('hard'), 5, wording('m'))).toBe('0 clashes; 0 of them fail.\n');
});

test.each([
  ['m', { file: 'plant.IFC' }],
  ['m', { file: 'skid.glb', unit: 'mm' }],
  ['', { file: 'skid.glb' }],
])('the unit "%s" of lengths in a set with %o', (unit, model) => {
  const models = { first: 'first.stl', second: model };
  expect(unitOf(readClashSet({ models, tests: [{ name: 'itself', mode: 'hard' }] }))).toBe(unit);
});
