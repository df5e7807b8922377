// Tests a unit of area over the gap, both logarithmic, one curve a volume. Full dots were fitted, hollow ones not.

import * as Plot from '@observablehq/plot';
import { useOf } from '../parallel-proximity/slope.ts';
import { AREA } from '../parallel-proximity/spheres.ts';
import type { ProximityResult } from '../parallel-proximity/suite.ts';
import type { Style } from './figure.ts';
import { panelsChart } from './panels.ts';

/** Slopes up to here are drawn as those of boxes that lie along the surface. */
const BETWEEN_THE_LAWS = -1.5;

export function proximityChart(results: readonly ProximityResult[]): string {
  const series = results.map((result) => ({
    name: result.volume,
    style: styleOf(result),
    note: result.law === null ? 'no law' : result.law.slope.toFixed(2).replace('-', '−'),
    points: result.counts.map(({ gap, tests }) => [gap, tests / AREA] as const),
    full: result.counts.map((count) => useOf(count) === 'fitted'),
  }));
  const gaps = series.flatMap(({ points }) => points.map(([gap]) => gap));
  const densities = series.flatMap(({ points }) => points.map(([, tests]) => tests));
  return panelsChart(
    'Parallel close proximity: volume tests as the gap shrinks',
    'Two concentric spheres of radius 1. Full dots: fitted; hollow: gap too wide, or leaves reached. Figures: slope of the fit.',
    [
      {
        title: 'tests a unit of area',
        xLabel: 'gap in radii',
        logX: true,
        logY: true,
        dots: true,
        namesAtEnds: true,
        height: 480,
        behind: [-1, -2].flatMap((slope) => guide(slope, Math.min(...gaps), Math.min(...densities))),
        series,
      },
    ],
    { width: 860 },
  );
}

/** What a slope looks like, in the empty corner of small gaps and few tests. */
function guide(slope: number, lowGap: number, lowTests: number): Plot.Markish[] {
  const from = lowGap * 2.2;
  const to = from * 3;
  const bottom = lowTests * 2.2;
  const top = bottom * (from / to) ** slope;
  const ends = [
    [from, top],
    [to, bottom],
  ];
  return [
    Plot.line(ends, { stroke: 'var(--grey)', strokeDasharray: '4 3' }),
    Plot.text([ends[0]], { text: [slope === -1 ? '1/gap' : '1/gap²'], textAnchor: 'end', dx: -6, fill: 'var(--soft)' }),
  ];
}

/** Boxes along the surface, balls and aligned boxes, or neither known. */
function styleOf({ law }: ProximityResult): Style {
  if (law === null) return 'plain';
  return law.slope > BETWEEN_THE_LAWS ? 'met' : 'missed';
}
