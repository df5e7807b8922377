import type { Experiment } from '../experiment.ts';
import { SHARED_BENCH_DIR } from '../paths.ts';
import { advancementChart } from '../report/advancement-chart.ts';
import { alignColumns, number, ratio } from '../report/format.ts';
import { hasSharedWorkloads } from '../shared-workloads.ts';
import { mean } from '../statistics.ts';
import { mistakes } from '../time-of-contact/check.ts';
import { METHOD_LABELS } from '../time-of-contact/methods.ts';
import { generatedSource, sharedSource } from '../workload-source.ts';
import { FIGURES, type Figure } from './scenes.ts';
import { runFigure, type SceneResult } from './suite.ts';

/** One experiment a figure of the FAST paper; docs/lab/continuous-experiments.md has what came of each. */
export const ADVANCEMENT_EXPERIMENTS: readonly Experiment[] = FIGURES.map(experimentOf);

function experimentOf(figure: Figure): Experiment {
  const { name, title } = figure;
  return {
    name,
    run: async (rounds) => {
      const source = hasSharedWorkloads(SHARED_BENCH_DIR) ? sharedSource(SHARED_BENCH_DIR) : generatedSource();
      const data = await runFigure(figure, source, rounds);
      return {
        table: [`${name}: ${title}`, ...data.map(sceneTable)].join('\n'),
        data,
        goals: [],
        mistakes: data.reduce((sum, scene) => sum + scene.mistakes, 0),
      };
    },
    draw: (data: readonly SceneResult[], machine) => ({ [name]: advancementChart(title, data, machine) }),
  };
}

export function sceneTable({ scene, triangles, motions, hits, rows }: SceneResult): string {
  const heads = ['µs a query', 'motions', 'median', 'mean', 'mean / nearmiss', 'steps', 'front', 'wrong'];
  const [a, b] = triangles.map((count) => count.toLocaleString('en-US'));
  return [
    `  ${scene}: ${a} and ${b} triangles; ${motions} motions, ${hits} of them into contact`,
    alignColumns([
      heads,
      ...rows.map((row) => [
        METHOD_LABELS[row.method],
        String(row.numbers.length),
        number(row.median),
        number(row.mean),
        ratio(row.ratio),
        orDash(mean(row.iterations)),
        orDash(mean(row.front)),
        String(mistakes(row.verdict) + row.contradictions),
      ]),
    ]),
  ].join('\n');
}

const orDash = (value: number): string => (Number.isNaN(value) ? '–' : number(value));
