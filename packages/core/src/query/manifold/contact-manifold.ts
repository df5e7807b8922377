// Where do two bodies touch, or nearly so? The contact manifold: the few points, with normals and signed gaps, that a solver of
// contact forces needs.
//
// Apart, it is made of the features within a distance of each other (apart-contacts). Overlapping, of the local penetration depths
// (overlap-contacts).

import { NearmissError, textOf } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import type { Pose } from '../../scalar/pose.ts';
import { collideAny } from '../collide/collide-round-mesh.ts';
import { requireAmount, requireFlag, requireOptions } from '../options.ts';
import { apartContacts, type ManifoldContact } from './apart-contacts.ts';
import { overlapContacts, touchContacts } from './overlap-contacts.ts';

/** Options of {@link contactManifold}. */
export interface ContactManifoldOptions {
  /** Features up to this far apart are contacts, in model units. */
  readonly within: number;
  /** Whether bodies may overlap, which costs a test: `true` by default. For bodies known to be apart, `false` saves it. */
  readonly depths?: boolean | undefined;
}

const MANIFOLD_KEYS: KnownKeys<ContactManifoldOptions> = { within: true, depths: true };

/** Result of {@link contactManifold}. */
export interface ContactManifold {
  /** `apart` where they have no inner point in common, as far as asked; `overlapping` where the contacts are local depths. */
  readonly status: 'apart' | 'overlapping';
  readonly contacts: readonly ManifoldContact[];
}

/**
 * The contacts of two bodies: features within a distance of each other or, where they overlap, local depths; reduced to the few that
 * bear them. Faces cut into more triangles give the same contacts.
 *
 * @example
 * const cube = Model.build(box());
 * const { contacts } = contactManifold(cube, {}, cube, { position: [0, 0, 1.005] }, { within: 0.01 });
 * console.log(contacts.length > 0); // true
 */
export function contactManifold(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: ContactManifoldOptions,
): ContactManifold {
  requireOptions(options, MANIFOLD_KEYS);
  if (options.within === undefined) {
    throw new NearmissError('options/bad-value', `within is ${textOf(options.within)}; a manifold needs a distance.`);
  }
  const asked = requireAmount('within', options.within, 0);
  const depths = options.depths === undefined || requireFlag('depths', options.depths);
  if (depths) {
    const { colliding, status } = collideAny(a, poseA, b, poseB);
    if (colliding && status !== 'touching') {
      return { status: 'overlapping', contacts: overlapContacts(a, poseA, b, poseB, asked) };
    }
    const hasRound = a.round !== null || b.round !== null;
    if (colliding && hasRound) return { status: 'apart', contacts: touchContacts(a, poseA, b, poseB, asked) };
  }
  return { status: 'apart', contacts: apartContacts(a, poseA, b, poseB, asked) };
}
