import { describe, expect, test } from 'vitest';
import type { BuildResult } from '../src/build.ts';
import { summariseBuild } from '../src/build.ts';
import type { ContestResult, PeerResult } from '../src/contest.ts';
import { judge } from '../src/goals.ts';
import { ratioChart } from '../src/report/chart.ts';
import { alignColumns, markdownTable, number, ratio } from '../src/report/format.ts';
import { fillTables, markedTables } from '../src/report/page-tables.ts';
import { nearmissMistakes, type Results } from '../src/report/results.ts';
import { buildTable, contestTable, summaryTable } from '../src/report/table.ts';

function peer(label: string, median: number, ratioToFcl: number, wrong = 0): PeerResult {
  const summary = { median, mean: median * 1.2, p99: median * 3 };
  return {
    label,
    poses: 500,
    rounds: [summary, summary],
    best: summary,
    ratio: ratioToFcl,
    roundRatios: [ratioToFcl, ratioToFcl * 1.1],
    verdict: { wrong, largestError: 4.4e-16 },
    contradictions: 0,
  };
}

function contest(value: number, wrong = 0): ContestResult {
  return {
    workload: 'W1.knot<3>',
    kind: 'W1',
    model: 'knot<3>',
    triangles: 34_560,
    poses: 500,
    figure: 'median',
    base: 'FCL',
    reference: 'the stored references',
    peers: [
      peer('nearmiss', 800 * value, value, wrong),
      peer('FCL', 800, 1),
      { ...peer('three-mesh-bvh', 3e5, 375), poses: 5 },
    ],
    goals: [judge({ what: "nearmiss' time / FCL's", sense: 'at most', limit: 0.45 }, value)],
  };
}

function results(contests: readonly ContestResult[], build: BuildResult | null = null): Results {
  const machine = { cpu: 'Test & Sons', cores: 2, node: 'v20', platform: 'linux x64' };
  return {
    date: '',
    machine,
    source: '',
    rounds: 2,
    skipped: [],
    contests,
    build,
    dataStyles: null,
    cold: [],
    command: null,
    volumes: [],
    motions: [],
  };
}

describe('numbers', () => {
  test('keep about four digits', () => {
    expect([0, 0.01234, 3.2109, 24.71, 801.23, 320_300.4].map(number)).toEqual([
      '0',
      '0.0123',
      '3.211',
      '24.71',
      '801.2',
      '320,300',
    ]);
    expect(number(Number.NaN)).toBe('NaN');
  });

  test('ratios keep three', () => {
    expect([0.0123, 0.3081, 1.2444, 41.26, 1234.5].map(ratio)).toEqual(['0.0123', '0.308', '1.24', '41.3', '1,235']);
  });
});

test('columns are as wide as their widest cell', () => {
  expect(
    alignColumns([
      ['peer', 'µs'],
      ['nearmiss', '1'],
      ['FCL', '1,000'],
    ]),
  ).toBe('  peer          µs\n  nearmiss       1\n  FCL        1,000');
});

describe('tables', () => {
  test('tell the ratio, the rounds, the goal and how many poses a peer was asked', () => {
    const text = contestTable(contest(0.3));
    expect(text).toContain('W1.knot<3>: distance, separated poses; 500 poses, 34,560 triangles');
    expect(text).toMatch(/nearmiss .* 0\.300 .* 0\.300 0\.330/);
    expect(text).toContain('three-mesh-bvh (5 poses)');
    expect(text).toContain('checked against the stored references');
    expect(text).toContain("goal: nearmiss' time / FCL's ≤ 0.45: 0.300, met");
  });

  test('a goal not met says so', () => {
    expect(contestTable(contest(0.5))).toContain('0.500, NOT met');
    expect(summaryTable(results([contest(0.5)]))).toMatch(/W1\.knot<3>.*0\.500.*≤ 0\.45.*NOT met/);
    expect(summaryTable(results([]))).toBe('No goal was judged.');
  });

  test('building is compared round by round, in time and size', () => {
    const build = summariseBuild('bunny', 1000, [
      {
        label: 'nearmiss',
        turns: [
          { milliseconds: 200, bytes: 90_000 },
          { milliseconds: 300, bytes: 90_000 },
        ],
      },
      {
        label: 'three-mesh-bvh SAH',
        turns: [
          { milliseconds: 100, bytes: 9000 },
          { milliseconds: 100, bytes: 9000 },
        ],
      },
    ]);
    expect(build.goals.map(({ value, met }) => [value, met])).toEqual([
      [2.5, true],
      [90, true],
    ]);
    expect(buildTable(build)).toMatch(/nearmiss .*200\.0 .*250\.0 .* 90/);
  });
});

