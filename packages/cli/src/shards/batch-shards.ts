// Shards of a batch. The input that describes the work holds lines of the queries, under a head that says which files their models are
// made of, and what a query is told that names a model which cannot be read.

import { isAbsolute } from 'node:path';
import { type LineGroup, readLines } from '../batch/lines.ts';
import { findModelFiles } from '../batch/open-model.ts';
import { openingError } from '../batch/shared-models.ts';
import { VERSION } from '../version.ts';
import { type KeepInput, type LaidFile, requireLaidFiles, withSlashes } from './inputs.ts';
import { modelWords } from './model-words.ts';
import { hashOf, type Shard } from './shard.ts';

/** Lines of a shard unless a run says otherwise, and characters at most; a single line may be longer. */
export const SHARD_LINES = 2000;
const SHARD_LENGTH = 2 ** 23;

/** Why a model cannot be read, as answers have it. */
type OpeningError = ReturnType<typeof openingError>;

interface Head {
  readonly lines: number;
  /** Numbers of lines that are too long to be read; they are empty here. */
  readonly tooLong: readonly number[];
  readonly files: readonly LaidFile[];
  /** Names of models that cannot be read, and why. */
  readonly refused: readonly (readonly [string, OpeningError])[];
  /** Absolute names of models, and what they are relative to the folder of the models, which is another one where a shard is answered. */
  readonly renamed: readonly (readonly [string, string])[];
}

/** The work of a shard. */
export interface Lines extends Omit<Head, 'tooLong' | 'lines'> {
  /** Null for a line that is too long. */
  readonly lines: readonly (string | null)[];
}

/** Divides a stream of queries into shards, each kept as it is found. Memory does not depend on the number of lines. */
export async function* planBatch(
  input: AsyncIterable<Buffer>,
  folder: string,
  size: number,
  keep: KeepInput,
): AsyncGenerator<Shard> {
  const models = new ModelFiles(folder, keep);
  let from = 0;
  for await (const lines of portions(readLines(input), size)) {
    const { files, refused, renamed } = await models.of(lines);
    const tooLong = lines.flatMap((line, k) => (line === null ? [k] : []));
    const head: Head = { lines: lines.length, tooLong, files, refused, renamed };
    const text = `${JSON.stringify(head)}\n${lines.map((line) => line ?? '').join('\n')}\n`;
    const hash = hashOf(text);
    await keep(hash, text);
    yield { kind: 'batch', version: VERSION, input: hash, range: [from, from + lines.length], options: {} };
    from += lines.length;
  }
}

/** The lines of a shard, from the text that {@link planBatch} kept. */
export function parseLines(text: string): Lines {
  const end = text.indexOf('\n');
  const head: Head = JSON.parse(text.slice(0, end));
  const body = text.slice(end + 1).split('\n');
  // The last line ends with a newline too.
  body.pop();
  if (body.length !== head.lines) throw new Error(`There are ${body.length} lines of ${head.lines}.`);
  const tooLong = new Set(head.tooLong);
  const lines = body.map((line, k) => (tooLong.has(k) ? null : line));
  return { lines, files: requireLaidFiles(head.files), refused: head.refused, renamed: head.renamed };
}

async function* portions(groups: AsyncIterable<LineGroup>, size: number): AsyncGenerator<(string | null)[]> {
  let portion: (string | null)[] = [];
  let length = 0;
  for await (const { lines } of groups) {
    for (const line of lines) {
      const more = line?.length ?? 0;
      if (portion.length === size || (portion.length > 0 && length + more > SHARD_LENGTH)) {
        yield portion;
        portion = [];
        length = 0;
      }
      portion.push(line);
      length += more;
    }
  }
  if (portion.length > 0) yield portion;
}

/** What a word of a query, the name of a model, stands for. */
interface Named {
  readonly files: readonly LaidFile[];
  readonly refused: OpeningError | null;
  readonly renamed: string | null;
}

/** The files that models are made of. Each is read once. */
class ModelFiles {
  readonly #folder: string;
  readonly #keep: KeepInput;
  readonly #named = new Map<string, Named>();

  constructor(folder: string, keep: KeepInput) {
    this.#folder = folder;
    this.#keep = keep;
  }

  /** Of all models that lines name, sorted by path. */
  async of(lines: readonly (string | null)[]): Promise<Pick<Head, 'files' | 'refused' | 'renamed'>> {
    const words = new Set<string>();
    for (const line of lines) if (line !== null) for (const word of modelWords(line)) words.add(word);
    const files = new Map<string, LaidFile>();
    const refused: [string, OpeningError][] = [];
    const renamed: [string, string][] = [];
    for (const word of [...words].sort()) {
      let named = this.#named.get(word);
      if (named === undefined) {
        named = await this.#find(word);
        this.#named.set(word, named);
      }
      for (const file of named.files) files.set(file.path, file);
      if (named.refused !== null) refused.push([word, named.refused]);
      if (named.renamed !== null) renamed.push([word, named.renamed]);
    }
    const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files: sorted, refused, renamed };
  }

  async #find(word: string): Promise<Named> {
    const files: LaidFile[] = [];
    try {
      const { source, target, rest } = await findModelFiles(this.#folder, word, async (path, bytes) => {
        const hash = hashOf(bytes);
        files.push({ path: withSlashes(path), hash });
        await this.#keep(hash, bytes);
      });
      if (source !== target) files.push({ path: withSlashes(source), link: withSlashes(target) });
      return { files, refused: null, renamed: isAbsolute(word) ? `./${withSlashes(source)}${rest}` : null };
    } catch (error) {
      return { files: [], refused: openingError(error), renamed: null };
    }
  }
}
