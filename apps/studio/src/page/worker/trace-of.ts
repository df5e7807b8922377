import type { Model } from 'nearmiss';
import { traceDistance, traceTimeOfContact } from 'nearmiss/lab';
import type { Slot } from '../body.ts';
import type { Traced, WantedTrace } from './messages.ts';

/** Steps that are sent to the page: more are not watched, and would take long to send. */
const MOST_STEPS = 2000;

/** A search of the library, step by step. */
export function traceOf({ a, b }: Readonly<Record<Slot, Model>>, wanted: WantedTrace): Traced {
  if (wanted.kind === 'distance') {
    const { poses } = wanted;
    const { steps, stepCount, treeA, treeB } = traceDistance(a, poses.a, b, poses.b, { limit: MOST_STEPS });
    return { kind: 'distance', search: { steps, stepCount, trees: { a: treeA, b: treeB } } };
  }
  const { motions } = wanted;
  const trace = traceTimeOfContact(a, motions.a, b, motions.b, { limit: MOST_STEPS });
  const { result, steps, stepCount, pairs, treeA, treeB } = trace;
  return { kind: 'contact', search: { steps, stepCount, pairs, trees: { a: treeA, b: treeB }, upper: result.upper } };
}
