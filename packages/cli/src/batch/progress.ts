/** Milliseconds before anything is shown: short work needs no bar. */
const PATIENCE = 1000;
const REDRAW = 200;
const WIDTH = 30;

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
    if (process.stderr.isTTY) this.#timer = setInterval(() => this.#draw(), REDRAW).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#shown) process.stderr.write('\r\x1b[K');
  }

  #draw(): void {
    if (performance.now() - this.#started < PATIENCE) return;
    this.#shown = true;
    const count = `${this.answered} answered`;
    if (this.#total === undefined || this.#total === 0) {
      process.stderr.write(`\r\x1b[K${count}`);
      return;
    }
    const part = Math.min(1, this.bytesRead / this.#total);
    const filled = Math.round(part * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    process.stderr.write(`\r\x1b[K${bar} ${Math.floor(100 * part)} % · ${count}`);
  }
}
