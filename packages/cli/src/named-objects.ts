import { NearmissError } from 'nearmiss';
import { knownNames } from './known-names.ts';

/** Objects of the library by their names in texts, for each option that takes one. */
export type ObjectTables = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The options with names replaced by objects; refuses unknown names. */
export function withObjects(
  options: Readonly<Record<string, unknown>>,
  tables: ObjectTables,
): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = { ...options };
  for (const [option, table] of Object.entries(tables)) {
    const name = options[option];
    if (name === undefined) continue;
    if (typeof name !== 'string' || !Object.hasOwn(table, name)) {
      const known = knownNames(String(name), Object.keys(table));
      throw new NearmissError('options/bad-value', `${option} is ${JSON.stringify(name)}; it is one of ${known}`);
    }
    found[option] = table[name];
  }
  return found;
}
