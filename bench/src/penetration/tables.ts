// The tables of PolyDepth with what the paper prints beside what was measured. Times are by the distance query of the same models
// in the same round, for milliseconds of two machines fifteen years apart say nothing.

import { number, ratio } from '../report/format.ts';
import type { BracketedDepths } from './bracketed-depths.ts';
import { errorSummary } from './depth-errors.ts';
import type { InProjectionRow } from './in-projections.ts';
import type { KnownDepths } from './known-depths.ts';
import type { PathResult } from './led-paths.ts';
import { PAPER_ERRORS, PAPER_PATHS, PAPER_RANDOM, type PaperRow } from './paper-figures.ts';
import type { PlottedTranslations } from './plotted-translations.ts';
import type { RandomPoses } from './random-poses.ts';
import type { PenetrationRun } from './run.ts';

interface Table {
  /** Where it stands in docs/lab/penetration-experiments.md. */
  readonly name: string;
  readonly title: string;
  /** The first has the heads. */
  readonly rows: readonly (readonly string[])[];
}

export function tablesOf(run: PenetrationRun): Table[] {
  const { random, known, bracketed, paths, holed, spoon, projections } = run;
  return [
    { name: 'random', title: 'Table I, random poses', rows: randomRows(random) },
    { name: 'sums', title: 'Sums of depths by start', rows: sumRows(random) },
    { name: 'errors', title: 'Table II, errors in %, by both metrics', rows: errorRows(known, bracketed) },
    { name: 'paths', title: 'Table III, paths', rows: pathRows(paths) },
    { name: 'scenes', title: 'Depths of Figs. 16 and 21 by start', rows: sceneRows([...holed, ...spoon]) },
    { name: 'projections', title: 'In-projection', rows: projectionRows(projections) },
  ];
}

const MEASURED = ['time / distance', 'contacts', 'iterations'] as const;
const PAPER = ['paper: ms', 'contacts', 'iterations'] as const;

function measuredCells(row: {
  readonly ratio: number;
  readonly contacts: number;
  readonly iterations: number;
}): string[] {
  return [ratio(row.ratio), number(row.contacts), number(row.iterations)];
}

/** One of our models, and the triangles of its first body. */
interface Sized {
  readonly name: string;
  readonly triangles: number;
}

/** The paper's cells stand beside the one of our models of it that is nearest to it in size; the paper starts from the centroids. */
function paperCells(rows: readonly PaperRow[], model: Sized, all: readonly Sized[], start: string): string[] {
  const found = rows.find(({ like }) => model.name.includes(like));
  if (found === undefined || start !== 'centroid') return ['', '', ''];
  const off = ({ triangles }: Sized): number => Math.abs(Math.log(triangles / found.size));
  const nearest = Math.min(...all.filter(({ name }) => name.includes(found.like)).map(off));
  if (off(model) > nearest) return ['', '', ''];
  return [`${found.ms} (${found.triangles})`, String(found.contacts), String(found.iterations)];
}

function randomRows(random: readonly RandomPoses[]): string[][] {
  const all = random.map(({ model: name, triangles }) => ({ name, triangles }));
  return [
    ['model', 'triangles', 'poses', 'start', ...MEASURED, ...PAPER, 'wrong'],
    ...random.flatMap(({ model, triangles, poses, methods }, k) =>
      methods
        .filter(({ name }) => name === 'centroid' || name === 'auto')
        .map((method) => [
          model,
          count(triangles),
          String(poses),
          method.name,
          ...measuredCells(method),
          ...paperCells(PAPER_RANDOM, all[k], all, method.name),
          String(method.wrong),
        ]),
    ),
  ];
}

function sumRows(random: readonly RandomPoses[]): string[][] {
  const starts = random[0]?.methods.map(({ name }) => name) ?? [];
  return [
    ['model', 'PolyDepth', ...starts, 'lower / upper', 'PolyDepth’s iterations'],
    ...random.map(({ model, polydepth, methods }) => [
      model,
      polydepth === null ? '–' : number(polydepth.depths),
      ...methods.map(({ depths }) => number(depths)),
      ratio(methods.find(({ name }) => name === 'auto')?.tightness ?? 0),
      polydepth === null ? '–' : number(polydepth.iterations),
    ]),
  ];
}

function errorRows(known: readonly KnownDepths[], bracketed: readonly BracketedDepths[]): string[][] {
  return [
    ['bodies', 'triangles', 'start', 'cases', 'mean 1', 'median 1', 'most 1', 'mean 2', 'median 2', 'most 2'],
    ...known.map(({ start, cases }) => [
      'solids, beyond the depth',
      '',
      start,
      String(cases.length),
      ...percents(cases.map(({ error1 }) => error1)),
      ...percents(cases.map(({ error2 }) => error2)),
    ]),
    ...bracketed.flatMap(({ model, triangles, poses, errors }) =>
      errors.flatMap(({ name, known1, known2, proven1, proven2 }) => {
        const cells = [count(triangles), name, String(poses)];
        return [
          [`${model}, beyond the shortest known`, ...cells, ...percents(known1), ...percents(known2)],
          [`${model}, beyond what is proven`, ...cells, ...percents(proven1), ...percents(proven2)],
        ];
      }),
    ),
    // Which of its two metrics the paper prints is not said.
    ...PAPER_ERRORS.map(({ name, triangles, mean, median }) => {
      const cells = [String(mean), String(median), ''];
      return [`paper: ${name}`, triangles, '', '', ...cells, ...cells];
    }),
  ];
}

function percents(errors: readonly number[]): string[] {
  const { mean, median, most } = errorSummary(errors);
  return [mean, median, most].map((error) => (100 * error).toFixed(4));
}

function pathRows(paths: readonly PathResult[]): string[][] {
  const all = paths.map(({ name, triangles: [triangles] }) => ({ name, triangles }));
  return [
    ['path', 'triangles', 'overlapping', 'asked', ...MEASURED, ...PAPER, 'lower / upper', 'mean depth', 'wrong'],
    ...paths.flatMap(({ name, triangles: [a, b], steps, overlapping, methods }, k) =>
      methods.map((method) => [
        name,
        a === b ? count(a) : `${count(a)}, ${count(b)}`,
        `${overlapping} of ${steps}`,
        method.name,
        ...measuredCells(method),
        ...paperCells(PAPER_PATHS, all[k], all, method.name),
        ratio(method.tightness),
        number(method.depths / overlapping),
        String(method.wrong),
      ]),
    ),
  ];
}

function sceneRows(scenes: readonly PlottedTranslations[]): string[][] {
  const starts = scenes[0]?.methods.map(({ start }) => start) ?? [];
  return [
    ['scene', 'triangles', ...starts, 'at least'],
    ...scenes.map(({ name, triangles, methods }) => [
      name,
      triangles.map(count).join(', '),
      ...methods.map(({ upper }) => number(upper)),
      number(Math.max(...methods.map(({ lower }) => lower))),
    ]),
  ];
}

function projectionRows(rows: readonly InProjectionRow[]): string[][] {
  return [
    ['normals', 'planes', 'Gauss–Seidel’s time / exact', 'sweeps', 'unfinished', 'wrong'],
    ...rows.map(({ normals, planes, exactUs, gaussSeidelUs, sweeps, unfinished, wrong }) => [
      normals,
      String(planes),
      ratio(gaussSeidelUs / exactUs),
      String(sweeps),
      String(unfinished),
      String(wrong),
    ]),
  ];
}

const count = (value: number): string => value.toLocaleString('en-US');
