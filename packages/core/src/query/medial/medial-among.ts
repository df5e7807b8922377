// The medial method on a list of pairs of primitives: for a caller that has proven that no other pair touches first, as a GPU does.

import { NearmissError } from '../../error.ts';
import { medialBodyOf } from '../../medial/medial-structure.ts';
import { perModel } from '../../model/per-model.ts';
import type { AdvanceMethod } from '../advance/methods.ts';
import type { Workspace } from '../workspace.ts';
import type { StartPairs } from './advance-medial-medial.ts';
import { advanceEnclosures, enclosureError } from './enclosures.ts';
import { statusInside } from './inside-status.ts';

/** The part of a medial body that each primitive of its medial mesh is. */
const partsOf: (model: Parameters<typeof medialBodyOf>[0]) => Int32Array = /* @__PURE__ */ perModel((model) => {
  const { nodes, primitives } = medialBodyOf(model);
  const parts = new Int32Array(primitives.length);
  primitives.forEach((primitive, slot) => {
    parts[primitive] = nodes + slot;
  });
  return parts;
});

/**
 * A method for {@link timeOfContact} that advances only the given pairs of primitives of two medial axes: two numbers a pair, of A
 * and of B, a cone by its number, a slab by its number plus the number of cones. No pair may touch before its time in `times`, and
 * no other pair before all of them: the result is proven as far as that holds.
 *
 * @example
 * const model = Model.build(box(), { with: [medialStructure({ samples: 200 })] });
 * const pairs = Uint32Array.of(0, 0);
 * const method = medialAmong(pairs, Float64Array.of(0));
 * console.log(timeOfContact(model, {}, model, { position: [3, 0, 0] }, { method }).status); // free
 */
export function medialAmong(pairs: Uint32Array, times: Float64Array): AdvanceMethod {
  if (!(pairs instanceof Uint32Array && times instanceof Float64Array && pairs.length === 2 * times.length)) {
    throw new NearmissError(
      'options/bad-value',
      'medialAmong takes a Uint32Array of pairs and a Float64Array of times.',
    );
  }
  if (!times.every((time) => time >= 0)) {
    throw new NearmissError('options/bad-value', 'The times of pairs are numbers from 0 on.');
  }
  return {
    name: 'medial',
    answers: { timeOfContact: true },
    advance: (w, pairMotion, rounding, work) =>
      advanceEnclosures(w, pairMotion, rounding, work, startPairs(w, pairs, times)),
    enclosures: { error: enclosureError, statusInside },
  };
}

/** The pairs by their parts, the query body's first. */
function startPairs({ a, b, swapped }: Workspace, pairs: Uint32Array, times: Float64Array): StartPairs {
  const partsA = partsOf(a);
  const partsB = partsOf(b);
  const parts = new Int32Array(pairs.length);
  for (let k = 0; k < pairs.length; k += 2) {
    const first = partsA[pairs[k]];
    const second = partsB[pairs[k + 1]];
    if (first === undefined || second === undefined) {
      throw new NearmissError('options/bad-value', `Pair ${k / 2} names a primitive that a medial axis does not have.`);
    }
    parts[k] = swapped ? second : first;
    parts[k + 1] = swapped ? first : second;
  }
  return { parts, times };
}
