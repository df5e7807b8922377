import { nearestName } from 'nearmiss';

/** The end of a sentence about a name that is not known: all that are, and which of them was probably meant. */
export function knownNames(misspelt: string, names: readonly string[]): string {
  const nearest = nearestName(misspelt, names);
  return nearest === null ? `${names.join(', ')}.` : `${names.join(', ')}. Did you mean "${nearest}"?`;
}
