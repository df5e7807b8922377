// Fig. 8 of the medial axis paper, with its Tables 1 and 2: what the questions of a frame cost, and how many elementary pairs are active, frame by frame, in three
// scenes. A pair of primitives is active where the boxes of its bodies meet.

import { collide } from 'nearmiss';
import type { Experiment } from '../experiment.ts';
import { alignColumns, number } from '../report/format.ts';
import { type Panel, panelsChart } from '../report/panels.ts';
import type { Machine } from '../report/results.ts';
import { mean, median } from '../statistics.ts';
import { DETECT } from './detect.ts';
import { elementaryPairs } from './elementary-pairs.ts';
import type { Shape } from './rigid-body.ts';
import { fallingRings, multiBodies, type SceneSource, twoTrexes } from './scenes.ts';
import { type SceneContact, simulate } from './simulation.ts';

export interface SceneRow {
  readonly scene: string;
  readonly paper: SceneSource['paper'];
  readonly triangles: number;
  readonly primitives: number;
  /** Frame by frame: milliseconds of processor time, the least of all rounds; active elementary pairs; questions; contacts. */
  readonly milliseconds: readonly number[];
  readonly active: readonly number[];
  readonly questions: readonly number[];
  readonly contacts: readonly number[];
  /** Contacts at which the meshes themselves overlap: none, if what encloses them does. */
  readonly overlaps: number;
}

export const medialScenes: Experiment = {
  name: 'medial-scenes',
  run: async (rounds, machine) => {
    const rows = [multiBodies, twoTrexes, fallingRings].map((source) => sceneRow(source(), rounds));
    return {
      table: scenesTable(rows),
      plot: scenesChart(rows, machine),
      data: rows,
      goals: [],
      mistakes: rows.reduce((sum, { overlaps }) => sum + overlaps, 0),
    };
  },
};

export function sceneRow(source: SceneSource, rounds: number, frames: number = source.frames): SceneRow {
  const passes = Array.from({ length: rounds }, () => simulate(source.begin(), DETECT.medial, frames));
  const [first] = passes;
  const sum = (count: (shape: Shape) => number): number =>
    source.shapes.reduce((total, [shape, bodies]) => total + bodies * count(shape), 0);
  return {
    scene: source.name,
    paper: source.paper,
    triangles: sum(({ model }) => model.triangleCount),
    primitives: sum(({ model }) => {
      const { cones, slabs } = model.medial();
      return cones.length / 2 + slabs.length / 3;
    }),
    milliseconds: first.map((_, k) => Math.min(...passes.map((pass) => pass[k].microseconds)) / 1000),
    active: first.map(({ pairs }) =>
      pairs.reduce((total, [a, b]) => total + elementaryPairs(a.model.medial(), b.model.medial()), 0),
    ),
    questions: first.map(({ questions }) => questions),
    contacts: first.map(({ contacts }) => contacts.length),
    overlaps: first.flatMap(({ contacts }) => contacts).filter(meshesOverlap).length,
  };
}

function meshesOverlap({ a, poseA, b, poseB }: SceneContact): boolean {
  return collide(a.model, poseA, b.model, poseB, { solid: false }).colliding !== false;
}

function scenesTable(rows: readonly SceneRow[]): string {
  const total = (values: readonly number[]): string =>
    values.reduce((sum, value) => sum + value, 0).toLocaleString('en-US');
  return [
    'medial-scenes: all questions of a frame, by medial axes; in brackets the paper',
    alignColumns([
      [
        'scene',
        'triangles',
        'primitives',
        'frames',
        'active pairs, mean',
        'ms a frame, mean',
        'median',
        'most',
        'questions',
        'contacts',
        'overlaps',
      ],
      ...rows.map((row) => [
        row.scene,
        `${row.triangles.toLocaleString('en-US')} (${row.paper.triangles.toLocaleString('en-US')})`,
        `${row.primitives.toLocaleString('en-US')} (${row.paper.primitives.toLocaleString('en-US')})`,
        String(row.milliseconds.length),
        `${number(mean(row.active))} (all: ${number(row.paper.pairs)})`,
        `${mean(row.milliseconds).toFixed(2)} (${row.paper.ms})`,
        median(row.milliseconds).toFixed(2),
        Math.max(...row.milliseconds).toFixed(2),
        total(row.questions),
        total(row.contacts),
        String(row.overlaps),
      ]),
    ]),
  ].join('\n');
}

function scenesChart(rows: readonly SceneRow[], { node }: Pick<Machine, 'node'>): string {
  const overFrames = (values: readonly number[]): [number, number][] => values.map((value, k) => [k + 1, value]);
  const panels = rows.flatMap(({ scene, milliseconds, active }): Panel[] => [
    {
      title: `${scene}: time`,
      xLabel: 'frame',
      yLabel: 'ms of all its questions',
      series: [{ name: '', look: 'met', points: overFrames(milliseconds) }],
    },
    {
      title: `${scene}: active elementary pairs`,
      xLabel: 'frame',
      yLabel: 'millions',
      series: [{ name: '', look: 'plain', points: overFrames(active.map((pairs) => pairs / 1e6)) }],
    },
  ]);
  return panelsChart('Three scenes, frame by frame (Fig. 8)', `one core, processor time; Node ${node}`, panels);
}
