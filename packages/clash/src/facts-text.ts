import type { PairFacts } from './question.ts';

/** Facts as one line of JSON, in which a bound that is infinite is null. See {@link pairFacts}. */
export function factsText(facts: PairFacts): string {
  return JSON.stringify(facts);
}

/** The facts of a line that {@link factsText} wrote. */
export function factsOfText(text: string): PairFacts {
  return JSON.parse(text, (key, value: unknown) => (key === 'upper' && value === null ? Infinity : value));
}
