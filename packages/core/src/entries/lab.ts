// `nearmiss/lab`: what exists to compare and to teach. No default uses it.

export type { ConvexStatus } from '../convex/gjk.ts';
export {
  MEDIAL_ALTERNATION_DEFAULTS,
  type MedialAlternationOptions,
  type MedialAlternationResult,
  type MedialAlternationStatus,
  medialAlternation,
} from '../lab/medial-alternation/time-of-contact.ts';
export {
  POLYDEPTH_DEFAULTS,
  type PolyDepthOptions,
  PolyDepthPair,
  PolyDepthResult,
  polyDepth,
} from '../lab/polydepth/poly-depth.ts';
export { collideInSpace } from '../query/collide/collide-in-space.ts';
export {
  type ConvexTrace,
  TRACE_DEFAULTS,
  type TraceMethod,
  type TraceOptions,
  type TraceStep,
  traceConvex,
} from '../query/trace/trace-convex.ts';
