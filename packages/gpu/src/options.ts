// Checks of arguments and options that the entries share: what is wrong is refused with a code, before anything starts.

import { Model, NearmissError, nearestName } from 'nearmiss';
import { Workers } from 'nearmiss/workers';

export function refuseOption(sentence: string): never {
  throw new NearmissError('options/bad-value', sentence);
}

/** A value in a message. Not every value has text. */
export function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Refuses options that are no object, or have a property that is not known; one that is undefined counts as missing. */
export function requireOptions<T extends object>(options: T, known: readonly (keyof T & string)[]): void {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) {
    refuseOption('Options must be an object.');
  }
  for (const key in options) {
    if (known.includes(key) || options[key] === undefined) continue;
    const near = nearestName(key, known);
    const hint = near === null ? `known are ${known.join(', ')}.` : `did you mean "${near}"?`;
    refuseOption(`options has an unknown property "${key}"; ${hint}`);
  }
}

export function requireModel(model: Model, name: string): void {
  if (model instanceof Model) return;
  throw new NearmissError(
    'model/bad-argument',
    `${name} must be a Model: Model.build(new Mesh(positions, triangles)).`,
  );
}

export function requireWorkers(workers: Workers | undefined): Workers | undefined {
  if (workers === undefined || workers instanceof Workers) return workers;
  return refuseOption(`workers is ${shown(workers)}; it is a pool: openWorkers().`);
}

/** A gap that counts as contact. */
export function requireThreshold(threshold: number | undefined): number | undefined {
  const isGap = typeof threshold === 'number' && threshold > 0 && threshold < Infinity;
  if (threshold === undefined || isGap) return threshold;
  return refuseOption(`threshold is ${shown(threshold)}; it is a length above 0.`);
}
