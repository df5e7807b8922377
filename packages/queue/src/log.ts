/** Writes one event. See {@link writeLog}. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: Readonly<Record<string, unknown>>) => void;

/**
 * Writes events as one JSON object a line to stderr.
 *
 * @see {@link ShardWorker}
 */
export const writeLog: Log = (level, event, facts = {}) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`);
};

/** The sentence of an error. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
