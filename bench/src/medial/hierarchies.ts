// Fig. 13 of the medial axis paper: times of contact of the T-rex and the armadillo by their medial axes, and by their triangles below trees of oriented boxes
// and of spheres, on meshes of 1,000 to 7,000 vertices and on the whole ones. The paper's meshes were made anew along a field, these by quadric errors.

import { seeded } from '@nearmiss/fixtures';
import { Mesh, Model, type Motion, type TimeOfContactOptions, type TimeOfContactResult, timeOfContact } from 'nearmiss';
import { controlled, obb, sphereVolume } from 'nearmiss/lab';
import { medial, medialStructure } from 'nearmiss/medial';
import { decimate } from '../decimation/decimate.ts';
import type { Experiment } from '../experiment.ts';
import { interleave } from '../interleave.ts';
import { processorTime, type Timed, timeEach } from '../peers/time-each.ts';
import { alignColumns } from '../report/format.ts';
import { panelsChart, type Series } from '../report/panels.ts';
import type { Machine } from '../report/results.ts';
import { mean } from '../statistics.ts';
import { drawMotion, type MotionKind } from './contact.ts';
import { subjectOf } from './models.ts';

/** Primitives of the medial axes, and what the paper's search on all pairs of them takes, in milliseconds. */
const PRIMITIVES = { 'T-rex': 691, armadillo: 617 } as const;
const PAPER_MEDIAL = 6.72;
/** Vertices of the meshes, and the paper's milliseconds. */
const PAPER = [
  { vertices: 1000, obb: 7.85, sphere: 7.45 },
  { vertices: 3000, obb: 12.24, sphere: 9.83 },
  { vertices: 5000, obb: 14.16, sphere: 18.71 },
  { vertices: 7000, obb: 18.45, sphere: 36.53 },
] as const;

const METHODS = ['obb', 'sphere', 'default', 'medial'] as const;
type Method = (typeof METHODS)[number];

/** Boxes and spheres are advanced as C²A has it; the default has trees of discs, and every pair of nodes its own clock. */
const OPTIONS: Readonly<Record<Method, TimeOfContactOptions>> = {
  obb: { method: controlled, volume: obb },
  sphere: { method: controlled, volume: sphereVolume },
  default: {},
  medial: { method: medial },
};

const MOTIONS = 60;
const KIND: MotionKind = { away: 1.2, displacements: 2, angular: 2 };
const SEED = 43;

interface HierarchyRow {
  readonly displacement: Method;
  /** Of the T-rex and the armadillo each; null: as they are. */
  readonly vertices: number | null;
  /** Of processor time, on average, the least of all rounds. */
  readonly milliseconds: number;
  readonly contacts: number;
  /** Contacts of the whole meshes that are told late or not at all, and how much is gone by then, at most, in sizes of the models. */
  readonly late: number;
  readonly latest: number;
}

export const medialHierarchies: Experiment = {
  name: 'medial-hierarchies',
  run: async (rounds) => {
    const rows = await compareHierarchies(rounds);
    return {
      table: hierarchiesTable(rows),
      data: rows,
      goals: [],
      // On decimated meshes contacts are late because the meshes are other ones.
      mistakes: rows.filter(({ vertices, late }) => vertices === null && late > 0).length,
    };
  },
  draw: (rows: readonly HierarchyRow[], machine) => ({ 'medial-hierarchies': hierarchiesChart(rows, machine) }),
};

async function compareHierarchies(rounds: number): Promise<HierarchyRow[]> {
  const meshes = [subjectOf('T-rex').mesh, subjectOf('armadillo').mesh];
  const pairOf = (vertices: number | null): Model[] =>
    meshes.map((mesh) => {
      if (vertices === null) return Model.build(mesh);
      const { positions, triangles } = decimate(mesh, vertices);
      return Model.build(new Mesh(positions, triangles));
    });
  const [rex, armadillo] = pairOf(null);
  const whole = [
    rex.with(medialStructure({ primitives: PRIMITIVES['T-rex'] })),
    armadillo.with(medialStructure({ primitives: PRIMITIVES.armadillo })),
  ];
  const random = seeded(SEED);
  const motions = Array.from({ length: MOTIONS }, () => drawMotion(random, KIND));
  const exact = motions.map((motion) => timeOfContact(whole[0], motion, whole[1], {}));

  const entrants = [...PAPER.map(({ vertices }) => vertices), null].flatMap((vertices) => {
    const [a, b] = vertices === null ? whole : pairOf(vertices);
    return METHODS.filter((displacement) => displacement !== 'medial' || vertices === null).map((displacement) => ({
      displacement,
      vertices,
      a,
      b,
    }));
  });
  const runs = await interleave(
    entrants.map(({ displacement, vertices, a, b }) => {
      const ask = (motion: Motion): TimeOfContactResult => timeOfContact(a, motion, b, {}, OPTIONS[displacement]);
      return { label: `${displacement} ${vertices}`, turn: async () => timeEach(motions, ask, processorTime) };
    }),
    rounds,
  );
  return entrants.map(({ displacement, vertices }, k) => ({
    displacement,
    vertices,
    ...summary(runs[k].turns, exact),
  }));
}

