// The times of the last steps as columns, stage on stage, the newest at the right.

import { elementOf } from '../element.ts';

/** Steps on the chart. */
const COLUMNS = 150;
/** Of these, the share whose columns fit: a rare slow step is cut off rather than making all others small. */
const FITTING = 0.96;
/** Least height of the chart. Milliseconds. */
const LEAST_TOP = 0.1;
/** Colours of the stages in the style sheet, from the bottom up. */
const COLOURS = ['--stage-1', '--stage-2', '--stage-3', '--stage-4', '--stage-5', '--stage-6', '--stage-7'];

export class TimeChart {
  readonly #canvas: HTMLCanvasElement = elementOf('#times canvas', HTMLCanvasElement);
  readonly #top: HTMLElement = elementOf('#times .top', HTMLElement);
  readonly #legend: HTMLElement = elementOf('#times tbody', HTMLElement);
  #steps: (readonly number[])[] = [];

  /** Forgets all steps; those to come consist of these stages. */
  start(stages: readonly string[]): void {
    this.#steps = [];
    this.#legend.replaceChildren(
      ...stages.map((stage, k) => {
        const row = document.createElement('tr');
        const name = Object.assign(document.createElement('th'), { scope: 'row', textContent: stage });
        const swatch = document.createElement('i');
        swatch.style.background = `var(${COLOURS[k]})`;
        name.prepend(swatch);
        row.append(name, document.createElement('td'), document.createElement('td'));
        return row;
      }),
    );
  }

  /** A step's times, stage by stage, to be shown when the chart is drawn next. Milliseconds. */
  add(times: readonly number[]): void {
    this.#steps.push(times);
    if (this.#steps.length > COLUMNS) this.#steps.shift();
  }

  /** Shows the steps so far. */
  draw(): void {
    this.#write();
    const { clientWidth, clientHeight } = this.#canvas;
    const context = this.#canvas.getContext('2d');
    if (context === null || clientWidth === 0) return;
    this.#canvas.width = Math.round(clientWidth * devicePixelRatio);
    this.#canvas.height = Math.round(clientHeight * devicePixelRatio);
    const style = getComputedStyle(this.#canvas);
    const colours = COLOURS.map((name) => style.getPropertyValue(name));
    const top = topOf(this.#steps.map(sumOf));
    this.#top.textContent = `${top} ms`;
    const { width, height } = this.#canvas;
    const column = width / COLUMNS;
    for (const [k, times] of this.#steps.entries()) {
      const x = width - (this.#steps.length - k) * column;
      let y = height;
      for (const [stage, time] of times.entries()) {
        const tall = (time / top) * height;
        context.fillStyle = colours[stage] ?? '';
        context.fillRect(x, y - tall, Math.max(1, column - devicePixelRatio / 2), tall);
        y -= tall;
      }
    }
  }

  /** Each stage's time in the last step, and its mean over all that the chart shows. */
  #write(): void {
    const times = this.#steps.at(-1);
    if (times === undefined) return;
    for (const [stage, row] of [...this.#legend.children].entries()) {
      const mean = sumOf(this.#steps.map((step) => step[stage] ?? 0)) / this.#steps.length;
      const [now, average] = row.querySelectorAll('td');
      if (now !== undefined) now.textContent = (times[stage] ?? 0).toFixed(3);
      if (average !== undefined) average.textContent = mean.toFixed(3);
    }
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0);
}

/** The least of 1, 2, 5, 10, 20, … and their tenths that nearly all columns are below. */
function topOf(heights: readonly number[]): number {
  const sorted = heights.toSorted((p, q) => p - q);
  const height = Math.max(LEAST_TOP, sorted[Math.ceil(FITTING * sorted.length) - 1] ?? 0);
  const unit = 10 ** Math.floor(Math.log10(height));
  const factor = [1, 2, 5].find((step) => step * unit >= height) ?? 10;
  return Number((factor * unit).toPrecision(1));
}
