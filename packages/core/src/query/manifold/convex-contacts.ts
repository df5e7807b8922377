// Contacts of two convex bodies: GJK gives the normal or, where they overlap, EPA; the faces of both that are turned to each other most
// are clipped against each other (Sutherland, Hodgman 1974), and at most four points are kept.
//
// Everything is in B's frame and unit. No state is kept between queries: the contacts follow from the poses alone.

import { REACH_ERROR } from '../../convex/difference.ts';
import { epaDepth } from '../../convex/epa.ts';
import { ConvexResult, ConvexWorkspace, searchNearest, widenBracket } from '../../convex/gjk.ts';
import { lengthOf } from '../../scalar/vector.ts';
import type { HullPolygons } from './hull-polygons.ts';

/** Numbers of a contact: point of A, point of B, unit normal from A to B, signed gap. */
export const CONTACT = 10;
/** Contacts of a manifold of convex bodies at most. */
const MOST_CONTACTS = 4;
/** How much better aligned than A's face that of B is to be the reference: so that it does not change with rounding. Dimensionless. */
const PREFER_A = 1e-3;
/** A face whose normal has a smaller cosine with that of the contact is no face to clip against. Dimensionless. */
const LEAST_ALIGNED = 0.5;
/** A point nearer to the plane of a side than this, in units of the frame, is inside. */
const INSIDE: number = 2 ** -40;
/** The gap by which a witness pair that the polygons do not have must be nearer to be a contact of its own, in parts of the distance searched. Dimensionless. */
const MISSED = 0.25;

export class ConvexContacts {
  count = 0;
  readonly numbers: Float64Array = new Float64Array(MOST_CONTACTS * CONTACT);
  /** What made each contact: a vertex of the incident face, or where its outline leaves the reference face. */
  readonly features: Int32Array = new Int32Array(MOST_CONTACTS);
  isOverlapping = false;
  /** A lower bound of the distance; 0 where they overlap. */
  lower = 0;
  readonly #work = new ConvexWorkspace();
  readonly #result = new ConvexResult();
  readonly #normal = new Float64Array(3);
  readonly #own = new Float64Array(3);
  /** The reference face, in B's frame. */
  #face = new Float64Array(0);
  /** The incident face while it is clipped: x, y, z, and the features. */
  #polygon = new Float64Array(0);
  #clipped = new Float64Array(0);
  #ids = new Int32Array(0);
  #clippedIds = new Int32Array(0);
  readonly #kept = new Int32Array(MOST_CONTACTS);

  /**
   * Finds the contacts within a distance, of A posed by `pose` in B's frame (scalar/pose.ts). The lower bound of the distance is sought up
   * to `enough`.
   */
  find(a: HullPolygons, b: HullPolygons, pose: Float64Array, within: number, enough: number): void {
    const result = this.#result;
    this.count = 0;
    this.isOverlapping = false;
    result.featureSize = 0;
    const work = this.#work;
    searchNearest(work, a.body, b.body, pose, result, enough);
    this.lower = Math.max(0, result.lower - REACH_ERROR * work.difference.scale);
    if (this.lower > within) return;
    this.isOverlapping = result.status !== 'separated';
    // The depth goes on from the same search: it need not be made again.
    if (this.isOverlapping) epaDepth(work, a.body, b.body, pose, result, 0, true);
    else widenBracket(work, result);
    const gap = this.isOverlapping ? -result.upper : result.upper;
    const n = result.normal;
    if (!(lengthOf(n[0], n[1], n[2]) > 0.5)) return;
    this.#clip(a, b, pose, gap, within);
  }

  #clip(a: HullPolygons, b: HullPolygons, pose: Float64Array, gap: number, within: number): void {
    const n = this.#result.normal;
    const own = this.#own;
    for (let k = 0; k < 3; k++) own[k] = pose[k] * n[0] + pose[3 + k] * n[1] + pose[6 + k] * n[2];
    const faceA = faceAlong(a, own[0], own[1], own[2]);
    const faceB = faceAlong(b, -n[0], -n[1], -n[2]);
    const alignedA = alignmentOf(a, faceA, own[0], own[1], own[2]);
    const alignedB = alignmentOf(b, faceB, -n[0], -n[1], -n[2]);
    this.#reserve(a.mostCorners + b.mostCorners);
    const isReferenceA = alignedA >= alignedB - PREFER_A;
    if (Math.max(alignedA, alignedB) >= LEAST_ALIGNED) {
      if (isReferenceA) this.#clipFaces(a, faceA, b, faceB, pose, 1, gap, within);
      else this.#clipFaces(b, faceB, a, faceA, pose, -1, gap, within);
    }
    if (this.#nearest() > gap + MISSED * within) this.#addWitness(gap);
  }

  #reserve(corners: number): void {
    if (this.#ids.length >= 2 * corners) return;
    this.#face = new Float64Array(6 * corners);
    this.#polygon = new Float64Array(6 * corners);
    this.#clipped = new Float64Array(6 * corners);
    this.#ids = new Int32Array(2 * corners);
    this.#clippedIds = new Int32Array(2 * corners);
  }

