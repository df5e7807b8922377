// A thread that answers questions about pairs of elements.

import type { Answer } from '../batch/answer.ts';
import type { Models } from '../batch/models.ts';
import { serveLines } from '../batch/serve-lines.ts';
import { answerPair } from './answer-pair.ts';

serveLines(async (line: string | null, models: Models): Promise<Answer> => {
  try {
    return { text: await answerPair(JSON.parse(line ?? ''), models), ok: true };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), ok: false };
  }
});
