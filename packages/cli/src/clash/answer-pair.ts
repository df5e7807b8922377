import { factsText, pairFacts } from '@nearmiss/clash';
import type { Models } from '../batch/models.ts';
import type { PairLine } from './pair-line.ts';

/** Answers a question about two elements; shapes are models with a number for a name. */
export async function answerPair({ a, b, question }: PairLine, models: Models): Promise<string> {
  const first = await models.named({ kind: 'shape', text: String(a.shape) });
  const second = await models.named({ kind: 'shape', text: String(b.shape) });
  return factsText(pairFacts({ model: first.model, pose: a.pose }, { model: second.model, pose: b.pose }, question));
}
