import { powerOfTen } from './power-of-ten.ts';

/** How well a number is known, from the width of its bracket. */
export function provenWithin(width: number): string {
  return width === 0 ? 'exactly' : `proven to within ${powerOfTen(width, 1)}`;
}
