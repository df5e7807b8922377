import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Assembly,
  AssemblyBuilder,
  bcfDates,
  bcfDecisions,
  type Clash,
  clashesBcf,
  clashesCsv,
  clashesHtml,
  clashesXml,
  clashScenes,
  countUnused,
  findingGuid,
  groupClashes,
  keepDecisions,
  readDecisions,
  summarize,
  topicGuid,
  withDecisions,
  withStates,
} from '@nearmiss/clash';
import { randomInteger, seeded } from '@nearmiss/fixtures';
import { strFromU8, strToU8, unzipSync, unzlibSync, zipSync } from 'fflate';
import { box } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { clashPicture } from '../src/report/picture.ts';

const WALL = '2O2Fr$t4X7Zf8NOew3FLOH';
/** What ids look like; most tests have shorter ones. */
const [ID_A1, ID_B2, ID_C3] = ['a1', 'b2', 'c3'].map((id) => id.padStart(20, '0'));
const PIPE = '0zzzzzzzzzzzzzzzzzzzzz';

function clash(id: string, more: Partial<Clash> = {}): Clash {
  return {
    id,
    test: 'pipes & "walls"',
    type: 'hard',
    a: { model: 'p', id: PIPE, name: '=cmd|\u0001<pipe>, "7"', class: 'IfcPipeSegment', storey: 'Level 1' },
    b: { model: 'p', id: WALL, name: 'wall', class: 'IfcWall' },
    depth: { lower: 0.1, upper: 0.125 },
    distance: { lower: 0, upper: 0 },
    point: [1, 2, 3],
    translation: [0, 0.125, 0],
    box: [
      [0.5, 1.5, 2.5],
      [1.5, 2.5, 3.5],
    ],
    ...more,
  };
}

const FILES = [clash('a1'), clash('b2', { state: 'resolved' }), clash('c3', { decision: 'approved' })];
const DATE = new Date('2026-01-02T03:04:05Z');
/** The schemas of buildingSMART, where they are there. */
const SCHEMAS = fileURLToPath(new URL('../../../../shared/schemas/bcf/', import.meta.url));
const SCHEMA_OF = {
  'bcf.version': 'version.xsd',
  'extensions.xml': 'extensions.xsd',
  'markup.bcf': 'markup.xsd',
  'viewpoint.bcfv': 'visinfo.xsd',
};
/** Two boxes whose clash is FILES[0]. */
const SCENES = clashScenes(boxesAssembly());

function boxesAssembly(): Assembly {
  const builder = new AssemblyBuilder();
  const mesh = box();
  for (const [k, id] of [PIPE, WALL].entries()) {
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1 + 0.5 * k, 2, 3, 1];
    const parts = [{ mesh: 0, matrix, error: new Array<number>(16).fill(0) }];
    builder.add(
      'p',
      { meshes: [mesh], elements: [{ id, stableId: id, name: id, parent: '', parts }], warnings: [] },
      {},
      1,
    );
  }
  return builder.assembly;
}

