import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  bcfDecisions,
  type Clash,
  clashesBcf,
  clashesCsv,
  clashesHtml,
  groupClashes,
  readDecisions,
  summarize,
  topicGuid,
  withDecisions,
  withStates,
} from '@nearmiss/clash';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';

const WALL = '2O2Fr$t4X7Zf8NOew3FLOH';
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
const SCHEMAS = fileURLToPath(new URL('../../../../../shared/schemas/bcf/', import.meta.url));
const canValidate = existsSync(SCHEMAS) && spawnSync('xmllint', ['--version']).status === 0;

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

  test.skipIf(!canValidate)('3.0 is valid by the schemas', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nearmiss-bcf-'));
    const files = unzipSync(clashesBcf(FILES, { date: DATE }));
    const schemas = {
      'bcf.version': 'version',
      'extensions.xml': 'extensions',
      'markup.bcf': 'markup',
      'viewpoint.bcfv': 'visinfo',
    };
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
      const schema = Object.entries(schemas).find(([ending]) => name.endsWith(ending))?.[1];
      const { status, stderr } = spawnSync(
        'xmllint',
        ['--noout', '--schema', `${SCHEMAS}${schema}.xsd`, join(folder, name)],
        {
          encoding: 'utf8',
        },
      );
      expect([name, status, stderr]).toEqual([name, 0, expect.stringContaining('validates')]);
    }
  });

  test('brings decisions back', () => {
    const decisions = bcfDecisions(clashesBcf(FILES, { date: DATE }));
    expect([...decisions]).toEqual([[topicGuid(FILES[2]), 'approved']]);
    const again = withDecisions([clash('a1'), clash('c3')], decisions);
    expect(again.map(({ decision }) => decision)).toEqual([undefined, 'approved']);
  });

  test('that is damaged is refused', () => {
    const bytes = clashesBcf(FILES, { date: DATE });
    expect(() => readDecisions(bytes.subarray(0, bytes.length - 30))).toThrow('no zip');
  });
});

describe('decisions', () => {
  const read = (text: string): unknown => [...readDecisions(new TextEncoder().encode(text))];

  test('come from a saved file or from a result', () => {
    expect(read('{"decisions":{"a1":"approved","b2":"ignored"}}')).toEqual([
      ['a1', 'approved'],
      ['b2', 'ignored'],
    ]);
    expect(read('{"id":"a1","decision":"ignored"}\n{"id":"b2"}\n{"summary":{}}\n')).toEqual([['a1', 'ignored']]);
  });

  test.each(['nonsense', '{"decisions":{"a1":"maybe"}}', '{"decisions":1}', '{"id":"a","decision":true}'])(
    'of another form are refused: %s',
    (text) => {
      expect(() => read(text)).toThrow('Decisions are');
    },
  );

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
  expect(lines[0].split(',')).toHaveLength(29);
  expect(lines[1]).toContain(`"'=cmd|\u0001<pipe>, ""7"""`);
  expect(lines[1]).toContain('"pipes & ""walls"""');
  expect(lines[1]).toContain(',0.1,0.125,');
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
