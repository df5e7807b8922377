// The queries that no GPU has decided, on the CPU: in this thread, or over a pool of workers, with the same bits.

import type { Model } from 'nearmiss';
import { answerQueries, type ManyQuery, type Workers } from 'nearmiss/workers';

/** Numbers of the queries for which `isOpen` holds. */
export function openQueries(count: number, isOpen: (k: number) => boolean): Uint32Array {
  const out = new Uint32Array(count);
  let open = 0;
  for (let k = 0; k < count; k++) if (isOpen(k)) out[open++] = k;
  return out.subarray(0, open);
}

/** The results of the queries with these numbers, one after the other; `inputs` are those of all. */
export function answerOnCpu(
  query: ManyQuery,
  a: Model,
  b: Model,
  inputs: Float64Array,
  open: Uint32Array,
  workers: Workers | undefined,
): Promise<Float64Array> {
  const stride = query.kind === 'time-of-contact' ? 14 : 7;
  const gathered = new Float64Array(stride * open.length);
  open.forEach((number, k) => {
    gathered.set(inputs.subarray(stride * number, stride * (number + 1)), stride * k);
  });
  return answerQueries(query, a, b, gathered, workers);
}
