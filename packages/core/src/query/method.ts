import { NearmissError, textOf } from '../error.ts';

/** Why a method was refused: names of methods, or methods that another query knows. */
export function badMethod(method: unknown, names: string, objects: string): NearmissError {
  const named = typeof method === 'object' && method !== null && 'name' in method ? method.name : method;
  return new NearmissError('options/bad-value', `method is ${textOf(named)}; it is ${names} or an object: ${objects}.`);
}
