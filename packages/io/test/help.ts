import { type ErrorCode, NearmissError } from 'nearmiss';
import { expect } from 'vitest';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The refusal that a function ends in, sync or not; anything else fails the test. */
export async function refusal(act: () => unknown): Promise<NearmissError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof NearmissError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

export async function expectRefusal(act: () => unknown, code: ErrorCode, location?: string): Promise<NearmissError> {
  const error = await refusal(act);
  expect(`${error.code} at ${error.location}: ${error.message}`).toContain(
    location === undefined ? code : `${code} at ${location}:`,
  );
  return error;
}

/** A triangle, in each text format. */
export const OBJ_TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

/** The cube of edge 1 at the origin: corners by x + 2y + 4z, faces outward. */
export const CUBE_POSITIONS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2]);
export const CUBE_QUADS: readonly (readonly number[])[] = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/**
 * Milliseconds of processor time this process has used: what tells a slow reader from a busy machine. (The clock on the
 * wall runs on while others compute.)
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
