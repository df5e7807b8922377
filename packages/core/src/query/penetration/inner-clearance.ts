// A lower bound of the depth: if a point is r_A inside A and r_B inside B, the bodies overlap after every translation shorter than
// r_A + r_B.
//
// This is the best case of the bound of two balls, r_A + r_B − |c_A − c_B|: if two balls overlap, any point between the centres
// gives as much, and moving it uphill in the sum of both distances to the surfaces gives more. Candidates are the balls kept with
// the models (clearances.ts), including those of the medial axes, and the last contact of a separating translation: between its two
// witness points there is usually clearance in both bodies.
//
// All distances are lower bounds: their error bounds are deducted.

import type { Model } from '../../model/model.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { BOUND_ROUNDING, COORDINATE_ERROR, DISTANCE_OVERSHOOT, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { installed } from '../acceleration.ts';
import { LocateScratch } from '../locate-scratch.ts';
import { locatePoint } from '../point/locate.ts';
import { findNearestLeaf, NearestLeaf } from '../point/nearest-leaf.ts';
import type { Point } from '../result.ts';
import { knownBallGrid } from './ball-cover.ts';
import { BALL } from './clearance-sections.ts';
import { innerBallsOf } from './clearances.ts';
import type { BallCertificate } from './penetration-result.ts';
import type { Probe } from './probe.ts';
import type { ReferenceFrame } from './reference-frame.ts';
import { TUNING } from './tuning.ts';

/**
 * Error bound of the sum of two distances of a point, given in both frames, in parts of S: twice a distance, a bound and a
 * coordinate, and as much again to exceed every rounding of their sum.
 */
const CLEARANCE_ROUNDING: number = 4 * (DISTANCE_OVERSHOOT + BOUND_ROUNDING + COORDINATE_ERROR);

/**
 * Error bound of the world position of a body's point with rounded coordinates, in parts of the sum of these and the position: two
 * cross products of a quaternion, at most 90u per coordinate, and the rounding of the coordinates.
 */
export const POINT_ROUNDING: number = 256 * UNIT_ROUNDOFF;

const { FIRST_STEP, LAST_STEP } = TUNING.lower;

/** Larger than the rounding of a limit. */
const ROUNDED_UP: number = 1 + 2 ** -20;

/** A point and its clearance, in the reference frame and unit. */
export class InnerPoint {
  readonly p: Float64Array = new Float64Array(3);
  /** Distance to the query body's surface and to the reference body's, from inside. */
  inQueryBody = 0;
  inReferenceBody = 0;
  /** Upper bounds of both. */
  mostInQueryBody: number = Infinity;
  mostInReferenceBody: number = Infinity;

  get sum(): number {
    return this.inQueryBody + this.inReferenceBody;
  }

  set(other: InnerPoint): void {
    this.p.set(other.p);
    this.inQueryBody = other.inQueryBody;
    this.inReferenceBody = other.inReferenceBody;
    this.mostInQueryBody = other.mostInQueryBody;
    this.mostInReferenceBody = other.mostInReferenceBody;
  }
}

export class InnerClearance {
  readonly #inQuery: Float64Array = new Float64Array(4);
  readonly #inReference: Float64Array = new Float64Array(4);
  /** Number of points tested so far. */
  asked = 0;
  readonly #inQueryBody: Model;
  readonly #inReferenceBody: Model;
  readonly #swapped: boolean;
  readonly #pose: Float64Array;
  /** Sum of the distances of the bodies' frames from the world's origin. */
  readonly #far: number;
  readonly #frame: ReferenceFrame;
  readonly #errorBound: number;
  readonly #locating: LocateScratch = new LocateScratch();
  readonly #nearest: NearestLeaf = new NearestLeaf();
  readonly #offset: Float64Array = new Float64Array(3);
  readonly #push: Float64Array = new Float64Array(3);
  /** The centre of a posed ball, and [0]: the best clearance so far. */
  readonly #centre: Float64Array = new Float64Array(3);
  readonly #best: Float64Array = new Float64Array(1);
  readonly #tried: InnerPoint = new InnerPoint();
  /** The point measured last: `#push` is its direction uphill. */
  #last: InnerPoint | null = null;

  /** The workspace of `probe` is prepared for A in its pose; `size` bounds all translations tested, in the world. */
  constructor(probe: Probe, frame: ReferenceFrame, size: number) {
    const { w } = probe;
    this.#inQueryBody = w.queryBody;
    this.#inReferenceBody = w.reference;
    this.#swapped = w.swapped;
    this.#pose = w.pose.slice();
    this.#far = norm1(w.poseA) + norm1(w.poseB);
    this.#frame = frame;
    this.#errorBound = CLEARANCE_ROUNDING * (w.scale[0] + size / frame.unit);
  }

