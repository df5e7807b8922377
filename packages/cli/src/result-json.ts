import type { Result } from './ask.ts';

/**
 * A result as an object for JSON, the status first. JSON writes an infinite number as null; what does not apply stays
 * null, and pairs are there only where all were asked for.
 */
export function resultObject(result: Result, allPairs: boolean): Record<string, unknown> {
  // What is found when asked for comes with it.
  const { status, ...fields } = 'toc' in result ? { ...result, contacts: result.contacts } : result;
  if ('pairCount' in fields && !allPairs) {
    const { pairs: _pairs, pairCount: _pairCount, ...others } = fields;
    return { status, ...others };
  }
  return { status, ...fields };
}
