/** A value in a message. Not every object has text. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
