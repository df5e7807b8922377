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

/** The constants of a source that are sums and products of numbers and of constants before them; `given` are those that it imports. */
export function constantsOf(source: string, given: Readonly<Record<string, number>> = {}): ReadonlyMap<string, number> {
  const found = new Map(Object.entries(given));
  const factor = (text: string): number => found.get(text) ?? Number(text);
  const product = (text: string): number => text.split(' * ').reduce((x, y) => x * factor(y), 1);
  for (const [, name, text] of source.matchAll(/^(?:export )?const ([A-Z0-9_]+)(?:: \w+)? = ([^;]+);/gm)) {
    const [first, ...rest] = text.split(/ ([+-]) /);
    let sum = product(first);
    for (let k = 0; k < rest.length; k += 2) sum += (rest[k] === '+' ? 1 : -1) * product(rest[k + 1]);
    if (!Number.isNaN(sum)) found.set(name, sum);
  }
  return found;
}

/** Where something lies in the memory of the kernels, or how long it is, as one of their files has it. */
export function inKernel(file: string, name: string): number {
  const value = constantsOf(kernelSource(file)).get(name);
  if (value === undefined) throw new Error(`${file} has no ${name}.`);
  return value;
}
