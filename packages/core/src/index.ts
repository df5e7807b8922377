// The public face of nearmiss. What is not here is not public.

export type { VolumeName } from './bounds/volume.ts';
export type { TreeRule } from './bvh/rules.ts';
export type { SplitRule } from './bvh/split.ts';
export type { Branching } from './bvh/tree.ts';
export type { ConvexStatus } from './convex/gjk.ts';
export {
  type BodyContacts,
  collideAllDeforming,
  collideDeforming,
  type DeformingContacts,
  type DeformingStats,
} from './deform/collide-deforming.ts';
export { DeformingMesh } from './deform/deforming-mesh.ts';
export { mergeParts } from './deform/merge-parts.ts';
export { DEFORMING_DEFAULTS, type DeformingMethod, type DeformingOptions } from './deform/options.ts';
export { selfCollide } from './deform/self-collide.ts';
export {
  type DeformingTimeOptions,
  type DeformingTimeResult,
  type DeformingTimeStatus,
  deformingTimeOfContact,
  selfTimeOfContact,
} from './deform/time-of-contact.ts';
export type { DeformingStage, DeformingTrace } from './deform/trace.ts';
export { type ErrorCode, NearmissError } from './error.ts';
export {
  MEDIAL_ALTERNATION_DEFAULTS,
  type MedialAlternationOptions,
  type MedialAlternationResult,
  type MedialAlternationStatus,
  medialAlternation,
} from './lab/medial-alternation/time-of-contact.ts';
export {
  POLYDEPTH_DEFAULTS,
  type PolyDepthOptions,
  PolyDepthPair,
  PolyDepthResult,
  polyDepth,
} from './lab/polydepth/poly-depth.ts';
export { MEDIAL_DEFAULTS, type MedialAxis, type MedialOptions } from './medial/build.ts';
export type { MedialMesh } from './medial/medial-mesh.ts';
export type { MeshOrientation, MeshReport, MeshReportPlaces } from './mesh/check.ts';
export type { MassProperties, NoMassProperties, SolidMassProperties } from './mesh/mass.ts';
export { Mesh } from './mesh/mesh.ts';
export * from './mesh/shapes/index.ts';
export type { HullNode } from './model/hull-nodes.ts';
export { BUILD_DEFAULTS, type BuildOptions, type ConvexPiece, Model, type StructureName } from './model/model.ts';
export { convexNames, convexParameters, makeConvex } from './model/named-convex.ts';
export {
  CAPSULE_DEFAULTS,
  type CapsuleOptions,
  CONE_DEFAULTS,
  type ConeOptions,
  CYLINDER_DEFAULTS,
  type CylinderOptions,
  SPHERE_DEFAULTS,
  type SphereOptions,
} from './model/round-sizes.ts';
export type { Reading, SolidOption } from './model/solid.ts';
export type { InterpolatedMotion, Motion, MotionFunction, SteadyMotion } from './motion/motion.ts';
export { type MotionPose, motionPose } from './motion/motion-pose.ts';
export type { MotionBound } from './query/advance/advance-bodies.ts';
export type { AdvanceMethod } from './query/advance/methods.ts';
export type { AbortSignalLike, BudgetOptions } from './query/budget.ts';
export {
  type ClearanceOptions,
  type ClearanceResult,
  type ClearanceStatus,
  clearance,
  type NearPair,
} from './query/clearance/clearance.ts';
export {
  COLLIDE_DEFAULTS,
  type CollideMethod,
  type CollideOptions,
  CollideResult,
  type CollideStatus,
  collide,
} from './query/collide/collide.ts';
export { collideInSpace } from './query/collide/collide-in-space.ts';
export {
  type DirectionalOptions,
  DirectionalResult,
  type DirectionalStatus,
  directional,
} from './query/directional/directional.ts';
export {
  DISTANCE_DEFAULTS,
  type DistanceOptions,
  DistanceResult,
  type DistanceStatus,
  distance,
} from './query/distance/distance.ts';
export {
  type ElementPoints,
  type ElementTimeOptions,
  ElementTimeResult,
  type ElementTimeStatus,
  edgeEdgeTime,
  vertexFaceTime,
} from './query/elements/elements.ts';
export type { DistanceMethod, PairOptions } from './query/options.ts';
export { type FrontPair, Pair } from './query/pair.ts';
export { PENETRATION_DEFAULTS, type PenetrationOptions, penetration } from './query/penetration/penetration.ts';
export {
  type BallCertificate,
  type CubeCertificate,
  type LocalPenetration,
  type PenetrationCertificate,
  PenetrationResult,
  type PenetrationStatus,
  type RoundCertificate,
  type SearchCertificate,
} from './query/penetration/penetration-result.ts';
export type { PenetrationStep } from './query/penetration/search.ts';
export type { PenetrationStart } from './query/penetration/starts.ts';
export {
  type PenetrationClaim,
  type PenetrationVerdict,
  type VerifyPenetrationOptions,
  verifyPenetration,
} from './query/penetration/verify-penetration.ts';
export { type ClosestPointOptions, type ClosestPointResult, closestPoint } from './query/point/closest-point.ts';
export { type ContainsOptions, type ContainsResult, contains } from './query/point/contains.ts';
export type { Location } from './query/point/locate.ts';
export { type RaycastOptions, type RaycastResult, raycast } from './query/point/raycast.ts';
export { PairResult, type Point } from './query/result.ts';
export type { QueryStats } from './query/stats.ts';
export type { ContactFeature, FeatureContact } from './query/time-of-contact/contact-features.ts';
export {
  type TimeOfContactOptions,
  TimeOfContactResult,
  type TimeOfContactStatus,
  timeOfContact,
} from './query/time-of-contact/time-of-contact.ts';
export {
  type ToleranceOptions,
  ToleranceResult,
  type ToleranceStatus,
  tolerance,
} from './query/tolerance/tolerance.ts';
export {
  type ConvexTrace,
  TRACE_DEFAULTS,
  type TraceMethod,
  type TraceOptions,
  type TraceStep,
  traceConvex,
} from './query/trace/trace-convex.ts';
export { nearestName } from './scalar/known-keys.ts';
export { type Pose, type Quaternion, quaternionFromMatrix, type Vector3 } from './scalar/pose.ts';
export { freeTime, type MotionBounds, pairFreeTime } from './space/free-time.ts';
export type { BroadPhaseName } from './space/kinds.ts';
export type { BodyId, BoxRule } from './world/bodies.ts';
export type { DeformingContactOptions, DeformingContactResult } from './world/deforming-contact.ts';
export type { PairPredicate } from './world/filter.ts';
export type { ScheduleName } from './world/pair-sleep.ts';
export {
  type BodyPair,
  type ContactDetail,
  type NearBodies,
  type SelfContacts,
  StepResult,
} from './world/step-result.ts';
export type { BodyMotionBounds } from './world/time-sleep.ts';
export { World } from './world/world.ts';
export {
  BODY_DEFAULTS,
  type BodyFilter,
  type BodyOptions,
  type StepOptions,
  type StepStage,
  WORLD_DEFAULTS,
  type WorldOptions,
} from './world/world-options.ts';
export type {
  ClosestBodyResult,
  WorldDistanceOptions,
  WorldQueryOptions,
  WorldRaycastResult,
  WorldSweepOptions,
  WorldSweepResult,
} from './world/world-queries.ts';
