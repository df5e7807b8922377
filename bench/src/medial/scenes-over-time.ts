// Fig. 8 of the medial axis paper, with its Tables 1 and 2: what the questions of a frame cost, and how many elementary pairs are active, frame by frame, in three
// scenes. A pair of primitives is active where the boxes of its bodies touch.

import { collide, Model, timeOfContact } from 'nearmiss';
import { type MedialAxis, medial, medialAxis } from 'nearmiss/medial';
import type { Experiment, Findings } from '../experiment.ts';
import { processorTime } from '../peers/time-each.ts';
import { alignColumns, markdownTable } from '../report/format.ts';
import { type Panel, panelsChart } from '../report/panels.ts';
import type { Machine } from '../report/results.ts';
import { mean, median } from '../statistics.ts';
import { DETECT } from './detect.ts';
import { elementaryPairs } from './elementary-pairs.ts';
import { hasPaperModels } from './models.ts';
import type { Body, Shape } from './rigid-body.ts';
import { fallingRings, multiBodies, type SceneSource, twoTrexes } from './scenes.ts';
import { type Scene, type SceneContact, simulate } from './simulation.ts';

export interface SceneRow {
  readonly scene: string;
  readonly paper: SceneSource['paper'];
  readonly triangles: number;
  readonly primitives: number;
  readonly spheres: number;
  /** Elementary pairs of all pairs of bodies that could meet. */
  readonly elementary: number;
  /** Seconds to read the shapes with their axes from bytes and to answer one question about each. */
  readonly init: number;
  /** Frame by frame: milliseconds of processor time, the least of all rounds: of the questions, of the response, of the update. Active elementary pairs; questions; contacts. */
  readonly milliseconds: readonly number[];
  readonly response: readonly number[];
  readonly update: readonly number[];
  readonly active: readonly number[];
  readonly questions: readonly number[];
  readonly contacts: readonly number[];
  /** Contacts at which the meshes themselves overlap: none, if what encloses them does. */
  readonly overlaps: number;
}

export const medialScenes: Experiment = {
  name: 'medial-scenes',
  run: async (rounds) => {
    const found = present([multiBodies, twoTrexes, fallingRings].map((source) => sceneRow(source(), rounds)));
    return hasPaperModels() ? found : { ...found, page: null };
  },
  redraw: (rows: readonly SceneRow[]) => present(rows),
  draw: (rows: readonly SceneRow[], machine) => ({ 'medial-scenes': scenesChart(rows, machine) }),
};

function present(rows: readonly SceneRow[]): Findings {
  return {
    table: [
      'medial-scenes: all questions of a frame, by medial axes; in brackets the paper',
      alignColumns(sizeRows(rows)),
      alignColumns(timeRows(rows)),
      alignColumns(frameRows(rows)),
    ].join('\n'),
    page: { name: 'medial-experiments', tables: scenePageTables(rows) },
    data: rows,
    goals: [],
    mistakes: rows.reduce((sum, { overlaps }) => sum + overlaps, 0),
  };
}

export function sceneRow(source: SceneSource, rounds: number, frames: number = source.frames): SceneRow {
  const passes = Array.from({ length: rounds }, () => simulate(source.begin(), DETECT.medial, frames));
  const [first] = passes;
  const least = (stage: 'microseconds' | 'response' | 'update'): number[] =>
    first.map((_, k) => Math.min(...passes.map((pass) => pass[k][stage])) / 1000);
  const sum = (count: (shape: Shape) => number): number =>
    source.shapes.reduce((total, [shape, bodies]) => total + bodies * count(shape), 0);
  return {
    scene: source.name,
    paper: source.paper,
    triangles: sum(({ model }) => model.triangleCount),
    primitives: sum(({ model }) => {
      const { cones, slabs } = medialAxis(model);
      return cones.length / 2 + slabs.length / 3;
    }),
    spheres: sum(({ model }) => medialAxis(model).spheres.length / 4),
    elementary: allElementaryPairs(source.begin()),
    init: Math.min(...passes.map(() => initSeconds(source))),
    milliseconds: least('microseconds'),
    response: least('response'),
    update: least('update'),
    active: first.map(({ pairs }) =>
      pairs.reduce((total, [a, b]) => total + elementaryPairs(medialAxis(a.model), medialAxis(b.model)), 0),
    ),
    questions: first.map(({ questions }) => questions),
    contacts: first.map(({ contacts }) => contacts.length),
    overlaps: first.flatMap(({ contacts }) => contacts).filter(meshesOverlap).length,
  };
}

