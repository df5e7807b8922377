import { setImmediate } from 'node:timers/promises';
import { type Answer, answerLine } from './answer.ts';
import type { Models } from './models.ts';

/** Milliseconds of work after which signals and timers get their turn. */
const TURN = 20;

/** Answers lines in this thread, one after the other. */
export async function* answerHere(
  groups: AsyncIterable<{ readonly lines: readonly (string | null)[] }>,
  models: Models,
): AsyncGenerator<Answer> {
  let turn = performance.now();
  for await (const { lines } of groups) {
    for (const line of lines) {
      yield await answerLine(line, models);
      if (performance.now() - turn < TURN) continue;
      await setImmediate();
      turn = performance.now();
    }
  }
}
