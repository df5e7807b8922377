// Fig. 14 of the medial axis paper: a medial axis and a triangle mesh of as many vertices, how near each is to the model it was made of.

import { closestPoint, Mesh, Model } from 'nearmiss';
import { medialAxis } from 'nearmiss/medial';
import type { Vector } from '../body-pose.ts';
import { decimate } from '../decimation/decimate.ts';
import type { Experiment } from '../experiment.ts';
import { alignColumns } from '../report/format.ts';
import { type Panel, panelsChart } from '../report/panels.ts';
import type { Machine } from '../report/results.ts';
import { withMedialOfBalls } from './medial-of-balls.ts';
import { type MedialSubject, type PaperModel, subjectOf } from './models.ts';
import { surfacePoints } from './surface-points.ts';

const MODELS: readonly PaperModel[] = ['bug', 'bear', 'dolphin', 'spider', 'armadillo', 'T-rex'];
/** The paper has the last. */
const VERTICES = [200, 1000] as const;
/** Random points of each surface that are tested. */
const POINTS = 100_000;
const SEED = 31;

interface DecimatedRow {
  readonly model: string;
  readonly vertices: number;
  /** How far points of the model are from the other, at most, and points of the other from the model. */
  readonly triangles: { readonly removed: number; readonly added: number };
  readonly medial: { readonly balls: number; readonly removed: number; readonly added: number };
}

export const medialDecimated: Experiment = {
  name: 'medial-decimated',
  run: async () => {
    const rows = MODELS.flatMap((name) => decimatedRows(subjectOf(name), VERTICES));
    return {
      table: decimatedTable(rows),
      data: rows,
      goals: [],
      mistakes: 0,
    };
  },
  draw: (rows: readonly DecimatedRow[], machine) => ({ 'medial-decimated': decimatedChart(rows, machine) }),
};

function decimatedRows(
  { name, mesh }: Pick<MedialSubject, 'name' | 'mesh'>,
  counts: readonly number[],
): DecimatedRow[] {
  const model = Model.build(mesh);
  return counts.map((vertices) => {
    const { positions, triangles } = decimate(mesh, vertices);
    const coarse = new Mesh(positions, triangles);
    const axis = medialAxis(withMedialOfBalls(model, vertices));
    return {
      model: name,
      vertices,
      triangles: {
        removed: farthest(surfacePoints(mesh, POINTS, SEED), Model.build(coarse)),
        added: farthest(surfacePoints(coarse, POINTS, SEED), model),
      },
      medial: { balls: axis.spheres.length / 4, removed: axis.uncovered, added: axis.overhang },
    };
  });
}

function farthest(points: Iterable<Vector>, model: Model): number {
  let most = 0;
  for (const point of points) most = Math.max(most, closestPoint(model, {}, point).distance);
  return most;
}

function decimatedTable(rows: readonly DecimatedRow[]): string {
  return [
    'medial-decimated: errors of triangle meshes and medial axes with as many vertices, with the longest side 1',
    alignColumns([
      ['model', 'vertices', 'triangles: missing', 'added', 'balls', 'medial: missing', 'added'],
      ...rows.map(({ model, vertices, triangles, medial }) => [
        model,
        String(vertices),
        triangles.removed.toFixed(4),
        triangles.added.toFixed(4),
        String(medial.balls),
        medial.removed.toFixed(4),
        medial.added.toFixed(4),
      ]),
    ]),
  ].join('\n');
}

function decimatedChart(rows: readonly DecimatedRow[], { node }: Pick<Machine, 'node'>): string {
  const panels = [...new Set(rows.map(({ model }) => model))].map((name): Panel => {
    const own = rows.filter(({ model }) => model === name);
    return {
      title: name,
      xLabel: 'vertices',
      yLabel: 'Hausdorff error, longest side 1',
      logX: true,
      logY: true,
      series: [
        {
          name: 'triangles',
          style: 'missed',
          points: own.map(({ vertices, triangles }) => [vertices, Math.max(triangles.removed, triangles.added)]),
        },
        {
          name: 'medial axis',
          style: 'met',
          points: own.map(({ medial }) => [medial.balls, Math.max(medial.removed, medial.added)]),
        },
      ],
    };
  });
  return panelsChart('As many triangle vertices as medial balls (Fig. 14)', `Node ${node}`, panels);
}
