// Milliseconds a step over the number of boxes, both logarithmic, one curve a structure.

import { RAPIER_BROAD, RAPIER_SIMD_BROAD, RAPIER_STEP, WORLD } from '../broad-phase/ask.ts';
import type { CrowdResult, CrowdRow } from '../broad-phase/suite.ts';
import type { Style } from './figure.ts';
import { panelsChart } from './panels.ts';
import type { Machine } from './results.ts';

export function crowdChart({ counts, rows }: CrowdResult, { cpu, node }: Pick<Machine, 'cpu' | 'node'>): string {
  const series = rows.map((row) => ({
    name: row.keeper,
    style: styleOf(row),
    note: row.exponent.toFixed(2),
    points: row.answers.map(({ mean }, size) => [counts[size], mean] as const),
  }));
  return panelsChart(
    'Crowds of boxes, every one moving: time of a step',
    `Mean milliseconds; figures at the right: exponent of the growth. ${cpu}, Node ${node}`,
    [
      {
        title: 'milliseconds a step',
        xLabel: 'boxes',
        logX: true,
        logY: true,
        dots: true,
        namesAtEnds: true,
        height: 430,
        series,
      },
    ],
    { width: 860 },
  );
}

function styleOf({ keeper }: CrowdRow): Style {
  if ([RAPIER_BROAD, RAPIER_SIMD_BROAD, RAPIER_STEP].includes(keeper)) return 'missed';
  return keeper === WORLD ? 'met' : 'plain';
}
