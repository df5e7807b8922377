// Time a step over the distance of the spheres, one line a method.

import type { Contestant } from '../deforming/contestants.ts';
import type { Overlap } from '../deforming/suite.ts';
import { panelsChart, type Series } from './panels.ts';
import type { Machine } from './results.ts';

const METHODS: readonly (readonly [Contestant, Series['style']])[] = [
  ['bintree', 'plain'],
  ['refit', 'missed'],
  ['default', 'met'],
];
const PEERS: readonly (readonly [Contestant, Series['style']])[] = [
  ['paper octree', 'missed'],
  ['octree', 'plain'],
  ['default', 'met'],
  ['three-mesh-bvh', 'faint'],
];

export function deformingChart(overlaps: readonly Overlap[], { cpu, node }: Pick<Machine, 'cpu' | 'node'>): string {
  const series = (methods: typeof METHODS): Series[] =>
    methods.map(([name, style]) => ({
      name,
      style,
      points: overlaps.map(({ distance, times }) => [2 - distance, times[name]] as const),
    }));
  const axes = { xLabel: 'depth in radii', yLabel: 'microseconds a step', logY: true };
  return panelsChart(
    'Two deforming spheres of 3,968 faces',
    `New positions, then all touching pairs of faces. ${cpu}, Node ${node}`,
    [
      { title: 'Subdivision, refitted trees, and the choice between them', ...axes, series: series(METHODS) },
      { title: "The paper's octree, and three-mesh-bvh", ...axes, series: series(PEERS) },
    ],
  );
}
