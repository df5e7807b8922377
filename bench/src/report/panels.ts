// Panels of curves: what most figures are.

import * as Plot from '@observablehq/plot';
import { COLOURS, type Panel as Drawn, type FigureOptions, figure, type Style } from './figure.ts';
import { logTicks } from './log-ticks.ts';

export interface Series {
  readonly name: string;
  readonly style: Style;
  readonly points: readonly (readonly [number, number])[];
  /** Beside the name, where names stand at the ends of the curves. */
  readonly note?: string;
  /** Of each point, whether its dot is full; all are unless given. */
  readonly full?: readonly boolean[];
}

export interface Panel {
  readonly title: string;
  readonly xLabel: string;
  /** Left out where the title says it. */
  readonly yLabel?: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** From large to small. */
  readonly reverseX?: boolean;
  readonly dots?: boolean;
  /** Names stand at the ends of the curves, for many curves of few colours; otherwise above the panel. */
  readonly namesAtEnds?: boolean;
  /** Further marks, behind the curves. */
  readonly behind?: readonly Plot.Markish[];
  readonly height?: number;
  readonly series: readonly Series[];
}

const HEIGHT = 250;
const TOP = 24;
const BOTTOM = 42;
const RIGHT = 16;
/** For names at the ends of curves, with a note. */
const NAMES = 190;
const NAMES_ONLY = 96;
/** Pixels between two names. */
const LABEL = 14;
/** Space around the values of a logarithmic axis, as a factor. */
const SPARE = 1.15;

export function panelsChart(
  title: string,
  subtitle: string,
  panels: readonly Panel[],
  options: FigureOptions = {},
): string {
  return figure({ title, subtitle }, panels.map(curves), options);
}

function curves(panel: Panel): Drawn {
  const { title, series, xLabel, yLabel, logX = false, logY = false, reverseX = false, height = HEIGHT } = panel;
  const points = series.flatMap((one) => one.points);
  const x = axis(
    points.map(([value]) => value),
    logX,
  );
  const y = axis(
    points.map(([, value]) => value),
    logY,
  );
  const names = panel.namesAtEnds ? namesAtEnds(panel, x, y, height) : [];
  const hasNotes = series.some(({ note }) => note !== undefined);
  return {
    title,
    ...(panel.namesAtEnds ? {} : { legend: series.map(({ name, style }) => [name, style] as const) }),
    plot: {
      height,
      marginTop: TOP,
      marginBottom: BOTTOM,
      marginLeft: 12 + 7 * Math.max(...y.ticks.map((tick) => tickText(tick).length)),
      marginRight: panel.namesAtEnds ? (hasNotes ? NAMES : NAMES_ONLY) : RIGHT,
      x: { ...x.options, label: xLabel, labelAnchor: 'center', labelOffset: 36, labelArrow: 'none', reverse: reverseX },
      y: { ...y.options, label: yLabel ?? null, labelArrow: 'none' },
      marks: [
        Plot.gridX({ ticks: x.ticks, stroke: 'var(--rule)', strokeOpacity: 1 }),
        Plot.gridY({ ticks: y.ticks, stroke: 'var(--rule)', strokeOpacity: 1 }),
        ...(panel.behind ?? []),
        ...series.flatMap((one) => drawCurve(one, panel.dots ?? false)),
        ...names,
      ],
    },
  };
}

function drawCurve({ style, points, full }: Series, dots: boolean): Plot.Markish[] {
  const stroke = COLOURS[style];
  return [
    Plot.lineY(points, { x: '0', y: '1', stroke, strokeWidth: 1.6 }),
    ...(dots
      ? [
          Plot.dot(points, {
            x: '0',
            y: '1',
            stroke,
            fill: (_, k) => (full?.[k] === false ? 'var(--paper)' : stroke),
            r: 3,
          }),
        ]
      : []),
  ];
}

interface Axis {
  readonly domain: readonly [number, number];
  readonly isLog: boolean;
  readonly ticks: readonly number[];
  readonly options: Plot.ScaleOptions;
}

const TICKS = 4;

function axis(values: readonly number[], isLog: boolean): Axis {
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const low = isLog ? values.reduce((a, b) => Math.min(a, b), Infinity) : Math.min(0, ...values.slice(0, 1));
  const domain = isLog ? ([low / SPARE, high * SPARE] as const) : ([low, high * 1.03] as const);
  const ticks = isLog ? logTicks(domain[0], domain[1], TICKS - 1) : linearTicks(high);
  const type = isLog ? 'log' : 'linear';
  return {
    domain,
    isLog,
    ticks,
    options: { type, domain: [...domain], ticks: [...ticks], tickFormat: tickText, tickSize: 0 },
  };
}

function linearTicks(high: number): number[] {
  const rough = high / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10);
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, k) => Number((k * step).toPrecision(6)));
}

export function tickText(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6 });
}

/** Names right of the curves at the heights of their ends, moved apart where they would cover each other. */
function namesAtEnds({ series, reverseX = false }: Panel, x: Axis, y: Axis, height: number): Plot.Markish[] {
  const edge = x.domain[reverseX ? 0 : 1];
  const ends = series
    .filter(({ points }) => points.length > 0)
    .map(({ name, note, style, points }) => {
      const end = points.reduce((a, b) => (reverseX === b[0] < a[0] ? b : a));
      return { name, note, style, x: end[0], y: end[1] };
    })
    .toSorted((a, b) => a.y - b.y);
  const forth = (value: number): number => (y.isLog ? Math.log(value) : value);
  const back = (value: number): number => (y.isLog ? Math.exp(value) : value);
  const step = (LABEL / (height - TOP - BOTTOM)) * (forth(y.domain[1]) - forth(y.domain[0]));
  const heights = spread(
    ends.map((end) => forth(end.y)),
    step,
  ).map(back);
  const positioned = ends.map((end, k) => ({ ...end, at: heights[k] }));
  return [
    Plot.link(positioned, { x1: 'x', x2: edge, y1: 'y', y2: 'at', stroke: 'var(--rule)' }),
    Plot.text(positioned, {
      x: edge,
      y: 'at',
      text: 'name',
      textAnchor: 'start',
      dx: 8,
      fill: (d) => COLOURS[d.style as Style],
    }),
    Plot.text(
      positioned.filter(({ note }) => note !== undefined),
      { x: edge, y: 'at', text: 'note', textAnchor: 'end', dx: NAMES - 12, fill: 'var(--soft)' },
    ),
  ];
}

/** Values in the same order, at least `step` from each other: runs that collide share their middle. */
function spread(wanted: readonly number[], step: number): number[] {
  const runs: { middle: number; members: number }[] = [];
  for (const value of wanted) {
    let run = { middle: value, members: 1 };
    for (let before = runs.at(-1); before !== undefined; before = runs.at(-1)) {
      const members = before.members + run.members;
      if (run.middle - before.middle >= (step * members) / 2) break;
      run = { middle: (before.middle * before.members + run.middle * run.members) / members, members };
      runs.pop();
    }
    runs.push(run);
  }
  return runs.flatMap(({ middle, members }) =>
    Array.from({ length: members }, (_, k) => middle + step * (k - (members - 1) / 2)),
  );
}
