// Models of geometries and objects, built once for each version of their attributes.

import { type Mesh, Model } from 'nearmiss';

interface Entry {
  readonly state: readonly unknown[];
  readonly model: Model;
}

/** Models kept for one geometry or object: a few scales or draw ranges of it, the one used last first. */
const KEPT = 4;
/** The same where instances use the geometry: each may have a scale of its own or, in a batched mesh, a range. */
export const KEPT_OF_INSTANCES = 64;

interface Kept {
  readonly entries: readonly Entry[];
  readonly most: number;
}

/** Keyed by geometry where that is all a model depends on, so that objects share it; else by object. Neither is kept alive. */
const models = new WeakMap<object, Kept>();

/** The model of a state of `holder`; built where no earlier one had the same state. At most `most` are kept. */
export function cachedModel(holder: object, state: readonly unknown[], build: () => Mesh, most: number = KEPT): Model {
  const kept = models.get(holder) ?? { entries: [], most };
  const [first] = kept.entries;
  if (first !== undefined && isSame(first.state, state)) return first.model;
  const entry = kept.entries.find((other) => isSame(other.state, state)) ?? { state, model: Model.build(build()) };
  // A mesh that shares the geometry with instances does not drop their models.
  const larger = Math.max(most, kept.most);
  const others = kept.entries.filter((other) => other !== entry);
  models.set(holder, { entries: [entry, ...others].slice(0, larger), most: larger });
  return entry.model;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, k) => Object.is(value, b[k]));
}
