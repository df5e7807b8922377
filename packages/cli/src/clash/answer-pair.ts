import { factsText, pairFacts } from '@nearmiss/clash';
import { use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import type { Models } from '../batch/models.ts';
import type { PairLine } from './pair-line.ts';

// Wherever a pair is asked, in this thread, a worker or a shard: the facts are the same bytes.
use(simd);

/** Answers a question about two elements; shapes are models with a number for a name. */
export async function answerPair({ a, b, question }: PairLine, models: Models): Promise<string> {
  const first = await models.named({ kind: 'shape', text: String(a.shape) });
  const second = await models.named({ kind: 'shape', text: String(b.shape) });
  return factsText(pairFacts({ model: first.model, pose: a.pose }, { model: second.model, pose: b.pose }, question));
}
