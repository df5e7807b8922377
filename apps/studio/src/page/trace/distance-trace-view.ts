// The search for a distance, step by step: the bodies coloured by how deep or how often the nodes above each face were tested, the pair of nodes
// in hand, and the bracket so far. Pages of the site use it too, so it gets its elements and knows no page.

import type { DistanceStep, TracedTree } from 'nearmiss/lab';
import { SLOTS, type Slot } from '../body.ts';
import { grouped } from '../grouped.ts';
import { writeRows } from '../rows.ts';
import { paintLevels, paintSearch, paintTimes } from '../view/face-paint.ts';
import { BracketChart } from './bracket-chart.ts';
import { FaceHeat, facesBelow, nodeTests } from './face-heat.ts';
import { HeatLegend } from './heat-legend.ts';
import { type Paintable, SearchView } from './search-view.ts';

/** A trace as the worker sends it. */
export interface DistanceSearch {
  readonly steps: readonly DistanceStep[];
  /** All steps; the trace has the first of them. */
  readonly stepCount: number;
  readonly trees: Readonly<Record<Slot, TracedTree>>;
}

const DIGITS = 5;

export class DistanceTraceView extends SearchView<DistanceSearch> {
  readonly #chart = new BracketChart();
  readonly #legend = new HeatLegend(() => this.#draw());
  readonly #more = document.createElement('p');
  #heat: Readonly<Record<Slot, FaceHeat>> | null = null;
  #deepest = 0;
  /** The most tests of nodes above one face, in all steps. */
  #most = 0;

  constructor(bodies: Paintable) {
    super(bodies, 'distance-trace', 'distance search', () => this.#draw());
    this.#more.className = 'trace-note';
    this.root.append(this.controls, this.#chart.root, this.#legend.root, this.rows, this.#more);
  }

  show(search: DistanceSearch): void {
    this.search = search;
    const { steps, stepCount, trees } = search;
    this.#heat = {
      a: new FaceHeat(trees.a, nodeTests(steps, 'a')),
      b: new FaceHeat(trees.b, nodeTests(steps, 'b')),
    };
    this.#deepest = steps.reduce(
      (deepest, { testedA, testedB }) =>
        Math.max(deepest, trees.a.levels[testedA[0]] ?? 0, trees.b.levels[testedB[0]] ?? 0),
      0,
    );
    const { a, b } = this.#heat;
    this.#most = [a, b].reduce((most, heat) => maxOf(heat.timesAfter(steps.length - 1), most), 0);
    const isWhole = steps.length === stepCount;
    this.#more.textContent = isWhole
      ? ''
      : `Shown are the first ${grouped(steps.length)} of ${grouped(stepCount)} steps.`;
    this.#chart.show(steps);
    this.player.show(steps.length);
    this.#draw();
  }

  #draw(): void {
    const index = this.player.step;
    const step = this.search?.steps[index];
    if (this.search === null || this.#heat === null || step === undefined) return;
    const { trees, steps } = this.search;
    const nodes = { a: step.nodeA, b: step.nodeB };
    const isDeep = this.#legend.kind === 'deep';
    this.#legend.show(isDeep ? this.#deepest : this.#most);
    for (const slot of SLOTS) {
      const heat = this.#heat[slot];
      const paint = isDeep
        ? paintLevels(heat.levelsAfter(index), this.#deepest)
        : paintTimes(heat.timesAfter(index), this.#most);
      // The roots are whole bodies, which need no mark.
      const inHand = nodes[slot] === 0 ? null : facesBelow(trees[slot], nodes[slot]);
      this.paint(slot, paintSearch(paint, inHand));
    }
    this.#chart.mark(index);
    this.player.say(captionOf(step), step.kind);
    Object.assign(this.root.dataset, {
      steps: String(steps.length),
      step: String(index + 1),
      lower: String(step.lower),
      upper: String(step.upper),
      volumeTests: String(step.volumeTests),
      front: String(step.frontSize),
    });
    writeRows(this.rows, [
      ['nodes of A and B', `${step.nodeA}, ${step.nodeB}`],
      ['levels', `${trees.a.levels[step.nodeA]}, ${trees.b.levels[step.nodeB]}`],
      ['bound of the pair', short(step.bound)],
      ['pruning bound', short(step.pruningBound)],
      ['upper bound', short(step.upper)],
      ['lower bound', short(step.lower)],
      ['BVTT front', `${grouped(step.frontSize)} pairs of nodes`],
      ['volume tests, face tests', `${grouped(step.volumeTests)}, ${grouped(step.triangleTests)}`],
    ]);
  }
}

function maxOf(values: Uint32Array, least: number): number {
  return values.reduce((most, value) => Math.max(most, value), least);
}

function short(length: number): string {
  return Number.isFinite(length) ? String(Number(length.toPrecision(DIGITS))) : '–';
}

/** What a step does, in words. */
function captionOf(step: DistanceStep): string {
  const { kind, bound, pruningBound, dropped, testedA, testedB } = step;
  const tested = (testedA[1] - testedA[0]) * (testedB[1] - testedB[0]);
  switch (kind) {
    case 'seed':
      return 'A quick descent finds a near pair of faces: nothing farther apart matters.';
    case 'nodes':
      return bound > 0
        ? `Bound ${short(bound)} is below the pruning bound ${short(pruningBound)}: opened, ${dropped} of ${tested} pairs dropped.`
        : `The volumes may overlap: opened, ${dropped} of ${tested} pairs dropped.`;
    case 'leaves':
      return `Two leaves: their faces are measured. The nearest so far are ${short(step.upper)} apart.`;
    case 'cores':
      return 'Core triangles prove this pair far enough apart.';
  }
}
