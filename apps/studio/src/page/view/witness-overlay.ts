// The shortest segment, drawn over the picture rather than in it: it is as thick from near as from afar, and never hidden.

import type { Point } from 'nearmiss';
import { powerOfTen } from '../power-of-ten.ts';
import { polyline, svg } from './arrow.ts';
import type { Stage } from './stage.ts';

/** Digits of the label; the panel has them all. */
const DIGITS = 4;

/** A length below this is written as a power of ten. */
const SMALL = 1e-4;

/** A segment of the world, from a point of A to one of B. */
export interface Segment {
  readonly pointA: Point;
  readonly pointB: Point;
  readonly length: number;
  /** The vertices that the points hang on, at most three of each body; none where that is not to be shown. */
  readonly cornersA: readonly Point[];
  readonly cornersB: readonly Point[];
}

export class WitnessOverlay {
  readonly #root: SVGSVGElement;
  readonly #segment: () => Segment | null;

  constructor(root: SVGSVGElement, segment: () => Segment | null) {
    this.#root = root;
    this.#segment = segment;
    root.replaceChildren(
      ...[svg('path', {}), svg('path', {})],
      ...[svg('line', { class: 'halo' }), svg('line', { class: 'segment' })],
      ...[svg('circle', { r: '4.5' }), svg('circle', { r: '4.5' })],
      svg('text', {}),
    );
  }

  draw(stage: Stage): void {
    const segment = this.#segment();
    const from = segment && stage.toCanvas(segment.pointA);
    const to = segment && stage.toCanvas(segment.pointB);
    const shown = segment !== null && from !== null && to !== null;
    this.#root.classList.toggle('shown', shown);
    if (!shown) return;
    for (const line of this.#root.querySelectorAll('line')) {
      set(line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    }
    const [featureA, featureB] = this.#root.querySelectorAll('path');
    featureA?.setAttribute('d', outline(stage, segment.cornersA));
    featureB?.setAttribute('d', outline(stage, segment.cornersB));
    const [first, second] = this.#root.querySelectorAll('circle');
    if (first !== undefined) set(first, { cx: from.x, cy: from.y });
    if (second !== undefined) set(second, { cx: to.x, cy: to.y });
    const label = this.#root.querySelector('text');
    if (label === null) return;
    label.textContent = segment.length < SMALL ? powerOfTen(segment.length, 2) : segment.length.toPrecision(DIGITS);
    set(label, { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 14 });
  }
}

/** A closed path through points of the world. */
export function outline(stage: Stage, corners: readonly Point[]): string {
  const places = corners.flatMap((corner) => stage.toCanvas(corner) ?? []);
  return places.length === 0 ? '' : `${polyline(places)}Z`;
}

function set(element: Element, attributes: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value.toFixed(2));
}
