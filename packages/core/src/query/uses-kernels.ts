// For packages with kernels of their own, which a program switches on and off with those of the library.

import { installed } from './acceleration.ts';

/** Whether the program has installed kernels with {@link use} that run in this engine. */
export function usesKernels(): boolean {
  return installed.kernels !== null && installed.kernels.unavailable === null;
}
