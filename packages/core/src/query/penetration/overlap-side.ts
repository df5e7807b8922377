// One of two overlapping bodies, for the search of their regions: its corners in the reference frame, and the intersections of its
// edges with faces of the other body.

import { type MeshEdges, meshEdges } from '../../mesh/mesh-edges.ts';
import type { Model } from '../../model/model.ts';
import { pointInBody } from '../../scalar/point-in-body.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { LocateScratch } from '../locate-scratch.ts';
import { locatePoint } from '../point/locate.ts';
import { findNearestLeaf, NearestLeaf } from '../point/nearest-leaf.ts';
import type { Workspace } from '../workspace.ts';

/**
 * The intersection of an edge with a face of the other body: an interval of parameters on the edge, a single one if it passes
 * through.
 */
export interface EdgeHit {
  readonly face: number;
  readonly from: number;
  readonly to: number;
  /** The first pair of faces with this crossing. */
  readonly pair: number;
}

export class OverlapSide {
  readonly model: Model;
  readonly edges: MeshEdges;
  /** Welded vertices in the reference frame. */
  readonly points: Float64Array;
  /** Crossings by edge, in order along it once `sort` was called. */
  readonly edgeHits: Map<number, EdgeHit[]> = new Map();
  /** From the reference frame to the model's: null for the reference body itself. */
  readonly #pose: Float64Array | null;
  readonly #error: number;
  /** A point in the model's frame, and the error bound of a coordinate. */
  readonly #located: Float64Array = new Float64Array(4);
  readonly #locating: LocateScratch = new LocateScratch();
  readonly #nearest: NearestLeaf = new NearestLeaf();
  /** Parameters of the part of an edge that is near a face. */
  readonly #span: Float64Array = new Float64Array(2);
  readonly #normal: Float64Array = new Float64Array(3);

  constructor(w: Workspace, model: Model, isQuery: boolean) {
    this.model = model;
    this.edges = meshEdges(model.mesh);
    this.#pose = isQuery ? w.pose.slice() : null;
    this.#error = w.coordinateError[0];
    this.points = this.#posePoints();
  }

