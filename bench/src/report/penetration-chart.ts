// Depth along the paths, after Figs. 20 to 22 of PolyDepth, and against depths that are known, after Fig. 17. No times: they are
// in the table, by a measure.

import type { KnownDepths } from '../penetration/known-depths.ts';
import type { PathResult, Way } from '../penetration/led-paths.ts';
import { type Panel, panelsChart, type Series } from './panels.ts';
import type { Machine } from './results.ts';

const LOOKS: Readonly<Partial<Record<Way, Series['look']>>> = {
  pair: 'met',
  afresh: 'plain',
  centroid: 'missed',
};

export function penetrationChart(
  paths: readonly PathResult[],
  known: readonly KnownDepths[],
  { node }: Pick<Machine, 'node'>,
): string {
  const panels = [...paths.map(pathPanel), ...(known.length === 0 ? [] : [knownPanel(known)])];
  return panelsChart('How deep, along a path and where the depth is known', `Node ${node}`, panels);
}

function pathPanel({ name, rows }: PathResult): Panel {
  const overSteps = (values: readonly number[]): [number, number][] => values.map((value, k) => [k + 1, value]);
  const series = rows.flatMap(({ way, lower, upper }): Series[] => {
    const look = LOOKS[way];
    if (look === undefined) return [];
    const own: Series = { name: way, look, points: overSteps(upper) };
    return way === 'pair' ? [own, { name: 'lower', look: 'faint', points: overSteps(lower) }] : [own];
  });
  return { title: name, xLabel: 'step', yLabel: 'depth', series };
}

/** Cases by their depth. */
function knownPanel(known: readonly KnownDepths[]): Panel {
  const looks: Readonly<Record<string, Series['look']>> = { centroid: 'missed', auto: 'met' };
  const sorted = known.map(({ start, cases }) => ({ start, cases: cases.toSorted((a, b) => a.depth - b.depth) }));
  const exact = sorted[0].cases.map(({ depth }, k): [number, number] => [k + 1, depth]);
  return {
    title: 'solids whose depth is known',
    xLabel: 'case',
    yLabel: 'depth',
    series: [
      ...sorted.map(
        ({ start, cases }): Series => ({
          name: start,
          look: looks[start] ?? 'plain',
          points: cases.map(({ upper }, k) => [k + 1, upper]),
        }),
      ),
      { name: 'exact', look: 'faint', points: exact },
    ],
  };
}
