import type { CurvedResult } from '../curved/suite.ts';
import { alignColumns, number } from './format.ts';

const HEADS = { apart: 'do they touch', distance: 'distance' } as const;

/** One scene and question: tests and microseconds of each volume, gap by gap. */
export function curvedTable({ scene, what, question, gaps, rows, strays }: CurvedResult): string {
  const cells = [
    ['volume', ...gaps.map((gap) => `tests at ${gap}`), 'slope', ...gaps.map((gap) => `µs at ${gap}`)],
    ...rows.map(({ volume, answers, slope }) => [
      volume,
      ...answers.map(({ volumeTests }) => Math.round(volumeTests).toLocaleString('en-US')),
      slope.toFixed(2),
      ...answers.map(({ microseconds }) => number(microseconds)),
    ]),
  ];
  const checked = strays.length === 0 ? 'all answers agree' : `answers that differ: ${strays.join(', ')}`;
  return [`curved.${scene}: ${what}; ${HEADS[question]}`, alignColumns(cells), `  ${checked}`].join('\n');
}
