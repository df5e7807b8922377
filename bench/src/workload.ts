import type { BodyPose } from './body-pose.ts';
import type { TriangleMesh } from './mesh-file.ts';

/** Questions about any two meshes. */
export type MeshKind = 'W1' | 'W2a' | 'W2b' | 'W4' | 'tolerance';
/** Questions about two convex bodies. */
export type ConvexKind = 'W5sep' | 'W5pen' | 'W5walk';
export type WorkloadKind = MeshKind | ConvexKind;

/** In the order in which they are run and shown. */
export const WORKLOAD_KINDS: readonly WorkloadKind[] = [
  ...(['W1', 'W4', 'W2a', 'W2b', 'tolerance'] as const),
  ...(['W5sep', 'W5pen', 'W5walk'] as const),
];

/** What each kind asks, in words for the reader of a table. */
export const QUESTIONS: Readonly<Record<WorkloadKind, string>> = Object.freeze({
  W1: 'distance, separated poses',
  W2a: 'do they touch, yes or no',
  W2b: 'all touching triangle pairs',
  W4: 'distance, coherent small steps',
  tolerance: 'closer than 0.5?',
  W5sep: 'distance of convex bodies',
  W5pen: 'depth of overlapping convex bodies',
  W5walk: 'distance of convex bodies, coherent small steps',
});

/** The question of the `tolerance` workload, in model sizes. */
export const ASKED_TOLERANCE = 0.5;

/** One model against itself: A takes each pose in turn, B stays at the identity. */
export interface Workload {
  /** `W1.bunny`: kind and model. */
  readonly name: string;
  readonly kind: WorkloadKind;
  readonly model: string;
  readonly mesh: TriangleMesh;
  readonly poses: readonly BodyPose[];
  /** Other poses of the same sort, for the compilers and caches to warm up on. */
  readonly warmUp: readonly BodyPose[];
  /**
   * The right answer of each pose: a distance or depth, 0 or 1, or a number of pairs; NaN for a pose whose answer is not
   * known. Null where none is.
   */
  readonly expected: Float64Array | null;
  /** Who says so, to follow "checked against". */
  readonly expectedFrom: string;
  /** False where the model is so small that only its answers matter. */
  readonly judged: boolean;
}

/** True where the answer is a length, so that rounding may show; elsewhere it is a count and must be equal. */
export function answersLength(kind: WorkloadKind): boolean {
  return kind === 'W1' || kind === 'W4' || isConvexKind(kind);
}

export function isConvexKind(kind: WorkloadKind): kind is ConvexKind {
  return kind === 'W5sep' || kind === 'W5pen' || kind === 'W5walk';
}

/** What several kinds are asked by together: W2 for W2a and W2b, W5 for W5sep, W5pen and W5walk. */
export function groupOf(kind: WorkloadKind): string {
  return kind.slice(0, 2);
}
