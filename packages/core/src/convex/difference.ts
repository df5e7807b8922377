// The Minkowski difference C = {x − y : x in A, y in B} of two convex bodies, known by its corners alone. A and B are
// apart by the distance of C from the origin; they overlap by how deep the origin lies in C.
//
// Both follow from the reach h(n) of C along unit vectors n: the signed distance is the largest −h(n). So every n gives a bound:
// the bodies are at least −h(n) apart, at most h(n) deep. The normal of a result is that n, pointing from A to B.
//
// A corner is computed as R s a + t − b, in B's frame, with an error of at most CORNER_ERROR·S. Results for the computed corners
// hold for the exact bodies up to that error, since moving every corner of C by δ changes no reach, and therefore no signed
// distance, by more than δ.

import { RELATIVE_SCALE } from '../scalar/pose.ts';
import { COORDINATE_ERROR, UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { type ConvexBody, supportVertex } from './convex-body.ts';

/**
 * Error of a corner of C, in units of S: COORDINATE_ERROR a coordinate for A's vertex, in B's frame, and another u for the
 * difference, over three coordinates (√3 < 1.74).
 */
const CORNER_ERROR: number = 1.74 * (COORDINATE_ERROR + UNIT_ROUNDOFF);

/**
 * How far a computed reach can be below the exact one, in units of S: a corner's error; for A and for B, a vertex chosen that is
 * lower by 4u of the radius (a dot product, and the direction in A's frame); 4u for the final dot product and the length of n.
 */
export const REACH_ERROR: number = CORNER_ERROR + 12 * UNIT_ROUNDOFF;

/** Initial capacity, in corners. */
const FIRST_CAPACITY = 64;

/** Writes three numbers; `set` would be a call. */
export function copyVector(from: Float64Array, to: Float64Array): void {
  to[0] = from[0];
  to[1] = from[1];
  to[2] = from[2];
}

/** Two bodies, one pose, and the corners of C computed so far. */
export class Difference {
  /** x, y, z of each corner. */
  points: Float64Array = new Float64Array(3 * FIRST_CAPACITY);
  /** Which vertices of A and of B make it. */
  vertexA: Int32Array = new Int32Array(FIRST_CAPACITY);
  vertexB: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** The direction `support` tests along. */
  readonly direction: Float64Array = new Float64Array(3);
  /** S, the scale of the query: reach of both bodies plus the offset between them. */
  scale = 0;
  /** The distance of the bodies' origins. */
  apart = 0;
  /** The bodies, and the pose of A in B's frame. */
  a: ConvexBody | undefined;
  b: ConvexBody | undefined;
  pose: Float64Array = new Float64Array(RELATIVE_SCALE + 1);
  /** The direction in A's frame, and its opposite in B's; or a point in A's frame. */
  readonly #local: Float64Array = new Float64Array(6);

  /** `pose` moves A into B's frame (scalar/pose.ts), and must not change while the difference is in use. */
  set(a: ConvexBody, b: ConvexBody, pose: Float64Array): void {
    this.a = a;
    this.b = b;
    this.pose = pose;
    this.apart = Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]);
    this.scale = pose[RELATIVE_SCALE] * a.radius + b.radius + this.apart;
  }

  /** Writes the corner of C farthest along `direction` to `slot`. */
  support(slot: number): void {
    const a = this.a;
    const b = this.b;
    if (a === undefined || b === undefined) return;
    const local = this.turnDirection();
    this.setVertex(slot, supportVertex(a, local, 0), supportVertex(b, local, 3));
  }

  /** Writes the difference of vertex v of A and w of B to `slot`. */
  setVertex(slot: number, v: number, w: number): void {
    this.vertexA[slot] = v;
    this.vertexB[slot] = w;
    if (this.a === undefined || this.b === undefined) return;
    this.posePoint(this.a.vertices, 3 * v, this.points, 3 * slot);
    this.points[3 * slot] -= this.b.vertices[3 * w];
    this.points[3 * slot + 1] -= this.b.vertices[3 * w + 1];
    this.points[3 * slot + 2] -= this.b.vertices[3 * w + 2];
  }

  /** The reach of the corner in `slot` along `direction`. */
  reach(slot: number): number {
    const { points, direction } = this;
    return points[3 * slot] * direction[0] + points[3 * slot + 1] * direction[1] + points[3 * slot + 2] * direction[2];
  }

  copyCorner(from: number, to: number): void {
    if (from === to) return;
    const { points } = this;
    points[3 * to] = points[3 * from];
    points[3 * to + 1] = points[3 * from + 1];
    points[3 * to + 2] = points[3 * from + 2];
    this.vertexA[to] = this.vertexA[from];
    this.vertexB[to] = this.vertexB[from];
  }

  /** Writes the points of A and of B, in B's frame, that the first `count` corners make with those weights: six numbers. */
  pointsOf(weights: Float64Array, count: number, out: Float64Array): void {
    if (this.a === undefined || this.b === undefined) return;
    const local = this.#local;
    const verticesA = this.a.vertices;
    const verticesB = this.b.vertices;
    let ax = 0;
    let ay = 0;
    let az = 0;
    let bx = 0;
    let by = 0;
    let bz = 0;
    for (let i = 0; i < count; i++) {
      const weight = weights[i];
      const v = 3 * this.vertexA[i];
      const w = 3 * this.vertexB[i];
      ax += weight * verticesA[v];
      ay += weight * verticesA[v + 1];
      az += weight * verticesA[v + 2];
      bx += weight * verticesB[w];
      by += weight * verticesB[w + 1];
      bz += weight * verticesB[w + 2];
    }
    local[0] = ax;
    local[1] = ay;
    local[2] = az;
    this.posePoint(local, 0, out, 0);
    out[3] = bx;
    out[4] = by;
    out[5] = bz;
  }

  /** The direction in A's frame, and its opposite in B's. */
  turnDirection(): Float64Array {
    const m = this.pose;
    const local = this.#local;
    const nx = this.direction[0];
    const ny = this.direction[1];
    const nz = this.direction[2];
    local[0] = m[0] * nx + m[3] * ny + m[6] * nz;
    local[1] = m[1] * nx + m[4] * ny + m[7] * nz;
    local[2] = m[2] * nx + m[5] * ny + m[8] * nz;
    local[3] = -nx;
    local[4] = -ny;
    local[5] = -nz;
    return local;
  }

  /** A point of A in B's frame. */
  posePoint(from: Float64Array, at: number, out: Float64Array, outAt: number): void {
    const m = this.pose;
    const s = m[RELATIVE_SCALE];
    const x = s * from[at];
    const y = s * from[at + 1];
    const z = s * from[at + 2];
    out[outAt] = m[0] * x + m[1] * y + m[2] * z + m[9];
    out[outAt + 1] = m[3] * x + m[4] * y + m[5] * z + m[10];
    out[outAt + 2] = m[6] * x + m[7] * y + m[8] * z + m[11];
  }
}
