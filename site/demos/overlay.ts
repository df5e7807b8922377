// Lines over a picture: as thick from near as from afar, and never hidden by a body.

import { arrowPath, type OnCanvas, polyline } from '../../apps/studio/src/page/view/arrow.ts';
import type { Point } from './messages.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Length of the head of an arrow. Pixels. */
const HEAD = 10;

export class Overlay {
  readonly root: SVGSVGElement = document.createElementNS(SVG, 'svg');
  readonly #line = document.createElementNS(SVG, 'path');
  readonly #dots = [document.createElementNS(SVG, 'circle'), document.createElementNS(SVG, 'circle')];
  #from: Point | null = null;
  #to: Point | null = null;
  #isArrow = false;

  constructor() {
    this.root.setAttribute('class', 'demo-overlay');
    this.root.setAttribute('aria-hidden', 'true');
    for (const dot of this.#dots) dot.setAttribute('r', '4');
    this.root.append(this.#line, ...this.#dots);
  }

  showSegment(segment: readonly [Point, Point] | null): void {
    this.#from = segment?.[0] ?? null;
    this.#to = segment?.[1] ?? null;
    this.#isArrow = false;
  }

  showArrow(from: Point, by: Point): void {
    this.#from = from;
    this.#to = [from[0] + by[0], from[1] + by[1], from[2] + by[2]];
    this.#isArrow = true;
  }

  draw(picture: OnCanvas): void {
    this.root.classList.toggle('shown', this.#from !== null);
    if (this.#from === null || this.#to === null) return;
    const ends = [picture.toCanvas(this.#from), picture.toCanvas(this.#to)];
    const seen = ends.filter((end) => end !== null);
    const isWhole = seen.length === ends.length;
    const path = this.#isArrow ? arrowPath(picture, this.#from, this.#to, HEAD) : isWhole ? polyline(seen) : '';
    this.#line.setAttribute('d', path);
    ends.forEach((end, k) => {
      const dot = this.#dots[k];
      dot?.setAttribute('cx', (end?.x ?? 0).toFixed(1));
      dot?.setAttribute('cy', (end?.y ?? 0).toFixed(1));
      dot?.classList.toggle('shown', !this.#isArrow && end !== null);
    });
  }
}
