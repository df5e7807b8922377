// `nearmiss/bodies`: what a program needs that moves bodies by their contacts, as `@nearmiss/dynamics` does.

export { type ModelBox, modelBox, solidProperties } from '../model/solid-properties.ts';
export {
  type ContactManifold,
  type ContactManifoldOptions,
  contactManifold,
  type ManifoldContact,
} from '../query/manifold/contact-manifold.ts';
export { arcTangent } from '../scalar/arc-tangent.ts';
export { symmetricEigen } from '../scalar/eigen.ts';
export { sinCos } from '../scalar/sin-cos.ts';
