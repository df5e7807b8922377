// Lines over a picture: as thick from near as from afar, and never hidden by a body.

import type { Point } from './messages.ts';
import type { Picture } from './picture.ts';

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

  draw(picture: Picture): void {
    this.root.classList.toggle('shown', this.#from !== null);
    if (this.#from === null || this.#to === null) return;
    const from = picture.toCanvas(this.#from);
    const to = picture.toCanvas(this.#to);
    this.#line.setAttribute('d', `M${text(from)}L${text(to)}${this.#isArrow ? headOf(from, to) : ''}`);
    [from, to].forEach(({ x, y }, k) => {
      const dot = this.#dots[k];
      dot?.setAttribute('cx', x.toFixed(1));
      dot?.setAttribute('cy', y.toFixed(1));
      dot?.classList.toggle('shown', !this.#isArrow);
    });
  }
}

interface Pixel {
  readonly x: number;
  readonly y: number;
}

function text({ x, y }: Pixel): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function headOf(from: Pixel, to: Pixel): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return '';
  const x = (HEAD * (to.x - from.x)) / length;
  const y = (HEAD * (to.y - from.y)) / length;
  const left = { x: to.x - x + y / 2, y: to.y - y - x / 2 };
  const right = { x: to.x - x - y / 2, y: to.y - y + x / 2 };
  return `M${text(left)}L${text(to)}L${text(right)}`;
}
