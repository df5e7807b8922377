// Small charts of lines beside and below each other on one paper.

import { logTicks } from './log-ticks.ts';
import { line, svgFile, text } from './svg.ts';

export interface Series {
  readonly name: string;
  readonly style: 'met' | 'missed' | 'plain' | 'faint';
  readonly points: readonly (readonly [number, number])[];
}

export interface Panel {
  readonly title: string;
  readonly xLabel: string;
  /** Left out where the title says it. */
  readonly yLabel?: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
  readonly series: readonly Series[];
}

const COLUMNS = 2;
const PANEL_WIDTH = 470;
const PANEL_HEIGHT = 300;
const HEAD = 64;
const MARGIN = 20;
/** Within a panel. */
const LEFT = 62;
const RIGHT = PANEL_WIDTH - 24;
const TOP = 54;
const BOTTOM = PANEL_HEIGHT - 46;
const TICKS = 4;

type Scale = (value: number) => number;

export function panelsChart(title: string, subtitle: string, panels: readonly Panel[]): string {
  return sheet(title, subtitle, PANEL_WIDTH, PANEL_HEIGHT, panels.map(drawPanel));
}

/** Drawings of one size beside and below each other, under a title. */
export function sheet(
  title: string,
  subtitle: string,
  width: number,
  height: number,
  drawings: readonly (readonly string[])[],
): string {
  const rows = Math.ceil(drawings.length / COLUMNS);
  const body = drawings.map((drawing, k) => {
    const [x, y] = [(k % COLUMNS) * width, HEAD + Math.floor(k / COLUMNS) * height];
    return `  <g transform="translate(${x} ${y})">\n${drawing.join('\n')}\n  </g>`;
  });
  return svgFile(
    COLUMNS * width,
    HEAD + rows * height,
    title,
    [text('ink title', MARGIN, 32, title), text('faint small', MARGIN, 54, subtitle), ...body].join('\n'),
  );
}

function drawPanel({ title, xLabel, yLabel, logX = false, logY = false, series }: Panel): string[] {
  const points = series.flatMap((one) => one.points);
  const x = axis(
    points.map(([value]) => value),
    logX,
    LEFT,
    RIGHT,
  );
  const y = axis(
    points.map(([, value]) => value),
    logY,
    BOTTOM,
    TOP,
  );
  return [
    text('ink bold', MARGIN, 20, title),
    ...series.map(({ name, style }, k) =>
      text(`${style} small`, LEFT + (k * (RIGHT - LEFT)) / series.length, 40, name),
    ),
    ...x.ticks.flatMap((tick) => [
      line('grid', x.scale(tick), TOP, x.scale(tick), BOTTOM),
      text('faint small', x.scale(tick), BOTTOM + 16, tick.toLocaleString('en-US'), 'middle'),
    ]),
    ...y.ticks.flatMap((tick) => [
      line('grid', LEFT, y.scale(tick), RIGHT, y.scale(tick)),
      text('faint small', LEFT - 6, y.scale(tick) + 4, tick.toLocaleString('en-US'), 'end'),
    ]),
    text(
      'faint small',
      (LEFT + RIGHT) / 2,
      BOTTOM + 34,
      yLabel === undefined ? xLabel : `${xLabel}; ${yLabel}`,
      'middle',
    ),
    ...series.map(({ style, points: own }) => {
      const path = own.map(([px, py]) => `${x.scale(px).toFixed(1)},${y.scale(py).toFixed(1)}`);
      return `  <polyline class="curve ${style}-line" points="${path.join(' ')}"/>`;
    }),
  ];
}

function axis(values: readonly number[], isLog: boolean, from: number, to: number): { scale: Scale; ticks: number[] } {
  const high = Math.max(...values);
  if (isLog) {
    const low = Math.min(...values);
    const [bottom, top] = [low / 1.1, high * 1.1];
    const scale: Scale = (value) => from + ((to - from) * Math.log(value / bottom)) / Math.log(top / bottom);
    return { scale, ticks: logTicks(bottom, top, TICKS) };
  }
  const rough = high / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10);
  const ticks = Array.from({ length: Math.floor(high / step) + 1 }, (_, k) => Number((k * step).toPrecision(6)));
  return { scale: (value) => from + ((to - from) * value) / (high * 1.03), ticks };
}