  /** The radius of the largest known ball in the thinner of the bodies, in the reference unit; 0 where there is none. */
  get largest(): number {
    const a = innerBallsOf(this.#inQueryBody);
    const b = innerBallsOf(this.#inReferenceBody);
    return a.length > 0 && b.length > 0 ? Math.min(a[3] * this.#pose[RELATIVE_SCALE], b[3]) : 0;
  }

  /** The clearance of a point in world units, rounded down. */
  bound(innerPoint: InnerPoint): number {
    return Math.max(0, innerPoint.sum - this.#errorBound) * this.#frame.unit;
  }

  /**
   * The clearance of a point as two balls about it, and the bound that these numbers alone prove. Half of the error bound is for
   * their radii, the other half for the point's coordinates in both frames.
   */
  certify(innerPoint: InnerPoint): { readonly lower: number; readonly certificate: BallCertificate } {
    const inQuery = this.#inQuery;
    const inReference = this.#inReference;
    const { unit } = this.#frame;
    this.#posePoint(innerPoint.p);
    const ofQuery = inMesh(this.#inQueryBody, inQuery);
    const ofReference = inMesh(this.#inReferenceBody, inReference);
    const radiusQuery = Math.max(0, innerPoint.inQueryBody - this.#errorBound / 4) * unit;
    const radiusReference = Math.max(0, innerPoint.inReferenceBody - this.#errorBound / 4) * unit;
    const rounding = 2 * POINT_ROUNDING * (this.#far + norm1(ofQuery) + norm1(ofReference));
    const lower = Math.max(0, this.bound(innerPoint) - rounding);
    const certificate: BallCertificate = this.#swapped
      ? { kind: 'balls', centreA: ofReference, radiusA: radiusReference, centreB: ofQuery, radiusB: radiusQuery }
      : { kind: 'balls', centreA: ofQuery, radiusA: radiusQuery, centreB: ofReference, radiusB: radiusReference };
    return { lower, certificate };
  }

  /** From here on A is moved by `x`. */
  move(x: Float64Array): void {
    this.#last = null;
    this.#frame.toRest(x, this.#offset);
  }

  /** The best pair of balls, if they have more than this clearance; false if none have. */
  findAmongBalls(out: InnerPoint, least = 0): boolean {
    const a = innerBallsOf(this.#inQueryBody);
    const b = innerBallsOf(this.#inReferenceBody);
    if (a.length === 0 || b.length === 0) return false;
    const grid = knownBallGrid(b);
    const best = this.#best;
    let first = 0;
    best[0] = least;
    // The most promising ball is compared first: then few others can have more.
    if (grid !== undefined) {
      let most = -Infinity;
      for (let i = 0; i < a.length; i += BALL) {
        const radius = this.#poseBall(a, i);
        const bound = radius + grid.depthAtMost(this.#centre[0], this.#centre[1], this.#centre[2]);
        if (bound <= most) continue;
        most = bound;
        first = i;
      }
      if (most <= least) return false;
      this.#compareBall(this.#poseBall(a, first), b, out);
    }
    // Both lists start with their largest balls.
    for (let i = 0; i < a.length; i += BALL) {
      const radius = this.#poseBall(a, i);
      if (radius + b[3] <= best[0]) break;
      const isFar =
        grid !== undefined && radius + grid.depthAtMost(this.#centre[0], this.#centre[1], this.#centre[2]) <= best[0];
      if (!isFar) this.#compareBall(radius, b, out);
    }
    return best[0] > least;
  }

  /** Writes the centre of a ball of the query body, and returns its radius. */
  #poseBall(a: Float64Array, i: number): number {
    const pose = this.#pose;
    const offset = this.#offset;
    const scale = pose[RELATIVE_SCALE];
    const x = a[i] * scale;
    const y = a[i + 1] * scale;
    const z = a[i + 2] * scale;
    this.#centre[0] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9] + offset[0];
    this.#centre[1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10] + offset[1];
    this.#centre[2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11] + offset[2];
    return a[i + 3] * scale;
  }

  /** Compares the posed ball of this radius with all balls b; the best clearance so far is kept. */
  #compareBall(radius: number, b: Float64Array, out: InnerPoint): void {
    const cx = this.#centre[0];
    const cy = this.#centre[1];
    const cz = this.#centre[2];
    let best = this.#best[0];
    for (let j = 0; j < b.length; j += BALL) {
      const both = radius + b[j + 3];
      const clearance = both - best;
      if (clearance <= 0) break;
      const dx = b[j] - cx;
      const dy = b[j + 1] - cy;
      const dz = b[j + 2] - cz;
      const sq = dx * dx + dy * dy + dz * dz;
      if (sq >= clearance * clearance) continue;
      const apart = Math.sqrt(sq);
      best = both - apart;
      // A point between the centres, equally deep in both balls.
      const t = apart > 0 ? Math.max(0, Math.min(1, (radius - b[j + 3] + apart) / (2 * apart))) : 0;
      out.p[0] = cx + t * dx;
      out.p[1] = cy + t * dy;
      out.p[2] = cz + t * dz;
      out.inQueryBody = radius - t * apart;
      out.inReferenceBody = b[j + 3] - (1 - t) * apart;
      // The balls touch the surfaces. (Where one does not, because it is of a medial axis, less is proven.)
      out.mostInQueryBody = (radius + t * apart) * ROUNDED_UP;
      out.mostInReferenceBody = (b[j + 3] + (1 - t) * apart) * ROUNDED_UP;
    }
    this.#best[0] = best;
  }

  /** Measures the clearance at `innerPoint.p`; false if that is not inside both bodies. */
  measure(innerPoint: InnerPoint): boolean {
    const inQuery = this.#inQuery;
    const inReference = this.#inReference;
    this.#posePoint(innerPoint.p);
    if (locatePoint(this.#inQueryBody, inQuery, this.#locating, null) !== 'inside') return false;
    if (locatePoint(this.#inReferenceBody, inReference, this.#locating, null) !== 'inside') return false;
    this.#measureInside(innerPoint);
    return true;
  }

  /** Moves a measured point uphill while its clearance is less than `wanted`, with at most `most` tests. */
  climb(innerPoint: InnerPoint, wanted: number, most: number): void {
    const tried = this.#tried;
    if (this.#last !== innerPoint) {
      this.#measureInside(innerPoint, innerPoint.mostInQueryBody, innerPoint.mostInReferenceBody);
    }
    let asked = 1;
    for (let step = FIRST_STEP; step >= LAST_STEP && asked < most && this.bound(innerPoint) < wanted; ) {
      const push = this.#push;
      const [px, py, pz] = push;
      const steepness = Math.sqrt(px * px + py * py + pz * pz);
      if (!(steepness > 0)) return;
      // Shorter than both distances, so that the point stays inside both.
      const far = step * Math.min(innerPoint.inQueryBody, innerPoint.inReferenceBody);
      const part = far / steepness;
      tried.p[0] = innerPoint.p[0] + part * px;
      tried.p[1] = innerPoint.p[1] + part * py;
      tried.p[2] = innerPoint.p[2] + part * pz;
      this.#measureInside(
        tried,
        (innerPoint.inQueryBody + far) * ROUNDED_UP,
        (innerPoint.inReferenceBody + far) * ROUNDED_UP,
      );
      asked++;
      if (tried.sum > innerPoint.sum) innerPoint.set(tried);
      else {
        push[0] = px;
        push[1] = py;
        push[2] = pz;
        step /= 4;
      }
    }
  }

  /** Distances of an inside point, below limits if these are known, and the direction in which their sum grows. */
  #measureInside(innerPoint: InnerPoint, limitQuery = Infinity, limitReference = Infinity): void {
    const inQuery = this.#inQuery;
    const inReference = this.#inReference;
    this.#posePoint(innerPoint.p);
    this.#last = innerPoint;
    innerPoint.mostInQueryBody = Infinity;
    innerPoint.mostInReferenceBody = Infinity;
    this.asked++;
    const pose = this.#pose;
    const push = this.#push;
    const nearest = this.#nearest;
    const { found } = nearest;
    findNearest(this.#inQueryBody, inQuery, limitQuery / pose[RELATIVE_SCALE], nearest);
    innerPoint.inQueryBody = found[0] * pose[RELATIVE_SCALE];
    const steepQ = found[0] > 0 ? 1 / found[0] : 0;
    const ux = (inQuery[0] - found[1]) * steepQ;
    const uy = (inQuery[1] - found[2]) * steepQ;
    const uz = (inQuery[2] - found[3]) * steepQ;
    findNearest(this.#inReferenceBody, inReference, limitReference, nearest);
    innerPoint.inReferenceBody = found[0];
    const steepR = found[0] > 0 ? 1 / found[0] : 0;
    for (let k = 0; k < 3; k++) {
      const along = pose[3 * k] * ux + pose[3 * k + 1] * uy + pose[3 * k + 2] * uz;
      push[k] = along + (inReference[k] - found[1 + k]) * steepR;
    }
  }

  /** Writes the point in both frames, with the error bounds of its coordinates. */
  #posePoint(p: Float64Array): void {
    const inQuery = this.#inQuery;
    const inReference = this.#inReference;
    const pose = this.#pose;
    const scale = pose[RELATIVE_SCALE];
    const x = p[0] - pose[9] - this.#offset[0];
    const y = p[1] - pose[10] - this.#offset[1];
    const z = p[2] - pose[11] - this.#offset[2];
    for (let k = 0; k < 3; k++) {
      inQuery[k] = (pose[k] * x + pose[3 + k] * y + pose[6 + k] * z) / scale;
      inReference[k] = p[k];
    }
    inQuery[3] = this.#errorBound / scale;
    inReference[3] = this.#errorBound;
  }
}

/** Writes the distance of the surface, if less than `limit`, and the nearest point to `nearest.found`. */
function findNearest(model: Model, point: Float64Array, limit: number, nearest: NearestLeaf): void {
  if (installed.kernels?.findNearestPoint(model, point, limit, nearest.found) === true) return;
  findNearestLeaf(model, point, limit, nearest);
}

/** A point in a model's frame, in the coordinates of its mesh. */
function inMesh({ frame: { centre, unit } }: Model, p: Float64Array): Point {
  return [p[0] * unit + centre[0], p[1] * unit + centre[1], p[2] * unit + centre[2]];
}

/** |x| + |y| + |z|. */
export function norm1(v: ArrayLike<number>): number {
  return Math.abs(v[0]) + Math.abs(v[1]) + Math.abs(v[2]);
}
