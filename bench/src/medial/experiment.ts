// Tables 1 and 3 of the medial axis paper: sizes and errors of medial meshes, and whether the enclosing reading encloses.

import { seeded } from '@nearmiss/fixtures';
import { type MedialAxis, type Mesh, Model } from 'nearmiss';
import { PrimitiveTree } from '../core-rooms.ts';
import type { Experiment } from '../experiment.ts';
import { alignColumns } from '../report/format.ts';
import { COUNTS, type MedialSubject, medialSubjects } from './models.ts';

/** Random points of the surface that the enclosing reading has to hold, a mesh. */
const POINTS = 1_000_000;

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
  /** Of POINTS random points of the surface, those outside the enclosing reading. */
  readonly outside: number;
}

export const medial: Experiment = {
  name: 'medial',
  run: async () => {
    const rows = medialSubjects().flatMap((subject) => COUNTS.map((wished, k) => measure(subject, wished, k)));
    return {
      table: medialTable(rows),
      plot: null,
      data: rows,
      goals: [],
      mistakes: rows.filter((row) => row.outside > 0 || isAbovePaper(row)).length,
    };
  },
};

const hausdorff = ({ uncovered, overhang }: MedialRow): number => Math.max(uncovered, overhang);
const isAbovePaper = (row: MedialRow): boolean => row.paper !== null && hausdorff(row) > row.paper;

function measure({ name, mesh, paper }: MedialSubject, wished: number, k: number): MedialRow {
  const model = Model.build(mesh);
  const start = performance.now();
  const axis = model.medial({ primitives: wished });
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
function countOutside({ positions, triangles }: Mesh, axis: MedialAxis): number {
  const tree = new PrimitiveTree({
    ...axis,
    spheres: axis.spheres.map((x, k) => (k % 4 === 3 ? x + axis.dilation : x)),
  });
  const corner = (place: number, c: number): number => positions[3 * (triangles[place] ?? 0) + c] ?? 0;
  const areas = new Float64Array(triangles.length / 3);
  let total = 0;
  for (let face = 0; face < areas.length; face++) {
    const side = (to: number): number[] => [0, 1, 2].map((c) => corner(3 * face + to, c) - corner(3 * face, c));
    const [ux = 0, uy = 0, uz = 0] = side(1);
    const [vx = 0, vy = 0, vz = 0] = side(2);
    areas[face] = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
    total += areas[face] ?? 0;
  }
  const random = seeded(11);
  const point = new Float64Array(3);
  let outside = 0;
  let due = 0;
  for (let face = 0; face < areas.length; face++) {
    for (due += (POINTS * (areas[face] ?? 0)) / total; due >= 1; due--) {
      const a = Math.sqrt(random());
      const b = random();
      for (let c = 0; c < 3; c++) {
        const [p, q, r] = [corner(3 * face, c), corner(3 * face + 1, c), corner(3 * face + 2, c)];
        point[c] = (1 - a) * p + a * ((1 - b) * q + b * r);
      }
      if (tree.outside(point, 0, 1, 0) > 0) outside++;
    }
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
