import { type ErrorCode, NearmissError } from 'nearmiss';

/** The error codes of refused files. */
export type IoErrorCode = Extract<ErrorCode, `io/${string}`> | 'mesh/empty';

/** Refuses a file: what is wrong, and at which position. */
export function refuse(code: IoErrorCode, location: string, sentence: string, cause?: unknown): never {
  const message = `${sentence} (${location})`;
  throw new NearmissError(code, message, cause === undefined ? { location } : { location, cause });
}

/** The start of a text from a file, made safe for a sentence. */
export function quote(found: string): string {
  const short = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  return JSON.stringify(short);
}
