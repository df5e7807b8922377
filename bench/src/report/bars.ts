// Panels of horizontal bars with what they mean written beside them.

import * as Plot from '@observablehq/plot';
import { COLOURS, type Panel, type Style } from './figure.ts';
import { logTicks } from './log-ticks.ts';
import { tickText } from './panels.ts';

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly style: Style;
  /** Written behind the bar. */
  readonly text: string;
  /** A thin line across the end of the bar. */
  readonly range?: readonly [number, number];
  /** A tick across the bar. */
  readonly goal?: number | null;
  /** Written at the right edge. */
  readonly note?: string;
}

export interface BarPanel {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly isLog?: boolean;
  /** A line at this value, with its name. */
  readonly mark?: readonly [number, string];
  readonly legend?: Panel['legend'];
  readonly tick?: (value: number) => string;
}

const ROW = 24;
const TOP = 18;
const BOTTOM = 26;
const LETTER = 7;
/** For what is written behind the longest bar. */
const BEHIND = 130;

export function barPanel({ title, bars, isLog = false, mark, legend, tick = tickText }: BarPanel): Panel {
  const values = bars.flatMap(({ value, range = [] }) => [value, ...range]).concat(mark === undefined ? [] : [mark[0]]);
  const low = isLog ? 10 ** Math.floor(Math.log10(Math.min(...values))) : 0;
  const high = isLog ? 10 ** Math.ceil(Math.log10(Math.max(...values))) : 1.05 * Math.max(...values);
  const ticks = isLog ? { ticks: logTicks(low * 0.999, high * 1.001, 2) } : { ticks: 6 };
  // Names may repeat; a bar is known by its number.
  const rows = bars.map((bar, k) => ({ ...bar, row: k }));
  return {
    title,
    ...(legend === undefined ? {} : { legend }),
    plot: {
      height: TOP + BOTTOM + ROW * bars.length,
      marginTop: TOP,
      marginBottom: BOTTOM,
      marginLeft: 12 + LETTER * Math.max(...bars.map(({ name }) => name.length)),
      marginRight: BEHIND,
      x: { type: isLog ? 'log' : 'linear', domain: [low, high], tickFormat: tick, tickSize: 0, label: null, ...ticks },
      y: {
        type: 'band',
        domain: rows.map(({ row }) => row),
        padding: 0.3,
        tickFormat: (row: number) => bars[row].name,
        tickSize: 0,
        label: null,
      },
      marks: [
        Plot.gridX({ stroke: 'var(--rule)', strokeOpacity: 1, ...ticks }),
        Plot.barX(rows, { x1: low, x2: 'value', y: 'row', fill: ({ style }) => COLOURS[style as Style], rx: 2 }),
        ...(mark === undefined
          ? []
          : [
              Plot.ruleX([mark[0]], { stroke: 'var(--ink)' }),
              Plot.text([mark], { x: '0', text: '1', frameAnchor: 'top', dy: -14 }),
            ]),
        Plot.ruleY(
          rows.filter(({ range }) => range !== undefined),
          { y: 'row', x1: ({ range }) => range[0], x2: ({ range }) => range[1] },
        ),
        Plot.tickX(
          rows.filter(({ goal }) => typeof goal === 'number'),
          { x: 'goal', y: 'row', strokeWidth: 2 },
        ),
        Plot.text(rows, {
          x: ({ value, range, goal }) => Math.max(value, range?.[1] ?? value, besideGoal(value, goal, high)),
          y: 'row',
          text: 'text',
          textAnchor: 'start',
          dx: 6,
        }),
        Plot.text(
          rows.filter(({ note }) => note !== undefined),
          { y: 'row', frameAnchor: 'right', text: 'note', textAnchor: 'end', dx: BEHIND - 4, fill: 'var(--soft)' },
        ),
      ],
    },
  };
}

/** Text goes behind the tick of a goal where that would run through it. */
function besideGoal(value: number, goal: number | null | undefined, high: number): number {
  return typeof goal === 'number' && goal > value && goal - value < 0.12 * high ? goal : value;
}
