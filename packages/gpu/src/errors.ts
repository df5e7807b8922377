// What can go wrong with a device, as errors with a code.

import { NearmissError } from 'nearmiss';

export function noAdapter(why: string): NearmissError {
  return new NearmissError('gpu/no-adapter', `No GPU can be used: ${why}.`);
}

export function deviceLost(why: string): NearmissError {
  return new NearmissError('gpu/lost', `The GPU device was lost (${why}); open another with openGpu.`);
}

export function outOfMemory(bytes: number): NearmissError {
  return new NearmissError('gpu/out-of-memory', `The GPU has no memory for ${bytes} more bytes.`);
}

export function deviceFailed(why: string): NearmissError {
  return new NearmissError('gpu/failed', `The GPU refused its work: ${why}`);
}