  /** Clips the incident face by the sides of the reference face; `sign` is 1 where the reference is A's. */
  #clipFaces(
    reference: HullPolygons,
    face: number,
    other: HullPolygons,
    incident: number,
    poseA: Float64Array,
    sign: 1 | -1,
    gap: number,
    within: number,
  ): void {
    // A pose of null is the identity.
    const pose = sign > 0 ? poseA : null;
    const corners = writeFace(reference, face, pose, this.#face);
    let count = writeFace(other, incident, sign > 0 ? null : poseA, this.#polygon);
    for (let k = 0; k < count; k++) this.#ids[k] = other.corners[other.starts[incident] + k];
    const m = this.#normal;
    const { normals } = reference;
    turn(pose, normals[3 * face], normals[3 * face + 1], normals[3 * face + 2], m);
    for (let k = 0; k < corners && count > 0; k++) count = this.#clipSide(k, corners, count);
    this.#select(count, sign, gap, within);
  }

  /** Clips the polygon by the side from corner k of the reference face; returns the number of corners left. */
  #clipSide(k: number, corners: number, count: number): number {
    const f = this.#face;
    const m = this.#normal;
    const i = 3 * k;
    const j = k + 1 === corners ? 0 : i + 3;
    const ex = f[j] - f[i];
    const ey = f[j + 1] - f[i + 1];
    const ez = f[j + 2] - f[i + 2];
    // Outwards: the side crossed with the face's normal.
    const sx = ey * m[2] - ez * m[1];
    const sy = ez * m[0] - ex * m[2];
    const sz = ex * m[1] - ey * m[0];
    const length = lengthOf(sx, sy, sz);
    if (!(length > 0)) return count;
    const offset = (sx * f[i] + sy * f[i + 1] + sz * f[i + 2]) / length;
    const nx = sx / length;
    const ny = sy / length;
    const nz = sz / length;
    const p = this.#polygon;
    const q = this.#clipped;
    const ids = this.#ids;
    const out = this.#clippedIds;
    let kept = 0;
    let last = 3 * (count - 1);
    let before = nx * p[last] + ny * p[last + 1] + nz * p[last + 2] - offset;
    for (let c = 0; c < count; c++) {
      const at = 3 * c;
      const here = nx * p[at] + ny * p[at + 1] + nz * p[at + 2] - offset;
      if (here > INSIDE !== before > INSIDE) {
        const part = before / (before - here);
        for (let d = 0; d < 3; d++) q[3 * kept + d] = p[last + d] + part * (p[at + d] - p[last + d]);
        // Where the outline crosses side k: outwards (odd) or inwards.
        out[kept++] = -1 - (2 * k + (here > INSIDE ? 1 : 0));
      }
      if (!(here > INSIDE)) {
        for (let d = 0; d < 3; d++) q[3 * kept + d] = p[at + d];
        out[kept++] = ids[c];
      }
      last = at;
      before = here;
    }
    this.#polygon = q;
    this.#clipped = p;
    this.#ids = out;
    this.#clippedIds = ids;
    return kept;
  }

  /** Keeps the corners of the clipped polygon that are within the distance, at most four. */
  #select(count: number, sign: 1 | -1, gap: number, within: number): void {
    const p = this.#polygon;
    const f = this.#face;
    const m = this.#normal;
    const n = this.#result.normal;
    // Along the normal of the contact: gap = m·(x − f) / |m·n|.
    const along = sign * (m[0] * n[0] + m[1] * n[1] + m[2] * n[2]);
    if (!(along > 0)) return;
    let near = 0;
    for (let c = 0; c < count; c++) {
      const x = p[3 * c];
      const y = p[3 * c + 1];
      const z = p[3 * c + 2];
      const height = (m[0] * (x - f[0]) + m[1] * (y - f[1]) + m[2] * (z - f[2])) / along;
      if (!(height <= within) || height < gap - within) continue;
      p[3 * near] = x;
      p[3 * near + 1] = y;
      p[3 * near + 2] = z;
      this.#clipped[near] = height;
      this.#ids[near++] = this.#ids[c];
    }
    if (near > MOST_CONTACTS) near = reduceToFour(p, this.#clipped, near, this.#kept);
    else for (let c = 0; c < near; c++) this.#kept[c] = c;
    for (let c = 0; c < near; c++) this.#add(this.#kept[c], sign);
  }

  #add(c: number, sign: 1 | -1): void {
    const p = this.#polygon;
    const n = this.#result.normal;
    const height = this.#clipped[c];
    const o = CONTACT * this.count;
    const { numbers } = this;
    for (let d = 0; d < 3; d++) {
      const incident = p[3 * c + d];
      // The incident point belongs to B where the reference is A's.
      const reference = incident - sign * height * n[d];
      numbers[o + d] = sign > 0 ? reference : incident;
      numbers[o + 3 + d] = sign > 0 ? incident : reference;
      numbers[o + 6 + d] = n[d];
    }
    numbers[o + 9] = height;
    this.features[this.count++] = this.#ids[c];
  }

  #nearest(): number {
    let least = Infinity;
    for (let c = 0; c < this.count; c++) least = Math.min(least, this.numbers[CONTACT * c + 9]);
    return least;
  }

  /** The nearest, or deepest, points themselves: of edges that cross, the faces have none that are as near. */
  #addWitness(gap: number): void {
    if (this.count === MOST_CONTACTS) this.count--;
    const { points, normal } = this.#result;
    const o = CONTACT * this.count;
    for (let d = 0; d < 3; d++) {
      // Of overlapping bodies the points may be known of one body only to rounding: the gap says where the other is.
      this.numbers[o + d] = points[d];
      this.numbers[o + 3 + d] = points[d] + gap * normal[d];
      this.numbers[o + 6 + d] = normal[d];
    }
    this.numbers[o + 9] = gap;
    this.features[this.count++] = -1 - 2 * this.#ids.length;
  }
}

