// The separating translation, drawn over the picture: where a step of the search takes A, the steps that led there, and, at the
// end, how each region is left.

import type { LocalPenetration, Point } from 'nearmiss';
import type { DepthStep } from '../depth-steps.ts';
import { arrowPath, dot, polyline, svg } from './arrow.ts';
import type { Stage } from './stage.ts';

/** Digits of the label; the panel has them all. */
const DIGITS = 4;
/** Length of the head of the long arrow. CSS pixels. */
const HEAD = 13;
/** Regions drawn, the deepest first: more would hide each other. */
const MOST_REGIONS = 24;

/** Where A is taken, by its middle. */
export interface ShownTranslation {
  readonly from: Point;
  readonly to: Point;
  readonly length: number;
  readonly kind: DepthStep['kind'];
  /** The steps that led there. */
  readonly trail: readonly { readonly position: Point; readonly kind: DepthStep['kind'] }[];
  readonly local: readonly LocalPenetration[];
}

export class TranslationOverlay {
  readonly #root: SVGSVGElement;
  readonly #shown: () => ShownTranslation | null;

  constructor(root: SVGSVGElement, shown: () => ShownTranslation | null) {
    this.#root = root;
    this.#shown = shown;
  }

  draw(stage: Stage): void {
    const shown = this.#shown();
    this.#root.replaceChildren(...(shown === null || shown.kind === 'given' ? [] : marksOf(stage, shown)));
  }
}

function marksOf(stage: Stage, { from, to, length, kind, trail, local }: ShownTranslation): SVGElement[] {
  const shaft = arrowPath(stage, from, to, HEAD);
  const steps = polyline(trail.flatMap(({ position }) => stage.toCanvas(position) ?? []));
  return [
    ...local.slice(0, MOST_REGIONS).flatMap((region) => regionMarks(stage, region)),
    svg('path', { class: 'trail', d: steps }),
    ...trail.flatMap(({ position, kind: past }) => dot(stage, position, { class: past })),
    svg('path', { class: 'halo', d: shaft }),
    svg('path', { class: `translation ${kind}`, d: shaft }),
    ...dot(stage, from, { class: kind, r: '4.5' }),
    ...label(stage, from, to, length.toPrecision(DIGITS)),
  ];
}

/** From the deepest point of A in a region, the direction in which it leaves the region: against the normal, by the depth. */
function regionMarks(stage: Stage, { pointA, normal, depth }: LocalPenetration): SVGElement[] {
  const [x, y, z] = pointA;
  const tip: Point = [x - depth * normal[0], y - depth * normal[1], z - depth * normal[2]];
  const d = arrowPath(stage, pointA, tip);
  return [
    svg('path', { class: 'halo', d }),
    svg('path', { class: 'local', d }),
    ...dot(stage, pointA, { class: 'local', r: '3' }),
  ];
}

function label(stage: Stage, from: Point, to: Point, text: string): SVGElement[] {
  const [tail, tip] = [stage.toCanvas(from), stage.toCanvas(to)];
  if (tail === null || tip === null) return [];
  const x = ((tail.x + tip.x) / 2).toFixed(2);
  const y = (Math.min(tail.y, tip.y) - 14).toFixed(2);
  const element = svg('text', { x, y });
  element.textContent = text;
  return [element];
}
