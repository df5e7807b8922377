// Milliseconds a step over the number of boxes, both logarithmic, one curve a way to keep track of them.

import { RAPIER_BROAD, RAPIER_STEP, WORLD } from '../broad-phase/ask.ts';
import type { CrowdResult, CrowdRow } from '../broad-phase/suite.ts';
import { logTicks } from './log-ticks.ts';
import type { Machine } from './results.ts';
import { line, svgFile, text } from './svg.ts';

const WIDTH = 860;
const HEIGHT = 560;
const MARGIN = 20;
const LEFT = 76;
const RIGHT = 620;
const TOP = 96;
const BOTTOM = 500;
const LABEL = 16;
const DOT = 3;
const TITLE = 'Crowds of boxes, every one moving: time of a step';

export function crowdChart({ counts, rows }: CrowdResult, { cpu, node }: Pick<Machine, 'cpu' | 'node'>): string {
  const times = rows.flatMap(({ answers }) => answers.map(({ mean }) => mean));
  const [low, high] = [Math.min(...times) / 1.5, Math.max(...times) * 1.5];
  const x = logScale(counts[0] / 1.2, (counts.at(-1) ?? 1) * 1.2, LEFT, RIGHT);
  const y = logScale(low, high, BOTTOM, TOP);
  const body = [
    text('ink title', MARGIN, 32, TITLE),
    text('faint small', MARGIN, 54, `Mean milliseconds; figures: exponent of the growth. ${cpu}, Node ${node}`),
    ...counts.flatMap((count) => [
      line('grid', x(count), TOP, x(count), BOTTOM),
      text('faint small', x(count), BOTTOM + 18, count.toLocaleString('en-US'), 'middle'),
    ]),
    ...logTicks(low, high, 3).flatMap((tick) => [
      line('grid', LEFT, y(tick), RIGHT, y(tick)),
      text('faint small', LEFT - 8, y(tick) + 4, tick.toLocaleString('en-US'), 'end'),
    ]),
    text('faint small', (LEFT + RIGHT) / 2, BOTTOM + 42, 'boxes', 'middle'),
    ...rows.flatMap((row) => drawCurve(row, counts, x, y)),
    ...drawLabels(rows, y),
  ];
  return svgFile(WIDTH, HEIGHT, TITLE, body.join('\n'));
}

type Scale = (value: number) => number;

function logScale(low: number, high: number, from: number, to: number): Scale {
  return (value) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
}

function styleOf({ keeper }: CrowdRow): string {
  if (keeper === RAPIER_BROAD || keeper === RAPIER_STEP) return 'missed';
  return keeper === WORLD ? 'met' : 'plain';
}

function drawCurve(row: CrowdRow, counts: readonly number[], x: Scale, y: Scale): string[] {
  const style = styleOf(row);
  const slots = row.answers.map(({ mean }, size) => ({ x: x(counts[size]).toFixed(1), y: y(mean).toFixed(1) }));
  return [
    `  <polyline class="curve ${style}-line" points="${slots.map((slot) => `${slot.x},${slot.y}`).join(' ')}"/>`,
    ...slots.map((slot) => `  <circle class="${style}" cx="${slot.x}" cy="${slot.y}" r="${DOT}"/>`),
  ];
}

/** Names at the right, from the slowest down, none on top of another. */
function drawLabels(rows: readonly CrowdRow[], y: Scale): string[] {
  let free = TOP;
  return rows
    .map((row) => ({ row, from: y(row.answers.at(-1)?.mean ?? 1) }))
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ row, from }) => {
      const slot = Math.max(free, from);
      free = slot + LABEL;
      return [
        line('faint-line', RIGHT - 12, from, RIGHT + 14, slot),
        text('ink', RIGHT + 18, slot + 4, row.keeper),
        text('faint', WIDTH - MARGIN, slot + 4, row.exponent.toFixed(2), 'end'),
      ];
    });
}
