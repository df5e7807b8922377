// `nearmiss/convex`: convex bodies, including exact round shapes, and convex patches of surfaces with their hull trees.

export { type HullNode, hullNodes } from '../hulls/hull-nodes.ts';
export { hullTree } from '../hulls/hull-structure.ts';
export type { HullArrays, HullTree } from '../hulls/hull-tree.ts';
export { hull } from '../model/hull-model.ts';
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
export { isConvex } from '../patches/convex-model.ts';
export { type ConvexPatch, convexPatches } from '../patches/convex-patches.ts';
export { hulls } from '../query/advance/hulls-method.ts';
export type { RoundCollider } from '../query/collide/collide.ts';
export { convexNames, convexParameters, makeConvex } from '../round/named-convex.ts';
export { capsule, cone, cylinder, sphere } from '../round/round-models.ts';
export { round } from '../round/round-structure.ts';
