// Over the picture of an assembly: where clashes are; of the chosen one also the box of its region, and the translation that separates it.

import type { Clash } from '@nearmiss/clash';
import { elementOf } from '../element.ts';
import { arrowPath, dot, type OnCanvas, polyline, svg } from './arrow.ts';

type Corner = readonly [number, number, number];

/** Edges of a box between its corners; bit k of a corner's number says whether it is at the greatest coordinate k. */
const EDGES: readonly (readonly [number, number])[] = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
    (corner & (1 << axis)) === 0 ? [[corner, corner | (1 << axis)] as const] : [],
  ),
);

/** More dots than anybody tells apart. */
const MOST_DOTS = 500;
/** Between an arrow and its label. CSS pixels. */
const LABEL_GAP = 14;

export class ClashOverlay {
  readonly #root: SVGSVGElement = elementOf('#overlay', SVGSVGElement);
  #clash: Clash | null = null;
  #label = '';
  #all: readonly Clash[] = [];

  /** The chosen one, or null. */
  show(clash: Clash | null, label: string): void {
    this.#clash = clash;
    this.#label = label;
  }

  /** Those to be seen while none is chosen. */
  showAll(clashes: readonly Clash[]): void {
    this.#all = clashes.slice(0, MOST_DOTS);
  }

  /** With every picture. */
  draw(picture: OnCanvas): void {
    const { point, translation, box } = this.#clash ?? {};
    const marks: SVGElement[] = [];
    if (this.#clash === null) {
      const points = this.#all.flatMap(({ point: at }) => (at === undefined ? [] : [tripleOf(at)]));
      marks.push(...points.flatMap((at) => dot(picture, at)));
    }
    if (box !== undefined) marks.push(svg('path', { class: 'region', d: boxPath(picture, box) }));
    if (point !== undefined) {
      const at = tripleOf(point);
      if (translation !== undefined) {
        const tip = tripleOf(at.map((x, k) => x + (translation[k] ?? 0)));
        marks.push(svg('path', { class: 'arrow', d: arrowPath(picture, at, tip) }));
        marks.push(...this.#text(picture, at, tip));
      }
      marks.push(...dot(picture, at));
    }
    this.#root.replaceChildren(...marks);
  }

  #text(picture: OnCanvas, tail: Corner, tip: Corner): SVGElement[] {
    const [from, to] = [picture.toCanvas(tail), picture.toCanvas(tip)];
    if (from === null || to === null) return [];
    const text = svg('text', {
      x: ((from.x + to.x) / 2).toFixed(1),
      y: (Math.min(from.y, to.y) - LABEL_GAP).toFixed(1),
    });
    text.textContent = this.#label;
    return [text];
  }
}

function tripleOf([x = 0, y = 0, z = 0]: readonly number[]): Corner {
  return [x, y, z];
}

function boxPath(picture: OnCanvas, [low, high]: NonNullable<Clash['box']>): string {
  const corner = (number: number): Corner =>
    tripleOf([0, 1, 2].map((axis) => ((number & (1 << axis)) === 0 ? low[axis] : high[axis]) ?? 0));
  return EDGES.map(([p, q]) => {
    const [from, to] = [picture.toCanvas(corner(p)), picture.toCanvas(corner(q))];
    return from === null || to === null ? '' : polyline([from, to]);
  }).join('');
}
