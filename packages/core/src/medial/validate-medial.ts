import type { MedialAxis } from './build-medial.ts';

/**
 * Describes what is wrong with the arrays of a medial axis, or null: all that a traversal relies on, so that arrays from an
 * untrusted source cannot make one read past an end. (The reader refuses numbers that are not finite.)
 */
export function medialDefect({
  spheres,
  cones,
  slabs,
  innerBalls,
  dilation,
  uncovered,
  overhang,
  overhangBound,
}: MedialAxis): string | null {
  const count = spheres.length / 4;
  if (!Number.isInteger(count) || count < 1) return 'it has no balls of four numbers each';
  if (!Number.isInteger(innerBalls.length / 4)) return 'an inner ball does not have four numbers';
  if (cones.length % 2 !== 0 || slabs.length % 3 !== 0) return 'a cone or slab is incomplete';
  if (cones.length + slabs.length === 0) return 'it has neither cones nor slabs';
  if (!cones.every((ball) => ball < count) || !slabs.every((ball) => ball < count)) {
    return 'a cone or slab names a ball that is not there';
  }
  for (const balls of [spheres, innerBalls]) {
    for (let k = 3; k < balls.length; k += 4) if (!(balls[k] >= 0)) return `a ball has the radius ${balls[k]}`;
  }
  if (!(Math.min(dilation, uncovered, overhang, overhangBound) >= 0)) return 'a bound is negative';
  return null;
}
