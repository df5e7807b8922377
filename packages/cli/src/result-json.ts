import type { Result } from './ask.ts';

/**
 * A result as an object for JSON, the status first. JSON writes an infinite number as null; a field that does not apply stays null,
 * and pairs are present only if all were requested.
 */
export function resultObject(result: Result, allPairs: boolean): Record<string, unknown> {
  // Fields that are computed on access are included.
  const { status, ...fields } =
    'toc' in result ? { ...result, contacts: result.contacts, contactsTruncated: result.contactsTruncated } : result;
  if ('pairCount' in fields && !allPairs) {
    const { pairs: _pairs, pairCount: _pairCount, ...others } = fields;
    return { status, ...others };
  }
  return { status, ...fields };
}