/** What xmllint says about files by a schema of the folder; nothing if all are valid. */
async function schemaErrors(files: readonly string[], schema: string): Promise<readonly string[]> {
  const read = (name: string) => ({ fileName: name, contents: readFileSync(join(SCHEMAS, name), 'utf8') });
  const xml = files.map((contents, k) => ({ fileName: `${k}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema: read(schema), preload: [read('shared-types.xsd')] });
  return errors.map(({ message }) => message);
}

describe('BCF', () => {
  const guid = topicGuid(FILES[0]);

  test.each(['2.1', '3.0'] as const)('%s has a topic for each clash, with a GUID that stays', (version) => {
    const files = unzipSync(clashesBcf(FILES, { version, date: DATE }));
    expect(strFromU8(files['bcf.version'])).toContain(`VersionId="${version}"`);
    expect(Object.keys(files).filter((name) => name.endsWith('/markup.bcf'))).toHaveLength(3);
    expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const markup = strFromU8(files[`${guid}/markup.bcf`]);
    expect(markup).toContain('TopicStatus="Open"');
    expect(markup).toContain('&lt;pipe&gt;');
    expect(markup).not.toContain('\u0001');
    expect(strFromU8(files[`${topicGuid(FILES[1])}/markup.bcf`])).toContain('TopicStatus="Closed"');
    const viewpoint = strFromU8(files[`${guid}/viewpoint.bcfv`]);
    expect(viewpoint).toContain(`IfcGuid="${WALL}"`);
    const numbers = [...viewpoint.matchAll(/<[XYZ]>([^<]*)</g)].map(([, number]) => Number(number));
    expect(numbers).toHaveLength(9);
    // The camera is directed at the point.
    const [x, y, z, dx, dy, dz] = numbers;
    expect(Math.hypot(dx, dy, dz)).toBeCloseTo(1, 12);
    const back = (1 - x) / dx;
    expect([y + back * dy, z + back * dz]).toEqual([expect.closeTo(2, 9), expect.closeTo(3, 9)]);
    // The up vector is perpendicular to the direction.
    expect(dx * numbers[6] + dy * numbers[7] + dz * numbers[8]).toBeCloseTo(0, 12);
  });

  test.skipIf(!existsSync(SCHEMAS))('3.0 is valid by the schemas, with and without snapshots', async () => {
    const zips = [SCENES, undefined].map((scenes) => unzipSync(clashesBcf(FILES, { date: DATE, scenes })));
    zips.push(unzipSync(clashesBcf(FILES, { date: DATE, topics: 'findings', scenes: SCENES })));
    const files = zips.flatMap((zip) => Object.entries(zip)).filter(([name]) => !name.endsWith('.png'));
    expect(files).toHaveLength(3 * (2 + 2 * FILES.length));
    let checked = 0;
    for (const [ending, schema] of Object.entries(SCHEMA_OF)) {
      const texts = files.filter(([name]) => name.endsWith(ending)).map(([, bytes]) => strFromU8(bytes));
      checked += texts.length;
      expect([ending, await schemaErrors(texts, schema)]).toEqual([ending, []]);
    }
    expect(checked).toBe(files.length);
  });

  const FINDING = [
    clash('a1', { group: 'a1' }),
    clash('b2', { group: 'a1', decision: 'approved' }),
    clash('c3', { group: 'a1', state: 'resolved' }),
    clash('d4', { group: 'd4', decision: 'ignored' }),
  ];

  test.each(['2.1', '3.0'] as const)('%s has a topic for each finding, with a viewpoint of each clash', (version) => {
    const files = unzipSync(clashesBcf(FINDING, { version, topics: 'findings', date: DATE, scenes: SCENES }));
    expect(Object.keys(files).filter((name) => name.endsWith('/markup.bcf'))).toHaveLength(2);
    const folder = findingGuid(FINDING[2]);
    const markup = strFromU8(files[`${folder}/markup.bcf`]);
    const viewpoints = [...markup.matchAll(/<Viewpoint>([^<]*)</g)].map(([, name]) => name);
    expect(viewpoints).toEqual(['viewpoint.bcfv', 'viewpoint-2.bcfv', 'viewpoint-3.bcfv']);
    for (const name of viewpoints) expect(files[`${folder}/${name}`]).toBeDefined();
    expect(files[`${folder}/snapshot-3.png`]).toBeDefined();
    expect(markup).toContain('and 3 others (hard)');
    expect(strFromU8(files[`${findingGuid(FINDING[3])}/markup.bcf`])).toContain('TopicStatus="Ignored"');
  });

  test('a finding brings its decision back to all its clashes, and one that is mixed says nothing', () => {
    const written = clashesBcf(FINDING, { topics: 'findings', date: DATE });
    expect([...bcfDecisions(written)]).toEqual([[findingGuid(FINDING[3]), 'ignored']]);
    const decided = withDecisions(FINDING, new Map([[findingGuid(FINDING[0]), 'ignored'] as const]));
    expect(decided.map(({ decision }) => decision)).toEqual(['ignored', 'ignored', 'ignored', 'ignored']);
    // What is said of a clash itself counts.
    const both = new Map([
      [findingGuid(FINDING[0]), 'ignored'],
      [topicGuid(FINDING[0]), 'approved'],
    ] as const);
    expect(withDecisions(FINDING, both)[0].decision).toBe('approved');
    expect(findingGuid(FINDING[0])).not.toBe(topicGuid(FINDING[0]));
  });

  test.skipIf(!existsSync(SCHEMAS))('is not called valid without being so', async () => {
    const files = unzipSync(clashesBcf(FILES, { date: DATE }));
    const markup = strFromU8(files[`${guid}/markup.bcf`])
      .replace('<Title>', '<Tittle>')
      .replace('</Title>', '</Tittle>');
    expect((await schemaErrors([markup], 'markup.xsd')).length).toBeGreaterThan(0);
  });

  test.each(['2.1', '3.0'] as const)('%s has a snapshot of each clash where the elements are known', (version) => {
    const files = unzipSync(clashesBcf(FILES, { version, date: DATE, scenes: SCENES }));
    const snapshot = files[`${guid}/snapshot.png`];
    expect([...snapshot.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(strFromU8(files[`${guid}/markup.bcf`])).toContain('<Snapshot>snapshot.png</Snapshot>');
    const without = unzipSync(clashesBcf(FILES, { version, date: DATE }));
    expect(strFromU8(without[`${guid}/markup.bcf`])).not.toContain('Snapshot');
  });

  test('with more clashes than a zip can count is refused, and says what helps', () => {
    const many = Array.from({ length: 34_000 }, (_, k) => clash(String(k), { group: String(k % 7) }));
    expect(() => clashesBcf(many, { date: DATE })).toThrow(
      expect.objectContaining({ code: 'clash/too-many', message: expect.stringContaining('--bcf-topics findings') }),
    );
    const findings = clashesBcf(many, { date: DATE, topics: 'findings' });
    expect(bcfDecisions(findings).size).toBe(7);
  });

  test('has snapshots of the 500 worst clashes', () => {
    const many = Array.from({ length: 502 }, (_, k) => clash(String(k), { depth: { lower: k, upper: k } }));
    const names = Object.keys(unzipSync(clashesBcf(many, { date: DATE, scenes: SCENES })));
    expect(names.filter((name) => name.endsWith('.bcfv'))).toHaveLength(502);
    const pictures = new Set(names.filter((name) => name.endsWith('.png')));
    expect(pictures.size).toBe(500);
    const isPictured = many.map((one) => pictures.has(`${topicGuid(one)}/snapshot.png`));
    expect([isPictured.indexOf(true), isPictured.lastIndexOf(false)]).toEqual([2, 1]);
  });

  test.skipIf(!existsSync(SCHEMAS))('keeps the dates of topics that an earlier file has', async () => {
    const created = bcfDates(clashesBcf([FILES[0]], { date: DATE }));
    expect([...created]).toEqual([[guid, DATE]]);
    const later = new Date('2026-02-03T04:05:06Z');
    const files = unzipSync(clashesBcf(FILES, { date: later, created }));
    const texts = [FILES[0], FILES[2]].map((one) => strFromU8(files[`${topicGuid(one)}/markup.bcf`]));
    expect(texts[0]).toContain('<CreationDate>2026-01-02T03:04:05.000Z</CreationDate>');
    expect(texts[0]).toContain('<ModifiedDate>2026-02-03T04:05:06.000Z</ModifiedDate>');
    expect(texts[1]).toContain('<CreationDate>2026-02-03T04:05:06.000Z</CreationDate>');
    expect(texts[1]).not.toContain('Modified');
    expect(await schemaErrors(texts, 'markup.xsd')).toEqual([]);
  });

  test('has lengths with their unit, and labels that many topics share', () => {
    const depth = { lower: 0.09499996989928851, upper: 0.09549996992311124 };
    const markup = strFromU8(
      unzipSync(clashesBcf([clash('a1', { depth, group: 'a1' })], { date: DATE, unit: 'm' }))[`${guid}/markup.bcf`],
    );
    expect(markup).toContain('Depth 0.0949999 to 0.0955 m. A separates by 0, 0.125, 0 m.');
    expect([...markup.matchAll(/<Label>([^<]*)</g)].map(([, label]) => label)).toEqual([
      'hard',
      'pipes &amp; "walls"',
      'Level 1',
    ]);
  });

  test('brings decisions back', () => {
    const decisions = bcfDecisions(clashesBcf(FILES, { date: DATE }));
    // That of a clash that is gone is closed, which says nothing.
    expect([...decisions]).toEqual([
      [topicGuid(FILES[0]), 'open'],
      [topicGuid(FILES[2]), 'approved'],
    ]);
    const again = withDecisions([clash('a1'), clash('c3')], decisions);
    expect(again.map(({ decision }) => decision)).toEqual([undefined, 'approved']);
  });

  test('that is damaged is refused', () => {
    const bytes = clashesBcf(FILES, { date: DATE });
    expect(() => readDecisions(bytes.subarray(0, bytes.length - 30))).toThrow('no zip');
    expect(() => readDecisions(zipSync({ 'a.txt': new Uint8Array(3) }))).toThrow('no BCF file');
  });

  test.each([
    ['single quotes', (xml: string) => xml.replaceAll('"', "'")],
    ['blanks about the equals sign', (xml: string) => xml.replaceAll('="', ' =\n"')],
    [
      'a comment before it',
      (xml: string) => xml.replace('<Topic', '<!-- <Topic Guid="x" TopicStatus="Open"> --><Topic'),
    ],
    ['a prefix', (xml: string) => xml.replaceAll(/<(\/?)(\w)/g, '<$1bcf:$2')],
    ['references', (xml: string) => xml.replace('"Approved"', '"&#65;ppro&#x76;ed"')],
    ['another order', (xml: string) => xml.replace(/(Guid="[^"]*")(.*?)(TopicStatus="\w+")/, '$3$2$1')],
    ['a DOCTYPE', (xml: string) => xml.replace('<Markup', '<!DOCTYPE Markup [<!ELEMENT Topic ANY>]><Markup')],
  ])('that another tool wrote with %s brings them back as well', (_, rewritten) => {
    const path = `${topicGuid(FILES[2])}/markup.bcf`;
    const files = unzipSync(clashesBcf(FILES, { date: DATE }));
    const [before, after] = [strFromU8(files[path]), rewritten(strFromU8(files[path]))];
    expect(after).not.toBe(before);
    const decisions = bcfDecisions(zipSync({ ...files, [path]: strToU8(after) }));
    expect(decisions.get(topicGuid(FILES[2]))).toBe('approved');
  });
});

describe('decisions', () => {
  const read = (text: string): unknown => [...readDecisions(new TextEncoder().encode(text))];

  test('come from a saved file or from a result', () => {
    expect(read('{"decisions":{"a1":"approved","b2":"ignored"}}')).toEqual([
      ['a1', 'approved'],
      ['b2', 'ignored'],
    ]);
    expect(read('{"id":"a1","decision":"ignored"}\n{"id":"b2"}\n{"summary":{}}\n')).toEqual([
      ['a1', 'ignored'],
      ['b2', 'open'],
    ]);
  });

  test('come from every report', () => {
    const decided = [clash(ID_A1, { decision: 'ignored' }), clash(ID_B2), clash(ID_C3, { decision: 'approved' })];
    const summary = summarize(decided, { tests: 1, elements: 2, pairs: 3 });
    const reports = [
      clashesHtml(decided, summary, 'set'),
      clashesCsv(decided),
      clashesXml(decided, 'set', { date: DATE }),
    ];
    for (const report of reports) {
      const again = withDecisions(
        [clash(ID_A1), clash(ID_B2), clash(ID_C3)],
        readDecisions(new TextEncoder().encode(report)),
      );
      expect(again.map(({ decision }) => decision)).toEqual(['ignored', undefined, 'approved']);
    }
    // As a spreadsheet saves it: a byte-order mark, another order of columns.
    expect(read(`\ufeffdecision;id\r\napproved;"${ID_A1}"\r\n;${ID_B2}\r\n`)).toEqual([
      [ID_A1, 'approved'],
      [ID_B2, 'open'],
    ]);
    const xml = clashesXml(decided, 'set', { date: DATE });
    expect(read(xml.replaceAll('"', "'").replace(/^<\?xml.*\n/, ''))).toEqual(read(xml));
  });

  test('are taken back by a saved file and by every report that says open', () => {
    const open = clash(ID_A1);
    const summary = summarize([open], { tests: 1, elements: 2, pairs: 1 });
    const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
    const files = [
      encode(`{"decisions":{"${ID_A1}":"open"}}`),
      encode(`${JSON.stringify(open)}\n${JSON.stringify({ summary })}\n`),
      encode(clashesHtml([open], summary, 'set')),
      encode(clashesCsv([open])),
      encode(clashesCsv([{ ...open, decision: 'approved' }]).replace(',approved,', ',Open,')),
      encode(clashesXml([open], 'set', { date: DATE })),
      clashesBcf([open], { date: DATE }),
    ];
    for (const file of files) {
      expect(withDecisions([{ ...open, decision: 'approved' }], readDecisions(file))).toEqual([open]);
    }
  });

  test.each([
    'nonsense',
    '',
    '\n',
    '[]',
    '{}',
    '{"decisions":{"a1":"maybe"}}',
    '{"decisions":1}',
    '{"decisions":[]}',
    '{"desicions":{}}',
    '{"id":"a","decision":true}',
    '{"models":{"m":"m.glb"},"tests":[{"name":"t"}]}',
    '<?xml version="1.0"?><batch/>',
    '<!doctype html><p>A page.</p>',
    'id,name\r\n1,wall\r\n',
  ])('of another form are refused: %s', (text) => {
    expect(() => read(text)).toThrow('Decisions are');
  });

  test('that a table misspells are refused with the row', () => {
    expect(() => read(`id,decision\n${ID_A1},approved\n${ID_B2},aproved\n`)).toThrow(
      'Row 3 has the decision "aproved"',
    );
  });

  test.each(['1.23456789012340E+67903', '1.23457E+19', '12345678901234567', `${ID_A1}0`, 'a1'])(
    'of which a spreadsheet made the id %s are refused with the row',
    (id) => {
      expect(() => read(`id,decision\n${ID_A1},approved\n${id},approved\n`)).toThrow(`Row 3 has the id "${id}"`);
    },
  );

  test('about none of the clashes are counted', () => {
    const found = [clash('a1', { group: 'g' }), clash('b2')];
    const given = new Map([
      ['a1', 'approved'],
      ['x', 'approved'],
      ['y', 'open'],
      [topicGuid(found[1]), 'ignored'],
      [findingGuid(found[0]), 'ignored'],
      [topicGuid(clash('z')), 'ignored'],
    ] as const);
    expect(countUnused(found, given)).toBe(2);
  });

  test('stay while a clash is away, until they are taken back', () => {
    const first = [clash('a1', { decision: 'approved' }), clash('b2')];
    const away = withStates([], first);
    const longer = withStates([], away);
    expect(longer).toEqual([{ ...first[0], state: 'resolved' }]);
    expect(withStates([clash('a1')], longer)).toEqual([{ ...first[0], state: 'new' }]);
    expect(withStates([], withDecisions(longer, new Map([['a1', 'open']])))).toEqual([]);
    expect(keepDecisions([clash('b2')], first)).toEqual([clash('b2'), { ...first[0], state: 'resolved' }]);
  });

  test('and states stay from run to run', () => {
    const states = withStates([clash('c3'), clash('d4')], FILES);
    expect(states.map(({ id, state, decision }) => [id, state, decision])).toEqual([
      ['c3', 'active', 'approved'],
      ['d4', 'new', undefined],
      ['a1', 'resolved', undefined],
    ]);
  });
});

test('CSV has a line for each clash, and no formulas', () => {
  const lines = clashesCsv(FILES).split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[0].split(',')).toHaveLength(31);
  expect(lines[1]).toContain(`"'=cmd|\u0001<pipe>, ""7"""`);
  expect(lines[1]).toContain('"pipes & ""walls"""');
  expect(lines[1]).toContain(',0.1,0.125,');
  const inMetres = clashesCsv(FILES, { unit: 'm' }).split('\r\n');
  expect(inMetres[0]).toMatch(/,decided,unit$/);
  expect(inMetres[1]).toMatch(/,true,m$/);
  expect(lines[1]).toMatch(/,true,$/);
});

test.each(['=1+1', '＝1+1', '＋1', '－1', '＠x', '+1', '@x'])('CSV has an apostrophe before %s', (name) => {
  const csv = clashesCsv([clash('a1', { a: { model: 'p', id: 'x', name } })]);
  expect(csv).toContain(`,'${name},`);
});

test('the page has its data in it, and loads nothing', () => {
  const end = clash('e5', { test: '</script><script>alert(1)</script>' });
  const summary = summarize([end], { tests: 1, elements: 2, pairs: 1 });
  const page = clashesHtml([end], summary, '<set>.json');
  expect(page).toContain("default-src 'none'");
  expect(page).not.toContain('</script><script>alert');
  expect(page).not.toMatch(/\b(src|href)="/);
  expect(page).toContain('&lt;set&gt;.json');
  const [, data = ''] = /id="data">(.*?)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(data).clashes[0].test).toBe(end.test);
});

test('clashes of one element next to each other are one finding', () => {
  const at = (id: string, x: number, b: string): Clash =>
    clash(id, {
      b: { model: 'p', id: b, name: b },
      box: [
        [x, 0, 0],
        [x + 1, 1, 1],
      ],
    });
  const other = { ...at('0', 0, 'w5'), a: { model: 'p', id: 'another pipe', name: '' } };
  const grouped = groupClashes([at('3', 0, 'w1'), at('1', 2, 'w2'), at('2', 4, 'w3'), at('4', 50, 'w4'), other]);
  expect(grouped.map(({ group }) => group)).toEqual(['1', '1', '1', '4', '0']);
  expect(summarize(grouped, { tests: 1, elements: 6, pairs: 5 })).toMatchObject({ groups: 3, clashes: { hard: 5 } });
});

test('regions of all sizes are next to each other as comparing all of them says, also around a large one', () => {
  const random = seeded(12);
  let joined = 0;
  for (let round = 0; round < 30; round++) {
    const count = 60;
    const boxes = Array.from({ length: count }, (_, k) => {
      const size = k === 0 && round % 2 === 0 ? 100 : 2 ** randomInteger(random, -4, 3);
      const low = [0, 1, 2].map(() => randomInteger(random, 0, 400));
      return { low, high: low.map((x) => x + size), reach: size * Math.sqrt(3) };
    });
    const root = boxes.map((_, k) => k);
    for (const [i, p] of boxes.entries()) {
      for (const [j, q] of boxes.entries()) {
        const gap = Math.max(
          ...[0, 1, 2].map((axis) => Math.max(p.low[axis] - q.high[axis], q.low[axis] - p.high[axis])),
        );
        if (gap > Math.max(p.reach, q.reach)) continue;
        const [from, to] = [Math.max(root[i], root[j]), Math.min(root[i], root[j])];
        for (const k of root.keys()) if (root[k] === from) root[k] = to;
      }
    }
    const id = (k: number): string => String(k).padStart(3, '0');
    const found = boxes.map(({ low, high }, k) =>
      clash(id(k), { b: { model: 'p', id: `w${k}`, name: '' }, box: [low, high] }),
    );
    expect(groupClashes(found).map(({ group }) => group)).toEqual(root.map(id));
    joined += count - new Set(root).size;
  }
  expect(joined).toBeGreaterThan(100);
  expect(joined).toBeLessThan(1700);
});

test('a wall with thousands of clashes is grouped at once', () => {
  const found = Array.from({ length: 20_000 }, (_, k): Clash => {
    const x = k / 10;
    const [low, high] =
      k === 0
        ? [
            [0, 0, 0],
            [2000, 3, 0.3],
          ]
        : [
            [x, 1, 0],
            [x + 0.01, 1.01, 0.3],
          ];
    return clash(String(k).padStart(5, '0'), { b: { model: 'p', id: `w${k}`, name: '' }, box: [low, high] });
  });
  // Comparing all pairs takes more than a minute.
  const start = performance.now();
  expect(new Set(groupClashes(found).map(({ group }) => group)).size).toBe(1);
  expect(performance.now() - start).toBeLessThan(5000);
});

test('a finding has one element in all its clashes, however dense they are', () => {
  const random = seeded(11);
  const found = Array.from({ length: 400 }, (_, k): Clash => {
    const [a, b] = [randomInteger(random, 0, 29), randomInteger(random, 30, 59)];
    const low = [0, 1, 2].map(() => randomInteger(random, 0, 2));
    return clash(String(k).padStart(4, '0'), {
      a: { model: 'p', id: String(a), name: '' },
      b: { model: 'p', id: String(b), name: '' },
      box: [low, low.map((x) => x + 1)],
    });
  });
  const groups = new Map<string, Clash[]>();
  for (const one of groupClashes(found)) groups.set(one.group ?? '', [...(groups.get(one.group ?? '') ?? []), one]);
  for (const [group, members] of groups) {
    expect(members.map(({ id }) => id).sort()[0]).toBe(group);
    const elements = members.map(({ a, b }) => [a.id, b.id]);
    expect(elements[0].filter((id) => elements.every((pair) => pair.includes(id)))).not.toEqual([]);
  }
  // All of them lie next to each other: each of the 60 elements has one finding at most.
  expect(groups.size).toBeGreaterThan(20);
  expect(groups.size).toBeLessThanOrEqual(60);
  // In whatever order they come.
  const again = groupClashes([...found].reverse()).reverse();
  expect(again.map(({ group }) => group)).toEqual(groupClashes(found).map(({ group }) => group));
});

test('a summary counts as undecided what has that type, as --fail-on does', () => {
  const found = [clash('a1', { decided: false }), clash('b2', { type: 'undecided', decided: false }), clash('c3')];
  expect(summarize(found, { tests: 1, elements: 2, pairs: 3 })).toMatchObject({
    clashes: { hard: 2, undecided: 1 },
    undecided: 1,
  });
});

test('a picture shows both elements: A, B, and the one in front of the other', () => {
  const scene = SCENES(FILES[0]);
  if (scene === null) throw new Error('The elements are known.');
  expect([scene.a.length, scene.b.length]).toEqual([12 * 9, 12 * 9]);
  const png = clashPicture(scene);
  const [width, height] = [16, 20].map((at) => new DataView(png.buffer, png.byteOffset).getUint32(at));
  const length = new DataView(png.buffer, png.byteOffset).getUint32(33);
  const rows = unzlibSync(png.subarray(41, 41 + length));
  expect(rows).toHaveLength(height * (3 * width + 1));
  const counts = { a: 0, b: 0, background: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (3 * width + 1) + 1 + 3 * x;
      const [red, , blue] = rows.subarray(at, at + 3);
      if (red > 230 && blue > 230) counts.background++;
      else if (red > blue + 20) counts.a++;
      else if (blue > red + 20) counts.b++;
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(1000);
  expect(SCENES(clash('x', { a: { model: 'p', id: 'unknown', name: '' } }))).toBeNull();
});

test('XML has the unit of the set, and none where none is known', () => {
  const xml = (unit?: 'm' | ''): string => clashesXml(FILES, 'set', { date: DATE, unit });
  expect(xml('m').match(/ units="m"/g)).toHaveLength(2);
  expect(xml('')).not.toContain('units');
  expect(xml()).toBe(xml(''));
  expect(readDecisions(new TextEncoder().encode(xml())).size).toBe(2);
});

test('XML has a result for each clash, with its distance negative where it is a depth', async () => {
  const xml = clashesXml(
    [...FILES, clash('n', { type: 'clearance', distance: { lower: 0.01, upper: 0.02 } })],
    'a "set"',
    { date: DATE, tests: [{ name: FILES[0].test, mode: 'clearance', tolerance: null, clearance: 0.05 }] },
  );
  expect(xml).toContain('test_type="clearance" status="ok" tolerance="0.05"');
  expect(
    [...xml.matchAll(/<clashresult [^>]* status="(\w+)" distance="([^"]*)"/g)].map(([, ...words]) => words),
  ).toEqual([
    ['new', '-0.125'],
    ['resolved', '-0.125'],
    ['approved', '-0.125'],
    ['new', '0.02'],
  ]);
  expect(xml).toContain('<batchtest name="a &quot;set&quot;"');
  expect(xml).toContain('<pos3f x="1" y="2" z="3"/>');
  const schema = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="exchange"/></xs:schema>';
  const { errors } = await validateXML({ xml: [{ fileName: 'x.xml', contents: xml }], schema: [schema] });
  expect(errors).toEqual([]);
});
