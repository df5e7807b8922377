// Marching and GJK: one panel a motion, one group of bars a hull, nanoseconds a query on a linear axis.

import type { Method } from '../marching/ask.ts';
import type { MarchingResult } from '../marching/suite.ts';
import { barPanel } from './bars.ts';
import { figure, type Style } from './figure.ts';
import { number } from './format.ts';
import type { Machine } from './results.ts';

const STYLES: Readonly<Record<Method, Style>> = { marching: 'met', 'marching by levels': 'plain', GJK: 'missed' };

export function marchingChart(
  results: readonly MarchingResult[],
  { cpu, node }: Pick<Machine, 'cpu' | 'node'>,
): string {
  const panels = results.map(({ what, rows }) =>
    barPanel({
      title: `Bodies ${what}`,
      bars: rows.map(({ hull, method, answer }, i) => ({
        name: i === 0 || rows[i - 1].hull !== hull ? hull : '',
        value: answer.nanoseconds,
        style: STYLES[method],
        text: `${number(answer.nanoseconds)} ${method}`,
      })),
    }),
  );
  const text = {
    title: 'Distance of two convex hulls: marching and GJK',
    subtitle: `Nanoseconds a query. ${cpu}, Node ${node}`,
  };
  return figure(text, panels, { columns: 1, width: 860 });
}
