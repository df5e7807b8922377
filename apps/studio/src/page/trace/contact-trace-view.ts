// The search for a first contact, step by step: intervals proven free on a time axis, for both bodies and for the pairs that wait.

import type { AdvanceStep, TracedTree, WaitingPair } from 'nearmiss/lab';
import { SLOTS, type Slot } from '../body.ts';
import { grouped } from '../grouped.ts';
import { writeRows } from '../rows.ts';
import { paintMarked } from '../view/face-paint.ts';
import { facesBelow } from './face-heat.ts';
import { IntervalChart, type IntervalRow, ROWS, sampleOf, waitingAfter } from './interval-chart.ts';
import { type Paintable, SearchView } from './search-view.ts';

/** A trace as the worker sends it. */
export interface ContactSearch {
  readonly steps: readonly AdvanceStep[];
  /** All steps; the trace has the first of them, and the last. */
  readonly stepCount: number;
  readonly pairs: readonly WaitingPair[];
  readonly trees: Readonly<Record<Slot, TracedTree>>;
  /** By when a contact is proven; null where none is. */
  readonly upper: number | null;
}

const DIGITS = 6;

export class ContactTraceView extends SearchView<ContactSearch> {
  readonly #chart = new IntervalChart();

  /** `onTime`: a step was chosen by hand, and the bodies are to be shown at its time. */
  constructor(bodies: Paintable, onTime: (time: number) => void) {
    super(bodies, 'contact-trace', 'search for the first contact', () => {
      this.#draw();
      onTime(this.search?.steps[this.player.step]?.until ?? 0);
    });
    this.root.append(this.controls, this.#chart.root, this.rows);
  }

  show(search: ContactSearch): void {
    this.search = search;
    this.player.show(search.steps.length);
    this.#draw();
  }

  #draw(): void {
    const index = this.player.step;
    const search = this.search;
    const step = search?.steps[index];
    if (search === null || step === undefined) return;
    const { steps, stepCount, pairs } = search;
    this.#mark(search, step);
    const isEnd = step.kind === 'end';
    const own: IntervalRow[] = isEnd ? [] : [{ label: labelOf(step), until: step.until, isInHand: true }];
    const waiting = waitingAfter(pairs, index);
    const sample = sampleOf(waiting, ROWS - own.length);
    const rows = sample.map((pair) => ({ label: labelOf(pair), until: pair.until, isInHand: false }));
    this.#chart.draw({ lower: step.until, upper: isEnd ? search.upper : null }, [...own, ...rows]);
    this.player.say(captionOf(step, search.upper), step.kind);
    Object.assign(this.root.dataset, {
      steps: String(steps.length),
      step: String(index + 1),
      lower: String(step.until),
      upper: isEnd && search.upper !== null ? String(search.upper) : '',
      waiting: String(waiting.length),
      volumeTests: String(step.volumeTests),
    });
    writeRows(this.rows, [
      ['proven free until', short(step.until)],
      ['contact proven by', isEnd && search.upper !== null ? short(search.upper) : '–'],
      ['pairs that wait', `${grouped(waiting.length)}, ${sample.length} drawn`],
      ['volume tests, face tests', `${grouped(step.volumeTests)}, ${grouped(step.triangleTests)}`],
      ...(steps.length < stepCount ? ([['steps left out', grouped(stepCount - steps.length)]] as const) : []),
    ]);
  }

  /** Marks the faces of the pair in hand. */
  #mark({ trees }: ContactSearch, { kind, a, b }: AdvanceStep): void {
    const numbers = { a, b };
    for (const slot of SLOTS) {
      const tree = trees[slot];
      const number = numbers[slot];
      const marked = kind === 'nodes' ? facesBelow(tree, number) : new Uint8Array(tree.faces.length);
      if (kind !== 'nodes' && number >= 0) marked[number] = 1;
      this.paint(slot, paintMarked(slot, marked));
    }
  }
}

function labelOf({ kind, a, b }: Pick<AdvanceStep, 'kind' | 'a' | 'b'>): string {
  return `${kind === 'nodes' ? 'nodes' : 'faces'} ${a}, ${b}`;
}

function short(time: number): string {
  return String(Number(time.toPrecision(DIGITS)));
}

/** What a step proves, in words. */
function captionOf({ kind, a, b, until }: AdvanceStep, upper: number | null): string {
  switch (kind) {
    case 'nodes':
      return `Nothing touches before ${short(until)}. Nodes ${a} and ${b} come first and are opened.`;
    case 'faces':
      return `Nothing touches before ${short(until)}. Faces ${a} and ${b} come first and are advanced.`;
    case 'end':
      if (upper !== null) return `Nothing touches before ${short(until)}, and a contact is proven by ${short(upper)}.`;
      return until === 1 ? 'Free: nothing touches over the whole motion.' : `Nothing touches before ${short(until)}.`;
  }
}
