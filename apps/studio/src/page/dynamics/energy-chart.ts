// Kinetic and potential energy, and their sum, over the recorded time.

import { elementOf } from '../element.ts';
import type { Frame } from './messages.ts';

interface Series {
  readonly name: string;
  readonly colour: string;
  readonly of: (frame: Frame, first: Frame) => number;
}

/** Potential energy counts from the first frame on. */
const SERIES: readonly Series[] = [
  { name: 'kinetic', colour: '--stage-2', of: ({ kinetic }) => kinetic },
  { name: 'potential', colour: '--stage-4', of: ({ potential }, first) => potential - first.potential },
  { name: 'total', colour: '--stage-5', of: (frame, first) => frame.kinetic + frame.potential - first.potential },
];

export class EnergyChart {
  readonly #canvas: HTMLCanvasElement = elementOf('#energy canvas', HTMLCanvasElement);
  readonly #top: HTMLElement = elementOf('#energy .top', HTMLElement);
  readonly #values: readonly HTMLTableCellElement[];

  constructor() {
    const legend = elementOf('#energy tbody', HTMLElement);
    this.#values = SERIES.map(() => document.createElement('td'));
    legend.replaceChildren(
      ...SERIES.map(({ name, colour }, k) => {
        const row = document.createElement('tr');
        const head = Object.assign(document.createElement('th'), { scope: 'row', textContent: name });
        const swatch = document.createElement('i');
        swatch.style.background = `var(${colour})`;
        head.prepend(swatch);
        row.append(head, this.#values[k] ?? '');
        return row;
      }),
    );
  }

  /** Draws all frames, with a line at the one that is shown. */
  draw(frames: readonly Frame[], shown: number): void {
    const [first] = frames;
    const frame = frames[shown];
    if (first === undefined || frame === undefined) return;
    for (const [k, { of }] of SERIES.entries()) {
      const cell = this.#values[k];
      if (cell !== undefined) cell.textContent = energyText(of(frame, first));
    }
    const { clientWidth, clientHeight } = this.#canvas;
    const context = this.#canvas.getContext('2d');
    if (context === null || clientWidth === 0) return;
    this.#canvas.width = Math.round(clientWidth * devicePixelRatio);
    this.#canvas.height = Math.round(clientHeight * devicePixelRatio);
    const { width, height } = this.#canvas;
    const style = getComputedStyle(this.#canvas);
    const lines = SERIES.map(({ of }) => frames.map((each) => of(each, first)));
    const [low, high] = rangeOf(lines);
    this.#top.textContent = `${energyText(low)} to ${energyText(high)} J`;
    const x = (k: number): number => (frames.length < 2 ? 0 : (k / (frames.length - 1)) * width);
    const y = (value: number): number => height - ((value - low) / (high - low)) * height;
    context.lineWidth = 1.5 * devicePixelRatio;
    for (const [k, line] of lines.entries()) {
      context.strokeStyle = style.getPropertyValue(SERIES[k]?.colour ?? '');
      context.beginPath();
      for (const [at, value] of line.entries()) context.lineTo(x(at), y(value));
      context.stroke();
    }
    context.fillStyle = style.getPropertyValue('--ink-soft');
    context.fillRect(x(shown) - devicePixelRatio / 2, 0, devicePixelRatio, height);
  }
}

function rangeOf(lines: readonly (readonly number[])[]): [number, number] {
  let [low, high] = [0, 0];
  for (const line of lines) {
    for (const value of line) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return high > low ? [low, high] : [low, low + 1];
}

function energyText(joules: number): string {
  return joules === 0 ? '0' : joules.toPrecision(4);
}