  #posePoints(): Float64Array {
    const { positions } = this.model.mesh;
    const { centre, unit } = this.model.frame;
    const points = new Float64Array(positions.length);
    const pose = this.#pose;
    for (let v = 0; v < points.length; v += 3) {
      const x = (positions[v] - centre[0]) / unit;
      const y = (positions[v + 1] - centre[1]) / unit;
      const z = (positions[v + 2] - centre[2]) / unit;
      if (pose === null) {
        points[v] = x;
        points[v + 1] = y;
        points[v + 2] = z;
        continue;
      }
      const s = pose[RELATIVE_SCALE];
      for (let c = 0; c < 3; c++) {
        points[v + c] = (pose[3 * c] * x + pose[3 * c + 1] * y + pose[3 * c + 2] * z) * s + pose[9 + c];
      }
    }
    return points;
  }

  /** Writes a point of the reference frame into the model's frame, with its error bound. */
  #locate(p: Float64Array): void {
    const pose = this.#pose;
    const located = this.#located;
    if (pose === null) {
      for (let c = 0; c < 3; c++) located[c] = p[c];
      located[3] = this.#error;
      return;
    }
    pointInBody(pose, p, 0, located);
    located[3] = this.#error / pose[RELATIVE_SCALE];
  }

  /** Whether a point of the reference frame is in the body, or on it to rounding. */
  has(p: Float64Array): boolean {
    this.#locate(p);
    return locatePoint(this.model, this.#located, this.#locating, null) !== 'outside';
  }

  /** Whether a point of the reference frame is in the body, or no farther from it than `near`. */
  hasNear(p: Float64Array, near: number): boolean {
    if (this.has(p)) return true;
    const s = this.#pose === null ? 1 : this.#pose[RELATIVE_SCALE];
    const limit = near / s;
    return findNearestLeaf(this.model, this.#located, limit, this.#nearest, limit).slot >= 0;
  }

  /** The point of edge e at the parameter t. */
  at(e: number, t: number, out: Float64Array): void {
    const { points } = this;
    const a = 3 * this.edges.lower[e];
    const b = 3 * this.edges.upper[e];
    for (let c = 0; c < 3; c++) out[c] = points[a + c] + t * (points[b + c] - points[a + c]);
  }

  lengthOf(e: number): number {
    const { points } = this;
    const a = 3 * this.edges.lower[e];
    const b = 3 * this.edges.upper[e];
    const x = points[b] - points[a];
    const y = points[b + 1] - points[a + 1];
    const z = points[b + 2] - points[a + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /**
   * Adds the intersections of the edges of `face` with a face of the other body, to within `near`, as parts of pair number `pair`;
   * calls `same` for each earlier pair with the same crossing.
   */
  hitFace(
    face: number,
    other: OverlapSide,
    otherFace: number,
    pair: number,
    near: number,
    same: (k: number) => void,
  ): void {
    const { sides } = this.edges;
    const span = this.#span;
    for (let side = 3 * face; side < 3 * face + 3; side++) {
      const e = sides[side];
      if (e < 0) continue;
      const known = this.edgeHits.get(e);
      const first = known?.find((m) => m.face === otherFace);
      if (first !== undefined) {
        same(first.pair);
        continue;
      }
      if (!this.#clip(e, other, otherFace, near)) continue;
      const contactStatus = { face: otherFace, from: span[0], to: span[1], pair };
      if (known === undefined) this.edgeHits.set(e, [contactStatus]);
      else known.push(contactStatus);
    }
  }

  sort(): void {
    for (const list of this.edgeHits.values()) list.sort((p, q) => p.from - q.from || p.to - q.to);
  }

  /** Writes the part of edge e that is within `near` of a face of the other body to `#span`; false if there is none. */
  #clip(e: number, other: OverlapSide, face: number, near: number): boolean {
    const p = this.points;
    const a = 3 * this.edges.lower[e];
    const b = 3 * this.edges.upper[e];
    const q = other.points;
    const { corners } = other.edges;
    const span = this.#span;
    const normal = this.#normal;
    span[0] = 0;
    span[1] = 1;
    if (!faceNormal(q, corners, face, normal)) return false;
    const [nx, ny, nz] = normal;
    const o = 3 * corners[3 * face];
    const from = nx * (p[a] - q[o]) + ny * (p[a + 1] - q[o + 1]) + nz * (p[a + 2] - q[o + 2]);
    const to = nx * (p[b] - q[o]) + ny * (p[b + 1] - q[o + 1]) + nz * (p[b + 2] - q[o + 2]);
    if (!clipSpan(span, near + from, near + to) || !clipSpan(span, near - from, near - to)) return false;
    for (let k = 0; k < 3; k++) {
      const i = 3 * corners[3 * face + k];
      const j = 3 * corners[3 * face + ((k + 1) % 3)];
      const ex = q[j] - q[i];
      const ey = q[j + 1] - q[i + 1];
      const ez = q[j + 2] - q[i + 2];
      // Inwards, orthogonal to the side.
      const gx = ny * ez - nz * ey;
      const gy = nz * ex - nx * ez;
      const gz = nx * ey - ny * ex;
      const reach = near * Math.sqrt(gx * gx + gy * gy + gz * gz);
      const inA = gx * (p[a] - q[i]) + gy * (p[a + 1] - q[i + 1]) + gz * (p[a + 2] - q[i + 2]);
      const inB = gx * (p[b] - q[i]) + gy * (p[b + 1] - q[i + 1]) + gz * (p[b + 2] - q[i + 2]);
      if (!clipSpan(span, reach + inA, reach + inB)) return false;
    }
    return true;
  }
}

/** Clips `span` to where a linear function with these values at 0 and 1 is not negative; false if nothing is left. */
function clipSpan(span: Float64Array, at0: number, at1: number): boolean {
  if (at0 < 0 && at1 < 0) return false;
  if (at0 < 0) span[0] = Math.max(span[0], at0 / (at0 - at1));
  else if (at1 < 0) span[1] = Math.min(span[1], at0 / (at0 - at1));
  return span[0] <= span[1];
}

/** Writes the unit normal of a face; false if it has none. */
export function faceNormal(points: Float64Array, corners: Uint32Array, face: number, out: Float64Array): boolean {
  const i = 3 * corners[3 * face];
  const j = 3 * corners[3 * face + 1];
  const k = 3 * corners[3 * face + 2];
  const ux = points[j] - points[i];
  const uy = points[j + 1] - points[i + 1];
  const uz = points[j + 2] - points[i + 2];
  const vx = points[k] - points[i];
  const vy = points[k + 1] - points[i + 1];
  const vz = points[k + 2] - points[i + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return false;
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  return true;
}
