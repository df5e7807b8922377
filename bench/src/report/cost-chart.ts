// The cost function: one panel a question, one row a volume. The bar is F in its three terms, the line across it the measured
// time; both as parts of the time measured, since the times of the volumes lie far apart. Times stand at the right.

import { type CostPanel, type CostResult, MODEL, predicted } from '../cost-function/suite.ts';
import { QUESTIONS } from '../workload.ts';
import { number } from './format.ts';
import type { Machine } from './results.ts';
import { line, svgFile, text } from './svg.ts';

const WIDTH = 860;
const MARGIN = 20;
const LEFT = 96;
const RIGHT = 640;
const TOP = 104;
const ROW = 26;
const PANEL_HEAD = 40;
const PANEL_FOOT = 44;
const BOTTOM = 34;
const TITLE = 'The cost function: predicted and measured';
/** The axis goes a little past the time measured even where nothing was predicted too high. */
const LEAST_END = 1.25;

const TERMS = [
  { style: 'plain', label: 'N_u·C_u, volumes moved', of: (result: CostResult): number => result.updates },
  { style: 'met', label: 'N_bv·C_bv, volumes compared', of: (result: CostResult): number => result.volumeTests },
  { style: 'missed', label: 'N_p·C_p, triangles tested', of: (result: CostResult): number => result.triangleTests },
] as const;

export function costChart(panels: readonly CostPanel[], { cpu, node }: Machine): string {
  const end = Math.max(
    LEAST_END,
    ...panels.flatMap(({ results }) => results.map((result) => 1.05 * (predicted(result) / result.measured))),
  );
  const x = (share: number): number => LEFT + ((RIGHT - LEFT) * share) / end;
  const heights = panels.map(({ results }) => PANEL_HEAD + results.length * ROW + PANEL_FOOT);
  const tops = heights.map((_, i) => TOP + heights.slice(0, i).reduce((sum, height) => sum + height, 0));
  const height = TOP + heights.reduce((sum, each) => sum + each, 0) + BOTTOM;
  const body = [
    text('ink title', MARGIN, 32, TITLE),
    text(
      'faint small',
      MARGIN,
      54,
      `${MODEL} against itself. Bar: the sum F as a part of the measured time, which is the line at 1.`,
    ),
    ...TERMS.flatMap(({ style, label }, i) => [
      `  <rect class="${style}" x="${MARGIN + 230 * i}" y="70" width="12" height="12" rx="2"/>`,
      text('ink small', MARGIN + 230 * i + 18, 80, label),
    ]),
    ...panels.flatMap((panel, i) => drawPanel(panel, tops[i], x, end)),
    text('faint small', MARGIN, height - 14, `The best of interleaved rounds on ${cpu}, Node ${node}`),
  ];
  return svgFile(WIDTH, height, TITLE, body.join('\n'));
}

function drawPanel({ kind, results }: CostPanel, top: number, x: (share: number) => number, end: number): string[] {
  const first = top + PANEL_HEAD;
  const bottom = first + results.length * ROW;
  const step = end > 2.5 ? 0.5 : 0.25;
  const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, k) => k * step);
  return [
    text('ink bold', MARGIN, top + 16, QUESTIONS[kind]),
    text('faint small', RIGHT + 90, first - 6, 'F, µs', 'end'),
    text('faint small', WIDTH - MARGIN, first - 6, 'measured, µs', 'end'),
    ...ticks.flatMap((tick) => [
      line('grid', x(tick), first, x(tick), bottom),
      text('faint small', x(tick), bottom + 18, String(tick), 'middle'),
    ]),
    ...results.flatMap((result, i) => drawRow(result, first + i * ROW, x)),
    line('line thick', x(1), first, x(1), bottom),
  ];
}

function drawRow(result: CostResult, y: number, x: (share: number) => number): string[] {
  let from = 0;
  const parts = TERMS.map(({ style, of }) => {
    const share = of(result) / result.measured;
    const part = `  <rect class="${style}" x="${x(from).toFixed(1)}" y="${y + 5}" width="${(x(from + share) - x(from)).toFixed(1)}" height="${ROW - 10}"/>`;
    from += share;
    return part;
  });
  const middle = y + ROW / 2 + 4;
  return [
    text('ink', LEFT - 10, middle, result.volume, 'end'),
    ...parts,
    text('ink small', RIGHT + 90, middle, number(predicted(result)), 'end'),
    text('ink small', WIDTH - MARGIN, middle, number(result.measured), 'end'),
  ];
}
