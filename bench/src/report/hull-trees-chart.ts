// Time on hull trees by time on trees of discs, over the triangles that a leaf of the hull tree stands for; both
// logarithmic. One line a family of bodies, from its coarsest mesh to its finest. Below 1, hulls are faster.

import * as Plot from '@observablehq/plot';
import type { HullTreeRow } from '../hull-trees/suite.ts';
import { panelsChart } from './panels.ts';
import type { Machine } from './results.ts';

export function hullTreesChart(rows: readonly HullTreeRow[], { node }: Pick<Machine, 'node'>): string {
  const names = [...new Set(rows.map(({ name }) => name))];
  const series = names.map((name) => {
    const members = rows.filter((row) => row.name === name);
    const isFaster = (members.at(-1)?.ratio ?? 1) < 1;
    return {
      name,
      style: isFaster ? ('met' as const) : ('missed' as const),
      points: members.map(({ triangles, leaves, ratio }) => [triangles / leaves, ratio] as const),
    };
  });
  return panelsChart(
    'Distance on hull trees by distance on trees of discs',
    `Separated poses, median time. Lines go from coarse to fine meshes of a family, green where hulls win on the finest. Node ${node}`,
    [
      {
        title: 'time on hulls / time on discs; below 1 hulls are faster',
        xLabel: 'triangles a leaf of the hull tree',
        logX: true,
        logY: true,
        dots: true,
        namesAtEnds: true,
        height: 430,
        behind: [Plot.ruleY([1], { stroke: 'var(--ink)' })],
        series,
      },
    ],
    { width: 860 },
  );
}
