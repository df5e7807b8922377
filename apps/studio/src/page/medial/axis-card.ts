// What the panel says of the axis, and the slider for its size. As with answers, every number is also a data attribute of the section.

import { elementOf } from '../element.ts';
import { grouped } from '../grouped.ts';
import { writeRows } from '../rows.ts';
import { writeTerms } from '../shell/terms.ts';
import { axisSentence } from './axis-sentence.ts';
import { countAt, LAST_STEP, stepOf } from './count-scale.ts';
import { ErrorChart } from './error-chart.ts';
import { SAMPLES } from './medial-link.ts';
import type { ErrorCurve, MadeAxis } from './messages.ts';

export interface AxisCardActions {
  setPrimitives(count: number): void;
  setSamples(samples: number): void;
}

/** Digits of an error. */
const DIGITS = 3;

export class AxisCard {
  readonly #section: HTMLElement = elementOf('#axis', HTMLElement);
  readonly #count: HTMLInputElement = elementOf('#count', HTMLInputElement);
  readonly #countOutput: HTMLOutputElement = elementOf('#count-row output', HTMLOutputElement);
  readonly #samples: HTMLSelectElement = elementOf('#samples', HTMLSelectElement);
  readonly #progress: HTMLProgressElement = elementOf('#progress', HTMLProgressElement);

  readonly #chart = new ErrorChart();
  /** The body and the sample that the curve belongs to. */
  #body = 0;
  #curveSamples = 0;

  constructor(actions: AxisCardActions) {
    writeTerms(elementOf('#terms', HTMLElement), 'medial');
    elementOf('.distance', HTMLElement, this.#section).after(this.#chart.root);
    this.#count.max = String(LAST_STEP);
    this.#count.addEventListener('input', () => actions.setPrimitives(countAt(this.#count.valueAsNumber)));
    this.#samples.append(...SAMPLES.map((samples) => new Option(grouped(samples), String(samples))));
    this.#samples.addEventListener('change', () => actions.setSamples(Number(this.#samples.value)));
  }

  /** An axis of this size is being made. */
  expect(primitives: number, samples: number): void {
    this.#count.value = String(stepOf(primitives));
    this.#count.setAttribute('aria-valuetext', `${grouped(primitives)} primitives`);
    this.#countOutput.textContent = grouped(primitives);
    this.#samples.value = String(samples);
    this.#section.dataset.settled = 'false';
    this.setProgress(0);
  }

  /** Draws the errors of axes of other sizes. */
  showCurve({ body, samples, records }: ErrorCurve): void {
    if (body !== this.#body || samples !== this.#curveSamples) return;
    this.#chart.show(records);
    this.#section.dataset.curve = 'true';
  }

  setProgress(done: number): void {
    this.#progress.value = done;
  }

  /** The axis that was asked for is there. */
  show({ wish, facts }: MadeAxis): void {
    const { spheres, cones, slabs, innerBalls, uncovered, overhang, dilation, longestSide } = facts;
    const error = Math.max(uncovered, overhang);
    Object.assign(this.#section.dataset, {
      ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)])),
      wished: String(wish.primitives),
      samples: String(wish.samples),
      primitives: String(cones + slabs),
      settled: 'true',
    });
    if (wish.body !== this.#body || wish.samples !== this.#curveSamples) {
      this.#body = wish.body;
      this.#curveSamples = wish.samples;
      this.#section.dataset.curve = 'false';
      this.#chart.show([]);
    }
    this.#chart.mark({ primitives: cones + slabs, error: error / longestSide });
    const part = (length: number): string => `${((100 * length) / longestSide).toPrecision(DIGITS)} %`;
    elementOf('#sentence', HTMLElement).textContent = axisSentence(facts);
    elementOf('#error', HTMLElement).textContent = part(error);
    writeRows(elementOf('dl', HTMLElement, this.#section), [
      ['surface beyond the axis', uncovered.toPrecision(DIGITS)],
      ['axis beyond the surface', overhang.toPrecision(DIGITS)],
      ['dilation, proven', dilation.toPrecision(DIGITS)],
      ['spheres', grouped(spheres)],
      ['cones, slabs', `${grouped(cones)}, ${grouped(slabs)}`],
      ['inner balls', innerBalls === 0 ? 'none: not a solid' : grouped(innerBalls)],
      ['made in', `${(facts.milliseconds / 1000).toFixed(2)} s`],
    ]);
    this.setProgress(1);
  }
}
