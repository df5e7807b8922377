// Requests over a network that fails now and then: tried again after a pause, and given up when nothing moves.

import { setTimeout as sleep } from 'node:timers/promises';

/** How long a request is tried. See {@link fetchPatiently}. */
export interface Patience {
  /** Milliseconds before each further try. */
  readonly pauses: readonly number[];
  /** Milliseconds without progress after which a try has failed. */
  readonly stall: number;
}

export const PATIENCE: Patience = { pauses: [250, 500, 1000, 2000, 4000], stall: 30_000 };

/** Bytes a second at which sending counts as progress: fetch does not tell how far it is. */
const SLOWEST = 2 ** 16;

/** A whole answer. See {@link fetchPatiently}. */
export interface Answered {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** Makes a request anew for each try, as its signature may hold the time. */
export type MakeRequest = () => Promise<Request> | Request;

/**
 * The answer to a request. Errors of the network, 429 and 5xx are tried again; every other status is returned. What is thrown names the key.
 */
export async function fetchPatiently(
  make: MakeRequest,
  what: { readonly key: string; readonly sent: number },
  { pauses, stall }: Patience,
): Promise<Answered> {
  for (let tries = 1; ; tries++) {
    const pause = pauses[tries - 1];
    try {
      const answer = await fetchOnce(await make(), stall, what.sent);
      if (pause === undefined || (answer.status < 500 && answer.status !== 429)) return answer;
    } catch (error) {
      if (pause === undefined) {
        throw new Error(`The store does not answer for ${what.key}, tried ${tries} times: ${reasonOf(error)}`);
      }
    }
    await sleep(pause);
  }
}

async function fetchOnce(request: Request, stall: number, sent: number): Promise<Answered> {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(new Error(`nothing came for ${stall / 1000} seconds.`));
  let timer = setTimeout(giveUp, stall + (1000 * sent) / SLOWEST);
  try {
    const answer = await fetch(request, { signal: controller.signal });
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, stall);
      chunks.push(chunk);
    }
    return { status: answer.status, bytes: Buffer.concat(chunks) };
  } finally {
    clearTimeout(timer);
  }
}

/** The cause of an error of fetch, whose own message is "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message !== '' ? cause.message : 'code' in cause ? String(cause.code) : error.message;
}
