import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Characters buffered before they are written. */
const GATHERED = 65536;

/** Writes whole lines, many at a time, and waits for a slow reader. */
export class LineWriter {
  readonly #output: Writable;
  #gathered: string[] = [];
  #length = 0;
  #ended = false;
  #flushing: Promise<void> | null = null;
  #failure: Error | undefined;

  constructor(output: Writable) {
    this.#output = output;
    output.on('error', (error: Error) => {
      this.#failure ??= error;
    });
  }

  async write(line: string): Promise<void> {
    if (this.#ended) return;
    this.#gathered.push(line, '\n');
    this.#length += line.length + 1;
    if (this.#length >= GATHERED) await this.flush();
  }

  /** Writes the buffer. While the stream has not accepted the last write, nothing more is written. */
  flush(): Promise<void> {
    this.#flushing ??= this.#writeBuffer().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  /** Writes the rest and waits until all is written; later lines are dropped. */
  async end(): Promise<void> {
    this.#ended = true;
    while (this.#length > 0) await this.flush();
    await new Promise<void>((resolve, reject) => {
      this.#output.write('', (error) => (error ? reject(error) : resolve()));
    });
  }

  async #writeBuffer(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#length === 0) return;
    const text = this.#gathered.join('');
    this.#gathered = [];
    this.#length = 0;
    if (!this.#output.write(text)) await once(this.#output, 'drain');
    if (this.#failure !== undefined) throw this.#failure;
  }
}
