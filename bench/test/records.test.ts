// The plots of docs/plots are what the records of bench/data draw, byte for byte: neither changes without the other.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Experiment } from '../src/experiment.ts';
import { EXPERIMENTS } from '../src/experiments.ts';
import { DATA_DIR, DEFAULT_PLOTS_DIR, PAGES_DIR } from '../src/paths.ts';
import { allRecords, type BenchRecord, drawRecord, PEERS, recordOf, recordText } from '../src/record.ts';
import { ratioChart } from '../src/report/chart.ts';
import { fillTables, markedTables } from '../src/report/page-tables.ts';
import { PERFORMANCE_PAGE, performanceTables } from '../src/report/performance-page.ts';
import { type Results, thisMachine } from '../src/report/results.ts';

/** Plots from before records were kept. They stay until their experiments are run again, and none may join them. */
const WITHOUT_RECORD = [
  'board-sweep',
  'bunny-bunny',
  'medial-hulls',
  'medial-quality',
  'penetration',
  'penetration-exact',
  'penetration-fall',
  'penetration-holes',
  'penetration-random',
  'penetration-spoon',
];

/** Pages whose tables are from before records were kept, as are those plots. */
const PAGES_WITHOUT_RECORD = ['medial-alternation', 'penetration-experiments', 'polydepth'];

/** Pictures of bodies, which are no data: their experiments write them when they run. */
const PICTURES = ['medial-bounding'];

const namesIn = (folder: string, ending: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();

const records = allRecords(DATA_DIR);

/** Others have tables alone, or pictures. */
const isDrawn = ({ name }: BenchRecord): boolean =>
  name === PEERS || EXPERIMENTS.some((experiment) => experiment.name === name && experiment.draw !== undefined);

function plotsOf(record: BenchRecord): Readonly<Record<string, string | null>> {
  if (record.name === PEERS) return { [PEERS]: ratioChart(record.data as Results) };
  const experiment = EXPERIMENTS.find(({ name }) => name === record.name);
  if (experiment === undefined) throw new Error(`There is no experiment ${record.name}.`);
  return drawRecord(experiment, record);
}

/** What a run wrote on pages of its own. */
const writtenPages = records.flatMap(({ name, data }) => {
  const page = EXPERIMENTS.find((experiment) => experiment.name === name)?.redraw?.(data).page ?? null;
  return page === null ? [] : [{ name, page }];
});

const pageOf = (name: string): string => readFileSync(join(PAGES_DIR, `${name}.md`), 'utf8');

describe('records', () => {
  test.each(records)('$name names its machine, its date and its commit', ({ name, machine, date, commit, rounds }) => {
    expect(namesIn(DATA_DIR, '.json')).toContain(name);
    expect(machine.cpu).not.toBe('');
    expect(machine.cores).toBeGreaterThan(0);
    expect(machine.node).toMatch(/^v\d+\.\d+\.\d+$/);
    expect(new Date(date).toISOString()).toBe(date);
    expect(commit).toMatch(/^[0-9a-f]{12}\+?$/);
    expect(rounds).toBeGreaterThan(0);
  });

  test.each(records)('$name is written as it would be again', (record) => {
    expect(readFileSync(join(DATA_DIR, `${record.name}.json`), 'utf8')).toBe(recordText(record));
  });

  test.each(records.filter(isDrawn))('$name draws the plots of the documentation', (record) => {
    const plots = Object.entries(plotsOf(record));
    expect(plots).not.toEqual([]);
    for (const [name, svg] of plots) {
      expect([name, readFileSync(join(DEFAULT_PLOTS_DIR, `${name}.svg`), 'utf8') === svg]).toEqual([name, true]);
    }
  });

  test('the page of speeds has the tables of the records', () => {
    const page = pageOf(PERFORMANCE_PAGE);
    const tables = performanceTables(records) ?? {};
    expect(Object.keys(tables)).toContain('others');
    expect(fillTables(page, tables)).toBe(page);
    for (const [name, table] of Object.entries(tables)) {
      expect(table.trim().split('\n').length, `rows of the table ${name}`).toBeGreaterThan(2);
    }
  });

  test.each(writtenPages)('$name has its tables on the page that its run writes', ({ page }) => {
    const text = pageOf(page.name);
    expect(fillTables(text, page.tables)).toBe(text);
  });

  test('every marked table has one, or is older than records', () => {
    const marked = namesIn(PAGES_DIR, '.md').flatMap((page) =>
      markedTables(pageOf(page)).map((table) => [page, table]),
    );
    const written = [
      ...writtenPages.map(({ page }) => page),
      { name: PERFORMANCE_PAGE, tables: performanceTables(records) ?? {} },
    ].flatMap(({ name, tables }) => Object.keys(tables).map((table) => [name, table]));
    const older = marked.filter(([page]) => PAGES_WITHOUT_RECORD.includes(page));
    expect([...written, ...older].sort()).toEqual(marked.sort());
  });

  test('every plot has one, or is older than records', () => {
    const drawn = records.filter(isDrawn).flatMap((record) => Object.keys(plotsOf(record)));
    expect([...drawn, ...PICTURES, ...WITHOUT_RECORD].sort()).toEqual(namesIn(DEFAULT_PLOTS_DIR, '.svg'));
  });
});

describe('a record', () => {
  const data = { rows: [{ name: 'a [ b ]', values: [1, 2.5, null], pairs: [[1, 2]] }], empty: [] };
  const record = recordOf('made-up', thisMachine(), 3, data);

  test('says the same when it is read again, with numbers in one line', () => {
    expect(JSON.parse(recordText(record))).toEqual(record);
    expect(recordText(record)).toContain('"values": [1, 2.5, null]');
  });

  test('is all that is drawn from: what JSON does not keep is not in the plot', () => {
    const experiment: Experiment = {
      name: 'made-up',
      run: () => Promise.reject(new Error('not asked')),
      draw: (drawn) => ({ 'made-up': JSON.stringify(drawn) }),
    };
    const odd = { ...record, data: { missing: Number.NaN, kept: 1 } };
    expect(drawRecord(experiment, odd)).toEqual({ 'made-up': '{"missing":null,"kept":1}' });
  });
});
