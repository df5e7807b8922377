// The bracket of a distance over the steps of its search: the upper bound falls, the lower bound rises, until they meet. A dot is the
// bound of the pair of nodes in hand: above the pruning bound the pair is dropped.

import { pathThrough, svgDrawing, svgElement } from './svg.ts';

const WIDTH = 320;
const HEIGHT = 120;
const LEFT = 44;
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 16;
/** Part of the range that is left above and below. */
const MARGIN = 0.08;
/** More dots would be one blot. */
const MOST_DOTS = 600;

export interface BracketStep {
  readonly bound: number;
  readonly lower: number;
  readonly upper: number;
}

/** The least and the greatest length drawn: all bounds, and the upper bounds that are not infinite. */
export function chartRange(steps: readonly BracketStep[]): readonly [least: number, greatest: number] {
  let least = Infinity;
  let greatest = 0;
  for (const { bound, lower, upper } of steps) {
    least = Math.min(least, lower, bound);
    if (Number.isFinite(upper)) greatest = Math.max(greatest, upper);
  }
  const margin = MARGIN * (greatest - least);
  return greatest > least ? [Math.max(0, least - margin), greatest + margin] : [0, Math.max(2 * greatest, 1)];
}

export class BracketChart {
  readonly root: SVGElement = svgDrawing(WIDTH, HEIGHT, 'The bracket over the steps', 'chart');
  readonly #marker: SVGElement = svgElement('line', { class: 'marker', y1: TOP, y2: HEIGHT - BOTTOM });
  readonly #dot: SVGElement = svgElement('circle', { class: 'in-hand', r: 4 });
  #steps: readonly BracketStep[] = [];
  #range: readonly [number, number] = [0, 1];

  show(steps: readonly BracketStep[]): void {
    this.#steps = steps;
    this.#range = chartRange(steps);
    const stride = Math.max(1, Math.ceil(steps.length / MOST_DOTS));
    const dots = steps.filter((_, k) => k % stride === 0);
    this.root.replaceChildren(
      svgElement('rect', {
        class: 'ground',
        x: LEFT,
        y: TOP,
        width: WIDTH - LEFT - RIGHT,
        height: HEIGHT - TOP - BOTTOM,
      }),
      svgElement('path', { class: 'open', d: this.#area() }),
      ...dots.map((step, k) => svgElement('circle', { class: 'dot', r: 1.2, ...this.#at(k * stride, step.bound) })),
      svgElement('path', { class: 'upper', d: this.#line(({ upper }) => upper) }),
      svgElement('path', { class: 'lower', d: this.#line(({ lower }) => lower) }),
      this.#marker,
      this.#dot,
      svgElement('text', { x: LEFT - 4, y: TOP + 9, class: 'end' }, this.#range[1].toPrecision(3)),
      svgElement('text', { x: LEFT - 4, y: HEIGHT - BOTTOM, class: 'end' }, this.#range[0].toPrecision(3)),
      svgElement('text', { x: LEFT, y: HEIGHT - 4 }, 'first step'),
      svgElement('text', { x: WIDTH - RIGHT, y: HEIGHT - 4, class: 'end' }, `step ${steps.length}`),
    );
  }

  /** Marks the step that is shown. */
  mark(index: number): void {
    const step = this.#steps[index];
    if (step === undefined) return;
    const { cx, cy } = this.#at(index, step.bound);
    this.#marker.setAttribute('x1', cx.toFixed(1));
    this.#marker.setAttribute('x2', cx.toFixed(1));
    this.#dot.setAttribute('cx', cx.toFixed(1));
    this.#dot.setAttribute('cy', cy.toFixed(1));
  }

  #at(index: number, value: number): { readonly cx: number; readonly cy: number } {
    const [least, greatest] = this.#range;
    const part = Math.max(0, Math.min(1, (value - least) / (greatest - least)));
    const across = this.#steps.length > 1 ? index / (this.#steps.length - 1) : 1;
    return { cx: LEFT + across * (WIDTH - LEFT - RIGHT), cy: HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM) };
  }

  #points(value: (step: BracketStep) => number): [number, number][] {
    return this.#steps.map((step, k) => {
      const { cx, cy } = this.#at(k, value(step));
      return [cx, cy];
    });
  }

  #line(value: (step: BracketStep) => number): string {
    return pathThrough(this.#points(value));
  }

  #area(): string {
    const back = this.#points(({ lower }) => lower).reverse();
    return `${pathThrough([...this.#points(({ upper }) => upper), ...back])}Z`;
  }
}
