// `nearmiss/bodies`: functions for programs that move bodies by their contacts, such as `@nearmiss/dynamics`.

export { type ModelBox, modelBox, solidProperties } from '../model/solid-properties.ts';
export type { ManifoldContact } from '../query/manifold/apart-contacts.ts';
export {
  type ContactManifold,
  type ContactManifoldOptions,
  contactManifold,
} from '../query/manifold/contact-manifold.ts';
export { MedialHullContacts } from '../query/manifold/medial-hull-contacts.ts';
export { SolverContacts } from '../query/manifold/solver-contacts.ts';
export type { SolverPose } from '../query/manifold/solver-pose.ts';
export { usesKernels } from '../query/uses-kernels.ts';
export { arcTangent, sinCos, symmetricEigen } from '../scalar/same-on-every-engine.ts';
