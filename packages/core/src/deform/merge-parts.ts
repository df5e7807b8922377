import { NearmissError } from '../error.ts';
import type { FacePair } from '../mesh/face-pairs.ts';
import { PairKeys } from './pair-keys.ts';

/** The range of pair keys. */
const MOST_FACES = 2 ** 26;

/**
 * Merges the pairs that several workers found, each in its `part`, into one list: the same for any number of workers, and the same
 * as without parts.
 *
 * @example
 * console.log(mergeParts([[[0, 1]], [[0, 2]]]).length); // 2
 */
export function mergeParts(parts: readonly (readonly FacePair[])[]): FacePair[] {
  if (!Array.isArray(parts) || !parts.every((pairs) => Array.isArray(pairs) && pairs.every(isPair))) {
    throw new NearmissError(
      'options/bad-value',
      'parts must be lists of pairs, as collideDeforming and selfCollide give them.',
    );
  }
  let span = 0;
  for (const pairs of parts) for (const [first, second] of pairs) span = Math.max(span, first + 1, second + 1);
  const merged = new PairKeys();
  merged.start(span);
  for (const pairs of parts) for (const [first, second] of pairs) merged.add(first, second);
  return merged.sorted();
}

function isPair(pair: unknown): boolean {
  return (
    Array.isArray(pair) &&
    pair.length === 2 &&
    pair.every((face) => Number.isInteger(face) && face >= 0 && face < MOST_FACES)
  );
}
