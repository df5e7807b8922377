// Sizes of round shapes as callers give them, checked, and the shapes they make.

import { type RoundShape, roundRadius } from '../convex/round-shape.ts';
import { MAX_COORDINATE } from '../mesh/mesh.ts';
import { refuse, requireComparable, requireNotNegative, resolveParameters } from '../shapes/parameters.ts';

/** Options of {@link sphere}. */
export interface SphereOptions {
  readonly radius?: number;
}

/** Options of {@link capsule}. */
export interface CapsuleOptions {
  readonly radius?: number;
  /** Length of the straight part: the whole is 2·radius longer. */
  readonly length?: number;
}

/** Options of {@link cylinder}. */
export interface CylinderOptions {
  readonly radius?: number;
  readonly height?: number;
}

/** Options of {@link cone}. */
export interface ConeOptions {
  /** Radius of the base. */
  readonly radius?: number;
  readonly height?: number;
}

/** Defaults of {@link SphereOptions}. */
export const SPHERE_DEFAULTS: Readonly<Required<SphereOptions>> = Object.freeze({ radius: 0.5 });
/** Defaults of {@link CapsuleOptions}. */
export const CAPSULE_DEFAULTS: Readonly<Required<CapsuleOptions>> = Object.freeze({ radius: 0.5, length: 1 });
/** Defaults of {@link CylinderOptions}. */
export const CYLINDER_DEFAULTS: Readonly<Required<CylinderOptions>> = Object.freeze({ radius: 0.5, height: 1 });
/** Defaults of {@link ConeOptions}. */
export const CONE_DEFAULTS: Readonly<Required<ConeOptions>> = Object.freeze({ radius: 0.5, height: 1 });

export function sphereShape(options: SphereOptions): RoundShape {
  const { radius } = resolveParameters('sphere', SPHERE_DEFAULTS, options);
  return checked('sphere', { radius }, { base: 0, top: 0, half: 0, skin: radius });
}

export function capsuleShape(options: CapsuleOptions): RoundShape {
  const { radius, length } = resolveParameters('capsule', CAPSULE_DEFAULTS, options);
  requireNotNegative('capsule', { length });
  const sizes = length > 0 ? { radius, length } : { radius };
  return checked('capsule', sizes, { base: 0, top: 0, half: length / 2, skin: radius });
}

export function cylinderShape(options: CylinderOptions): RoundShape {
  const { radius, height } = resolveParameters('cylinder', CYLINDER_DEFAULTS, options);
  return checked('cylinder', { radius, height }, { base: radius, top: radius, half: height / 2, skin: 0 });
}

export function coneShape(options: ConeOptions): RoundShape {
  const { radius, height } = resolveParameters('cone', CONE_DEFAULTS, options);
  return checked('cone', { radius, height }, { base: radius, top: 0, half: height / 2, skin: 0 });
}

function checked(name: string, sizes: Readonly<Record<string, number>>, shape: RoundShape): RoundShape {
  requireComparable(name, sizes);
  if (!(roundRadius(shape) <= MAX_COORDINATE)) refuse(name, `it is too large; it may reach up to ${MAX_COORDINATE}.`);
  return shape;
}
