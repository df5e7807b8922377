// Examines the pairs of a set one after the other, as `nearmiss clash` does on one thread.

import {
  type Assembly,
  type Clash,
  type ClashSet,
  type ClashSummary,
  candidatePairs,
  groupClashes,
  judgePair,
  type PosedModel,
  pairFacts,
  sortClashes,
  summarize,
} from '@nearmiss/clash';
import { Model } from 'nearmiss';

/** `onPair` is told how many pairs are done, of how many. */
export function examine(
  set: ClashSet,
  assembly: Assembly,
  onPair: (done: number, pairs: number) => void,
): { readonly clashes: Clash[]; readonly summary: ClashSummary } {
  const { elements, shapes } = assembly;
  const models = new Map<number, Model>();
  const posed = (number: number): PosedModel => {
    const { shape, pose } = elements[number] ?? missing(number);
    const model = models.get(shape) ?? Model.build((shapes[shape] ?? missing(shape)).mesh);
    models.set(shape, model);
    return { model, pose };
  };
  const pairs = [...candidatePairs(set, assembly)];
  const found: Clash[] = [];
  for (const [k, pair] of pairs.entries()) {
    onPair(k, pairs.length);
    found.push(...judgePair(set, assembly, pair, pairFacts(posed(pair.a), posed(pair.b), pair.question)));
  }
  onPair(pairs.length, pairs.length);
  const clashes = groupClashes(sortClashes(found, set));
  const counts = { tests: set.tests.length, elements: elements.length, pairs: pairs.length };
  return { clashes, summary: summarize(clashes, counts) };
}

function missing(number: number): never {
  throw new Error(`There is no ${number} in the assembly.`);
}
