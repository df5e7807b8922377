// Points inside and around a body that are farthest from its surface, as saved with a model; clearances.ts computes them.

import type { Section } from '../../model/bytes.ts';
import { damaged, requireWithin, takeSection } from '../../model/sections.ts';

/** A ball is 4 doubles in the model's frame and unit: centre, radius. */
export const BALL = 4;

/** The content of the structure {@link clearanceMap}. */
export interface Clearances {
  /** Balls in the solid, the largest first: none for a surface. The radius is at most the distance to the surface. */
  readonly inner: Float64Array;
  /**
   * Points around the body where the distance to it, the fourth number, is locally largest; the largest distance
   * first.
   */
  readonly outer: Float64Array;
}

const INNER = 'inner-balls';
const OUTER = 'outer-points';

export function addClearanceSections(sections: Map<string, Section>, { inner, outer }: Clearances): void {
  sections.set(INNER, inner);
  sections.set(OUTER, outer);
}

/** The clearances of a model whose corners are within `radius`, or undefined if none were saved. */
export function takeClearanceSections(sections: ReadonlyMap<string, Section>, radius: number): Clearances | undefined {
  if (!sections.has(INNER) && !sections.has(OUTER)) return undefined;
  const inner = takeSection(sections, INNER, Float64Array);
  const outer = takeSection(sections, OUTER, Float64Array);
  for (const [name, balls] of [[INNER, inner] as const, [OUTER, outer] as const]) {
    if (balls.length % BALL !== 0) throw damaged(name, 'its length is not a multiple of four (four numbers per ball)');
    requireWithin(name, balls, 2 * radius);
    for (let k = 3; k < balls.length; k += BALL)
      if (balls[k] < 0) throw damaged(name, `it holds the radius ${balls[k]}`);
  }
  return { inner, outer };
}
