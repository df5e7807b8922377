import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Characters gathered before they are written. */
const GATHERED = 65536;

/** Writes whole lines, many at a time, and waits where the other side is slow. */
export class LineWriter {
  readonly #output: Writable;
  #gathered: string[] = [];
  #length = 0;
  #ended = false;
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

  async flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#length === 0) return;
    const text = this.#gathered.join('');
    this.#gathered = [];
    this.#length = 0;
    if (!this.#output.write(text)) await once(this.#output, 'drain');
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Writes what is left and waits until all is written; lines that come later are left out. */
  async end(): Promise<void> {
    const rest = this.flush();
    this.#ended = true;
    await rest;
    await new Promise<void>((resolve, reject) => {
      this.#output.write('', (error) => (error ? reject(error) : resolve()));
    });
  }
}
