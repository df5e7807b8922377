import { type ErrorCode, NearmissError } from 'nearmiss';

/** The codes under which a file is refused. */
export type IoErrorCode = Extract<ErrorCode, `io/${string}`> | 'mesh/empty';

/** Refuses a file: what is wrong, and where in it. */
export function refuse(code: IoErrorCode, location: string, sentence: string, cause?: unknown): never {
  const message = `${sentence} (${location})`;
  throw new NearmissError(code, message, cause === undefined ? { location } : { location, cause });
}

/** The start of something found in a file, fit to stand in a sentence. */
export function quote(found: string): string {
  const short = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  return JSON.stringify(short);
}
