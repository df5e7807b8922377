// Two convex sets that move: is their gap larger than needed over a whole interval of time? A proof of second order, searched by GJK.
//
// About the middle of the interval a point is at p + s (v + ω × r) + e, with r from the centre and |e| ≤ ½ A s². For a fixed s the first two terms
// map each set affinely, so the difference of the two sets is convex; a point of it is linear in s. Hence all differences for |s| ≤ h
// are within the hull of those at both ends, and the gap is at least the distance of the origin from that hull, less ½ A h² of both. GJK searches for
// that distance. Along any direction n the gap is at least the least n·w over the hull, which is a support mapping of each set at both ends: the
// first direction along which it is more than needed is a proof by itself, whatever the search did before.

import type { HullNode } from '../bodies/hull-node.ts';
import { type ShapeBounds, supportOf } from '../bodies/support.ts';
import type { MotionBound } from './motion-bounds.ts';
import type { SceneState } from './scene-state.ts';
import { Simplex } from './simplex.ts';

/** Steps of a search. More than this are taken by sets that touch along a face or an edge alone. */
const MOST_STEPS = 24;
/** The search ends where a step brings less, in parts of the distance. Dimensionless. */
const LEAST_STEP = 1e-6;

export class SweptGap {
  readonly #state: SceneState;
  readonly #simplex = new Simplex();
  #a = 0;
  #b = 0;
  #half = 0;
  /** Of both bodies: velocities of centres against each other, and angular velocities. All 0 where they are not known. */
  readonly #velocity = new Float64Array(3);
  readonly #spinA = new Float64Array(3);
  readonly #spinB = new Float64Array(3);
  readonly #centres = new Float64Array(3);
  /** Support points of A and of B, from their centres in the model's axes, and the difference that they make. */
  readonly #point = new Float64Array(3);
  readonly #difference = new Float64Array(3);
  /** The differences at the start and at the end of the interval, and how far the last body reaches then. */
  readonly #early = new Float64Array(3);
  readonly #late = new Float64Array(3);
  #reachAtStart = 0;
  #reachAtEnd = 0;
  /** The gap may be this much less than what is proven along the linear motion. */
  bend = 0;
  /** Of the last proof: the gap is at least this, less `bend`. */
  gap = 0;

  constructor(state: SceneState) {
    this.#state = state;
  }

  /** Begins a pair of bodies on an interval of half the length `half`. */
  begin(a: number, boundA: MotionBound, b: number, boundB: MotionBound, half: number): void {
    this.#a = a;
    this.#b = b;
    const { centres } = this.#state;
    for (let c = 0; c < 3; c++) this.#centres[c] = centres[3 * b + c] - centres[3 * a + c];
    const travel = half * (boundA.speed + boundB.speed);
    const bend = 0.5 * (boundA.acceleration + boundB.acceleration) * half * half;
    const isLinear = bend < travel;
    this.bend = isLinear ? bend : travel;
    this.#half = isLinear ? half : 0;
    for (let c = 0; c < 3; c++) {
      this.#velocity[c] = boundB.velocity[c] - boundA.velocity[c];
      this.#spinA[c] = boundA.spin[c];
      this.#spinB[c] = boundB.spin[c];
    }
  }

  /**
   * Whether two nodes of the bodies are farther apart than `needed` on the whole interval; null stands for the box of a body. The three
   * numbers at `axes[k…]` are the first direction that is tried, unless they are all 0, and receive the best one.
   */
  isApart(nodeA: HullNode | null, nodeB: HullNode | null, axes: Float64Array, k: number, needed: number): boolean {
    const least = needed + this.bend;
    const simplex = this.#simplex;
    simplex.clear();
    let x = axes[k];
    let y = axes[k + 1];
    let z = axes[k + 2];
    if (x === 0 && y === 0 && z === 0) {
      x = this.#centres[0];
      y = this.#centres[1];
      z = this.#centres[2];
      const length = Math.sqrt(x * x + y * y + z * z);
      // Any direction will do for bodies about the same centre.
      x = length > 0 ? x / length : 1;
      y = length > 0 ? y / length : 0;
      z = length > 0 ? z / length : 0;
    }
    let best = -Infinity;
    const limit = least > 0 ? least * least : 0;
    for (let step = 0; step < MOST_STEPS; step++) {
      const along = this.#leastAlong(nodeA, nodeB, x, y, z);
      if (along > best) {
        best = along;
        axes[k] = x;
        axes[k + 1] = y;
        axes[k + 2] = z;
      }
      if (along > least) {
        this.gap = along;
        return true;
      }
      const w = this.#difference;
      const square = simplex.add(w[0], w[1], w[2]);
      // A point of the hull is this near: no direction is a proof.
      if (!(square > limit)) return false;
      const distance = Math.sqrt(square);
      if (distance - best <= LEAST_STEP * distance) return false;
      const { nearest } = simplex;
      x = nearest[0] / distance;
      y = nearest[1] / distance;
      z = nearest[2] / distance;
    }
    return false;
  }

