import { type RoundShape, roundRadius } from '../convex/round-shape.ts';
import { MAX_COORDINATE } from '../mesh/mesh.ts';
import { MAX_SIZE_RATIO } from '../shapes/parameters.ts';

/** A round shape as saved, or undefined if the numbers are not valid sizes (round-sizes.ts). */
export function roundShapeFrom([base, top, half, skin]: Float64Array): RoundShape | undefined {
  const isRounded = base === 0 && top === 0 && half >= 0;
  const isFlatEnded = skin === 0 && (top === base || top === 0);
  const isBall = isRounded && half === 0;
  if (!isRounded && !isFlatEnded) return undefined;
  const radius = isRounded ? skin : base;
  const length = isBall ? radius : 2 * half;
  const shape = isRounded ? { base: 0, top: 0, half, skin } : { base, top: top === 0 ? 0 : base, half, skin: 0 };
  const isComparable =
    radius > 0 && length > 0 && Math.max(radius, length) / Math.min(radius, length) <= MAX_SIZE_RATIO;
  return isComparable && roundRadius(shape) <= MAX_COORDINATE ? shape : undefined;
}
