// Figs. 15, 17 and 20 of PolyDepth, and the depths along the paths of its Figs. 18 to 22. Times are by the distance query of the
// same models, in the same round.

import type { BracketedDepths } from '../penetration/bracketed-depths.ts';
import type { EachPose, Measured } from '../penetration/measured-translations.ts';
import type { PenetrationRun } from '../penetration/run.ts';
import { type Panel, panelsChart, type Series } from './panels.ts';

/** As many poses as the paper's Fig. 15 shows. */
const SHOWN = 100;

type Style = Series['style'];
type Curve = readonly [name: string, style: Style, values: readonly number[]];

/** How each translation is drawn, in whatever chart it is. */
const STYLES: Readonly<Partial<Record<string, Style>>> = {
  centroid: 'missed',
  auto: 'plain',
  pair: 'met',
  clear: 'plain',
};

/** Fig. 15: contacts, iterations, time and depth at random poses of the smallest knot that PolyDepth's answers are stored for, or of the smallest. */
export function randomChart({ random, node }: Pick<PenetrationRun, 'random' | 'node'>): string {
  const knots = random.filter(({ model }) => model.includes('knot'));
  const stored = knots.filter(({ polydepth }) => polydepth !== null);
  const knot = (stored.length > 0 ? stored : knots).reduce((a, b) => (b.triangles < a.triangles ? b : a));
  const theirs = (key: 'upper' | 'iterations'): Curve[] =>
    knot.polydepth === null ? [] : [['PolyDepth', 'faint', knot.polydepth.each[key]]];
  const shown = (curves: readonly Curve[]): Curve[] =>
    curves.map(([name, style, values]) => [name, style, values.slice(0, SHOWN)]);
  const panel = (title: string, key: keyof EachPose, more: readonly Curve[] = []): Panel =>
    overIndex(title, 'pose', shown([...curvesOf(knot, ['centroid', 'auto'], key), ...more]));
  return panelsChart('Two torus knots at random poses', `${knot.model}, the first ${SHOWN} that touch. Node ${node}`, [
    panel('contacts of an in-projection', 'contacts'),
    panel('iterations', 'iterations', theirs('iterations')),
    panel('time / a distance query', 'ratios'),
    panel('depth', 'upper', theirs('upper')),
  ]);
}

/** Fig. 20: the same along the fall of the last path. */
export function pathsChart({ paths, node }: Pick<PenetrationRun, 'paths' | 'node'>): string {
  const fall = paths[paths.length - 1];
  const panel = (title: string, key: keyof EachPose): Panel =>
    overIndex(title, 'step', curvesOf(fall, ['centroid', 'pair'], key));
  return panelsChart(`${fall.name}, step by step`, `From the centroids, and through a Pair. Node ${node}`, [
    panel('contacts of an in-projection', 'contacts'),
    panel('iterations', 'iterations'),
    panel('time / a distance query', 'ratios'),
    panel('depth', 'upper'),
  ]);
}

/** The depth along every path, and what is proven of it. */
export function depthsChart({ paths, node }: Pick<PenetrationRun, 'paths' | 'node'>): string {
  const panels = paths.map((path) =>
    overIndex(path.name, 'step', [
      ...curvesOf(path, ['centroid', 'auto', 'pair'], 'upper'),
      ['lower', 'faint', curvesOf(path, ['pair'], 'lower')[0][2]],
    ]),
  );
  return panelsChart(
    'How deep, along a path',
    `Afresh and through a Pair, with the Pair's bound from below. Node ${node}`,
    panels,
  );
}

/** Fig. 17: depths beside the truth, and what it takes to find them. */
export function exactChart({ known, bracketed, node }: Pick<PenetrationRun, 'known' | 'bracketed' | 'node'>): string {
  return panelsChart('Depths beside the truth', `Cases by their depth. Node ${node}`, [
    ...knownPanels(known),
    ...bracketed.flatMap(bracketedPanels),
  ]);
}

function bracketedPanels(bracketed: BracketedDepths): Panel[] {
  const { model, lower, upper, poses } = bracketed;
  const byDepth = Array.from({ length: poses }, (_, k) => k).sort((j, k) => upper[j] - upper[k]);
  const panel = (what: string, key: keyof EachPose, more: readonly Curve[]): Panel => {
    const curves = [...curvesOf(bracketed, ['centroid', 'auto'], key), ...more];
    return overIndex(
      `${model}: ${what}`,
      'case',
      curves.map(([name, style, values]) => [name, style, byDepth.map((k) => values[k])]),
    );
  };
  const proof = curvesOf(bracketed, ['accuracy'], 'ratios').map(([name, , values]): Curve => [name, 'faint', values]);
  return [
    panel('depth', 'upper', [
      ['at most', 'met', upper],
      ['at least', 'faint', lower],
    ]),
    panel('iterations', 'iterations', []),
    { ...panel('time / a distance query', 'ratios', proof), logY: true },
  ];
}

function knownPanels(known: PenetrationRun['known']): Panel[] {
  if (known.length === 0) return [];
  const sorted = known.map(({ start, cases }) => ({ start, cases: cases.toSorted((a, b) => a.depth - b.depth) }));
  return [
    overIndex('solids whose depth is known', 'case', [
      ...sorted.map(({ start, cases }): Curve => [start, STYLES[start] ?? 'plain', cases.map(({ upper }) => upper)]),
      ['exact', 'faint', sorted[0].cases.map(({ depth }) => depth)],
    ]),
  ];
}

function curvesOf<Name extends string>(
  { methods }: Measured<Name>,
  names: readonly NoInfer<Name>[],
  key: keyof EachPose,
): Curve[] {
  return names.flatMap((wanted) =>
    methods
      .filter(({ name }) => name === wanted)
      .map(({ name, each }): Curve => [name, STYLES[name] ?? 'plain', each[key]]),
  );
}

function overIndex(title: string, xLabel: string, curves: readonly Curve[]): Panel {
  return {
    title,
    xLabel,
    series: curves.map(([name, style, values]) => ({ name, style, points: values.map((value, k) => [k + 1, value]) })),
  };
}