test("only nearmiss' own mistakes count, contradictions included", () => {
  const good = contest(0.3);
  const bad = contest(0.3, 2);
  const othersWrong = { ...good, peers: good.peers.map((p) => (p.label === 'FCL' ? peer('FCL', 1, 1, 9) : p)) };
  expect(nearmissMistakes(results([good, othersWrong]))).toBe(0);
  expect(nearmissMistakes(results([good, bad]))).toBe(2);
  const torn = { ...good, peers: good.peers.map((p) => ({ ...p, contradictions: 1 })) };
  expect(nearmissMistakes(results([torn]))).toBe(1);
});

describe('the chart', () => {
  test('has a bar a workload, in the colour of its verdict, and escapes what it is told', () => {
    const svg = ratioChart(results([contest(0.3), contest(0.5)])) ?? '';
    expect(svg.match(/<rect [^>]*fill="var\(--met\)"/g)).toHaveLength(1);
    expect(svg.match(/<rect [^>]*fill="var\(--missed\)"/g)).toHaveLength(1);
    expect(svg).toContain('W1.knot&lt;3&gt;');
    expect(svg).toContain('Test &amp; Sons');
    expect(svg).toContain('375×');
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).not.toMatch(/NaN|undefined/);
  });

  test('a bar longer than the axis stretches the axis', () => {
    const svg = ratioChart(results([contest(3)])) ?? '';
    const width = Number(
      /<rect [^>]*width="([\d.]+)"[^>]*fill="var\(--missed\)"/.exec(svg)?.[1] ??
        /fill="var\(--missed\)"[^>]*width="([\d.]+)"/.exec(svg)?.[1],
    );
    // The axis is some 600 long; the range over the rounds reaches a tenth further than the bar.
    expect(width).toBeGreaterThan(480);
    expect(width).toBeLessThan(560);
  });

  test('the figure stands beside its bar, or beyond the goal where that would cross it', () => {
    const labelAt = (value: number): number => {
      const svg = ratioChart(results([contest(value)])) ?? '';
      return Number(new RegExp(`translate\\(([\\d.]+),[^>]*>${ratio(value)}<`).exec(svg)?.[1]);
    };
    const goalAt = Number(
      /aria-label="tick"[^>]*><line [^>]*x1="([\d.]+)"/.exec(ratioChart(results([contest(0.2)])) ?? '')?.[1],
    );
    expect(labelAt(0.2)).toBeLessThan(goalAt - 40);
    expect(labelAt(0.38)).toBe(goalAt); // and a little to the right, as all texts
    expect(labelAt(0.6)).toBeGreaterThan(goalAt);
  });

  test('a long name pushes the axis to the right', () => {
    const long = { ...contest(0.3), workload: 'tolerance.torus-knot-34k' };
    const start = (svg: string | null): number => Number(/<rect [^>]* x="([\d.]+)"/.exec(svg ?? '')?.[1]);
    expect(start(ratioChart(results([long])))).toBeGreaterThan(start(ratioChart(results([contest(0.3)]))) + 50);
  });

  test('without FCL there is none', () => {
    expect(ratioChart(results([{ ...contest(0.3), base: null }]))).toBeNull();
  });
});

describe('tables in pages', () => {
  const table = markdownTable([
    ['a', 'number'],
    ['long name', '7'],
  ]);

  test('are padded, with figures to the right', () => {
    expect(table.split('\n')).toEqual(['| a         | number |', '| --------- | -----: |', '| long name |      7 |']);
  });

  test('stand below their marks and replace what stood there', () => {
    const page = '# Page\n\n<!-- table: one -->\n| old |\n| --- |\n\nText | with a bar.\n\n<!-- table: two -->\n';
    const filled = fillTables(page, { one: table, two: '| x |' });
    expect(filled).toBe(
      `# Page\n\n<!-- table: one -->\n${table}\n\nText | with a bar.\n\n<!-- table: two -->\n| x |\n`,
    );
    expect(fillTables(filled, { one: table, two: '| x |' })).toBe(filled);
  });

  test('of other experiments stay on a page that is shared', () => {
    const page = '<!-- table: one -->\n| old |\n\n<!-- table: two -->\n| y |\n';
    expect(fillTables(page, { one: '| x |' })).toBe('<!-- table: one -->\n| x |\n\n<!-- table: two -->\n| y |\n');
    expect(markedTables(page)).toEqual(['one', 'two']);
  });

  test('that have no slot are refused', () => {
    expect(() => fillTables('text\n', { one: table })).toThrow('no slot for the tables one');
  });
});
