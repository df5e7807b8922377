// The error of a medial axis against its number of primitives, both on logarithmic scales: where more primitives stop to pay.

import type { MedialRecord } from 'nearmiss/medial';
import { pathThrough, svgDrawing, svgElement } from '../trace/svg.ts';
import { countAt, LAST_STEP } from './count-scale.ts';

const WIDTH = 320;
const HEIGHT = 132;
const LEFT = 40;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 26;
/** Numbers of primitives below the axis. */
const TICKS = [5, 50, 500, 5000] as const;
/** How far the scale of errors goes beyond the least and the greatest, as a factor. */
const BEYOND = 1.25;

/** The axis that is shown. */
export interface ShownError {
  readonly primitives: number;
  /** In parts of the longest side. */
  readonly error: number;
}

/** The scale of errors: the powers of ten times 1, 2 and 5 within it, and its ends. */
function errorScale(errors: readonly number[]): {
  readonly least: number;
  readonly greatest: number;
  readonly ticks: readonly number[];
} {
  const positive = errors.filter((error) => error > 0);
  const least = Math.min(...positive, 1) / BEYOND;
  const greatest = Math.max(...positive, 2 * least) * BEYOND;
  const decades = Array.from({ length: 16 }, (_, k) => 10 ** (k - 14));
  const ticks = decades.flatMap((ten) => [ten, 2 * ten, 5 * ten]).filter((tick) => tick >= least && tick <= greatest);
  return { least, greatest, ticks };
}

export class ErrorChart {
  readonly root: SVGElement = svgDrawing(WIDTH, HEIGHT, 'Error of axes by their size', 'chart errors');
  #records: readonly MedialRecord[] = [];
  #shown: ShownError | null = null;

  /** The records of another body; none while they are made. */
  show(records: readonly MedialRecord[]): void {
    this.#records = records;
    this.#draw();
  }

  mark(shown: ShownError): void {
    this.#shown = shown;
    this.#draw();
  }

  #draw(): void {
    const shown = this.#shown;
    const { least, greatest, ticks } = errorScale([
      ...this.#records.map(({ error }) => error),
      ...(shown === null ? [] : [shown.error]),
    ]);
    const x = (primitives: number): number => {
      const part = Math.log(primitives / countAt(0)) / Math.log(countAt(LAST_STEP) / countAt(0));
      return LEFT + Math.max(0, Math.min(1, part)) * (WIDTH - LEFT - RIGHT);
    };
    const y = (error: number): number => {
      const part = Math.log(Math.max(error, least) / least) / Math.log(greatest / least);
      return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
    };
    const curve = this.#records.map(({ primitives, error }): [number, number] => [x(primitives), y(error)]);
    this.root.replaceChildren(
      ...ticks.flatMap((tick) => [
        svgElement('line', { class: 'tick', x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }),
        svgElement('text', { class: 'end', x: LEFT - 4, y: y(tick) + 3 }, `${Number((100 * tick).toPrecision(2))} %`),
      ]),
      ...TICKS.map((tick) =>
        svgElement('text', { class: tick === 5000 ? 'end' : 'middle', x: x(tick), y: HEIGHT - 14 }, String(tick)),
      ),
      svgElement('text', { class: 'end', x: WIDTH - RIGHT, y: HEIGHT - 2 }, 'primitives'),
      svgElement('path', { class: 'curve', d: pathThrough(curve) }),
      ...curve.map(([cx, cy]) => svgElement('circle', { class: 'dot', r: 2, cx, cy })),
      ...(shown === null
        ? []
        : [svgElement('circle', { class: 'in-hand', r: 5, cx: x(shown.primitives), cy: y(shown.error) })]),
    );
  }
}
