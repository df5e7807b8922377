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

/** Answers the queries with these numbers; `inputs` and `results` are those of all. */
export async function answerOnCpu(
  query: CpuQuery,
  a: Model,
  b: Model,
  inputs: Float64Array,
  open: Uint32Array,
  results: Float64Array,
  workers: Workers | undefined,
): Promise<void> {
  const blocks: Promise<void>[] = [];
  for (let first = 0; first < open.length; first += BLOCK) {
    const numbers = open.subarray(first, first + BLOCK);
    const block = gather(inputs, INPUTS[query.kind], numbers);
    if (workers === undefined) scatter(answerBlock(query, a, b, block), RESULTS[query.kind], numbers, results);
    else {
      const answer = workers.answer(query, a, b, block);
      blocks.push(answer.then((values) => scatter(values, RESULTS[query.kind], numbers, results)));
    }
  }
  await Promise.all(blocks);
}

function gather(from: Float64Array, stride: number, numbers: Uint32Array): Float64Array<ArrayBuffer> {
  const out = new Float64Array(stride * numbers.length);
  numbers.forEach((number, k) => {
    out.set(from.subarray(stride * number, stride * (number + 1)), stride * k);
  });
  return out;
}

function scatter(values: Float64Array, stride: number, numbers: Uint32Array, to: Float64Array): void {
  numbers.forEach((number, k) => {
    for (let c = 0; c < stride; c++) to[stride * number + c] = values[stride * k + c];
  });
}
