// Which faces of a mesh touch each other: nearmiss' `selfCollide` beside CGAL, on scans and a CAD model. docs/lab/deforming.md.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadMesh } from '@nearmiss/io/node';
import { Mesh, use } from 'nearmiss';
import { DeformingMesh, selfCollide } from 'nearmiss/deforming';
import { simd } from 'nearmiss/simd';
import type { Experiment, Findings } from '../experiment.ts';
import { judge, SELF_COLLIDE_GOAL } from '../goals.ts';
import { type Entrant, interleave } from '../interleave.ts';
import { encodeMesh } from '../mesh-file.ts';
import { CGAL_SELF_SOURCE, DEFAULT_OUT_DIR, SHARED_MODELS_DIR } from '../paths.ts';
import { CGAL, compileNative } from '../peers/native-binary.ts';
import { processorTime } from '../peers/time-each.ts';
import { alignColumns, number, ratio } from '../report/format.ts';
import { median } from '../statistics.ts';
import { type SelfSearch, searchByCgal } from './cgal.ts';

const MODELS = {
  buddha: 'photon/buddha.obj',
  cycloidal: 'trimesh/cycloidal.ply',
  'T-rex': 'meshsimp/trex.obj',
  armadillo: 'libigl/armadillo.obj',
} as const;

/** Searches before the first that is timed; a native program needs none. */
const WARM_UP = 4;

export interface SelfRow {
  readonly model: string;
  readonly triangles: number;
  readonly pairs: number;
  /** Milliseconds of processor time, by round: a new shape of a mesh that was searched before, without and with kernels; a new mesh. */
  readonly nearmiss: readonly number[];
  readonly simd: readonly number[];
  readonly fresh: readonly number[];
  readonly cgal: readonly number[];
  /** Searches that found other pairs than the first one of CGAL. */
  readonly mistakes: number;
}

export const selfCollisions: Experiment = {
  name: 'self-collide',
  run: async (rounds) => {
    const binary = compileNative(CGAL, DEFAULT_OUT_DIR, CGAL_SELF_SOURCE);
    if ('missing' in binary) throw new Error(binary.missing);
    const rows: SelfRow[] = [];
    for (const [model, file] of Object.entries(MODELS)) {
      const path = join(SHARED_MODELS_DIR, file);
      if (!existsSync(path))
        throw new Error(`There is no ${path}: the experiment needs the models beside the checkout.`);
      const { positions, triangles } = (await loadMesh(path)).mesh;
      rows.push(await measure(model, weld(positions, triangles), binary.path, rounds));
    }
    return present(rows);
  },
  redraw: (data) => present(data as SelfRow[]),
};

/** One vertex for each position: CGAL knows common corners by their numbers alone. */
function weld(positions: Float64Array, triangles: Uint32Array): Mesh {
  const first = new Map<string, number>();
  const joined = Array.from({ length: positions.length / 3 }, (_, v) => {
    // −0 is written as 0.
    const key = positions.subarray(3 * v, 3 * v + 3).join(' ');
    const known = first.get(key) ?? v;
    first.set(key, known);
    return known;
  });
  return new Mesh(
    positions,
    triangles.map((v) => joined[v]),
  );
}

export async function measure(model: string, mesh: Mesh, binary: string, rounds: number): Promise<SelfRow> {
  mkdirSync(DEFAULT_OUT_DIR, { recursive: true });
  const file = join(DEFAULT_OUT_DIR, `${model}.bin`);
  writeFileSync(file, encodeMesh(mesh));
  const body = new DeformingMesh(mesh);
  const again = (): SelfSearch => {
    body.deform(mesh.positions);
    return timed(() => selfCollide(body));
  };
  const turns = {
    nearmiss: () => withKernels(null, again),
    simd: () => withKernels(simd, again),
    fresh: () => withKernels(simd, () => timed(() => selfCollide(new DeformingMesh(mesh)))),
  };
  for (let k = 0; k < WARM_UP; k++) for (const turn of Object.values(turns)) turn();
  const entrants: Entrant<SelfSearch>[] = [
    ...Object.entries(turns).map(([label, turn]) => ({ label, turn: async () => turn() })),
    { label: 'CGAL', turn: async () => searchByCgal(binary, file) },
  ];
  const [nearmiss, accelerated, fresh, cgal] = (await interleave(entrants, rounds)).map((entrant) => entrant.turns);
  const expected = cgal[0].pairs.join();
  const times = (turns: readonly SelfSearch[]): number[] => turns.map(({ milliseconds }) => milliseconds);
  return {
    model,
    triangles: mesh.triangles.length / 3,
    pairs: cgal[0].pairs.length / 2,
    nearmiss: times(nearmiss),
    simd: times(accelerated),
    fresh: times(fresh),
    cgal: times(cgal),
    mistakes: [...nearmiss, ...accelerated, ...fresh, ...cgal].filter(({ pairs }) => pairs.join() !== expected).length,
  };
}

function withKernels<Result>(kernels: typeof simd | null, run: () => Result): Result {
  use(kernels);
  try {
    return run();
  } finally {
    use(null);
  }
}

function timed(search: () => readonly (readonly [number, number])[]): SelfSearch {
  const start = processorTime();
  const pairs = search();
  const milliseconds = (processorTime() - start) / 1000;
  return { milliseconds, pairs: Uint32Array.from(pairs.flat()) };
}

const ratioOf = (times: readonly number[], cgal: readonly number[]): number =>
  median(times.map((time, round) => time / cgal[round]));

function present(rows: readonly SelfRow[]): Findings {
  const table = [
    [
      'model',
      'triangles',
      'pairs',
      'nearmiss',
      'simd',
      'simd, new mesh',
      'CGAL',
      "/ CGAL's",
      'simd',
      'new mesh',
      'wrong',
    ],
    ...rows.map(({ model, triangles, pairs, nearmiss, simd, fresh, cgal, mistakes }) => [
      ...[model, triangles.toLocaleString('en-US'), pairs.toLocaleString('en-US')],
      ...[nearmiss, simd, fresh, cgal].map((times) => number(median(times))),
      ...[nearmiss, simd, fresh].map((times) => ratio(ratioOf(times, cgal))),
      String(mistakes),
    ]),
  ];
  return {
    table: `self-collide: all pairs of touching faces of one mesh, milliseconds of processor time\n${alignColumns(table)}`,
    data: rows,
    goals: rows.map(({ model, simd, cgal }) =>
      judge({ ...SELF_COLLIDE_GOAL, what: `${model}: ${SELF_COLLIDE_GOAL.what}` }, ratioOf(simd, cgal)),
    ),
    mistakes: rows.reduce((sum, { mistakes }) => sum + mistakes, 0),
  };
}
