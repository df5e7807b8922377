// Results of shards as files of a folder, one each, named by the ids: for parts that share a folder and nothing else.

import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../usage.ts';
import { writeWhole } from '../whole-file.ts';
import { isInPart, type Part, type Shard, shardId } from './shard.ts';
import { readResult, resultText, type ShardResult } from './shard-result.ts';

export class ResultFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The result of a shard, or null if it is not there or not whole. */
  async read(shard: Shard): Promise<ShardResult | null> {
    const text = await readFile(this.#pathOf(shard), 'utf8').catch(() => null);
    return text === null ? null : readResult(text, shardId(shard));
  }

  /** The results of shards one by one; refused where one is missing. */
  async *readAll(shards: Iterable<Shard> | AsyncIterable<Shard>): AsyncGenerator<ShardResult> {
    let position = 0;
    for await (const shard of shards) {
      const result = await this.read(shard);
      if (result === null) {
        const which = `shard ${position} (${shardId(shard).slice(0, 12)}…)`;
        throw new UsageError(
          `"${this.#folder}" has no whole result of ${which}: run the part i of n again for which ${position} mod n is i.`,
        );
      }
      yield result;
      position++;
    }
  }

  /** Answers the shards of a part that have no result yet, and counts both. */
  async answer(
    shards: Iterable<Shard> | AsyncIterable<Shard>,
    part: Part,
    run: (shard: Shard) => Promise<ShardResult>,
  ): Promise<{ readonly answered: number; readonly known: number }> {
    await mkdir(this.#folder, { recursive: true }).catch((cause: Error) => {
      throw new UsageError(`"${this.#folder}" cannot be made: ${cause.message}.`);
    });
    let [position, answered, known] = [0, 0, 0];
    for await (const shard of shards) {
      if (!isInPart(part, position++)) continue;
      if ((await this.read(shard)) !== null) {
        known++;
        continue;
      }
      await writeWhole(this.#pathOf(shard), resultText(shard, await run(shard)));
      answered++;
    }
    return { answered, known };
  }

  #pathOf(shard: Shard): string {
    return join(this.#folder, `${shardId(shard)}.jsonl`);
  }
}
