// Bounding volumes and rules to build the tree: one panel a workload, one row a volume, one mark a rule, on a logarithmic axis of
// microseconds. Marks differ in shape as well as colour.

import * as Plot from '@observablehq/plot';
import type { VariantContest, VolumesResult } from '../volumes/suite.ts';
import { QUESTIONS } from '../workload.ts';
import { COLOURS, figure, type Panel, type Style } from './figure.ts';
import { number } from './format.ts';
import { logTicks } from './log-ticks.ts';
import { tickText } from './panels.ts';
import type { Machine } from './results.ts';

const ROW = 22;
const TOP = 20;
const BOTTOM = 26;
const RIGHT = 70;
/** Ticks a panel needs at least. */
const ENOUGH_TICKS = 3;

const MARKS: Readonly<Record<string, readonly [Style, Plot.SymbolType]>> = {
  sah: ['met', 'circle'],
  mean: ['plain', 'square'],
  median: ['missed', 'triangle'],
  'bottom-up': ['faint', 'star'],
  tiles: ['series-4', 'cross'],
  'sah/4': ['series-6', 'diamond'],
  'sah/8': ['plain', 'diamond2'],
  medial: ['missed', 'wye'],
};

/** Null where no volumes were compared. */
export function volumesChart(volumes: readonly VolumesResult[], { cpu, node }: Machine): string | null {
  if (volumes.length === 0) return null;
  const contests = volumes.map((result) => result.contests);
  const most = Math.max(...contests.map((own) => own.length));
  // Row by row: the same workload of each model side by side.
  const panels = Array.from({ length: most }, (_, k) => contests.flatMap((own) => own.slice(k, k + 1))).flat();
  const text = {
    title: 'Bounding volumes and rules to build the tree',
    subtitle: `Microseconds a query, the best round, logarithmic; figures at the right are of sah. ${cpu}, Node ${node}`,
  };
  return figure(text, panels.map(drawPanel), { columns: volumes.length });
}

function drawPanel({ workload, kind, figure: shown, peers }: VariantContest): Panel {
  const marks = peers.map(({ label, best }) => {
    const [volume, rule] = label.split(' ');
    return { volume, rule, value: best[shown] };
  });
  const volumes = [...new Set(marks.map(({ volume }) => volume))];
  const values = marks.map(({ value }) => value);
  const domain = [0.9 * Math.min(...values), 1.1 * Math.max(...values)];
  const ticks = logTicks(domain[0], domain[1], ENOUGH_TICKS);
  const rules = Object.keys(MARKS).filter((name) => marks.some(({ rule }) => rule === name));
  return {
    title: `${workload}: ${QUESTIONS[kind]}; ${shown} µs`,
    legend: rules.map((rule) => [rule, MARKS[rule][0]] as const),
    plot: {
      height: TOP + BOTTOM + ROW * volumes.length,
      marginTop: TOP,
      marginBottom: BOTTOM,
      marginLeft: 84,
      marginRight: RIGHT,
      x: { type: 'log', domain, ticks, tickFormat: tickText, tickSize: 0, label: null },
      y: { type: 'point', domain: volumes, label: null, tickSize: 0 },
      marks: [
        Plot.gridX({ ticks, stroke: 'var(--rule)', strokeOpacity: 1 }),
        ...rules.toReversed().map((rule) =>
          Plot.dot(
            marks.filter((mark) => mark.rule === rule),
            { x: 'value', y: 'volume', symbol: MARKS[rule][1], fill: COLOURS[MARKS[rule][0]], r: 4.5 },
          ),
        ),
        Plot.text(
          marks.filter(({ rule }) => rule === 'sah'),
          { y: 'volume', frameAnchor: 'right', textAnchor: 'end', dx: RIGHT - 4, text: ({ value }) => number(value) },
        ),
      ],
    },
  };
}
