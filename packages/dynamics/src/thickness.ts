// How thick a body is: what goes less than that in a step cannot pass through it.

import type { Model } from 'nearmiss';
import { solidProperties } from 'nearmiss/bodies';

/** Bodies share models. */
const known = new WeakMap<Model, number>();

/** Twice the volume by the area: the thickness of a plate, the radius of a rod, two thirds of that of a ball; 0 where there is no volume. */
export function thicknessOf(model: Model): number {
  const found = known.get(model);
  if (found !== undefined) return found;
  const { status, volume, area } = solidProperties(model);
  const thickness = status === 'solid' ? (2 * volume) / area : 0;
  known.set(model, thickness);
  return thickness;
}
