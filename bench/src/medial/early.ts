// Fig. 11 of the medial axis paper: how much earlier than the triangles medial axes tell a contact, for the spider and the bunny at several speeds; and how far apart
// the meshes are then, which the stated error bounds. Where bodies graze each other a small gap is a long time.

import { seeded } from '@nearmiss/fixtures';
import { disc, distance, Model, motionPose, timeOfContact } from 'nearmiss';
import { medial, medialStructure } from 'nearmiss/medial';
import type { Experiment } from '../experiment.ts';
import { alignColumns } from '../report/format.ts';
import { panelsChart, type Series } from '../report/panels.ts';
import type { Machine } from '../report/results.ts';
import { mean } from '../statistics.ts';
import { drawMotion } from './contact.ts';
import { subjectOf } from './models.ts';

const PRIMITIVES = 500;
const MOTIONS = 60;
const SEED = 11;
/** How far away bodies start, in sizes. */
const AWAY = 1.2;
/** In sizes and radians a step. */
const SPEEDS: readonly { readonly linear: number; readonly angular: number; readonly style: Series['style'] }[] = [
  { linear: 2, angular: 0, style: 'met' },
  { linear: 2, angular: 2, style: 'plain' },
  { linear: 1, angular: 8, style: 'missed' },
  { linear: 8, angular: 2, style: 'faint' },
];

interface EarlyRow {
  readonly linear: number;
  readonly angular: number;
  readonly style: Series['style'];
  /** Of the motions into contact, the least first: by which part of the step medial axes are early, and the gap of the meshes then. */
  readonly early: readonly number[];
  readonly gaps: readonly number[];
  /** Contacts told late, or gaps beyond the stated error. */
  readonly wrong: number;
  readonly error: number;
}

export const medialEarly: Experiment = {
  name: 'medial-early',
  run: async () => {
    const [a, b] = (['spider', 'bunny'] as const).map((name) =>
      Model.build(subjectOf(name).mesh, { with: [disc, medialStructure({ primitives: PRIMITIVES })] }),
    );
    const rows = SPEEDS.map(({ linear, angular, style }) => ({
      linear,
      angular,
      style,
      ...testAt(a, b, linear, angular),
    }));
    return {
      table: earlyTable(rows),
      data: rows,
      goals: [],
      mistakes: rows.reduce((sum, { wrong }) => sum + wrong, 0),
    };
  },
  draw: (rows: readonly EarlyRow[], machine) => ({ 'medial-early': earlyChart(rows, machine) }),
};

function testAt(a: Model, b: Model, linear: number, angular: number): Omit<EarlyRow, 'linear' | 'angular' | 'style'> {
  const random = seeded(SEED);
  const found = Array.from({ length: MOTIONS }, () =>
    drawMotion(random, { away: AWAY, displacements: linear / AWAY, angular }),
  ).flatMap((motion) => {
    const exact = timeOfContact(a, motion, b, {});
    if (exact.status !== 'contact') return [];
    const { lower, threshold, error = Infinity } = timeOfContact(a, motion, b, {}, { method: medial });
    const gap = distance(a, motionPose(motion, lower), b, {});
    const isWrong = lower > (exact.upper ?? Infinity) || gap.lower > error + threshold;
    return [{ early: Math.max(0, exact.lower - lower), gap: gap.distance, isWrong, error }];
  });
  return {
    early: found.map(({ early }) => early).sort((x, y) => x - y),
    gaps: found.map(({ gap }) => gap).sort((x, y) => x - y),
    wrong: found.filter(({ isWrong }) => isWrong).length,
    error: Math.max(0, ...found.map(({ error }) => error)),
  };
}

function earlyTable(rows: readonly EarlyRow[]): string {
  return [
    `medial-early: spider and bunny at ${PRIMITIVES} primitives, ${MOTIONS} motions each; parts of a step, sizes of the models`,
    alignColumns([
      ['v, ω', 'contacts', 'early, mean', 'most', 'gap then, mean', 'most', 'stated error', 'wrong'],
      ...rows.map(({ linear, angular, early, gaps, error, wrong }) => [
        `${linear}, ${angular}`,
        String(early.length),
        mean(early).toFixed(4),
        Math.max(...early).toFixed(4),
        mean(gaps).toFixed(4),
        Math.max(...gaps).toFixed(4),
        error.toFixed(4),
        String(wrong),
      ]),
    ]),
  ].join('\n');
}

function earlyChart(rows: readonly EarlyRow[], { node }: Pick<Machine, 'node'>): string {
  const series = (values: (row: EarlyRow) => readonly number[]): Series[] =>
    rows.map((row) => ({
      name: `v ${row.linear}, ω ${row.angular}`,
      style: row.style,
      points: values(row).map((value, k, all) => [(100 * (k + 0.5)) / all.length, value]),
    }));
  return panelsChart('How early medial axes tell a contact (Fig. 11)', `spider and bunny; Node ${node}`, [
    {
      title: 'time',
      xLabel: 'contacts, in %',
      yLabel: 'part of the step by which they are early',
      series: series(({ early }) => early),
    },
    {
      title: 'space',
      xLabel: 'contacts, in %',
      yLabel: `gap of the meshes then; stated: ${Math.max(...rows.map(({ error }) => error)).toFixed(3)}`,
      series: series(({ gaps }) => gaps),
    },
  ]);
}
