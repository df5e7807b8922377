// What the program of a thread does: it answers the lines it is sent. Models with a name come ready built from the thread that reads.

import { Model, NearmissError } from 'nearmiss';
import { round } from 'nearmiss/convex';
import { serveTasks, type TaskHost } from 'nearmiss/workers';
import type { Answer } from './answer.ts';
import { Models } from './models.ts';
import type { OpenedContent } from './shared-models.ts';

/** What a thread is told when it starts. */
export interface LineSettings {
  /** Bytes of models that it may keep. */
  readonly cacheBytes: number;
}

/** Answers every line that the thread is sent, one by one. */
export function serveLines(answer: (line: string | null, models: Models) => Promise<Answer>): void {
  serveTasks(({ cacheBytes }: LineSettings) => {
    let models: Models | null = null;
    return {
      line: (line: string | null, host: TaskHost) => {
        models ??= new Models(async (name) => {
          const content = (await host.need(name)) as OpenedContent;
          if (!content.ok) throw new NearmissError(content.code, content.message);
          return { hash: content.hash, build: () => Model.fromBytes(content.bytes, { with: [round] }) };
        }, cacheBytes);
        return answer(line, models);
      },
    };
  });
}
