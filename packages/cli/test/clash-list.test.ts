import { type Clash, type ClashType, readClashSet } from '@nearmiss/clash';
import { expect, test } from 'vitest';
import { unitOf } from '../src/clash/gate.ts';
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

const CLASHES = [
  clash('c1', 'clearance', 9.692422867014),
  clash('h1', 'hard', 1.0000000000000202),
  clash('h2', 'hard', 3),
  clash('h3', 'hard', 8, { decision: 'approved' }),
  clash('h4', 'hard', 7, { state: 'resolved' }),
  clash('h5', 'hard', Infinity),
];

test('those that fail come first, the deepest first; what is resolved is not there', () => {
  expect(clashList(CLASHES, ['hard'], 3, 'm')).toBe(
    [
      '5 clashes: 4 hard, 1 clearance; 3 of them fail.',
      'FAIL hard, itself: h5-a (m) and wall 7 (m), depth Infinity (h5)',
      'FAIL hard, itself: h2-a (m) and wall 7 (m), depth 3 m (h2)',
      'FAIL hard, itself: h1-a (m) and wall 7 (m), depth 1 m (h1)',
      '… and 2 more\n',
    ].join('\n'),
  );
  const lines = clashList(CLASHES, ['hard'], 100, '').split('\n');
  expect(lines.slice(4)).toEqual([
    '     clearance, itself: c1-a (m) and wall 7 (m), depth 9.69242 (c1)',
    '     hard, approved, itself: h3-a (m) and wall 7 (m), depth 8 (h3)',
    '',
  ]);
});

test('without a gate, and without clashes', () => {
  expect(clashList(CLASHES.slice(0, 1), [], 5, 'm').split('\n')[0]).toBe('1 clash: 1 clearance.');
  expect(clashList([], ['hard'], 5, 'm')).toBe('0 clashes; 0 of them fail.\n');
});

test.each([
  ['m', { file: 'plant.IFC' }],
  ['m', { file: 'skid.glb', unit: 'mm' }],
  ['', { file: 'skid.glb' }],
])('the unit "%s" of lengths in a set with %o', (unit, model) => {
  const models = { first: 'first.stl', second: model };
  expect(unitOf(readClashSet({ models, tests: [{ name: 'itself', mode: 'hard' }] }))).toBe(unit);
});
