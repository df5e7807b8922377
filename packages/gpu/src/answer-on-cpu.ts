// The queries that no GPU has decided, on the CPU: in this thread, or over a pool of workers, with the same bits.

import type { Model } from 'nearmiss';
import { answerBlock, BLOCK, type CpuQuery, INPUTS, RESULTS } from './cpu-block.ts';
import type { Workers } from './workers.ts';

/** Numbers of the queries for which `isOpen` holds. */
export function openQueries(count: number, isOpen: (k: number) => boolean): Uint32Array {
  const out = new Uint32Array(count);
  let open = 0;
  for (let k = 0; k < count; k++) if (isOpen(k)) out[open++] = k;
  return out.subarray(0, open);
}

/** The results of the queries with these numbers, one after the other; `inputs` are those of all. */
export async function answerOnCpu(
  query: CpuQuery,
  a: Model,
  b: Model,
  inputs: Float64Array,
  open: Uint32Array,
  workers: Workers | undefined,
): Promise<Float64Array> {
  const results = new Float64Array(RESULTS[query.kind] * open.length);
  const blocks: Promise<void>[] = [];
  for (let first = 0; first < open.length; first += BLOCK) {
    const block = gather(inputs, INPUTS[query.kind], open.subarray(first, first + BLOCK));
    const at = RESULTS[query.kind] * first;
    if (workers === undefined) results.set(answerBlock(query, a, b, block), at);
    else blocks.push(workers.answer(query, a, b, block).then((values) => results.set(values, at)));
  }
  await Promise.all(blocks);
  return results;
}

function gather(from: Float64Array, stride: number, numbers: Uint32Array): Float64Array<ArrayBuffer> {
  const out = new Float64Array(stride * numbers.length);
  numbers.forEach((number, k) => {
    out.set(from.subarray(stride * number, stride * (number + 1)), stride * k);
  });
  return out;
}
