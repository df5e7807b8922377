import { NearmissError } from '../error.ts';
import { nearestName } from '../scalar/known-keys.ts';

/** The most triangles a generator makes: 2²⁴, about 600 MiB of mesh. A count. */
export const MAX_TRIANGLES: number = 2 ** 24;

/** Seeds are the distinct 32-bit states of the generator; a larger number would silently repeat a smaller one. */
const MAX_SEED = 2 ** 32 - 1;

/** Refuses a parameter of the named shape. */
export function refuse(shape: string, sentence: string): never {
  throw new NearmissError('shape/bad-parameter', `${shape}: ${sentence}`);
}

/**
 * The defaults overlaid with the given values; `undefined` means the default.
 *
 * Input may come from a file, so names, kinds (number or list), list lengths and finiteness are all checked here, once. `anyLength`
 * names the lists whose length is free.
 */
export function resolveParameters<P extends object>(
  shape: string,
  defaults: Readonly<P>,
  given: Partial<P>,
  anyLength: readonly string[] = [],
): P {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    refuse(shape, 'the parameters must be an object.');
  const resolved: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(defaults, name)) {
      const nearest = nearestName(name, Object.keys(defaults));
      const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
      refuse(
        shape,
        `there is no parameter "${name.slice(0, 40)}"; there are ${Object.keys(defaults).join(', ')}.${hint}`,
      );
    }
    const usual = resolved[name];
    if (Array.isArray(usual)) requireList(shape, name, value, anyLength.includes(name) ? undefined : usual.length);
    else requireNumber(shape, name, value);
    resolved[name] = value;
  }
  return resolved as P;
}

function requireNumber(shape: string, name: string, value: unknown): void {
  if (typeof value !== 'number') refuse(shape, `${name} must be a number.`);
  if (!Number.isFinite(value)) refuse(shape, `${name} must be finite, not ${value}.`);
}

function requireList(shape: string, name: string, value: unknown, length: number | undefined): void {
  if (!Array.isArray(value) || (length !== undefined && value.length !== length)) {
    refuse(shape, `${name} must be a list of ${length ?? 'some'} numbers.`);
  }
  for (let i = 0; i < value.length; i++) requireNumber(shape, `${name}[${i}]`, value[i]);
}

/** Refuses sizes that are not above zero. */
export function requirePositive(shape: string, sizes: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(sizes)) {
    if (!(value > 0)) refuse(shape, `${name} must be greater than 0, not ${value}.`);
  }
}

/**
 * Largest over smallest size of a shape whose coordinates are sums of sizes. Dimensionless. 2³² of a double's 2⁵³ leaves
 * 2²¹ steps across the smallest size; far beyond it the two sides of a tube would round to the same positions.
 */
export const MAX_SIZE_RATIO: number = 2 ** 32;

/** Refuses sizes that are not above zero, or too far apart to be added up in doubles. */
export function requireComparable(shape: string, sizes: Readonly<Record<string, number>>): void {
  requirePositive(shape, sizes);
  const all = Object.entries(sizes).sort((a, b) => a[1] - b[1]);
  const [smallName, small] = all[0];
  const [largeName, large] = all[all.length - 1];
  if (!(large / small <= MAX_SIZE_RATIO)) {
    refuse(shape, `${largeName} (${large}) is more than 2³² times ${smallName} (${small}): too uneven for doubles.`);
  }
}

/** Refuses values below zero. */
export function requireNotNegative(shape: string, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!(value >= 0)) refuse(shape, `${name} must be 0 or more, not ${value}.`);
  }
}

/** Refuses anything but a whole number in [least, most]. */
export function requireInteger(
  shape: string,
  name: string,
  value: number,
  least: number,
  most: number = MAX_TRIANGLES,
): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    refuse(shape, `${name} must be a whole number from ${least} to ${most}, not ${value}.`);
  }
}

/** Refuses a seed that is not a whole number of 32 bits. */
export function requireSeed(shape: string, seed: number): void {
  requireInteger(shape, 'seed', seed, 0, MAX_SEED);
}

/** Refuses a count of triangles over the limit; called before anything of that size is allocated. */
export function requireTriangleCount(shape: string, count: number): void {
  if (!(count <= MAX_TRIANGLES)) {
    refuse(shape, `this would make ${count} triangles, but at most ${MAX_TRIANGLES} are allowed; use fewer segments.`);
  }
}
