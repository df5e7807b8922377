// `nearmiss/convex`: convex bodies by name, and the sizes of round ones.

export { convexNames, convexParameters, makeConvex } from '../model/named-convex.ts';
export {
  CAPSULE_DEFAULTS,
  type CapsuleOptions,
  CONE_DEFAULTS,
  type ConeOptions,
  CYLINDER_DEFAULTS,
  type CylinderOptions,
  SPHERE_DEFAULTS,
  type SphereOptions,
} from '../model/round-sizes.ts';
