// Models of geometries and objects, built once for each version of their attributes.

import { type Mesh, Model } from 'nearmiss';

interface Entry {
  readonly state: readonly unknown[];
  readonly model: Model;
}

/** Models kept for one geometry or object: a few scales or draw ranges of it, the one used last first. */
const KEPT = 4;

/** Keyed by geometry where that is all a model depends on, so that objects share it; else by object. Neither is kept alive. */
const models = new WeakMap<object, Entry[]>();

/** The model of a state of `holder`; built where no earlier one had the same state. */
export function cachedModel(holder: object, state: readonly unknown[], build: () => Mesh): Model {
  const entries = models.get(holder) ?? [];
  const known = entries.findIndex((entry) => isSame(entry.state, state));
  const entry = entries[known] ?? { state, model: Model.build(build()) };
  models.set(holder, [entry, ...entries.filter((other) => other !== entry)].slice(0, KEPT));
  return entry.model;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, k) => Object.is(value, b[k]));
}
