// Constants of the kernels, read from their sources: a test of a bound is about the number that the kernel has.

import { readFileSync } from 'node:fs';

/** The text of a file of packages/core/kernels. */
export const kernelSource = (file: string): string =>
  readFileSync(new URL(`../../kernels/${file}`, import.meta.url), 'utf8');

/** A number, a multiple of EPSILON, or one of 2⁻²⁴; NaN, which no comparison accepts, for anything else. */
export function kernelConstant(file: string, name: string): number {
  const text = new RegExp(`const ${name}: f(?:32|64) = ([^;]+);`).exec(kernelSource(file))?.[1] ?? '';
  const [, factor, unit] = /^([\d.]+(?:e-?\d+)?)( \* EPSILON| \/ <f64>\(1 << 24\))?$/.exec(text) ?? [];
  return Number(factor) * (unit === undefined ? 1 : 2 ** -24);
}
