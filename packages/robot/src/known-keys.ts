import { type ErrorCode, NearmissError, nearestName } from 'nearmiss';

/** Refuses what is no object, and a property that is not known: a misspelt one would be passed over. `what` begins a sentence. */
export function requireKeys(given: object, keys: readonly string[], what: string, code: ErrorCode): void {
  if (given === null || typeof given !== 'object') throw new NearmissError(code, `${what} takes an object.`);
  for (const key of Object.keys(given)) {
    if (keys.includes(key)) continue;
    const near = nearestName(key, keys);
    const hint = near === null ? `it takes ${keys.join(', ')}.` : `did you mean "${near}"?`;
    throw new NearmissError(code, `${what} takes no "${key}"; ${hint}`);
  }
}
