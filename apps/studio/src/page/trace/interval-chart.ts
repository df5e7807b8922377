// The time axis of an advancement: the interval that is proven free, and below it the pairs that wait, each with the time until which it is
// proven apart. The pair in hand is the first of them.

import type { WaitingPair } from 'nearmiss/lab';
import { svgDrawing, svgElement } from './svg.ts';

const WIDTH = 320;
const ROW = 13;
const LABEL = 104;
const RIGHT = 8;
const TOP = 30;
/** Pairs that are drawn; the others are counted. */
export const ROWS = 12;
const HEIGHT = TOP + ROWS * ROW + 4;

export interface ProvenTimes {
  /** Nothing touches before this. */
  readonly lower: number;
  /** A contact is proven by this; null where none is. */
  readonly upper: number | null;
}

/** A row of the chart. */
export interface IntervalRow {
  readonly label: string;
  readonly until: number;
  readonly isInHand: boolean;
}

/** The pairs that wait after a step, the soonest first. */
export function waitingAfter(pairs: readonly WaitingPair[], step: number): WaitingPair[] {
  return pairs.filter(({ sinceStep, toStep }) => sinceStep <= step && step < toStep).sort((p, q) => p.until - q.until);
}

/** The soonest of the pairs, and some of the others, from sooner to later. */
export function sampleOf<T>(pairs: readonly T[], count: number): readonly T[] {
  if (pairs.length <= count) return pairs;
  const soonest = Math.ceil(count / 3);
  const others = count - soonest;
  const stride = (pairs.length - soonest) / others;
  const spread = Array.from({ length: others }, (_, k) => soonest - 1 + Math.round((k + 1) * stride));
  return [...pairs.slice(0, soonest), ...spread.flatMap((index) => pairs[index] ?? [])];
}

export class IntervalChart {
  readonly root: SVGElement = svgDrawing(WIDTH, HEIGHT, 'Intervals proven free, on the time axis', 'chart intervals');

  draw({ lower, upper }: ProvenTimes, rows: readonly IntervalRow[]): void {
    const bar = (from: number, to: number, y: number, height: number, name: string): SVGElement =>
      svgElement('rect', { x: at(from), y, width: Math.max(0, at(to) - at(from)), height, class: name });
    const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((time) => [
      svgElement('line', { class: 'tick', x1: at(time), x2: at(time), y1: 14, y2: HEIGHT }),
      svgElement('text', { x: at(time), y: 10, class: time === 1 ? 'end' : time === 0 ? '' : 'middle' }, String(time)),
    ]);
    const drawn = rows.slice(0, ROWS).flatMap(({ label, until, isInHand }, k) => {
      const y = TOP + k * ROW;
      return [
        svgElement('text', { x: 2, y: y + ROW - 4, class: isInHand ? 'strong' : '' }, label),
        bar(0, Math.min(1, until), y + 2, ROW - 4, isInHand ? 'in-hand' : 'free'),
      ];
    });
    this.root.replaceChildren(
      ...ticks,
      svgElement('text', { x: 2, y: 24, class: 'strong' }, 'both bodies'),
      bar(0, 1, 16, 9, 'open'),
      bar(0, lower, 16, 9, 'proven'),
      ...(upper === null ? [] : [bar(lower, 1, 16, 9, 'after')]),
      ...drawn,
      svgElement('line', { class: 'marker', x1: at(lower), x2: at(lower), y1: 14, y2: HEIGHT }),
    );
  }
}

/** Where a time is drawn. */
function at(time: number): number {
  return LABEL + time * (WIDTH - LABEL - RIGHT);
}
