// `nearmiss/deforming`: meshes whose vertices move: which faces touch, and when they first do.

export {
  type BodyContacts,
  collideAllDeforming,
  collideDeforming,
  type DeformingContacts,
  type DeformingStats,
} from '../deform/collide-deforming.ts';
export { DeformingMesh } from '../deform/deforming-mesh.ts';
export { DEFORMING_DEFAULTS, type DeformingMethod, type DeformingOptions } from '../deform/deforming-options.ts';
export {
  type DeformingContact,
  type DeformingFree,
  type DeformingNear,
  type DeformingTimeOptions,
  type DeformingTimeResult,
  type DeformingTimeStatus,
  deformingTimeOfContact,
  selfTimeOfContact,
} from '../deform/deforming-time-of-contact.ts';
export type { FaceSource } from '../deform/face-table.ts';
export { mergeParts } from '../deform/merge-parts.ts';
export { selfCollide } from '../deform/self-collide.ts';
export type { DeformingStage, DeformingTrace } from '../deform/trace.ts';
