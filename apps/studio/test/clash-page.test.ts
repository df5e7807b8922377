import { type Clash, clashesBcf, readDecisions, withDecisions } from '@nearmiss/clash';
import { describe, expect, test } from 'vitest';
import { type ClashFilter, matches, statesOf } from '../src/page/clash/clash-filter.ts';
import { clashSentence, summarySentence } from '../src/page/clash/clash-sentence.ts';
import { Decided } from '../src/page/clash/decided.ts';
import { readDecided } from '../src/page/clash/worker/read-decided.ts';
import { readResult } from '../src/page/clash/worker/read-result.ts';
import { sortFiles, stemOf } from '../src/page/clash/worker/sort-files.ts';

const CLASH: Clash = {
  id: '0123456789abcdef0123',
  test: 'pipes and walls',
  type: 'hard',
  kind: 'pierces',
  a: { model: 'plant', id: '1', name: 'services/pipe 3', class: 'IfcPipeSegment' },
  b: { model: 'plant', id: '2', name: '', class: 'IfcWall' },
  depth: { lower: 0.2, upper: 0.25 },
  translation: [0, 0, 0.25],
  point: [1, 2, 3],
};
const ALL: ClashFilter = { type: '', class: '', state: '', decision: '', text: '' };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('sentences', () => {
  test('a hard clash tells depth, proof and what frees it', () => {
    expect(clashSentence(CLASH, 'm')).toBe(
      'pipe 3 pierces IfcWall 2, 0.25 m deep; moving it along the arrow frees it. Proven: at least 0.2 m.',
    );
    expect(clashSentence({ ...CLASH, depth: { lower: 0, upper: 0.25 } }, '')).toContain('no proven depth');
    expect(clashSentence({ ...CLASH, depth: { lower: 0.25, upper: 0.25 } }, '')).toMatch(/Proven\.$/);
  });

  test.each([
    ['touching', 'touch'],
    ['clearance', '0.02 apart'],
    ['duplicate', 'same shape'],
    ['undecided', 'not decided'],
  ] as const)('%s', (type, words) => {
    expect(clashSentence({ ...CLASH, type, distance: { lower: 0.02, upper: 0.02 } }, '')).toContain(words);
  });

  test('a summary counts', () => {
    const counts = { tests: 1, elements: 1200, pairs: 9, groups: 1, matrix: [] };
    expect(summarySentence({ ...counts, clashes: {}, undecided: 0 }, 0)).toBe('None of 1,200 elements clashes.');
    expect(summarySentence({ ...counts, clashes: { hard: 2, clearance: 1 }, undecided: 1 }, 4)).toBe(
      '4 of 1,200 elements clash, with 3 clashes in 1 finding: 2 hard, 1 clearance. 1 clash could not be decided.',
    );
  });
});

test.each([
  [{}, 'open', true],
  [{ type: 'hard' }, 'open', true],
  [{ type: 'clearance' }, 'open', false],
  [{ class: 'IfcWall' }, 'open', true],
  [{ class: 'IfcSlab' }, 'open', false],
  [{ state: 'new' }, 'open', false],
  [{ decision: 'open' }, 'open', true],
  [{ decision: 'open' }, 'approved', false],
  [{ decision: 'approved' }, 'approved', true],
  [{ text: 'PIPE  walls' }, 'open', true],
  [{ text: 'pipe slab' }, 'open', false],
] as const)('a filter %j, decided "%s": %s', (filter, decision, isShown) => {
  expect(matches(CLASH, decision, { ...ALL, ...filter })).toBe(isShown);
});

test('states are those of the clashes, which have none without an earlier run', () => {
  const known: Clash = { ...CLASH, state: 'new' };
  expect(statesOf([known, CLASH, known])).toEqual(['new']);
  expect(statesOf([CLASH])).toEqual([]);
  expect(matches(known, 'approved', { ...ALL, state: 'new', decision: 'approved' })).toBe(true);
  expect(matches(known, 'open', { ...ALL, state: 'new', decision: 'approved' })).toBe(false);
});

test('decisions go to a file of the library and back, with comments', () => {
  const decided = new Decided();
  expect(decided.isEmpty).toBe(true);
  decided.decide(CLASH.id, 'approved');
  decided.comment(CLASH.id, 'agreed');
  expect([...readDecisions(bytesOf(decided.text))]).toEqual([[CLASH.id, 'approved']]);
  const again = new Decided();
  again.add(readDecided({ name: 'decisions.json', bytes: bytesOf(decided.text) }), []);
  expect([again.decisionOf(CLASH), again.commentOf(CLASH.id), again.text]).toEqual([
    'approved',
    'agreed',
    decided.text,
  ]);
  expect(() => readDecided({ name: 'bad.json', bytes: bytesOf('{"decisions":{"x":"maybe"}}') })).toThrow('bad.json');
});

test('what is opened again takes back what a result has', () => {
  const approved = { ...CLASH, decision: 'approved' } as const;
  const decided = new Decided();
  expect(decided.decisionOf(approved)).toBe('approved');
  decided.decide(CLASH.id, 'open');
  expect([decided.decisionOf(approved), decided.isEmpty]).toEqual(['open', false]);
  expect(withDecisions([approved], readDecisions(bytesOf(decided.text)))).toEqual([CLASH]);
});

test('a BCF file decides about clashes by the GUIDs of its topics', () => {
  const decided = new Decided();
  decided.decide(CLASH.id, 'ignored');
  const bytes = clashesBcf([{ ...CLASH, decision: 'approved' }], { date: new Date(0) });
  decided.add(readDecided({ name: 'clashes.bcf', bytes }), [CLASH]);
  expect(decided.decisionOf(CLASH)).toBe('approved');
});

test('files are told apart by name and content', () => {
  const files = [
    ['set.json', '{"models":{},"tests":[]}'],
    ['decisions.json', '{"decisions":{}}'],
    ['clashes.jsonl', ''],
    ['plant.IFC', ''],
    ['skid.gltf', ''],
    ['skid.bin', ''],
  ].map(([name = '', text = '']) => ({ name, bytes: bytesOf(text) }));
  const { set, decisions, result, models, companions } = sortFiles(files);
  expect([set?.name, decisions?.name, result?.name]).toEqual(['set.json', 'decisions.json', 'clashes.jsonl']);
  expect(models.map(({ name }) => stemOf(name))).toEqual(['plant', 'skid']);
  expect(companions.map(({ name }) => name)).toEqual(['skid.bin']);
});

test('a result is read; a line that is no clash is named', () => {
  const lines = [CLASH, { ...CLASH, depth: { lower: 0, upper: null } }, { summary: {} }].map((line) =>
    JSON.stringify(line),
  );
  expect(readResult(`${lines.join('\n')}\n`, 'r.jsonl')).toHaveLength(2);
  for (const wrong of [
    '{}',
    '{"id":1}',
    'x',
    JSON.stringify({ ...CLASH, point: [1, 2] }),
    JSON.stringify({ ...CLASH, box: [1] }),
  ]) {
    expect(() => readResult(`${lines[0]}\n${wrong}\n`, 'r.jsonl')).toThrow(
      'r.jsonl is no result of nearmiss clash: line 2',
    );
  }
});
