// Table 3 of the medial axis paper: sizes and errors of medial meshes, and whether their enclosures enclose.

import { type Mesh, Model } from 'nearmiss';
import { MEDIAL_DEFAULTS, type MedialAxis, medialAxis } from 'nearmiss/medial';
import { PrimitiveTree } from '../core-internals.ts';
import type { Experiment, Findings } from '../experiment.ts';
import { alignColumns } from '../report/format.ts';
import { COUNTS, type MedialSubject, medialSubjects, openSubjects } from './models.ts';
import { surfacePoints } from './surface-points.ts';

/** Number of random surface points tested per mesh. */
const POINTS = 1_000_000;
const SEED = 11;

interface MedialRow {
  readonly model: string;
  readonly wished: number;
  readonly spheres: number;
  readonly cones: number;
  readonly slabs: number;
  readonly uncovered: number;
  readonly overhang: number;
  readonly dilation: number;
  readonly paper: number | null;
  readonly seconds: number;
  /** Of POINTS random points of the surface, those outside the enclosure. */
  readonly outside: number;
}

export const medial: Experiment = { name: 'medial', run: async () => findingsOf(COUNTS) };

/** The same for the default number of primitives only. Takes minutes; all numbers take almost an hour. */
export const medialEncloses: Experiment = {
  name: 'medial-encloses',
  run: async () => findingsOf([MEDIAL_DEFAULTS.primitives]),
};

function findingsOf(counts: readonly number[]): Findings {
  const subjects = [...medialSubjects(), ...openSubjects()];
  const rows = subjects.flatMap((subject) => counts.map((wished) => measure(subject, wished, COUNTS.indexOf(wished))));
  return {
    table: medialTable(rows),
    data: rows,
    goals: [],
    mistakes: rows.filter((row) => row.outside > 0 || isAbovePaper(row)).length,
  };
}

const hausdorff = ({ uncovered, overhang }: MedialRow): number => Math.max(uncovered, overhang);
const isAbovePaper = (row: MedialRow): boolean => row.paper !== null && hausdorff(row) > row.paper;

function measure({ name, mesh, paper }: MedialSubject, wished: number, k: number): MedialRow {
  const model = Model.build(mesh);
  const start = performance.now();
  const axis = medialAxis(model, { primitives: wished });
  const seconds = (performance.now() - start) / 1000;
  const { spheres, cones, slabs, uncovered, overhang, dilation } = axis;
  return {
    model: name,
    wished,
    spheres: spheres.length / 4,
    cones: cones.length / 2,
    slabs: slabs.length / 3,
    uncovered,
    overhang,
    dilation,
    paper: paper[k] ?? null,
    seconds,
    outside: countOutside(mesh, axis),
  };
}

/** How many random points of the surface, all equally likely, are outside the dilated medial mesh. */
function countOutside(mesh: Mesh, axis: MedialAxis): number {
  const tree = new PrimitiveTree({
    ...axis,
    spheres: axis.spheres.map((x, k) => (k % 4 === 3 ? x + axis.dilation : x)),
  });
  const slot = new Float64Array(3);
  let outside = 0;
  for (const point of surfacePoints(mesh, POINTS, SEED)) {
    slot.set(point);
    if (tree.outside(slot, 0, 1, 0) > 0) outside++;
  }
  return outside;
}

function medialTable(rows: readonly MedialRow[]): string {
  return [
    `medial: errors with the longest side 1; ${POINTS.toLocaleString('en-US')} points of each surface tried`,
    alignColumns([
      ['model', 'wished', 'balls', 'cones', 'slabs', 'uncovered', 'overhang', 'paper', 'dilation', 'outside', 's'],
      ...rows.map((row) => [
        row.model,
        String(row.wished),
        String(row.spheres),
        String(row.cones),
        String(row.slabs),
        row.uncovered.toFixed(4),
        row.overhang.toFixed(4),
        row.paper === null ? '' : `${row.paper}${isAbovePaper(row) ? ' !' : ''}`,
        row.dilation.toFixed(4),
        String(row.outside),
        row.seconds.toFixed(1),
      ]),
    ]),
  ].join('\n');
}
