// A figure of the FAST paper: one column a scene; in it, over the motions, the time, the steps and the front of every method,
// all logarithmic. Motions in no order are sorted by the default's time.

import * as Plot from '@observablehq/plot';
import type { MethodRow, SceneResult } from '../advancement/suite.ts';
import { type ContactMethod, METHOD_LABELS, METHODS } from '../time-of-contact/methods.ts';
import { COLOURS, figure, type Panel, type Style } from './figure.ts';
import { logTicks } from './log-ticks.ts';
import { tickText } from './panels.ts';
import type { Machine } from './results.ts';

/** Space above and below the values, as a factor. */
const SPARE = 1.3;

interface Band {
  readonly what: string;
  readonly height: number;
  values(row: MethodRow): readonly number[];
}

const BANDS: readonly Band[] = [
  { what: 'µs a query', height: 280, values: ({ microseconds }) => microseconds },
  { what: 'steps in time', height: 150, values: ({ iterations }) => iterations },
  { what: 'front: pairs where the search ended', height: 170, values: ({ front }) => front },
];

const STYLES: readonly Style[] = ['met', 'plain', 'missed', 'series-4', 'faint', 'series-6'];

export function advancementChart(
  title: string,
  scenes: readonly SceneResult[],
  { cpu, node }: Pick<Machine, 'cpu' | 'node'>,
): string {
  const panels = BANDS.flatMap((band) => bandPanels(band, scenes));
  const columns = Math.max(1, scenes.length);
  return figure({ title, subtitle: `One dot a motion; logarithmic. ${cpu}, Node ${node}` }, panels, { columns });
}

/** The panels of all scenes share their axis of values. */
function bandPanels(band: Band, scenes: readonly SceneResult[]): Panel[] {
  const known = scenes.flatMap(({ rows }) => rows.flatMap((row) => band.values(row).filter(isDrawable)));
  if (known.length === 0) return [];
  const domain = [least(known) / SPARE, -least(known.map((value) => -value)) * SPARE];
  return scenes.map((scene, column) => {
    const panel = drawPanel(band, scene, domain, band === BANDS[0]);
    // One legend for all: it is as wide as several columns.
    return band === BANDS[0] ? { ...panel, legend: column === 0 ? legendOf(scenes) : [] } : panel;
  });
}

function drawPanel(band: Band, scene: SceneResult, domain: readonly number[], isFirst: boolean): Panel {
  const rank = rankIn(scene);
  const ticks = logTicks(domain[0], domain[1], 2);
  const what = scene.steps ?? "motions, sorted by nearmiss' time";
  return {
    title: isFirst ? `${scene.scene}: ${band.what}` : band.what,
    plot: {
      height: band.height,
      marginLeft: 60,
      marginBottom: 34,
      x: {
        domain: [0, scene.motions + 1],
        label: `${what} (${scene.motions})`,
        labelAnchor: 'center',
        labelArrow: 'none',
        ticks: [],
        labelOffset: 20,
      },
      y: { type: 'log', domain: [...domain], ticks, tickFormat: tickText, tickSize: 0, label: null },
      marks: [
        Plot.gridY({ ticks, stroke: 'var(--rule)', strokeOpacity: 1 }),
        ...scene.rows.map((row) => {
          const values = band.values(row);
          const dots = row.numbers.flatMap((motion, k) => (isDrawable(values[k]) ? [[rank[motion], values[k]]] : []));
          return Plot.dot(dots, { fill: COLOURS[styleOf(row.method)], r: 1.6 });
        }),
      ],
    },
  };
}

function legendOf(scenes: readonly SceneResult[]): (readonly [string, Style])[] {
  return METHODS.filter((method) => scenes.some(({ rows }) => rows.some((row) => row.method === method))).map(
    (method) => [METHOD_LABELS[method], styleOf(method)] as const,
  );
}

const isDrawable = (value: number): boolean => Number.isFinite(value) && value > 0;

/** Of lists too long to be arguments. */
const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);

const styleOf = (method: ContactMethod): Style => STYLES[METHODS.indexOf(method) % STYLES.length];

/** The number of each motion along the axis, from 1. */
function rankIn({ rows, steps, motions }: SceneResult): number[] {
  const order = Array.from({ length: motions }, (_, i) => i);
  if (steps === null) order.sort((i, j) => rows[0].microseconds[i] - rows[0].microseconds[j]);
  const rank: number[] = [];
  order.forEach((motion, k) => {
    rank[motion] = k + 1;
  });
  return rank;
}
