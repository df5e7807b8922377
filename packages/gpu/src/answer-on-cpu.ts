// The queries that no GPU has decided, on the CPU: in this thread, or over a pool of workers, with the same bits.

import { answerQueries, type ManyQuery } from 'nearmiss/workers';
import type { ManyInputs } from './many-inputs.ts';

/** Numbers of the queries for which `isOpen` holds. */
export function openQueries(count: number, isOpen: (k: number) => boolean): Uint32Array {
  const out = new Uint32Array(count);
  let open = 0;
  for (let k = 0; k < count; k++) if (isOpen(k)) out[open++] = k;
  return out.subarray(0, open);
}

/** The results of the queries with these numbers, one after the other. */
export function answerOnCpu(query: ManyQuery, asked: ManyInputs, open: Uint32Array): Promise<Float64Array> {
  const { a, b, given, count, workers } = asked;
  if (open.length === count) return answerQueries(query, a, b, given, workers);
  const stride = given.length / count;
  const gathered = new Float64Array(stride * open.length);
  open.forEach((number, k) => {
    gathered.set(given.subarray(stride * number, stride * (number + 1)), stride * k);
  });
  return answerQueries(query, a, b, gathered, workers);
}
