import { lengthOf as lengthOfCoordinates } from '../../scalar/vector.ts';

/** The length of a vector, of any size. */
export function lengthOf(v: ArrayLike<number>): number {
  return lengthOfCoordinates(v[0], v[1], v[2]);
}
