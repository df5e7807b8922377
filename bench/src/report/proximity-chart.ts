// Tests a unit of area over the gap, both logarithmic, one curve a volume. Full dots were fitted, hollow ones not. Names stand
// at the right, moved apart where they would cover each other.

import { type GapCount, useOf } from '../parallel-proximity/slope.ts';
import { AREA } from '../parallel-proximity/spheres.ts';
import type { ProximityResult } from '../parallel-proximity/suite.ts';
import { logTicks } from './log-ticks.ts';
import { line, svgFile, text } from './svg.ts';

const WIDTH = 860;
const HEIGHT = 620;
const MARGIN = 20;
const LEFT = 76;
const RIGHT = 680;
const TOP = 96;
const BOTTOM = 548;
const LABEL = 15;
const DOT = 3;
const TITLE = 'Parallel close proximity: volume tests as the gap shrinks';

/** Slopes up to here are drawn as those of boxes that lie along the surface. */
const BETWEEN_THE_LAWS = -1.5;

type Scale = (value: number) => number;

export function proximityChart(results: readonly ProximityResult[]): string {
  const counts = results.flatMap((result) => result.counts);
  const gaps = counts.map(({ gap }) => gap);
  const densities = counts.map(density);
  const [lowGap, highGap] = [Math.min(...gaps) / 1.2, Math.max(...gaps) * 1.2];
  const [lowTests, highTests] = [Math.min(...densities) / 1.5, Math.max(...densities) * 1.5];
  const x = logScale(lowGap, highGap, LEFT, RIGHT);
  const y = logScale(lowTests, highTests, BOTTOM, TOP);
  const body = [
    text('ink title', MARGIN, 32, TITLE),
    text(
      'faint small',
      MARGIN,
      54,
      'Two concentric spheres of radius 1. Full dots: fitted; hollow: gap too wide, or leaves reached. Figures: slope of the fit.',
    ),
    ...logTicks(lowGap, highGap, 3).flatMap((tick) => [
      line('grid', x(tick), TOP, x(tick), BOTTOM),
      text('faint small', x(tick), BOTTOM + 18, String(tick), 'middle'),
    ]),
    ...logTicks(lowTests, highTests, 3).flatMap((tick) => [
      line('grid', LEFT, y(tick), RIGHT, y(tick)),
      text('faint small', LEFT - 8, y(tick) + 4, tick.toLocaleString('en-US'), 'end'),
    ]),
    text('faint small', (LEFT + RIGHT) / 2, BOTTOM + 42, 'gap in radii', 'middle'),
    text('faint small', MARGIN, TOP - 6, 'tests a unit of area'),
    ...guide(-1, x, y, lowGap, lowTests),
    ...guide(-2, x, y, lowGap, lowTests),
    ...results.flatMap((result) => drawCurve(result, x, y)),
    ...drawLabels(results, y, x),
  ];
  return svgFile(WIDTH, HEIGHT, TITLE, body.join('\n'));
}

const density = ({ tests }: GapCount): number => tests / AREA;

function logScale(low: number, high: number, from: number, to: number): Scale {
  return (value) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
}

/** What a slope looks like, in the empty corner of small gaps and few tests. */
function guide(slope: number, x: Scale, y: Scale, lowGap: number, lowTests: number): string[] {
  const from = lowGap * 2.2;
  const to = from * 3;
  const bottom = lowTests * 2.2;
  const top = bottom * (from / to) ** slope;
  return [
    line('faint-line', x(from), y(top), x(to), y(bottom)),
    text('faint small', x(from) - 6, y(top) + 4, slope === -1 ? '1/gap' : '1/gap²', 'end'),
  ];
}

/** Boxes along the surface, balls and aligned boxes, or neither known. */
function styleOf({ law }: ProximityResult): string {
  if (law === null) return 'plain';
  return law.slope > BETWEEN_THE_LAWS ? 'met' : 'missed';
}

function drawCurve(result: ProximityResult, x: Scale, y: Scale): string[] {
  const style = styleOf(result);
  const points = result.counts.map((count) => `${x(count.gap).toFixed(1)},${y(density(count)).toFixed(1)}`);
  return [
    `  <polyline class="curve ${style}-line" points="${points.join(' ')}"/>`,
    ...result.counts.map((count) => {
      const fill = useOf(count) === 'fitted' ? style : `paper ${style}-line`;
      return `  <circle class="${fill}" cx="${x(count.gap).toFixed(1)}" cy="${y(density(count)).toFixed(1)}" r="${DOT}"/>`;
    }),
  ];
}

function drawLabels(results: readonly ProximityResult[], y: Scale, x: Scale): string[] {
  const wanted = results
    .map((result) => ({ result, end: result.counts.reduce((a, b) => (a.gap > b.gap ? a : b)) }))
    .map(({ result, end }) => ({ result, fromX: x(end.gap), fromY: y(density(end)) }))
    .toSorted((a, b) => a.fromY - b.fromY);
  const slots = apart(wanted.map(({ fromY }) => fromY));
  return wanted.flatMap(({ result, fromX, fromY }, i) => {
    const slope = result.law === null ? 'no law' : result.law.slope.toFixed(2).replace('-', '−');
    return [
      line('faint-line', fromX + 6, fromY, RIGHT + 14, slots[i]),
      text('ink', RIGHT + 18, slots[i] + 4, result.volume),
      text('faint', WIDTH - MARGIN, slots[i] + 4, slope, 'end'),
    ];
  });
}

/** Places at least LABEL from each other, in the same order, near the wanted ones: runs that collide share their middle. */
function apart(wanted: readonly number[]): number[] {
  const runs: { middle: number; members: number }[] = [];
  for (const slot of wanted) {
    let run = { middle: slot, members: 1 };
    for (let before = runs.at(-1); before !== undefined; before = runs.at(-1)) {
      const width = (LABEL * (before.members + run.members)) / 2;
      if (run.middle - before.middle >= width) break;
      const members = before.members + run.members;
      run = { middle: (before.middle * before.members + run.middle * run.members) / members, members };
      runs.pop();
    }
    runs.push(run);
  }
  return runs.flatMap(({ middle, members }) =>
    Array.from({ length: members }, (_, k) => middle + LABEL * (k - (members - 1) / 2)),
  );
}
