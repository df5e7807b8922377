// Parsing of saved sections. Errors name the section.

import { NearmissError } from '../error.ts';
import type { Section } from './bytes.ts';

type SectionKind<T extends Section> = abstract new (...args: never) => T;

/** The section of that name, of the kind and, where it is given, the length expected. */
export function takeSection<T extends Section>(
  sections: ReadonlyMap<string, Section>,
  name: string,
  kind: SectionKind<T>,
  length?: number,
): T {
  const section = sections.get(name);
  if (section === undefined) throw damaged(name, 'it is missing');
  if (!(section instanceof kind)) throw damaged(name, 'it holds numbers of the wrong kind');
  if (length !== undefined && section.length !== length) {
    throw damaged(name, `it holds ${section.length} numbers instead of ${length}`);
  }
  return section;
}

export function damaged(section: string, what: string): NearmissError {
  return new NearmissError('model/damaged', `Section "${section}" of the model is damaged: ${what}.`);
}

/** Refuses numbers beyond ±limit, and NaN, so that squares and sums cannot overflow. */
export function requireWithin(section: string, numbers: Float64Array, limit: number): void {
  for (const x of numbers) {
    if (!(Math.abs(x) <= limit)) throw damaged(section, `it holds ${x}, which is not within ±${limit}`);
  }
}
