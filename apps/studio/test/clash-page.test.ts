import {
  AssemblyBuilder,
  type Clash,
  candidatePairs,
  clashesBcf,
  clashesCsv,
  clashesHtml,
  clashesXml,
  judgePair,
  pairFacts,
  readClashSet,
  readDecisions,
  summarize,
  withDecisions,
} from '@nearmiss/clash';
import { Model } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { type ClashFilter, matches, statesOf, UNRESOLVED } from '../src/page/clash/clash-filter.ts';
import { detailsOf, sorted } from '../src/page/clash/clash-order.ts';
import { clashSentence, sizeText, summarySentence } from '../src/page/clash/clash-sentence.ts';
import { changeText, Decided } from '../src/page/clash/decided.ts';
import { otherFiles } from '../src/page/clash/worker/other-files.ts';
import { readDecided } from '../src/page/clash/worker/read-decided.ts';
import { readResult } from '../src/page/clash/worker/read-result.ts';
import { sortFiles, stemOf } from '../src/page/clash/worker/sort-files.ts';

const CLASH: Clash = {
  id: '0123456789abcdef0123',
  test: 'pipes and walls',
  type: 'hard',
  kind: 'pierces',
  a: { model: 'plant', id: '1', name: 'services/pipe 3', class: 'IfcPipeSegment', storey: 'Level 2' },
  b: { model: 'plant', id: '2', name: '', class: 'IfcWall' },
  depth: { lower: 0.2, upper: 0.25 },
  translation: [0, 0, 0.25],
  point: [1, 2, 3],
};
const ALL: ClashFilter = { type: '', class: '', storey: '', state: '', decision: '', text: '' };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('sentences', () => {
  test('a hard clash tells depth, proof and which element is to be moved', () => {
    expect(clashSentence(CLASH, 'm')).toBe(
      'pipe 3 (A) pierces IfcWall 2 (B), 0.2 to 0.25 m deep; moving A along the arrow frees it. Proven.',
    );
    expect(clashSentence({ ...CLASH, depth: { lower: 0.25, upper: 0.25 } }, '')).toMatch(/ 0\.25 deep; .* Proven\.$/);
    expect(clashSentence(CLASH, 'm', false)).toMatch(/frees it\. Found in other files than these\.$/);
  });

  test('a depth that is not proven is not told as one', () => {
    const open: Clash = { ...CLASH, depth: { lower: 0, upper: 4.3799 }, decided: false };
    expect(clashSentence(open, '')).toMatch(/, at most 4\.38 deep; .* Not decided: no least depth is proven\.$/);
    expect(sizeText(open, 'm')).toBe('at most 4.38 m');
    const straddling: Clash = { ...CLASH, decided: false };
    expect(clashSentence(straddling, '')).toMatch(/Not decided: the depth may be within the tolerance\.$/);
    // A result that was read from a file has null for infinite.
    const endless: Clash = { ...CLASH, depth: JSON.parse('{"lower":0,"upper":null}') };
    expect(clashSentence(endless, '')).toContain('; how deep is not known');
    expect(sizeText(endless, '')).toBe('unknown');
    expect(sizeText({ ...CLASH, type: 'clearance', distance: { lower: 0.01, upper: 0.02 } }, '')).toBe('0.01 to 0.02');
  });

  test.each([
    ['hard', 'Resolved: pipe 3 pierced IfcWall 2, 0.2 to 0.25 m deep, in an earlier run.'],
    ['contained', 'Resolved: one of pipe 3 and IfcWall 2 lay in the other, 0.2 to 0.25 m deep, in an earlier run.'],
    ['clearance', 'Resolved: pipe 3 and IfcWall 2 were 0.02 m apart in an earlier run.'],
  ] as const)('what is resolved was: %s', (type, sentence) => {
    const distance = { lower: 0.02, upper: 0.02 };
    expect(clashSentence({ ...CLASH, type, distance, state: 'resolved' }, 'm')).toBe(sentence);
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
    expect(summarySentence({ ...counts, clashes: {}, undecided: 0 }, 0, 0)).toBe('None of 1,200 elements clashes.');
    expect(summarySentence({ ...counts, clashes: { hard: 2, clearance: 1 }, undecided: 1 }, 4, 1)).toBe(
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
  [{ storey: 'Level 2' }, 'open', true],
  [{ storey: 'Level 3' }, 'open', false],
  [{ text: 'level 2' }, 'open', true],
] as const)('a filter %j, decided "%s": %s', (filter, decision, isShown) => {
  expect(matches(CLASH, decision, { ...ALL, ...filter })).toBe(isShown);
});

test('states are those of the clashes, which have none without an earlier run', () => {
  const known: Clash = { ...CLASH, state: 'new' };
  expect(statesOf([known, CLASH, known])).toEqual(['new']);
  expect(statesOf([CLASH])).toEqual([]);
  expect(matches(known, 'approved', { ...ALL, state: 'new', decision: 'approved' })).toBe(true);
  expect(matches(known, 'open', { ...ALL, state: 'new', decision: 'approved' })).toBe(false);
  const resolved: Clash = { ...CLASH, state: 'resolved' };
  const shown = [known, CLASH, resolved].map((clash) => matches(clash, 'open', { ...ALL, state: UNRESOLVED }));
  expect(shown).toEqual([true, true, false]);
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

test('a file of decisions says what it changed, which can be undone', () => {
  const clashes = ['1', '2', '3', '4'].map((id): Clash => ({ ...CLASH, id }));
  const decided = new Decided();
  decided.decide('1', 'approved');
  decided.decide('2', 'ignored');
  decided.comment('2', 'mine');
  const before = decided.text;
  const file = {
    decisions: [['1', 'approved'] as const, ['2', 'open'] as const, ['3', 'approved'] as const],
    comments: [['2', 'theirs'] as const],
  };
  const change = decided.add(file, clashes);
  expect(changeText('old.json', change)).toBe('old.json: 1 decided, 1 taken back, 1 comment.');
  expect(clashes.map((clash) => decided.decisionOf(clash))).toEqual(['approved', 'open', 'approved', 'open']);
  change.undo();
  expect(decided.text).toBe(before);
  expect(
    changeText('same.json', decided.add(JSON.parse('{"decisions":[["1","approved"]],"comments":[]}'), clashes)),
  ).toBe('same.json: it changes nothing here.');
  // What was decided after the file stays.
  const again = decided.add(file, clashes);
  decided.decide('3', 'ignored');
  again.undo();
  expect(clashes.map((clash) => decided.decisionOf(clash))).toEqual(['approved', 'ignored', 'ignored', 'open']);
});

test('reports are files of decisions in each of their forms', () => {
  const approved: Clash = { ...CLASH, decision: 'approved' };
  const summary = summarize([approved], { tests: 1, elements: 2, pairs: 1 });
  const reports = [
    ['clashes.csv', clashesCsv([approved])],
    ['clashes.html', clashesHtml([approved], summary, 'plant')],
    ['clashes.xml', clashesXml([approved], 'plant', { date: new Date(0) })],
  ] as const;
  for (const [name, text] of reports) {
    const { decisions } = sortFiles([{ name, bytes: bytesOf(text) }]);
    const decided = new Decided();
    if (decisions !== null) decided.add(readDecided(decisions), [CLASH]);
    expect([name, decided.decisionOf(CLASH)]).toEqual([name, 'approved']);
  }
});

describe('the order of a list', () => {
  const clash = (id: string, type: Clash['type'], lower: number, upper: number, name: string): Clash => ({
    ...CLASH,
    id,
    type,
    depth: { lower, upper },
    a: { model: 'm', id, name: `x/${name}` },
    b: { model: 'm', id: '0', name: 'wall' },
  });
  const clashes = [
    clash('1', 'hard', 0, 4, 'p 10'),
    clash('2', 'contained', 2, 2, 'p 9'),
    clash('3', 'hard', 1, 3, 'p 9'),
  ];

  test.each([
    ['worst first', ['2', '3', '1']],
    ['by type', ['3', '1', '2']],
    ['by name', ['2', '3', '1']],
    ['as in the result', ['1', '2', '3']],
  ])('%s', (order, ids) => {
    expect(sorted(clashes, order).map(({ id }) => id)).toEqual(ids);
  });

  test('what is called the same is told apart', () => {
    expect(clashes.map(detailsOf(clashes))).toEqual(['', '2 – 0', '3 – 0']);
    const [one, two, three] = clashes as [Clash, Clash, Clash];
    const pathed = { ...three, a: { ...three.a, name: 'y/p 9' } };
    expect([two, pathed].map(detailsOf([two, pathed]))).toEqual(['x/p 9 – wall', 'y/p 9 – wall']);
    const other = { ...one, id: '4', test: 'gaps' };
    expect([one, other].map(detailsOf([one, other]))).toEqual(['pipes and walls', 'gaps']);
  });
});

describe('a result and the files that came with it', () => {
  const given = { models: { left: 'parts/left.stl', right: 'right.stl' }, tests: [{ name: 'all', mode: 'hard' }] };
  const open = (at: number, name = 'b'): Parameters<typeof otherFiles>[1] => {
    const set = readClashSet(given);
    const builder = new AssemblyBuilder();
    const file = (own: string): Parameters<AssemblyBuilder['add']>[1] => ({
      meshes: [box()],
      elements: [
        {
          id: '0',
          name: own,
          parent: '',
          stableId: own,
          parts: [{ mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], error: new Array(16).fill(0) }],
        },
      ],
      warnings: [],
    });
    builder.add('left', file('a'), {}, 1);
    builder.add('right', file(name), { position: [at, 0, 0] }, 1);
    return { set, assembly: builder.assembly };
  };
  const { set, assembly } = open(0.75);
  const model = Model.build(box());
  const clashes = [...candidatePairs(set, assembly)].flatMap((pair) => {
    const [a, b] = [
      { model, pose: {} },
      { model, pose: { position: [0.75, 0, 0] as const } },
    ];
    return judgePair(set, assembly, pair, pairFacts(a, b, pair.question));
  });

  test('the same files', () => {
    expect(clashes).toHaveLength(1);
    expect(otherFiles(clashes, open(0.75), 2, true)).toBeNull();
    expect(otherFiles(clashes, open(0.75), null, false)).toBeNull();
  });

  test('other ones', () => {
    expect(otherFiles(clashes, open(0.75, 'c'), 2, true)).toBe(
      'right.stl is not the file this result was made from: 1 of 2 elements differ.',
    );
    // Moved, so that they clash elsewhere.
    expect(otherFiles(clashes, open(0.85), 2, true)).toContain('right.stl is not the file');
    expect(otherFiles(clashes, open(0.85), 2, false)).toContain('drop the set too');
    expect(otherFiles(clashes, open(0.75), 3, true)).toBe(
      'left.stl, right.stl are not the files this result was made from: the result is about 3 elements, here are 2.',
    );
    const gone = clashes.map((clash) => ({ ...clash, b: { ...clash.b, id: '9' } }));
    expect(otherFiles(gone, open(0.75), 2, true)).toContain('1 of 2 elements differ');
    // What is gone since an earlier run may be in none of the files.
    expect(
      otherFiles([...clashes, ...gone.map((clash) => ({ ...clash, state: 'resolved' as const }))], open(0.75), 2, true),
    ).toBeNull();
  });
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
  expect(readResult(`${lines.join('\n')}\n`, 'r.jsonl')).toMatchObject({ elements: null, pairs: null });
  const counted = readResult(`${lines[0]}\n{"summary":{"elements":95,"pairs":7,"tests":2}}\n`, 'r.jsonl');
  expect(counted).toEqual({ clashes: [CLASH], elements: 95, pairs: 7, tests: 2 });
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
