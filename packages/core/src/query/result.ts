// The common part of all query results, and how a result is reused without allocation.

import type { Interpretation } from '../model/solid.ts';
import { directionToWorld, pointToWorld } from '../scalar/pose.ts';
import { interpretationOf, type PosedPair } from './posed-pair.ts';
import { RESULT_SLOT } from './scratch-slots.ts';
import type { QueryStats } from './stats.ts';
import { perWorkspace, type Workspace } from './workspace.ts';

/** A point or direction in world coordinates. See {@link PairResult}. */
export type Point = [number, number, number];

/** Scratch of one query. */
class Scratch {
  readonly inBody: Float64Array = new Float64Array(6);
  readonly towards: Float64Array = new Float64Array(3);
}

const scratchOf = perWorkspace(RESULT_SLOT, () => new Scratch());
/**
 * The unit vector in the world from A to B, along the line of two witness points in the reference frame, the query body's
 * first; null where they coincide.
 */
export function worldNormal(w: Workspace, points: Float64Array): Point | null {
  const { towards } = scratchOf(w);
  for (let k = 0; k < 3; k++) towards[k] = w.swapped ? points[k] - points[3 + k] : points[3 + k] - points[k];
  const length = Math.sqrt(towards[0] * towards[0] + towards[1] * towards[1] + towards[2] * towards[2]);
  if (!(length > 0)) return null;
  for (let k = 0; k < 3; k++) towards[k] /= length;
  const normal: Point = [0, 0, 0];
  directionToWorld(w.referencePose, towards, normal);
  return normal;
}

/** Writes the interpretations of the bodies. */
export function writeInterpretations(
  { a, b, interpretationA, interpretationB }: PosedPair,
  out: { interpretationA: Interpretation; interpretationB: Interpretation },
): void {
  out.interpretationA = interpretationOf(a, interpretationA);
  out.interpretationB = interpretationOf(b, interpretationB);
}

/** A result without witness points. See {@link PairResult}. */
export interface NoWitness {
  pointA: null;
  pointB: null;
  faceA: null;
  faceB: null;
}

/** Witnesses of a result between two bodies. A field that does not apply is null. See {@link DistanceResult}. */
export abstract class PairResult {
  /** A point of A, in the world. */
  pointA: Point | null = null;
  /** A point of B, in the world. */
  pointB: Point | null = null;
  /** Triangle of A's mesh that pointA lies on. */
  faceA: number | null = null;
  /** Triangle of B's mesh that pointB lies on. */
  faceB: number | null = null;
  /** The interpretation of A. */
  interpretationA: Interpretation = 'surface';
  /** The interpretation of B. */
  interpretationB: Interpretation = 'surface';
  /** The work done, with the option `stats`. */
  declare stats?: QueryStats;

  // Stored separately, so that a reused result keeps its points.
  readonly #pointA: Point = [0, 0, 0];
  readonly #pointB: Point = [0, 0, 0];

  /** @internal Sets the work of the query, or null. */
  report(stats: QueryStats | null): void {
    if (stats !== null) this.stats = stats;
    else if (this.stats !== undefined) delete this.stats;
  }

  /** @internal No witnesses. */
  clearWitness(): void {
    this.pointA = null;
    this.pointB = null;
    this.faceA = null;
    this.faceB = null;
  }

  /** @internal The points are not on faces. */
  leaveFaces(): void {
    this.faceA = null;
    this.faceB = null;
  }

  /**
   * Witness points in the reference frame, the query body's first, and their slots in tree order.
   *
   * @internal
   */
  writeWitness(w: Workspace, points: Float64Array, slotQuery: number, slotReference: number): void {
    const { inBody } = scratchOf(w);
    const { reference, swapped } = w;
    const { centre } = reference.frame;
    const unit = w.unit[0];
    const poseR = swapped ? w.poseA : w.poseB;
    // The unit is a power of two, so multiplying here or in the caller gives the same bits; passed as an argument it would be
    // boxed.
    for (let k = 0; k < 6; k++) inBody[k] = points[k] * unit;
    pointToWorld(poseR, centre, 1, inBody, swapped ? 3 : 0, this.#pointA, 0);
    pointToWorld(poseR, centre, 1, inBody, swapped ? 0 : 3, this.#pointB, 0);
    this.#attach(w, slotQuery, slotReference);
  }

  /**
   * Witness points that kernels have found, in the world.
   *
   * @internal
   */
  writeWorldWitness(world: Float64Array, faces: Int32Array, swapped: boolean): void {
    const a = swapped ? 3 : 0;
    const b = 3 - a;
    const pointA = this.#pointA;
    const pointB = this.#pointB;
    pointA[0] = world[a];
    pointA[1] = world[a + 1];
    pointA[2] = world[a + 2];
    pointB[0] = world[b];
    pointB[1] = world[b + 1];
    pointB[2] = world[b + 2];
    this.pointA = pointA;
    this.pointB = pointB;
    this.faceA = faces[swapped ? 1 : 0];
    this.faceB = faces[swapped ? 0 : 1];
  }

  /**
   * A point of both bodies in the reference frame, and the slots of its faces in tree order.
   *
   * @internal
   */
  writeCommonPoint(w: Workspace, point: Float64Array, slotQuery: number, slotReference: number): void {
    const { inBody } = scratchOf(w);
    const unit = w.unit[0];
    for (let k = 0; k < 3; k++) inBody[k] = point[k] * unit;
    pointToWorld(w.referencePose, w.reference.frame.centre, 1, inBody, 0, this.#pointA, 0);
    for (let k = 0; k < 3; k++) this.#pointB[k] = this.#pointA[k];
    this.#attach(w, slotQuery, slotReference);
  }

  /** The points are on these faces. */
  #attach({ queryBody, reference, swapped }: PosedPair, slotQuery: number, slotReference: number): void {
    this.pointA = this.#pointA;
    this.pointB = this.#pointB;
    const faceQuery = queryBody.tree.faces[slotQuery];
    const faceReference = reference.tree.faces[slotReference];
    this.faceA = swapped ? faceReference : faceQuery;
    this.faceB = swapped ? faceQuery : faceReference;
  }
}
