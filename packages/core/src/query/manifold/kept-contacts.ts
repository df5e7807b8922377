// Contacts of one pair of bodies from query to query: a contact that is where another one was has its id, so that a solver can start from
// the impulses it found there.

import { directionToBody } from '../../scalar/pose.ts';
import type { ManifoldContact } from './apart-contacts.ts';
import type { ContactManifold } from './contact-manifold.ts';

/** Contacts nearer to each other on A than this many search distances, or this part of their extent, are the same. Dimensionless. */
const SAME_WITHIN = 16;
const SAME_PART = 0.05;
/** The least cosine between the normals of the same contact. Dimensionless. */
const SAME_NORMAL = 0.9;

interface Kept {
  readonly id: number;
  /** Point and normal in A's body coordinates. */
  readonly point: Float64Array;
  readonly normal: Float64Array;
}

export class KeptContacts {
  #kept: Kept[] = [];
  #next = 0;

  /** The manifold with the ids of contacts that were there before. `poseA` is where A is, seven numbers. */
  identify({ status, contacts }: ContactManifold, poseA: Float64Array, within: number): ContactManifold {
    const before = this.#kept;
    const made = contacts.map((contact) => toBody(contact, poseA));
    const near = Math.max(SAME_WITHIN * within, SAME_PART * extentOf(made));
    const taken = new Set<number>();
    this.#kept = made.map(({ point, normal }) => {
      const same = nearest(before, point, normal, near, taken);
      const id = same?.id ?? this.#next++;
      taken.add(id);
      return { id, point, normal };
    });
    return { status, contacts: contacts.map((contact, k) => ({ ...contact, id: this.#kept[k].id })) };
  }
}

function toBody({ pointA, normal }: ManifoldContact, poseA: Float64Array): Omit<Kept, 'id'> {
  const point = new Float64Array(3);
  const direction = new Float64Array(3);
  const offset = Float64Array.of(pointA[0] - poseA[0], pointA[1] - poseA[1], pointA[2] - poseA[2]);
  directionToBody(poseA, offset, point);
  directionToBody(poseA, Float64Array.from(normal), direction);
  return { point, normal: direction };
}

/** The largest distance of the first contact from another one. */
function extentOf(contacts: readonly Omit<Kept, 'id'>[]): number {
  let largest = 0;
  for (const { point } of contacts) largest = Math.max(largest, apartSq(point, contacts[0].point));
  return Math.sqrt(largest);
}

function nearest(
  before: readonly Kept[],
  point: Float64Array,
  normal: Float64Array,
  near: number,
  taken: ReadonlySet<number>,
): Kept | null {
  let best: Kept | null = null;
  let least = near * near;
  for (const kept of before) {
    const cosine = kept.normal[0] * normal[0] + kept.normal[1] * normal[1] + kept.normal[2] * normal[2];
    if (taken.has(kept.id) || cosine < SAME_NORMAL) continue;
    const square = apartSq(kept.point, point);
    if (square > least) continue;
    least = square;
    best = kept;
  }
  return best;
}

function apartSq(p: Float64Array, q: Float64Array): number {
  return (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]);
}
