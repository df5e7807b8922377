// The local contact space (PolyDepth, §6.1): a plane for every vertex–face, face–vertex and edge–edge contact at a configuration, and the
// projection of the origin onto the convex cone between them.
//
//     minimise |q|²   subject to   n_k · q ≤ c_k
//
// as a linear complementarity problem in one multiplier λ_k ≥ 0 a plane, by projected Gauss–Seidel (Eqs. 9 to 12; the sign in the first line
// of Eq. 10 is a misprint: it must read ¼JJᵀλ − c ≥ 0). Contacts of two vertices and of parallel edges are ignored. A vertex at an edge counts
// as one at each face of the edge. Of planes in one direction, the nearest counts; of more than 30, those farthest from the origin, which hold it.
//
// Here n points from A to B, so that the signs are those of penetration/contact-planes.ts, not the paper's.

import { writeFaceNormal } from '../../primitive/face-normal.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import { CLOSEST_SIZE, CLOSEST_SQ, closestSegmentSegment } from '../../primitive/segment-segment.ts';
import { forEachNearPair } from '../../query/advance/near-faces.ts';
import type { ReferenceFrame } from '../../query/penetration/reference-frame.ts';
import type { Workspace } from '../../query/workspace.ts';

/** Most planes in a projection (§6.1: "between only 10 and 30"). */
export const MOST_PLANES = 30;
/** Most pairs of faces tested: a pair of flush fine meshes has millions, which repeat each other. */
const MOST_PAIRS = 20_000;
/** Directions whose cosine is within this of 1 are one. Dimensionless. */
const SAME_DIRECTION = 1e-9;
/** A point this near to an end of an edge, in parts of its length, is that end. Dimensionless. */
const AT_END = 1e-9;
/** Edges whose sine is below this are parallel. Dimensionless. */
const PARALLEL = 1e-6;
/** Cosine above which the direction to the closest point is the face's normal, so that the contact is with the face. Dimensionless. */
const SQUARE_TO = 1 - 1e-6;
/** Cosine below which a vertex at an edge is beside the face, not above it. Dimensionless. */
const BESIDE = 1e-3;
/** Sweeps of Gauss–Seidel after which the iteration ends. */
const MOST_SWEEPS = 2000;
/** A sweep that moves q by less than this part of it ends the iteration. Dimensionless. */
const SETTLED = 1e-12;

/** One contact of two features. */
export interface ContactPlane {
  /** Unit vector from A to B, in the world. */
  readonly normal: Float64Array;
  /** The gap along it, in the world's unit. */
  readonly gap: number;
  /** The two points in the reference frame, the query body's first. */
  readonly points: Float64Array;
}

export class ContactSpace {
  readonly planes: ContactPlane[] = [];
  /** Sweeps of the last projection. */
  sweeps = 0;
  readonly #closest = new Float64Array(CLOSEST_SIZE);
  readonly #normal = new Float64Array(3);

  /** Collects the contacts of the bodies posed in `w`, within a gap in the reference unit. */
  collect(w: Workspace, frame: ReferenceFrame, within: number): void {
    const { reference } = w;
    const m = w.movedCorners;
    const r = reference.tree.triangles;
    this.planes.length = 0;
    let pairs = 0;
    forEachNearPair(w, within, (slotQ, slotR) => {
      for (let c = 0; c < 9; c += 3) {
        this.#addVertex(m, 9 * slotQ + c, r, 9 * slotR, 1, within, frame);
        this.#addVertex(r, 9 * slotR + c, m, 9 * slotQ, -1, within, frame);
        for (let e = 0; e < 9; e += 3) this.#addEdges(m, 9 * slotQ, c, r, 9 * slotR, e, within, frame);
      }
      return ++pairs < MOST_PAIRS;
    });
  }

