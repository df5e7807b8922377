// The interval in which a line is inside a round shape: the roots of quadrics, clipped to the shape's height.

import type { RoundShape } from './round-shape.ts';

/** Two ends of an interval; the first is larger where it is empty. */
const span = new Float64Array(2);

/**
 * Writes to `out` the interval of parameters in which the line o + t·d, d a unit vector, is in the shape; Infinity and −Infinity if
 * it misses.
 */
export function rayThroughRound(shape: RoundShape, o: Float64Array, d: Float64Array, out: Float64Array): void {
  const { base, top, half, skin } = shape;
  // From the point of the line nearest to the centre, whose coordinates are no larger than the shape if it is hit.
  const start = -(o[0] * d[0] + o[1] * d[1] + o[2] * d[2]);
  const x = o[0] + start * d[0];
  const y = o[1] + start * d[1];
  const z = o[2] + start * d[2];
  out[0] = Infinity;
  out[1] = -Infinity;
  if (skin > 0) {
    // A capsule is the union of two balls and what is between them.
    pruneBall(x, y, z - half, d, skin);
    join(out);
    pruneBall(x, y, z + half, d, skin);
    join(out);
  }
  if (half > 0) {
    cutSlab(z, d[2], half);
    pruneCone(x, y, z, d, Math.max(skin, (base + top) / 2), (top - base) / (2 * half));
    join(out);
  }
  out[0] += start;
  out[1] += start;
}

/** Widens the interval in `out` by the span. */
function join(out: Float64Array): void {
  if (!(span[0] <= span[1])) return;
  out[0] = Math.min(out[0], span[0]);
  out[1] = Math.max(out[1], span[1]);
}

/** The interval of the line in a ball about the origin; empty if it misses. */
function pruneBall(x: number, y: number, z: number, d: Float64Array, radius: number): void {
  const middle = -(x * d[0] + y * d[1] + z * d[2]);
  const px = x + middle * d[0];
  const py = y + middle * d[1];
  const pz = z + middle * d[2];
  const aside = Math.sqrt(px * px + py * py + pz * pz);
  const halfChord = Math.sqrt(Math.max(0, (radius - aside) * (radius + aside)));
  span[0] = middle - halfChord;
  span[1] = middle + halfChord;
  if (aside > radius) leaveEmpty();
}

function leaveEmpty(): void {
  span[0] = Infinity;
  span[1] = -Infinity;
}

/** The span of the line between z = −half and z = half. */
function cutSlab(z: number, climb: number, half: number): void {
  span[0] = -Infinity;
  span[1] = Infinity;
  if (climb === 0) {
    if (Math.abs(z) > half) leaveEmpty();
    return;
  }
  span[0] = Math.min((-half - z) / climb, (half - z) / climb);
  span[1] = Math.max((-half - z) / climb, (half - z) / climb);
}

/**
 * Clips the span to where the distance from the axis is at most radius + slope·z, which is positive between the two ends.
 * There the set is convex, so of the two outer parts that a steep line leaves only one is in the span.
 */
function pruneCone(x: number, y: number, z: number, d: Float64Array, radius: number, slope: number): void {
  const wide = radius + slope * z;
  const growth = slope * d[2];
  const a = d[0] * d[0] + d[1] * d[1] - growth * growth;
  const b = x * d[0] + y * d[1] - wide * growth;
  const c = x * x + y * y - wide * wide;
  const discriminant = b * b - a * c;
  if (!(discriminant > 0)) {
    // Without a root it is inside everywhere or nowhere; a double root is a touch.
    if (c > 0 && !(discriminant === 0 && a > 0)) leaveEmpty();
    if (discriminant < 0) return;
  }
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(Math.max(0, discriminant)));
  if (q === 0) return; // b, c and the discriminant are 0: the line lies in the surface
  const r0 = a === 0 ? Number.NaN : q / a;
  const r1 = c / q;
  if (a > 0) {
    span[0] = Math.max(span[0], Math.min(r0, r1));
    span[1] = Math.min(span[1], Math.max(r0, r1));
  } else if (a < 0) {
    const near = Math.min(r0, r1);
    const far = Math.max(r0, r1);
    if (span[0] <= near) span[1] = Math.min(span[1], near);
    else span[0] = Math.max(span[0], far);
  } else if (b > 0) span[1] = Math.min(span[1], r1);
  else span[0] = Math.max(span[0], r1);
}
