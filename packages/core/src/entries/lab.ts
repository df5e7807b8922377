// `nearmiss/lab`: alternatives for comparison and teaching. No default uses them.

export { aabbVolume as aabb } from '../bounds/aabb.ts';
export { rssVolume as rss } from '../bounds/rss.ts';
export { sphereVolume } from '../bounds/sphere.ts';
export type { ConvexStatus } from '../convex/gjk.ts';
export {
  type ClaimedContact,
  MEDIAL_ALTERNATION_DEFAULTS,
  type MedialAlternationCounts,
  type MedialAlternationOptions,
  type MedialAlternationResult,
  type MedialAlternationStatus,
  medialAlternation,
  type NoClaimedContact,
} from '../lab/medial-alternation/alternation-time-of-contact.ts';
export { controlled } from '../lab/methods/controlled.ts';
export {
  ADVANCE_METHODS,
  type AdvanceMethodName,
  COLLIDE_METHODS,
  type CollideMethodName,
  DISTANCE_METHODS,
  type DistanceMethodName,
} from '../lab/methods/methods-by-name.ts';
export { patches } from '../lab/methods/patches.ts';
export { voronoiMarching } from '../lab/methods/voronoi-marching.ts';
export type { WalkEnd } from '../lab/polydepth/pipeline.ts';
export {
  POLYDEPTH_DEFAULTS,
  type PolyDepthOptions,
  PolyDepthPair,
  PolyDepthResult,
  polyDepth,
} from '../lab/polydepth/poly-depth.ts';
export { BROAD_PHASES, type BroadPhaseName } from '../lab/space/broad-phases.ts';
export { bspTree } from '../lab/space/bsp-tree.ts';
export { collideInSpace } from '../lab/space/collide-in-space.ts';
export { kdTree } from '../lab/space/kd-tree.ts';
export { octree } from '../lab/space/octree.ts';
export type { AdvanceStep, AdvanceStepKind, WaitingPair } from '../lab/trace/advance-recorder.ts';
export type { DistanceStep, DistanceStepKind } from '../lab/trace/distance-recorder.ts';
export {
  type ConvexTrace,
  TRACE_DEFAULTS,
  type TraceMethod,
  type TraceOptions,
  type TraceStep,
  traceConvex,
} from '../lab/trace/trace-convex.ts';
export {
  type DistanceTrace,
  TRACE_DISTANCE_DEFAULTS,
  type TraceDistanceOptions,
  traceDistance,
} from '../lab/trace/trace-distance.ts';
export {
  type TimeOfContactTrace,
  TRACE_TIME_DEFAULTS,
  type TraceTimeOptions,
  traceTimeOfContact,
} from '../lab/trace/trace-time-of-contact.ts';
export type { TracedTree } from '../lab/trace/traced-tree.ts';
export {
  bottomUp,
  medialBalls,
  octreeCells,
  TREE_RULES,
  type TreeRuleName,
  tiles,
  vertexBalls,
} from '../lab/trees/tree-rules.ts';
export { cascadeVolume as cascade } from '../lab/volumes/cascade.ts';
export { ellipsoidVolume } from '../lab/volumes/ellipsoid.ts';
export { hybridVolume as hybrid } from '../lab/volumes/hybrid.ts';
export { kdop14, kdop14Hull, kdop18, kdop18Hull, kdop26, kdop26Hull } from '../lab/volumes/kdop.ts';
export { lssVolume as lss } from '../lab/volumes/lss.ts';
export { obbVolume as obb } from '../lab/volumes/obb.ts';
export { shellVolume } from '../lab/volumes/shell.ts';
export { tssVolume as tss } from '../lab/volumes/tss.ts';
export { VOLUMES, type VolumeName } from '../lab/volumes/volumes-by-name.ts';
