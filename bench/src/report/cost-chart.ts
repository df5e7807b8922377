// The cost function: one panel a question, one bar a volume. The bar is F in its three terms, the line across it the measured
// time; both as parts of the time measured, since the times of the volumes lie far apart. Times stand at the right.

import * as Plot from '@observablehq/plot';
import { type CostPanel, type CostResult, MODEL, predicted } from '../cost-function/suite.ts';
import { QUESTIONS } from '../workload.ts';
import { COLOURS, figure, type Panel, type Style } from './figure.ts';
import { number } from './format.ts';
import type { Machine } from './results.ts';

const ROW = 24;
const TOP = 24;
const BOTTOM = 26;
const RIGHT = 170;

const TERMS: readonly { style: Style; name: string; of(result: CostResult): number }[] = [
  { style: 'plain', name: 'N_u·C_u, volumes moved', of: ({ updates }) => updates },
  { style: 'met', name: 'N_bv·C_bv, volumes compared', of: ({ volumeTests }) => volumeTests },
  { style: 'missed', name: 'N_p·C_p, triangles tested', of: ({ triangleTests }) => triangleTests },
];

export function costChart(panels: readonly CostPanel[], { cpu, node }: Machine): string {
  const text = {
    title: 'The cost function: predicted and measured',
    subtitle: `${MODEL} against itself. Bar: F as a part of the measured time, which is the line at 1. Best rounds, ${cpu}, Node ${node}`,
  };
  return figure(text, panels.map(drawPanel), { columns: 1 });
}

function drawPanel({ kind, results }: CostPanel): Panel {
  const parts = results.flatMap((result) =>
    TERMS.map(({ style, of }) => ({ volume: result.volume, share: of(result) / result.measured, style })),
  );
  const heads = [
    ['F, µs', -90],
    ['measured, µs', 0],
  ] as const;
  return {
    title: QUESTIONS[kind],
    legend: TERMS.map(({ name, style }) => [name, style] as const),
    plot: {
      height: TOP + BOTTOM + ROW * results.length,
      marginTop: TOP,
      marginBottom: BOTTOM,
      marginLeft: 90,
      marginRight: RIGHT,
      x: { label: null, tickSize: 0 },
      y: { type: 'band', domain: results.map(({ volume }) => volume), padding: 0.3, label: null, tickSize: 0 },
      marks: [
        Plot.gridX({ stroke: 'var(--rule)', strokeOpacity: 1 }),
        Plot.barX(parts, { x: 'share', y: 'volume', fill: ({ style }) => COLOURS[style as Style] }),
        Plot.ruleX([1], { stroke: 'var(--ink)', strokeWidth: 2 }),
        ...heads.map(([words, dx]) =>
          Plot.text([words], {
            frameAnchor: 'top-right',
            textAnchor: 'end',
            dx: RIGHT - 4 + dx,
            dy: -16,
            fill: 'var(--soft)',
          }),
        ),
        ...[predicted, ({ measured }: CostResult): number => measured].map((value, k) =>
          Plot.text(results, {
            y: 'volume',
            frameAnchor: 'right',
            textAnchor: 'end',
            dx: RIGHT - 4 + heads[k][1],
            text: (result) => number(value(result)),
          }),
        ),
      ],
    },
  };
}
