// The shortest segment, drawn over the picture rather than in it: it is as thick from near as from afar, and never hidden.

import type { Answer } from '../worker/messages.ts';
import type { Stage } from './stage.ts';

/** Digits of the label; the panel has them all. */
const DIGITS = 4;

export class WitnessOverlay {
  readonly #root: SVGSVGElement;
  readonly #answer: () => Answer | null;

  constructor(root: SVGSVGElement, answer: () => Answer | null) {
    this.#root = root;
    this.#answer = answer;
  }

  draw(stage: Stage): void {
    const answer = this.#answer();
    const from = answer?.pointA ? stage.toCanvas(answer.pointA) : null;
    const to = answer?.pointB ? stage.toCanvas(answer.pointB) : null;
    const shown = answer !== null && from !== null && to !== null && answer.surfaceDistance > 0;
    this.#root.classList.toggle('shown', shown);
    if (!shown) return;
    for (const line of this.#root.querySelectorAll('line')) {
      set(line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    }
    const [first, second] = this.#root.querySelectorAll('circle');
    if (first !== undefined) set(first, { cx: from.x, cy: from.y });
    if (second !== undefined) set(second, { cx: to.x, cy: to.y });
    const label = this.#root.querySelector('text');
    if (label === null) return;
    label.textContent = answer.surfaceDistance.toPrecision(DIGITS);
    set(label, { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 14 });
  }
}

function set(element: Element, attributes: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value.toFixed(2));
}
