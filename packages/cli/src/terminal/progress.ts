import { bar, CLEAR, canRedraw, PATIENCE, REDRAW, WIDTH } from './bar.ts';

/** A bar on stderr, if that is a terminal and the work takes long. */
export class Progress {
  readonly #total: number | undefined;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #shown = false;
  bytesRead = 0;
  answered = 0;

  /** @param total bytes of the input, if known */
  constructor(total: number | undefined) {
    this.#total = total;
    if (canRedraw(process.stderr)) this.#timer = setInterval(() => this.#draw(), REDRAW).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#shown) process.stderr.write(CLEAR);
    this.#shown = false;
  }

  #draw(): void {
    if (performance.now() - this.#started < PATIENCE) return;
    this.#shown = true;
    const count = `${this.answered} answered`;
    if (this.#total === undefined || this.#total === 0) {
      process.stderr.write(`${CLEAR}${count}`);
      return;
    }
    const part = Math.min(1, this.bytesRead / this.#total);
    process.stderr.write(`${CLEAR}${bar(0, Math.round(part * WIDTH))} ${Math.floor(100 * part)} % · ${count}`);
  }
}
