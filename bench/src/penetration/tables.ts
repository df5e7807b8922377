import { alignColumns, number, ratio } from '../report/format.ts';
import type { InProjectionRow } from './in-projections.ts';
import { errorSummary, type KnownDepths } from './known-depths.ts';
import type { PathResult } from './led-paths.ts';
import type { RandomPoses } from './random-poses.ts';

const HEADS = ['µs', '/ distance', 'iterations', 'contacts', 'lower / upper', 'wrong'];

export function randomPosesTable({ model, triangles, poses, distanceUs, polydepth, rows }: RandomPoses): string {
  const theirs =
    polydepth === null
      ? []
      : [['PolyDepth', '', '', number(polydepth.iterations), '', '', '', number(polydepth.depths)]];
  return [
    `  ${model}: ${count(triangles)} triangles, ${poses} poses; a distance query takes ${number(distanceUs)} µs`,
    alignColumns([
      ['', ...HEADS, 'sum of depths'],
      ...rows.map((row) => [row.start, ...cellsOf(row), number(row.depths)]),
      ...theirs,
    ]),
  ].join('\n');
}

export function pathTable({ name, triangles: [a, b], steps, overlapping, distanceUs, rows }: PathResult): string {
  return [
    `  ${name}: ${count(a)} and ${count(b)} triangles, ${overlapping} of ${steps} steps overlap; a distance query takes ${number(distanceUs)} µs`,
    alignColumns([
      ['', ...HEADS, 'mean depth'],
      ...rows.map((row) => [
        row.way,
        ...cellsOf(row),
        number(row.upper.reduce((sum, depth) => sum + depth, 0) / overlapping),
      ]),
    ]),
  ].join('\n');
}

interface Shared {
  readonly microseconds: number;
  readonly ratio: number;
  readonly iterations: number;
  readonly contacts: number;
  readonly tightness: number;
  readonly wrong: number;
}

function cellsOf(row: Shared): string[] {
  return [
    number(row.microseconds),
    ratio(row.ratio),
    number(row.iterations),
    number(row.contacts),
    ratio(row.tightness),
    String(row.wrong),
  ];
}

export function knownDepthsTable(found: readonly KnownDepths[]): string {
  return alignColumns([
    ['errors in %', 'cases', 'mean 1', 'median 1', 'most 1', 'mean 2', 'median 2', 'most 2', 'wrong'],
    ...found.map(({ start, cases }) => [
      start,
      String(cases.length),
      ...percents(cases.map(({ error1 }) => error1)),
      ...percents(cases.map(({ error2 }) => error2)),
      String(cases.filter(({ isWrong }) => isWrong).length),
    ]),
  ]);
}

function percents(errors: readonly number[]): string[] {
  const { mean, median, most } = errorSummary(errors);
  return [mean, median, most].map((error) => (100 * error).toFixed(4));
}

export function inProjectionsTable(rows: readonly InProjectionRow[]): string {
  return alignColumns([
    ['normals', 'planes', 'exact µs', 'Gauss–Seidel µs', 'sweeps', 'unfinished', 'wrong'],
    ...rows.map((row) => [
      row.normals,
      String(row.planes),
      number(row.exactUs),
      number(row.gaussSeidelUs),
      String(row.sweeps),
      String(row.unfinished),
      String(row.wrong),
    ]),
  ]);
}

const count = (value: number): string => value.toLocaleString('en-US');
