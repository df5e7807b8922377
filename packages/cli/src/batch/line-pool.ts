// Lines answered over a pool of workers. A line over which two threads end gets an error for its answer.

import { NearmissError } from 'nearmiss';
import { openWorkers, type Workers } from 'nearmiss/workers';
import { type Answer, idOf, refusal } from './answer.ts';
import { CACHE_BYTES, type ModelName } from './models.ts';
import type { LineSettings } from './serve-lines.ts';
import type { SharedModels } from './shared-models.ts';

/** Threads that run a program of `serveLines`, with models that are built once for all of them. */
export class LinePool {
  readonly #workers: Workers;
  readonly #models: SharedModels;

  constructor(program: URL, workers: number, models: SharedModels) {
    const settings: LineSettings = { cacheBytes: CACHE_BYTES / workers };
    this.#workers = openWorkers({ count: workers, program, settings });
    this.#models = models;
  }

  /**
   * Answers lines that are sent to a thread together; each answer arrives separately. Lines with the same subject go to the same thread
   * unless another one would be idle.
   */
  answer(lines: readonly (string | null)[], subject?: string): Promise<Answer>[] {
    const provide = (name: unknown): unknown => this.#models.open(name as ModelName);
    const answers = this.#workers.ask('line', lines, { provide, subject });
    return answers.map(async (answer, k) => {
      try {
        return (await answer) as Answer;
      } catch (error) {
        return unanswered(lines[k] ?? null, error);
      }
    });
  }

  close(): Promise<void> {
    return this.#workers.close();
  }
}

function unanswered(line: string | null, error: unknown): Answer {
  const id = line === null ? undefined : idOf(line);
  const hasDied = error instanceof NearmissError && error.code === 'workers/died';
  const why = hasDied ? 'died, and again on a second try' : 'was ended';
  return refusal(id, 'batch/worker-died', `The thread that worked on this query ${why}.`);
}
