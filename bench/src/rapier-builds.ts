// Rapier as npm has it: the plain build, and the one with vector instructions.

import PLAIN from '@dimforge/rapier3d-compat';
import SIMD from '@dimforge/rapier3d-simd-compat';

export type RapierBuild = 'plain' | 'simd';
export type Rapier = typeof PLAIN;

/** A build of Rapier, ready for use. Both have one interface, but each declares it anew. */
export async function openRapier(build: RapierBuild): Promise<Rapier> {
  const rapier = build === 'plain' ? PLAIN : (SIMD as unknown as Rapier);
  await rapier.init();
  return rapier;
}