/** The face whose normal is nearest to a direction in the body's frame. */
function faceAlong({ normals, faceCount }: HullPolygons, x: number, y: number, z: number): number {
  let best = 0;
  let most = -Infinity;
  for (let f = 0, k = 0; f < faceCount; f++, k += 3) {
    const dot = normals[k] * x + normals[k + 1] * y + normals[k + 2] * z;
    if (dot > most) {
      most = dot;
      best = f;
    }
  }
  return best;
}

function alignmentOf({ normals }: HullPolygons, face: number, x: number, y: number, z: number): number {
  return normals[3 * face] * x + normals[3 * face + 1] * y + normals[3 * face + 2] * z;
}

/** Writes the corners of a face in B's frame; returns how many. */
function writeFace(
  { body, starts, corners }: HullPolygons,
  face: number,
  pose: Float64Array | null,
  out: Float64Array,
): number {
  const { vertices } = body;
  const first = starts[face];
  const count = starts[face + 1] - first;
  for (let c = 0; c < count; c++) {
    const v = 3 * corners[first + c];
    const o = 3 * c;
    if (pose === null) {
      out[o] = vertices[v];
      out[o + 1] = vertices[v + 1];
      out[o + 2] = vertices[v + 2];
      continue;
    }
    const x = pose[12] * vertices[v];
    const y = pose[12] * vertices[v + 1];
    const z = pose[12] * vertices[v + 2];
    out[o] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    out[o + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    out[o + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
  return count;
}

function turn(pose: Float64Array | null, x: number, y: number, z: number, out: Float64Array): void {
  out[0] = pose === null ? x : pose[0] * x + pose[1] * y + pose[2] * z;
  out[1] = pose === null ? y : pose[3] * x + pose[4] * y + pose[5] * z;
  out[2] = pose === null ? z : pose[6] * x + pose[7] * y + pose[8] * z;
}

/** Chooses four of many points: the deepest, the one farthest from it, and the farthest on both sides of their line. */
function reduceToFour(p: Float64Array, heights: Float64Array, count: number, kept: Int32Array): number {
  let a = 0;
  for (let c = 1; c < count; c++) if (heights[c] < heights[a]) a = c;
  let b = -1;
  let far = -1;
  for (let c = 0; c < count; c++) {
    const apart = apartSq(p, a, c);
    if (c === a || apart <= far) continue;
    far = apart;
    b = c;
  }
  let left = -1;
  let right = -1;
  let mostLeft = 0;
  let mostRight = 0;
  // The corners are in order around the polygon: those between a and b are on one side, the others on the other.
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  for (let c = 0; c < count; c++) {
    if (c === a || c === b) continue;
    const off = offLineSq(p, a, b, c);
    if (c > low && c < high) {
      if (off <= mostLeft) continue;
      mostLeft = off;
      left = c;
    } else if (off > mostRight) {
      mostRight = off;
      right = c;
    }
  }
  kept[0] = a;
  kept[1] = b;
  let n = 2;
  if (left >= 0) kept[n++] = left;
  if (right >= 0) kept[n++] = right;
  return n;
}

function apartSq(p: Float64Array, i: number, j: number): number {
  const x = p[3 * i] - p[3 * j];
  const y = p[3 * i + 1] - p[3 * j + 1];
  const z = p[3 * i + 2] - p[3 * j + 2];
  return x * x + y * y + z * z;
}

/** The squared distance of a point from the line through two others, times the squared distance of these. */
function offLineSq(p: Float64Array, a: number, b: number, c: number): number {
  const ux = p[3 * b] - p[3 * a];
  const uy = p[3 * b + 1] - p[3 * a + 1];
  const uz = p[3 * b + 2] - p[3 * a + 2];
  const vx = p[3 * c] - p[3 * a];
  const vy = p[3 * c + 1] - p[3 * a + 1];
  const vz = p[3 * c + 2] - p[3 * a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return x * x + y * y + z * z;
}
