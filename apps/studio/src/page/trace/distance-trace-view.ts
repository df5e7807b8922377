// The search for a distance, step by step: the bodies coloured by how deep the nodes above each face were tested, the pair of nodes in
// hand, and the bracket so far. Pages of the site use it too, so it gets its elements and knows no page.

import type { DistanceStep, TracedTree } from 'nearmiss/lab';
import type { Slot } from '../body.ts';
import { grouped } from '../grouped.ts';
import { writeRows } from '../rows.ts';
import { type FacePaint, paintSearch } from '../view/face-paint.ts';
import { BracketChart } from './bracket-chart.ts';
import { FaceHeat, facesBelow, nodeTests } from './face-heat.ts';
import { TracePlayer } from './trace-player.ts';

/** A trace as the worker sends it. */
export interface DistanceSearch {
  readonly steps: readonly DistanceStep[];
  /** All steps; the trace has the first of them. */
  readonly stepCount: number;
  readonly trees: Readonly<Record<Slot, TracedTree>>;
}

/** What colours the bodies. */
export interface Paintable {
  paint(slot: Slot, paint: FacePaint | null, hullEdges: Uint32Array): void;
}

// Not those of body.ts, which knows files: the pages of the site have none.
const SLOTS: readonly Slot[] = ['a', 'b'];
const NO_EDGES = new Uint32Array();
const DIGITS = 5;

export class DistanceTraceView {
  readonly root: HTMLElement = document.createElement('section');
  readonly #bodies: Paintable;
  readonly #player: TracePlayer;
  readonly #chart = new BracketChart();
  readonly #rows = document.createElement('dl');
  readonly #more = document.createElement('p');
  #search: DistanceSearch | null = null;
  #heat: Readonly<Record<Slot, FaceHeat>> | null = null;
  #deepest = 0;

  constructor(bodies: Paintable) {
    this.#bodies = bodies;
    this.root.className = 'distance-trace';
    this.root.ariaLabel = 'Steps of the distance search';
    const controls = document.createElement('fieldset');
    controls.innerHTML = '<legend class="unseen">Steps of the distance search</legend>';
    this.#player = new TracePlayer(controls, 'Step of the distance search', () => this.#draw());
    const legend = document.createElement('p');
    legend.className = 'heat-legend';
    legend.innerHTML = '<span>the root</span><i class="scale"></i><span class="deepest"></span>';
    this.#more.className = 'trace-note';
    this.root.append(controls, this.#chart.root, legend, this.#rows, this.#more);
  }

  show(search: DistanceSearch): void {
    this.#search = search;
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
    const isWhole = steps.length === stepCount;
    this.#more.textContent = isWhole
      ? ''
      : `Shown are the first ${grouped(steps.length)} of ${grouped(stepCount)} steps.`;
    const deepest = this.root.querySelector('.deepest');
    if (deepest !== null) deepest.textContent = `level ${this.#deepest}`;
    this.#chart.show(steps);
    this.#player.show(steps.length);
    this.#draw();
  }

  /** Shows nothing, and leaves the bodies without colours. */
  clear(): void {
    if (this.#search === null) return;
    this.#search = null;
    this.#heat = null;
    this.#player.hide();
    for (const slot of SLOTS) this.#bodies.paint(slot, null, NO_EDGES);
  }

  #draw(): void {
    const index = this.#player.step;
    const step = this.#search?.steps[index];
    if (this.#search === null || this.#heat === null || step === undefined) return;
    const { trees, steps } = this.#search;
    const nodes = { a: step.nodeA, b: step.nodeB };
    for (const slot of SLOTS) {
      const levels = this.#heat[slot].levelsAfter(index);
      // The roots are whole bodies, which need no mark.
      const inHand = nodes[slot] === 0 ? null : facesBelow(trees[slot], nodes[slot]);
      this.#bodies.paint(slot, paintSearch(levels, this.#deepest, inHand), NO_EDGES);
    }
    this.#chart.mark(index);
    this.#player.say(captionOf(step), step.kind);
    Object.assign(this.root.dataset, {
      steps: String(steps.length),
      step: String(index + 1),
      lower: String(step.lower),
      upper: String(step.upper),
      volumeTests: String(step.volumeTests),
      front: String(step.frontSize),
    });
    writeRows(this.#rows, [
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