  /** The vertex p[i…] and the face t[j…]; `side` is 1 where the vertex is the query body's. */
  #addVertex(
    p: Float64Array,
    i: number,
    t: Float64Array,
    j: number,
    side: 1 | -1,
    within: number,
    frame: ReferenceFrame,
  ): void {
    const closest = this.#closest;
    const n = this.#normal;
    closestPointTriangle(p, i, t, j, closest);
    const distance = Math.sqrt(closest[3]);
    if (!(distance <= within) || distance === 0) return;
    writeFaceNormal(t, j, n, 0);
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0)) return;
    const x = closest[0] - p[i];
    const y = closest[1] - p[i + 1];
    const z = closest[2] - p[i + 2];
    const along = (n[0] * x + n[1] * y + n[2] * z) / length;
    const cosine = Math.abs(along) / distance;
    if (cosine < BESIDE || (cosine < SQUARE_TO && isCorner(t, j, closest))) return;
    // From the query body to the reference body: towards the face where the vertex moves, else away from it.
    const sign = (side * (along < 0 ? -1 : 1)) / length;
    const points = new Float64Array(6);
    const first = side > 0 ? 0 : 3;
    for (let k = 0; k < 3; k++) {
      n[k] *= sign;
      points[first + k] = p[i + k];
      points[3 - first + k] = closest[k];
    }
    this.#add(frame, Math.abs(along), points);
  }

  #addEdges(
    m: Float64Array,
    i: number,
    c: number,
    r: Float64Array,
    j: number,
    e: number,
    within: number,
    frame: ReferenceFrame,
  ): void {
    const closest = this.#closest;
    const a0 = i + c;
    const a1 = i + ((c + 3) % 9);
    const b0 = j + e;
    const b1 = j + ((e + 3) % 9);
    closestSegmentSegment(m, a0, a1, r, b0, b1, closest);
    if (!(closest[CLOSEST_SQ] <= within * within) || closest[CLOSEST_SQ] === 0) return;
    if (isEnd(m, a0, a1, closest, 0) || isEnd(r, b0, b1, closest, 3)) return;
    const n = this.#normal;
    const ux = m[a1] - m[a0];
    const uy = m[a1 + 1] - m[a0 + 1];
    const uz = m[a1 + 2] - m[a0 + 2];
    const vx = r[b1] - r[b0];
    const vy = r[b1 + 1] - r[b0 + 1];
    const vz = r[b1 + 2] - r[b0 + 2];
    n[0] = uy * vz - uz * vy;
    n[1] = uz * vx - ux * vz;
    n[2] = ux * vy - uy * vx;
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const most = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
    if (!(length > PARALLEL * most)) return;
    const along =
      n[0] * (closest[3] - closest[0]) + n[1] * (closest[4] - closest[1]) + n[2] * (closest[5] - closest[2]);
    const sign = (along < 0 ? -1 : 1) / length;
    for (let k = 0; k < 3; k++) n[k] *= sign;
    this.#add(frame, Math.abs(along) / length, closest.slice(0, 6));
  }

  /** Adds a plane with the normal in `#normal`, unless one in the same direction is nearer. */
  #add(frame: ReferenceFrame, referenceGap: number, points: Float64Array): void {
    const normal = new Float64Array(3);
    frame.toWorld(this.#normal, 0, normal, 0);
    const gap = referenceGap * frame.unit;
    const { planes } = this;
    for (let k = 0; k < planes.length; k++) {
      const other = planes[k].normal;
      if (!(normal[0] * other[0] + normal[1] * other[1] + normal[2] * other[2] > 1 - SAME_DIRECTION)) continue;
      if (gap < planes[k].gap) planes[k] = { normal, gap, points };
      return;
    }
    planes.push({ normal, gap, points });
  }

  /**
   * The in-projection: writes to `out` the shortest translation within the planes found at x, `margin` off each of them, or the
   * point of the last Gauss–Seidel sweep. False if that is not finite: the planes leave no free translation.
   */
  project(x: Float64Array, margin: number, out: Float64Array): boolean {
    const bounded = this.planes.map(({ normal, gap }) => ({
      normal,
      bound: normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2] + gap - margin,
    }));
    // A plane is −c from the origin.
    const kept = bounded.sort((p, q) => p.bound - q.bound).slice(0, MOST_PLANES);
    const multipliers = new Float64Array(kept.length);
    out.fill(0);
    this.sweeps = 0;
    for (let moved = Infinity; moved > SETTLED * (Math.abs(out[0]) + Math.abs(out[1]) + Math.abs(out[2])); ) {
      if (this.sweeps++ === MOST_SWEEPS) break;
      moved = 0;
      for (let k = 0; k < kept.length; k++) {
        const { normal, bound } = kept[k];
        const excess = normal[0] * out[0] + normal[1] * out[1] + normal[2] * out[2] - bound;
        const grown = Math.max(-multipliers[k], excess);
        multipliers[k] += grown;
        for (let c = 0; c < 3; c++) out[c] -= grown * normal[c];
        moved += Math.abs(grown);
      }
      if (!(moved < Infinity)) return false;
    }
    return true;
  }
}

/** Whether the point p is a corner of the triangle t[j…]. */
function isCorner(t: Float64Array, j: number, p: Float64Array): boolean {
  for (let c = 0; c < 9; c += 3) if (isEnd(t, j + c, j + ((c + 3) % 9), p, 0)) return true;
  return false;
}

/** Whether the point p[at…] of the edge from t[i…] to t[j…] is one of its ends. */
function isEnd(t: Float64Array, i: number, j: number, p: Float64Array, at: number): boolean {
  let edgeSq = 0;
  let firstSq = 0;
  let lastSq = 0;
  for (let k = 0; k < 3; k++) {
    const edge = t[j + k] - t[i + k];
    const first = p[at + k] - t[i + k];
    const last = p[at + k] - t[j + k];
    edgeSq += edge * edge;
    firstSq += first * first;
    lastSq += last * last;
  }
  return Math.min(firstSq, lastSq) <= AT_END * AT_END * edgeSq;
}
