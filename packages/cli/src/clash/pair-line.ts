import type { CandidatePair, ClashElement, PairQuestion } from '@nearmiss/clash';
import type { Pose } from 'nearmiss';

/** A question about two elements as it is sent to a thread: everything but the shapes, which are named. */
export interface PairLine {
  readonly a: { readonly shape: number; readonly pose: Pose };
  readonly b: { readonly shape: number; readonly pose: Pose };
  readonly question: PairQuestion;
}

export function pairLine(elements: readonly ClashElement[], { a, b, question }: CandidatePair): PairLine {
  const posed = (k: number): PairLine['a'] => {
    const { shape, pose } = elementAt(elements, k);
    return { shape, pose };
  };
  return { a: posed(a), b: posed(b), question };
}

function elementAt(elements: readonly ClashElement[], k: number): ClashElement {
  const element = elements[k];
  if (element === undefined) throw new RangeError(`There is no element ${k}.`);
  return element;
}
