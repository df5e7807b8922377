// Records the steps of a search for the nearest points of two convex bodies.

import type { ConvexBody } from './convex-body.ts';
import {
  ConvexResult,
  type ConvexWorkspace,
  FEATURE_STRIDE,
  gjkDistance,
  loadFeature,
  saveFeature,
  searchNearest,
} from './gjk.ts';

/** A step of a search. */
export interface ConvexStep {
  /** The corners of the simplex: vertices of A and of B, in pairs, numbered as on their level. */
  readonly verticesA: readonly number[];
  readonly verticesB: readonly number[];
  /** The simplex' nearest points: of A, then of B, in B's frame. */
  readonly points: readonly number[];
  readonly distance: number;
  /** How much coarser the hulls of the step are; 0: the bodies themselves. */
  readonly level: number;
}

/** Collects the steps of a search. */
export class StepTrace {
  readonly steps: ConvexStep[] = [];

  /** Adds the current simplex of a search. */
  add({ difference, simplex }: ConvexWorkspace, level: number): void {
    const points = new Float64Array(6);
    difference.pointsOf(simplex.weights, simplex.size, points);
    this.steps.push({
      verticesA: [...difference.vertexA.subarray(0, simplex.size)],
      verticesB: [...difference.vertexB.subarray(0, simplex.size)],
      points: [...points],
      distance: simplex.distance,
      level,
    });
  }
}

/** `gjkDistance` that adds the steps of its search to `trace`, all of them on simplexes; the result is the same. */
export function traceGjk(
  work: ConvexWorkspace,
  a: ConvexBody,
  b: ConvexBody,
  pose: Float64Array,
  out: ConvexResult,
  trace: StepTrace,
): void {
  const watched = new ConvexResult();
  const feature = new Int32Array(FEATURE_STRIDE);
  saveFeature(out, feature, 0);
  loadFeature(feature, 0, watched);
  searchNearest(work, a, b, pose, watched, Infinity, trace);
  gjkDistance(work, a, b, pose, out);
}