function meshesOverlap({ a, poseA, b, poseB }: SceneContact): boolean {
  return collide(a.model, poseA, b.model, poseB, { solid: false }).colliding !== false;
}

export const scenePageTables = (rows: readonly SceneRow[]): Record<string, string> => ({
  'scene-sizes': markdownTable(sizeRows(rows)),
  'scene-times': markdownTable(timeRows(rows)),
  'scene-frames': markdownTable(frameRows(rows)),
});

/** Of all pairs of bodies of which one moves at least, wherever they are. */
function allElementaryPairs({ bodies }: Scene): number {
  const axes = new Map(bodies.map(({ shape }) => [shape, medialAxis(shape.model)]));
  const axisOf = (body: Body): MedialAxis => axes.get(body.shape) ?? medialAxis(body.shape.model);
  return bodies.reduce(
    (total, a, i) =>
      bodies
        .slice(i + 1)
        .filter((b) => !(a.fixed && b.fixed))
        .reduce((sum, b) => sum + elementaryPairs(axisOf(a), axisOf(b)), total),
    0,
  );
}

/** From saved models with their medial axes to models that have answered: trees are built by the first question. */
function initSeconds({ shapes }: SceneSource): number {
  const saved = shapes.map(([{ model, radius }]) => ({ bytes: model.toBytes(), radius }));
  const start = processorTime();
  for (const { bytes, radius } of saved) {
    const model = Model.fromBytes(bytes);
    const away = { from: { position: [3 * radius, 0, 0] }, velocity: [radius, 0, 0] } as const;
    timeOfContact(model, away, model, {}, { method: medial });
  }
  return (processorTime() - start) / 1e6;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** Table 1. */
function sizeRows(rows: readonly SceneRow[]): string[][] {
  const both = (ours: number, theirs: number): string => `${count(ours)} (${count(theirs)})`;
  return [
    ['scene', 'triangles', 'balls', 'primitives', 'elementary pairs', 'active of them, mean'],
    ...rows.map(({ scene, paper, triangles, spheres, primitives, elementary, active }) => [
      scene,
      both(triangles, paper.triangles),
      both(spheres, paper.spheres),
      both(primitives, paper.primitives),
      both(elementary, paper.pairs),
      count(Math.round(mean(active))),
    ]),
  ];
}

/** Table 2. The paper's frames are rendered too, so that the last column cannot be set beside its own. */
function timeRows(rows: readonly SceneRow[]): string[][] {
  return [
    ['scene', 'init, s', 'detection, ms', 'response, ms', 'update, ms', 'frames a second, nothing rendered'],
    ...rows.map(({ scene, paper, init, milliseconds, response, update }) => {
      const [detected, resolved, updated] = [mean(milliseconds), mean(response), mean(update)];
      return [
        scene,
        `${init.toFixed(3)} (${paper.init})`,
        `${detected.toFixed(3)} (${paper.ms})`,
        `${resolved.toFixed(3)} (${paper.response})`,
        `${updated.toFixed(3)} (${paper.update})`,
        `${count(Math.round(1000 / (detected + resolved + updated)))} (rendered ${paper.fps})`,
      ];
    }),
  ];
}

/** Fig. 8 in numbers. */
function frameRows(rows: readonly SceneRow[]): string[][] {
  const total = (values: readonly number[]): string => count(values.reduce((sum, value) => sum + value, 0));
  return [
    ['scene', 'frames', 'ms of detection, median', 'most', 'questions', 'contacts', 'overlaps of meshes'],
    ...rows.map(({ scene, milliseconds, questions, contacts, overlaps }) => [
      scene,
      String(milliseconds.length),
      median(milliseconds).toFixed(2),
      Math.max(...milliseconds).toFixed(2),
      total(questions),
      total(contacts),
      String(overlaps),
    ]),
  ];
}

function scenesChart(rows: readonly SceneRow[], { node }: Pick<Machine, 'node'>): string {
  const overFrames = (values: readonly number[]): [number, number][] => values.map((value, k) => [k + 1, value]);
  const panels = rows.flatMap(({ scene, milliseconds, active }): Panel[] => [
    {
      title: `${scene}: time`,
      xLabel: 'frame',
      yLabel: 'ms of all its questions',
      series: [{ name: '', style: 'met', points: overFrames(milliseconds) }],
    },
    {
      title: `${scene}: active elementary pairs`,
      xLabel: 'frame',
      yLabel: 'millions',
      series: [{ name: '', style: 'plain', points: overFrames(active.map((pairs) => pairs / 1e6)) }],
    },
  ]);
  return panelsChart('Three scenes, frame by frame (Fig. 8)', `one core, processor time; Node ${node}`, panels);
}