  /** The same in the middle of the interval alone. */
  isApartInTheMiddle(nodeA: HullNode, nodeB: HullNode, axes: Float64Array, k: number, needed: number): boolean {
    const { bend } = this;
    const half = this.#half;
    this.bend = 0;
    this.#half = 0;
    const isApart = this.isApart(nodeA, nodeB, axes, k, needed);
    this.bend = bend;
    this.#half = half;
    return isApart;
  }

  /** The least n·w over all differences w at both ends of the interval; the difference is kept. */
  #leastAlong(nodeA: HullNode | null, nodeB: HullNode | null, x: number, y: number, z: number): number {
    const half = this.#half;
    const c = this.#centres;
    const v = this.#velocity;
    const early = this.#early;
    const late = this.#late;
    for (let k = 0; k < 3; k++) {
      early[k] = c[k] - half * v[k];
      late[k] = c[k] + half * v[k];
    }
    let atStart = x * early[0] + y * early[1] + z * early[2];
    let atEnd = x * late[0] + y * late[1] + z * late[2];
    this.#reach(this.#a, nodeA, this.#spinA, x, y, z, -1);
    atStart -= this.#reachAtStart;
    atEnd -= this.#reachAtEnd;
    this.#reach(this.#b, nodeB, this.#spinB, -x, -y, -z, 1);
    atStart -= this.#reachAtStart;
    atEnd -= this.#reachAtEnd;
    this.#difference.set(atStart < atEnd ? early : late);
    return Math.min(atStart, atEnd);
  }

  /** Writes how far a body reaches along a direction at both ends; its points there, times `sign`, are added to the differences. */
  #reach(body: number, node: HullNode | null, spin: Float64Array, x: number, y: number, z: number, sign: 1 | -1): void {
    const half = this.#half;
    const sx = half * spin[0];
    const sy = half * spin[1];
    const sz = half * spin[2];
    // s n × ω.
    const tx = y * sz - z * sy;
    const ty = z * sx - x * sz;
    const tz = x * sy - y * sx;
    const { shape } = this.#state.bodies[body];
    const point = this.#point;
    this.#reachAtStart = this.#reachAt(body, shape, node, x - tx, y - ty, z - tz);
    this.#addPoint(body, point, -sx, -sy, -sz, sign, this.#early);
    const isSame = tx === 0 && ty === 0 && tz === 0;
    this.#reachAtEnd = isSame ? this.#reachAtStart : this.#reachAt(body, shape, node, x + tx, y + ty, z + tz);
    this.#addPoint(body, point, sx, sy, sz, sign, this.#late);
  }

  #reachAt(body: number, shape: ShapeBounds, node: HullNode | null, x: number, y: number, z: number): number {
    const { rotations } = this.#state;
    const k = 9 * body;
    return supportOf(
      shape,
      node,
      rotations[k] * x + rotations[k + 3] * y + rotations[k + 6] * z,
      rotations[k + 1] * x + rotations[k + 4] * y + rotations[k + 7] * z,
      rotations[k + 2] * x + rotations[k + 5] * y + rotations[k + 8] * z,
      this.#point,
    );
  }

  /** Adds sign (r + s ω × r) of a point r that is given in the model's axes. */
  #addPoint(
    body: number,
    point: Float64Array,
    sx: number,
    sy: number,
    sz: number,
    sign: 1 | -1,
    out: Float64Array,
  ): void {
    const { rotations } = this.#state;
    const k = 9 * body;
    const rx = rotations[k] * point[0] + rotations[k + 1] * point[1] + rotations[k + 2] * point[2];
    const ry = rotations[k + 3] * point[0] + rotations[k + 4] * point[1] + rotations[k + 5] * point[2];
    const rz = rotations[k + 6] * point[0] + rotations[k + 7] * point[1] + rotations[k + 8] * point[2];
    out[0] += sign * (rx + (sy * rz - sz * ry));
    out[1] += sign * (ry + (sz * rx - sx * rz));
    out[2] += sign * (rz + (sx * ry - sy * rx));
  }
}
