// The kernels with some of their entries replaced, to count or to refuse what they are asked.

import { simd } from '../../src/entries/simd.ts';
import type { Acceleration } from '../../src/index.ts';

export function kernelsWith(replaced: Partial<Acceleration>): Acceleration {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(simd)))
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([name, { value }]) => [name, value.bind(simd)]);
  return { ...Object.fromEntries(methods), ...replaced };
}
