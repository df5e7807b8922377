import type { Model } from './model.ts';

let slots = 0;

/**
 * Gives a module a value for every model, created on first use and never saved: a value that follows from the model alone and is
 * cheap to recompute. Access costs a read of an array, so that queries of a microsecond can afford it.
 */
export function perModel<T extends object | null>(make: (model: Model) => T): (model: Model) => T {
  const slot = slots++;
  return (model) => {
    const { derived } = model;
    // A read beyond the end of an array makes the engine discard the code it has compiled.
    const known = slot < derived.length ? derived[slot] : undefined;
    if (known !== undefined) return known as T;
    const made = make(model);
    derived[slot] = made;
    return made;
  };
}
