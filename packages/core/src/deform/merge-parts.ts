import { NearmissError } from '../error.ts';
import { PairKeys } from './pair-keys.ts';

/**
 * The pairs that several workers found, each in its `part`, as one list: the same for any number of workers, and the same as
 * without parts.
 */
export function mergeParts(parts: readonly Uint32Array[]): Uint32Array {
  if (!Array.isArray(parts) || !parts.every((pairs) => pairs instanceof Uint32Array && pairs.length % 2 === 0)) {
    throw new NearmissError(
      'options/bad-value',
      'parts must be lists of pairs, as collideDeforming and selfCollide give them.',
    );
  }
  let span = 0;
  for (const pairs of parts) for (let k = 0; k < pairs.length; k++) span = Math.max(span, pairs[k] + 1);
  const merged = new PairKeys();
  merged.start(span);
  for (const pairs of parts) for (let k = 0; k < pairs.length; k += 2) merged.add(pairs[k], pairs[k + 1]);
  return merged.sorted();
}
