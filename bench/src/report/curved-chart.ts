// Volume tests over the gap, both logarithmic: one panel a scene, one line a volume. A straight line rising by one decade a
// decade is work that grows as 1/gap.

import type { CurvedResult, CurvedRow } from '../curved/suite.ts';
import type { Machine } from './results.ts';
import { line, svgFile, text } from './svg.ts';

const MARGIN = 20;
const COLUMNS = 2;
const PANEL_WIDTH = 430;
const PANEL_HEIGHT = 300;
const AXIS = 52;
const NAMES = 74;
const TOP = 74;
const HEAD = 26;
const FOOT = 40;
const BOTTOM = 30;
/** Least space between two names at the right. */
const NAME_STEP = 13;
const TITLE = 'Volume tests to prove smooth bodies apart';

export function curvedChart(results: readonly CurvedResult[], { node }: Pick<Machine, 'node'>): string {
  const panels = results.filter(({ question }) => question === 'apart');
  const rows = Math.ceil(panels.length / COLUMNS);
  const width = 2 * MARGIN + COLUMNS * PANEL_WIDTH;
  const height = TOP + rows * PANEL_HEIGHT + BOTTOM;
  const body = [
    text('ink title', MARGIN, 32, TITLE),
    text(
      'faint small',
      MARGIN,
      54,
      'Mean over the poses, against the gap between the bodies. Both axes are logarithmic.',
    ),
    ...panels.flatMap((panel, k) =>
      drawPanel(panel, MARGIN + (k % COLUMNS) * PANEL_WIDTH, TOP + Math.floor(k / COLUMNS) * PANEL_HEIGHT),
    ),
    text('faint small', MARGIN, height - 14, `Counts, the same on every machine; Node ${node}`),
  ];
  return svgFile(width, height, TITLE, body.join('\n'));
}

function drawPanel({ scene, what, gaps, rows }: CurvedResult, left: number, top: number): string[] {
  const counts = rows.flatMap(({ answers }) => answers.map(({ volumeTests }) => volumeTests));
  const from = left + AXIS;
  const to = left + PANEL_WIDTH - NAMES;
  const first = top + HEAD;
  const bottom = top + PANEL_HEIGHT - FOOT;
  const x = scale(Math.max(...gaps), Math.min(...gaps), from, to);
  const low = 10 ** Math.floor(Math.log10(Math.max(1, Math.min(...counts))));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...counts)));
  const y = scale(low, high, bottom, first);
  const decades: string[] = [];
  for (let count = low; count <= high; count *= 10) {
    decades.push(line('grid', from, y(count), to, y(count)));
    decades.push(text('faint small', from - 6, y(count) + 4, count.toLocaleString('en-US'), 'end'));
  }
  return [
    text('ink bold', left, top + 14, `${scene}: ${what}`),
    ...decades,
    ...gaps.flatMap((gap) => [
      line('grid', x(gap), first, x(gap), bottom),
      text('faint small', x(gap), bottom + 16, String(gap), 'middle'),
    ]),
    ...rows.flatMap((row) => drawRow(row, gaps, x, y)),
    ...positionNames(rows, y, to + 8),
  ];
}

function drawRow({ volume, answers }: CurvedRow, gaps: readonly number[], x: Scale, y: Scale): string[] {
  const style = volume === 'shell' || volume === 'ellipsoid' ? 'line thick' : 'line';
  const dash = volume === 'ellipsoid' ? ' stroke-dasharray="6 3"' : '';
  const points = answers.map(({ volumeTests }, k) => `${x(gaps[k]).toFixed(1)},${y(volumeTests).toFixed(1)}`);
  return [`  <polyline class="${style}"${dash} fill="none" points="${points.join(' ')}"/>`];
}

/** Names at the ends of the lines, pushed apart where they would cover each other. */
function positionNames(rows: readonly CurvedRow[], y: Scale, left: number): string[] {
  const ends = rows
    .map(({ volume, answers }) => ({ volume, at: y(answers[answers.length - 1].volumeTests) + 4 }))
    .sort((a, b) => a.at - b.at);
  let last = -Infinity;
  return ends.map(({ volume, at }) => {
    last = Math.max(at, last + NAME_STEP);
    return text(volume === 'shell' || volume === 'ellipsoid' ? 'ink small bold' : 'ink small', left, last, volume);
  });
}

type Scale = (value: number) => number;

/** Logarithmic: `low` falls on `from`, `high` on `to`. */
function scale(low: number, high: number, from: number, to: number): Scale {
  return (value) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
}
