import type { PairFacts } from './question.ts';

/** Facts as one line of JSON, in which a bound that is infinite is null. */
export function factsText(facts: PairFacts): string {
  return JSON.stringify(facts);
}

/** The facts of a line that `factsText` wrote. */
export function factsOfText(text: string): PairFacts {
  return JSON.parse(text, (key, value: unknown) => (key === 'upper' && value === null ? Infinity : value));
}
