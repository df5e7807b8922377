import { NearmissError, textOf } from '../error.ts';

/** The error for a method that is refused: an unknown name, or a method of another query. */
export function badMethod(method: unknown, names: string, objects: string): NearmissError {
  const named = typeof method === 'object' && method !== null && 'name' in method ? method.name : method;
  return new NearmissError('options/bad-value', `method is ${textOf(named)}; it is ${names} or an object: ${objects}.`);
}
