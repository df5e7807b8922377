// Volume tests over the gap, both logarithmic: one panel a scene, one line a volume. A straight line rising by one decade a
// decade is work that grows as 1/gap.

import type { CurvedResult } from '../curved/suite.ts';
import type { Style } from './figure.ts';
import { panelsChart } from './panels.ts';
import type { Machine } from './results.ts';

/** The two volumes that the experiment is about stand out. */
const STYLES: Readonly<Partial<Record<string, Style>>> = { shell: 'met', ellipsoid: 'missed' };

export function curvedChart(results: readonly CurvedResult[], { node }: Pick<Machine, 'node'>): string {
  const panels = results
    .filter(({ question }) => question === 'apart')
    .map(({ scene, what, gaps, rows }) => ({
      title: `${scene}: ${what}`,
      xLabel: 'gap between the bodies',
      logX: true,
      logY: true,
      reverseX: true,
      namesAtEnds: true,
      series: rows.map(({ volume, answers }) => ({
        name: volume,
        style: STYLES[volume] ?? 'plain',
        points: answers.map(({ volumeTests }, k) => [gaps[k], volumeTests] as const),
      })),
    }));
  return panelsChart(
    'Volume tests to prove smooth bodies apart',
    `Mean over the poses, against the gap; both axes are logarithmic. Counts, the same on every machine; Node ${node}`,
    panels,
  );
}
