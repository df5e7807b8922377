// What was found out about pairs, kept in a file as it is found, so that a run that was ended goes on where it was, and a run after a
// change examines only what changed. A pair is known by a hash of both shapes, both poses and the question. Each line has a checksum: a damaged one is
// dropped, and its pair examined again.

import { createHash } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { UsageError } from '../usage.ts';
import { VERSION } from '../version.ts';

const KIND = 'nearmiss clash';
/** Facts of another version may differ. */
const HEAD = JSON.stringify({ journal: KIND, version: VERSION });
const ANY_HEAD = JSON.stringify({ journal: KIND }).slice(0, -1);

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
    this.#stream.write(`${lineOf(key, facts)}\n`);
  }

  /** Ends the journal; what no pair asked for is dropped. */
  async close(isComplete: boolean): Promise<void> {
    await new Promise<void>((resolve) => this.#stream.end(resolve));
    if (this.#failure !== null) throw new UsageError(`"${this.#path}" cannot be written: ${this.#failure.message}.`);
    if (!isComplete || this.#used.size === this.#known.size) return;
    const lines = [HEAD];
    for (const key of this.#used) lines.push(lineOf(key, this.#known.get(key) ?? ''));
    await writeFile(`${this.#path}.new`, `${lines.join('\n')}\n`);
    await rename(`${this.#path}.new`, this.#path);
  }
}

function lineOf(key: string, facts: string): string {
  return `${key} ${checksumOf(key, facts)} ${facts}`;
}

/** Some digits of a hash: against damage, not against forgers. */
function checksumOf(key: string, facts: string): string {
  return createHash('sha256').update(key).update(facts).digest('hex').slice(0, 16);
}

/** The lines of a journal, or null if there is none of this version. Another file is refused: a journal would overwrite it. */
async function readKnown(path: string): Promise<Map<string, string> | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const known = new Map<string, string>();
    const texts = new Map<string, string>();
    let isFirst = true;
    for await (const line of createInterface({ input: file.createReadStream(), crlfDelay: Infinity })) {
      if (isFirst && line !== HEAD) {
        // A run that was killed may have left a part of the first line.
        if (line.startsWith(ANY_HEAD) || HEAD.startsWith(line)) return null;
        throw new UsageError(`"${path}" is no journal of nearmiss clash. Nothing is overwritten.`);
      }
      isFirst = false;
      const [, key, checksum, facts] = /^([0-9a-f]{64}) ([0-9a-f]{16}) (\{.*\})$/.exec(line) ?? [];
      if (key === undefined || facts === undefined || checksum !== checksumOf(key, facts)) continue;
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
