// What was found out about pairs, kept in a file as it is found, so that a run that was ended goes on where it was, and a run after a
// change examines only what changed. A pair is known by a hash of both shapes, both poses and the question.

import { createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { UsageError } from '../usage.ts';
import { VERSION } from '../version.ts';

/** Facts of another version may differ. */
const HEAD = JSON.stringify({ journal: 'nearmiss clash', version: VERSION });

export class Journal {
  readonly #path: string;
  /** Facts by key, of earlier runs and of this one. */
  readonly #known: Map<string, string>;
  readonly #used = new Set<string>();
  readonly #stream: WriteStream;
  #failure: Error | null = null;

  private constructor(path: string, known: Map<string, string>, stream: WriteStream) {
    this.#path = path;
    this.#known = known;
    this.#stream = stream;
    stream.on('error', (error) => {
      this.#failure = error;
    });
  }

  /** Opens a journal; what another version wrote is not used. */
  static async open(path: string): Promise<Journal> {
    const known = await readKnown(path);
    if (known === null) {
      await writeFile(path, `${HEAD}\n`).catch((cause: Error) => {
        throw new UsageError(`"${path}" cannot be written: ${cause.message}.`);
      });
    }
    const stream = createWriteStream(path, { flags: 'a' });
    // A run that was killed may have left half a line.
    stream.write('\n');
    return new Journal(path, known ?? new Map(), stream);
  }

  get(key: string): string | undefined {
    const facts = this.#known.get(key);
    if (facts !== undefined) this.#used.add(key);
    return facts;
  }

  add(key: string, facts: string): void {
    this.#known.set(key, facts);
    this.#used.add(key);
    this.#stream.write(`${key} ${facts}\n`);
  }

  /** Ends the journal; what no pair asked for is dropped. */
  async close(isComplete: boolean): Promise<void> {
    await new Promise<void>((resolve) => this.#stream.end(resolve));
    if (this.#failure !== null) throw new UsageError(`"${this.#path}" cannot be written: ${this.#failure.message}.`);
    if (!isComplete || this.#used.size === this.#known.size) return;
    const lines = [HEAD];
    for (const key of this.#used) lines.push(`${key} ${this.#known.get(key) ?? ''}`);
    await writeFile(`${this.#path}.new`, `${lines.join('\n')}\n`);
    await rename(`${this.#path}.new`, this.#path);
  }
}

/** The lines of a journal, or null if there is none of this version. */
async function readKnown(path: string): Promise<Map<string, string> | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const known = new Map<string, string>();
    const texts = new Map<string, string>();
    let isFirst = true;
    for await (const line of createInterface({ input: file.createReadStream(), crlfDelay: Infinity })) {
      if (isFirst && line !== HEAD) return null;
      isFirst = false;
      const [, key, facts] = /^([0-9a-f]{64}) (\{.*\})$/.exec(line) ?? [];
      if (key === undefined || facts === undefined) continue;
      // Most pairs are apart: their text is kept once.
      const kept = texts.get(facts) ?? facts;
      if (facts.length < 64) texts.set(facts, kept);
      known.set(key, kept);
    }
    return isFirst ? null : known;
  } finally {
    await file.close();
  }
}
