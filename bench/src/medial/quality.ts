// Table 4 of the medial axis paper: the bug and the bear with medial axes of 20 to 500 balls, on the same motions. What more balls cost, and what
// they bring.

import { seeded } from '@nearmiss/fixtures';
import { Model, type Motion, timeOfContact } from 'nearmiss';
import { type MedialAxis, medial, medialAxis } from 'nearmiss/medial';
import type { Experiment } from '../experiment.ts';
import { processorTime, timeEach } from '../peers/time-each.ts';
import { alignColumns, number } from '../report/format.ts';
import { panelsChart, type Series } from '../report/panels.ts';
import type { Machine } from '../report/results.ts';
import { mean } from '../statistics.ts';
import { drawMotion, type MotionKind } from './contact.ts';
import { elementaryPairs } from './elementary-pairs.ts';
import { withMedialOfBalls } from './medial-of-balls.ts';
import { subjectOf } from './models.ts';

interface PaperRow {
  readonly balls: number;
  readonly pairs: number;
  readonly milliseconds: number;
  readonly errors: readonly [number, number];
}

const TABLE_4: readonly PaperRow[] = [
  { balls: 20, pairs: 1_273, milliseconds: 0.949, errors: [0.168, 0.079] },
  { balls: 40, pairs: 21_801, milliseconds: 1.525, errors: [0.047, 0.056] },
  { balls: 100, pairs: 254_749, milliseconds: 1.837, errors: [0.026, 0.038] },
  { balls: 200, pairs: 1_516_775, milliseconds: 4.003, errors: [0.015, 0.018] },
  { balls: 500, pairs: 21_821_570, milliseconds: 17.814, errors: [0.01, 0.013] },
];

/** Motions of each row, through each other at two sizes and two radians a step. */
const MOTIONS = 100;
const KIND: MotionKind = { away: 1.2, displacements: 2, angular: 2 };
const SEED = 41;

interface QualityRow {
  readonly paper: PaperRow;
  /** Of the bug and of the bear. */
  readonly balls: readonly number[];
  readonly errors: readonly number[];
  /** Elementary pairs of the two, and how many pairs of nodes and primitives a search tests, on average. */
  readonly pairs: number;
  readonly tests: number;
  /** Of processor time, on average, the least of all rounds. */
  readonly milliseconds: number;
  /** Contacts of the triangles that are told too late, and motions without any on which the axes come near each other. */
  readonly missed: number;
  readonly ghosts: number;
}

export const medialQuality: Experiment = {
  name: 'medial-quality',
  run: async (rounds) => {
    const meshes = [subjectOf('bug'), subjectOf('bear')];
    const [a, b] = meshes.map(({ mesh }) => Model.build(mesh));
    const random = seeded(SEED);
    const motions = Array.from({ length: MOTIONS }, () => drawMotion(random, KIND));
    const exact = motions.map((motion) => timeOfContact(a, motion, b, {}));
    const rows = TABLE_4.map((paper): QualityRow => {
      const [withA, withB] = [a, b].map((model) => withMedialOfBalls(model, paper.balls));
      const axes = [withA, withB].map((model) => medialAxis(model));
      const found = motions.map((motion) => timeOfContact(withA, motion, withB, {}, { method: medial, stats: true }));
      return {
        paper,
        balls: axes.map(({ spheres }) => spheres.length / 4),
        errors: axes.map(hausdorff),
        pairs: elementaryPairs(axes[0], axes[1]),
        tests: mean(found.map(({ stats }) => (stats?.volumeTests ?? 0) + (stats?.triangleTests ?? 0))),
        milliseconds: millisecondsOf(withA, withB, motions, rounds),
        missed: found.filter(({ lower }, k) => lower > (exact[k].upper ?? Infinity)).length,
        ghosts: found.filter(({ status }, k) => status === 'near' && exact[k].status === 'free').length,
      };
    });
    return {
      table: qualityTable(rows),
      data: rows,
      goals: [],
      mistakes: rows.reduce((sum, { missed }) => sum + missed, 0),
    };
  },
  draw: (rows: readonly QualityRow[], machine) => ({ 'medial-quality': qualityChart(rows, machine) }),
};

const hausdorff = ({ uncovered, overhang }: MedialAxis): number => Math.max(uncovered, overhang);

function millisecondsOf(a: Model, b: Model, motions: readonly Motion[], rounds: number): number {
  const ask = (motion: Motion): unknown => timeOfContact(a, motion, b, {}, { method: medial });
  const passes = Array.from({ length: rounds }, () => timeEach(motions, ask, processorTime).microseconds);
  return mean(motions.map((_, k) => Math.min(...passes.map((pass) => pass[k])))) / 1000;
}

function qualityTable(rows: readonly QualityRow[]): string {
  return [
    `medial-quality: bug and bear by medial axes of more and more balls, ${MOTIONS} motions; in brackets the paper`,
    alignColumns([
      ['balls', 'wished', 'elementary pairs', 'tests', 'ms', 'error of bug', 'of bear', 'missed', 'ghosts'],
      ...rows.map(({ paper, balls, errors, ...row }) => [
        balls.join(', '),
        String(paper.balls),
        `${number(row.pairs)} (${number(paper.pairs)})`,
        number(row.tests),
        `${row.milliseconds.toFixed(3)} (${paper.milliseconds.toFixed(2)})`,
        ...errors.map((error, k) => `${error.toFixed(4)} (${paper.errors[k]})`),
        String(row.missed),
        String(row.ghosts),
      ]),
    ]),
  ].join('\n');
}

function qualityChart(rows: readonly QualityRow[], { node }: Pick<Machine, 'node'>): string {
  const line = (name: string, style: Series['style'], value: (row: QualityRow) => number): Series => ({
    name,
    style,
    points: rows.map((row) => [row.paper.balls, value(row)]),
  });
  return panelsChart('Medial axes of more and more balls (Table 4)', `bug and bear; Node ${node}`, [
    {
      title: 'error',
      xLabel: 'balls',
      yLabel: 'Hausdorff error, longest side 1',
      logX: true,
      logY: true,
      series: [
        line('bug', 'met', ({ errors }) => errors[0]),
        line('bear', 'plain', ({ errors }) => errors[1]),
        line("paper's bug", 'missed', ({ paper }) => paper.errors[0]),
        line("paper's bear", 'faint', ({ paper }) => paper.errors[1]),
      ],
    },
    {
      title: 'time',
      xLabel: 'balls',
      yLabel: 'ms a query, one core; the paper: a graphics card',
      logX: true,
      logY: true,
      series: [
        line('one core', 'met', ({ milliseconds }) => milliseconds),
        line('paper', 'missed', ({ paper }) => paper.milliseconds),
      ],
    },
  ]);
}
