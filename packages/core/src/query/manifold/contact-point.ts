// Points of contact while a manifold is made: in the reference frame, one record each.

import type { ContactFeature } from '../time-of-contact/contact-features.ts';

/** How much a contact tells: a vertex over the inside of a face, two edges that cross, anything on a border. */
export const ON_FACE = 2;
export const ON_EDGES = 1;
export const ON_BORDER = 0;

/** A point of contact in the reference frame, lengths in its unit. */
export interface ContactPoint {
  /** Point of the query body, point of the reference, unit normal from the first to the second. */
  readonly numbers: Float64Array;
  /** Signed distance of the points along the normal. */
  readonly gap: number;
  readonly rank: typeof ON_FACE | typeof ON_EDGES | typeof ON_BORDER;
  readonly queryFeature: ContactFeature;
  readonly referenceFeature: ContactFeature;
}

/** The cosine between the normals of two contacts. */
export function alignment(a: ContactPoint, b: ContactPoint): number {
  const p = a.numbers;
  const q = b.numbers;
  return p[6] * q[6] + p[7] * q[7] + p[8] * q[8];
}

/** The squared distance of two contacts, measured on the query body. */
export function apartSq(a: ContactPoint, b: ContactPoint): number {
  const p = a.numbers;
  const q = b.numbers;
  const x = p[0] - q[0];
  const y = p[1] - q[1];
  const z = p[2] - q[2];
  return x * x + y * y + z * z;
}
