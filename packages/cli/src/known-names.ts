import { nearestName } from 'nearmiss';

/** The end of a message about an unknown name: all known names, and the one that was probably meant. */
export function knownNames(misspelt: string, names: readonly string[]): string {
  const nearest = nearestName(misspelt, names);
  return nearest === null ? `${names.join(', ')}.` : `${names.join(', ')}. Did you mean "${nearest}"?`;
}
