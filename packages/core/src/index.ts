// `nearmiss`: bodies, the queries about two or many of them, and their types. Names for one kind of body, or for rare needs, have
// their own entry points in entries/. Every public name has exactly one entry point.

export { discVolume as disc } from './bounds/disc.ts';
export type { VolumeFit, VolumeKind, VolumeTree } from './bounds/volume.ts';
export type { Split, TreeRule } from './bvh/rules.ts';
export type { SplitRule } from './bvh/split.ts';
export type { Branching } from './bvh/tree.ts';
export type { HullGraphs } from './convex/hull-graph.ts';
export { type ErrorCode, NearmissError } from './error.ts';
export type { FacePair } from './mesh/face-pairs.ts';
export { Mesh } from './mesh/mesh.ts';
export type { Section } from './model/bytes.ts';
export { BUILD_DEFAULTS, type BuildOptions, type LoadOptions, Model } from './model/model.ts';
export type { Interpretation, SolidOption } from './model/solid.ts';
export type { ModelPart, Structure, StructureReader } from './model/structure.ts';
export type { InterpolatedMotion, Motion, MotionFunction, SteadyMotion } from './motion/motion.ts';
export { type MotionPose, motionPose } from './motion/motion-pose.ts';
export { type Acceleration, use } from './query/acceleration.ts';
export type { MotionBound } from './query/advance/advance-bodies.ts';
export type { AdvanceMethod } from './query/advance/methods.ts';
export type { AbortSignalLike, BudgetOptions } from './query/budget.ts';
export {
  type ClearanceOptions,
  type ClearanceResult,
  type ClearanceStatus,
  clearance,
} from './query/clearance/clearance.ts';
export type { FeatureKind, FeaturePairKind, WitnessPoints } from './query/clearance/listed-pairs.ts';
export {
  COLLIDE_DEFAULTS,
  type CollideAnswer,
  type CollideMethod,
  type CollideOptions,
  CollideResult,
  type CollideStatus,
  collide,
} from './query/collide/collide.ts';
export {
  type DirectionalAnswer,
  type DirectionalOptions,
  DirectionalResult,
  type DirectionalStatus,
  directional,
} from './query/directional/directional.ts';
export {
  DISTANCE_DEFAULTS,
  type DistanceAnswer,
  type DistanceOptions,
  DistanceResult,
  type DistanceStatus,
  distance,
} from './query/distance/distance.ts';
export type { DistanceMethod } from './query/distance/distance-method.ts';
export {
  type ElementPoints,
  type ElementTimeAnswer,
  type ElementTimeOptions,
  ElementTimeResult,
  type ElementTimeStatus,
  edgeEdgeTime,
  vertexFaceTime,
} from './query/elements/elements.ts';
export type { PairOptions } from './query/options.ts';
export { type NodesOption, nodeFaces } from './query/pair/node-faces.ts';
export { type FrontPair, Pair } from './query/pair/pair.ts';
export type { Clearances } from './query/penetration/clearance-sections.ts';
export { clearanceMap } from './query/penetration/clearances.ts';
export { PENETRATION_DEFAULTS, type PenetrationOptions, penetration } from './query/penetration/penetration.ts';
export {
  type BallCertificate,
  type CubeCertificate,
  type LocalPenetration,
  type PenetrationAnswer,
  type PenetrationCertificate,
  PenetrationResult,
  type PenetrationStatus,
  type RoundCertificate,
  type SearchCertificate,
} from './query/penetration/penetration-result.ts';
export type { PenetrationStep } from './query/penetration/penetration-search.ts';
export type { PenetrationStart } from './query/penetration/penetration-starts.ts';
export {
  type PenetrationClaim,
  type PenetrationVerdict,
  type VerifyPenetrationOptions,
  verifyPenetration,
} from './query/penetration/verify-penetration.ts';
export {
  type ClosestPointBeyond,
  type ClosestPointFound,
  type ClosestPointOptions,
  type ClosestPointResult,
  closestPoint,
} from './query/point/closest-point.ts';
export { type ContainsOptions, type ContainsResult, contains } from './query/point/contains.ts';
export type { Location } from './query/point/locate.ts';
export {
  type RaycastHit,
  type RaycastMiss,
  type RaycastOptions,
  type RaycastResult,
  raycast,
} from './query/point/raycast.ts';
export { type NoWitness, PairResult, type Point } from './query/result.ts';
export type { QueryStats } from './query/stats.ts';
export type { ContactFeature, FeatureContact } from './query/time-of-contact/contact-features.ts';
export {
  type TimeOfContactAnswer,
  type TimeOfContactOptions,
  TimeOfContactResult,
  type TimeOfContactStatus,
  timeOfContact,
} from './query/time-of-contact/time-of-contact.ts';
export {
  type ToleranceAnswer,
  type ToleranceOptions,
  ToleranceResult,
  type ToleranceStatus,
  tolerance,
} from './query/tolerance/tolerance.ts';
export { nearestName } from './scalar/known-keys.ts';
export { type Pose, type Quaternion, quaternionFromMatrix, type Vector3 } from './scalar/pose.ts';
export type { BoxSet } from './space/box-set.ts';
export type { BroadPhase, BroadPhaseKind, Probe } from './space/broad-phase.ts';
export type { IntList } from './space/int-list.ts';
export type { PairSet } from './space/pair-set.ts';
export type { BodyId, BoxRule } from './world/bodies.ts';
export type {
  DeformingContactOptions,
  DeformingContactResult,
  FirstDeformingContact,
} from './world/deforming-contact.ts';
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