function summary(
  turns: readonly Timed<TimeOfContactResult>[],
  exact: readonly TimeOfContactResult[],
): Pick<HierarchyRow, 'milliseconds' | 'contacts' | 'late' | 'latest'> {
  const { results } = turns[0];
  // A motion that is free is over at 1.
  const lateness = results.map(({ lower }, k) => lower - (exact[k].upper ?? Infinity)).filter((by) => by > 0);
  return {
    milliseconds: mean(exact.map((_, k) => Math.min(...turns.map(({ microseconds }) => microseconds[k])))) / 1000,
    contacts: results.filter(({ status }) => status !== 'free').length,
    late: lateness.length,
    latest: KIND.away * KIND.displacements * Math.max(0, ...lateness),
  };
}

const verticesOf = ({ vertices }: HierarchyRow): string => vertices?.toLocaleString('en-US') ?? 'all';

function hierarchiesTable(rows: readonly HierarchyRow[]): string {
  return [
    `medial-hierarchies: T-rex and armadillo, ${MOTIONS} motions; the paper's medial axes take ${PAPER_MEDIAL} ms`,
    alignColumns([
      ['method', 'vertices', 'ms', 'paper', 'contacts', 'late', 'by at most'],
      ...rows.map((row) => [
        row.displacement,
        row.displacement === 'medial' ? '–' : verticesOf(row),
        row.milliseconds.toFixed(3),
        paperOf(row)?.toFixed(2) ?? '',
        String(row.contacts),
        String(row.late),
        row.latest.toFixed(4),
      ]),
    ]),
  ].join('\n');
}

function paperOf({ displacement, vertices }: HierarchyRow): number | undefined {
  if (displacement === 'medial') return PAPER_MEDIAL;
  return displacement === 'default' ? undefined : PAPER.find((row) => row.vertices === vertices)?.[displacement];
}

function hierarchiesChart(rows: readonly HierarchyRow[], { node }: Pick<Machine, 'node'>): string {
  const sizes = PAPER.map(({ vertices }) => vertices);
  const timesOf = (displacement: Method): [number, number][] =>
    rows.flatMap((row) =>
      row.displacement === displacement && row.vertices !== null ? [[row.vertices, row.milliseconds]] : [],
    );
  const level = (value: number): [number, number][] => sizes.map((vertices) => [vertices, value]);
  const medial = rows.find(({ displacement }) => displacement === 'medial')?.milliseconds ?? 0;
  const named = (name: string, style: Series['style'], points: [number, number][]): Series => ({ name, style, points });
  return panelsChart(
    'Times of contact by medial axes and by triangles (Fig. 13)',
    `T-rex and armadillo; Node ${node}`,
    [
      {
        title: 'here, one core',
        xLabel: 'vertices of each mesh',
        yLabel: 'ms a query',
        logY: true,
        series: [
          named('boxes', 'plain', timesOf('obb')),
          named('spheres', 'missed', timesOf('sphere')),
          named('default', 'faint', timesOf('default')),
          named('medial', 'met', level(medial)),
        ],
      },
      {
        title: 'paper, graphics card',
        xLabel: 'vertices of each mesh',
        yLabel: 'ms a step',
        logY: true,
        series: [
          named(
            'boxes',
            'plain',
            PAPER.map(({ vertices, obb }) => [vertices, obb]),
          ),
          named(
            'spheres',
            'missed',
            PAPER.map(({ vertices, sphere }) => [vertices, sphere]),
          ),
          named('medial', 'met', level(PAPER_MEDIAL)),
        ],
      },
    ],
  );
}
