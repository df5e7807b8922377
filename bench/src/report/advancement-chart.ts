// A figure of the FAST paper: one column a scene; in it, over the motions, the time, the steps and the front of every method,
// all logarithmic. Motions in no order are sorted by the default's time.

import type { MethodRow, SceneResult } from '../advancement/suite.ts';
import { type ContactMethod, METHOD_LABELS, METHODS } from '../time-of-contact/methods.ts';
import { number } from './format.ts';
import { logTicks } from './log-ticks.ts';
import type { Machine } from './results.ts';
import { line, svgFile, text } from './svg.ts';

const WIDTH = 860;
const MARGIN = 20;
const LEFT = 78;
const COLUMN_GAP = 22;
const LEGEND_Y = 56;
const TOP = 112;
const BAND_GAP = 40;
const BOTTOM = 56;
/** Room at the top and bottom of a band, as a factor. */
const SPARE = 1.3;

interface Band {
  readonly what: string;
  readonly height: number;
  values(row: MethodRow): readonly number[];
}

const BANDS: readonly Band[] = [
  { what: 'µs a query', height: 250, values: ({ microseconds }) => microseconds },
  { what: 'steps in time', height: 120, values: ({ iterations }) => iterations },
  { what: 'front: pairs where the search ended', height: 140, values: ({ front }) => front },
];

type Scale = (value: number) => number;

export function advancementChart(
  title: string,
  scenes: readonly SceneResult[],
  { cpu, node }: Pick<Machine, 'cpu' | 'node'>,
): string {
  const width = (WIDTH - LEFT - MARGIN - COLUMN_GAP * (scenes.length - 1)) / scenes.length;
  const left = (column: number): number => LEFT + column * (width + COLUMN_GAP);
  const body = [text('ink title', MARGIN, 32, title), ...legend(scenes)];
  let top = TOP;
  for (const band of BANDS) {
    const known = scenes.flatMap(({ rows }) => rows.flatMap((row) => band.values(row).filter(drawable)));
    if (known.length === 0) continue;
    const [low, high] = [least(known) / SPARE, -least(known.map((value) => -value)) * SPARE];
    const y = logScale(low, high, top + band.height, top);
    body.push(text('faint small', MARGIN, top - 8, band.what));
    scenes.forEach((scene, column) => {
      if (band === BANDS[0]) body.push(text('ink bold', left(column) + width, TOP - 8, scene.scene, 'end'));
      body.push(...gridOf(low, high, y, left(column), width, column === 0));
      body.push(...scene.rows.flatMap((row) => dots(row, band, rankIn(scene), left(column), width, y)));
    });
    top += band.height + BAND_GAP;
  }
  scenes.forEach(({ steps, motions }, column) => {
    const what = steps ?? `motions, sorted by nearmiss' time`;
    body.push(text('faint small', left(column) + width / 2, top - BAND_GAP + 18, `${what} (${motions})`, 'middle'));
  });
  const height = top - BAND_GAP + BOTTOM;
  body.push(text('faint small', MARGIN, height - 12, `${cpu}, Node ${node}`));
  return svgFile(WIDTH, height, title, body.join('\n'));
}

const drawable = (value: number): boolean => Number.isFinite(value) && value > 0;

/** Of lists too long to be arguments. */
const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);

function logScale(low: number, high: number, from: number, to: number): Scale {
  return (value) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
}

const styleOf = (method: ContactMethod): string => `series-${METHODS.indexOf(method) + 1}`;

/** A line of no length with round ends. */
const dotAt = (x: number, y: number): string => `M${x.toFixed(1)} ${y.toFixed(1)}h0`;

function legend(scenes: readonly SceneResult[]): string[] {
  const shown = METHODS.filter((method) => scenes.some(({ rows }) => rows.some((row) => row.method === method)));
  const step = (WIDTH - 2 * MARGIN) / METHODS.length;
  return shown.flatMap((method, k) => [
    `  <path class="dots large ${styleOf(method)}" d="${dotAt(MARGIN + 5 + k * step, LEGEND_Y - 4)}"/>`,
    text('ink small', MARGIN + 15 + k * step, LEGEND_Y, METHOD_LABELS[method]),
  ]);
}

function gridOf(low: number, high: number, y: Scale, left: number, width: number, named: boolean): string[] {
  return logTicks(low, high, 2).flatMap((tick) => [
    line('grid', left, y(tick), left + width, y(tick)),
    ...(named ? [text('faint small', left - 8, y(tick) + 4, number(tick).replace(/\.0+$/, ''), 'end')] : []),
  ]);
}

/** The place of each motion along the axis, from 0 to 1. */
function rankIn({ rows, steps, motions }: SceneResult): Float64Array {
  const order = Array.from({ length: motions }, (_, i) => i);
  if (steps === null) order.sort((i, j) => rows[0].microseconds[i] - rows[0].microseconds[j]);
  const rank = new Float64Array(motions);
  order.forEach((motion, slot) => {
    rank[motion] = (slot + 0.5) / motions;
  });
  return rank;
}

function dots(row: MethodRow, band: Band, rank: Float64Array, left: number, width: number, y: Scale): string[] {
  const values = band.values(row);
  const drawn = row.numbers.flatMap((motion, k) =>
    drawable(values[k]) ? [dotAt(left + width * rank[motion], y(values[k]))] : [],
  );
  return drawn.length === 0 ? [] : [`  <path class="dots ${styleOf(row.method)}" d="${drawn.join('')}"/>`];
}
