// The point of a simplex nearest to the origin, for every step of GJK (Gilbert, Johnson & Keerthi 1988).
//
// Johnson's recursion loses its signs on slivers, and the vector from the nearest point to the origin loses its direction when it
// is short: for two faces 10⁻¹⁰ apart, points accurate to 10⁻¹⁶ give a direction with an error of 10⁻⁶. So:
// - All features are tried and the nearest is used. A feature that rounding rejects by mistake is nearer by rounding only. Among
//   equally near features, to rounding, the larger is used, because of its direction: if the foot is on an edge of a face, the edge
//   leaves the rotation about it undetermined, the face does not.
// - The direction comes from the feature itself, not from the point: the normal of a face, or for an edge the vector orthogonal to
//   it. The normal of a sliver is made orthogonal to its longest edge once more, which leaves it orthogonal to all of the face to a
//   few u: only the rotation about the long axis is then uncertain, and that has no effect.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';

/**
 * How far beyond a face's plane the origin must lie to be proven inside, in units of S: the heights of a corner and of the origin
 * round by 4u each, and the normal is orthogonal to the face to 4u.
 */
const INSIDE_MARGIN: number = 16 * UNIT_ROUNDOFF;

/**
 * Error of a height against a face of corners within S, in units of S: the dot products make 8u; the direction of the
 * normal is off by 8u of the product of its factors over its length (`faceNormal`), at a distance of up to 2S.
 */
export const SIDE_ROUNDING: number = 8 * UNIT_ROUNDOFF;
export const TILT_ROUNDING: number = 16 * UNIT_ROUNDOFF;

/** How far outside a feature the foot may be, and how much farther away, to count as within. In units of S. */
const FOOT_ROUNDING: number = 4 * UNIT_ROUNDOFF;

/** How many times wider than that a feature must be for this to apply. Dimensionless. */
const WIDE = 64;

/** Squared sine of a corner below which a cross product is made orthogonal to the longest edge once more. */
export const SLIVER_SQ = 0.125;

/** Ratio of the product of two edges' lengths to their cross product from which weights need correction. */
export const SLIVER = 4;

/** The faces of a tetrahedron, corners ascending, and the corner across. */
const TETRAHEDRON_FACES: Int32Array = Int32Array.of(0, 1, 3, 2, 1, 2, 3, 0, 0, 2, 3, 1, 0, 1, 2, 3);

/** Numbers `faceNormal` writes. */
export const FACE_NORMAL_SIZE = 5;

const normal = new Float64Array(FACE_NORMAL_SIZE);

export class Simplex {
  /** Corners kept: the slots 0 … size − 1. */
  size = 0;
  /** The nearest point is Σ weights[i]·corner i. */
  readonly weights: Float64Array = new Float64Array(4);
  /** Unit vector from the nearest point to the origin, orthogonal to the feature; undefined where `distance` is 0. */
  readonly direction: Float64Array = new Float64Array(3);
  /** Distance of the nearest point from the origin; 0 where the origin is proven inside. */
  distance = 0;
  /** Slots of the feature the nearest point is in, ascending. */
  readonly kept: Int32Array = new Int32Array(3);
  #found = 0;
  #isSliver = false;
  /** FOOT_ROUNDING·S. */
  #errorBound = 0;

  /** The point nearest to the origin of the corners in slots 0 … count − 1, 1 ≤ count ≤ 4. */
  solve(points: Float64Array, count: number, scale: number): void {
    this.distance = Infinity;
    this.#found = 0;
    this.#errorBound = FOOT_ROUNDING * scale;
    if (count === 1) this.#tryPoint(points, 0);
    else if (count === 2) this.#trySegment(points, 0, 1);
    else if (count === 3) {
      faceNormal(points, 0, 1, 2, normal);
      this.#tryTriangle(points, 0, 1, 2);
    } else if (this.#tryTetrahedron(points, INSIDE_MARGIN * scale)) return;
    this.size = this.#found;
  }

  /** Copies a result found elsewhere, on corners that are not slivers: weights and distance at these positions of `from`. */
  take(size: number, from: Float64Array, weightsAt: number, distanceAt: number): void {
    this.size = size;
    this.distance = from[distanceAt];
    this.#isSliver = false;
    for (let i = 0; i < 3; i++) this.weights[i] = from[weightsAt + i];
  }

  #isNearer(distance: number, count: number): boolean {
    return distance < this.distance + (count - this.#found) * this.#errorBound;
  }

  #keep(distance: number, count: number, i: number, j: number, k: number): void {
    this.distance = distance;
    this.#found = count;
    this.kept[0] = i;
    this.kept[1] = j;
    this.kept[2] = k;
  }

  #tryPoint(points: Float64Array, i: number): void {
    const x = points[3 * i];
    const y = points[3 * i + 1];
    const z = points[3 * i + 2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    if (!this.#isNearer(distance, 1)) return;
    this.#keep(distance, 1, i, i, i);
    this.weights[0] = 1;
    this.#point(-x, -y, -z, distance);
  }

  #trySegment(points: Float64Array, i: number, j: number): void {
    const x = points[3 * i];
    const y = points[3 * i + 1];
    const z = points[3 * i + 2];
    const ex = points[3 * j] - x;
    const ey = points[3 * j + 1] - y;
    const ez = points[3 * j + 2] - z;
    const edgeSq = ex * ex + ey * ey + ez * ez;
    const along = -(x * ex + y * ey + z * ez);
    const edge = Math.sqrt(edgeSq);
    const outside = edge > WIDE * this.#errorBound ? this.#errorBound * edge : 0;
    if (!(along > -outside && along < edgeSq + outside)) {
      this.#tryPoint(points, along > 0 ? j : i);
      return;
    }
    const mx = ey * z - ez * y;
    const my = ez * x - ex * z;
    const mz = ex * y - ey * x;
    const distance = Math.sqrt((mx * mx + my * my + mz * mz) / edgeSq);
    if (!this.#isNearer(distance, 2)) return;
    this.#keep(distance, 2, i, j, j);
    this.weights[1] = Math.max(0, Math.min(1, along / edgeSq));
    this.weights[0] = 1 - this.weights[1];
    // e × (e × p), from the foot to the origin.
    const dx = ey * mz - ez * my;
    const dy = ez * mx - ex * mz;
    const dz = ex * my - ey * mx;
    this.#point(dx, dy, dz, Math.sqrt(dx * dx + dy * dy + dz * dz));
  }

  /** `normal` is that of the triangle. */
  #tryTriangle(points: Float64Array, i: number, j: number, k: number): void {
    const x = points[3 * k];
    const y = points[3 * k + 1];
    const z = points[3 * k + 2];
    const px = points[3 * i] - x;
    const py = points[3 * i + 1] - y;
    const pz = points[3 * i + 2] - z;
    const qx = points[3 * j] - x;
    const qy = points[3 * j + 1] - y;
    const qz = points[3 * j + 2] - z;
    const rx = points[3 * j] - points[3 * i];
    const ry = points[3 * j + 1] - points[3 * i + 1];
    const rz = points[3 * j + 2] - points[3 * i + 2];
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];

    // How far the origin's foot is within each edge, times the edge: n × e, inward, against the direction to the origin.
    const withinQ = -((ny * pz - nz * py) * x + (nz * px - nx * pz) * y + (nx * py - ny * px) * z);
    const withinP = (ny * qz - nz * qy) * x + (nz * qx - nx * qz) * y + (nx * qy - ny * qx) * z;
    const withinK = -(
      (ny * rz - nz * ry) * points[3 * i] +
      (nz * rx - nx * rz) * points[3 * i + 1] +
      (nx * ry - ny * rx) * points[3 * i + 2]
    );
    // Edges are at most as long as the sums of their components. A face not much wider than rounding gets no margin: otherwise the
    // foot would always be within.
    const sizeP = Math.abs(px) + Math.abs(py) + Math.abs(pz);
    const sizeQ = Math.abs(qx) + Math.abs(qy) + Math.abs(qz);
    const sizeR = Math.abs(rx) + Math.abs(ry) + Math.abs(rz);
    const isWide = normal[4] > WIDE * this.#errorBound * Math.max(sizeP, sizeQ, sizeR);
    const outside = isWide ? -this.#errorBound : 0;
    const isWithin = withinP > outside * sizeQ && withinQ > outside * sizeP && withinK > outside * sizeR;
    if (isWithin && withinP + withinQ + withinK > 0) {
      const height = nx * x + ny * y + nz * z;
      const distance = Math.abs(height);
      if (!this.#isNearer(distance, 3)) return;
      this.#keep(distance, 3, i, j, k);
      this.#isSliver = normal[3] > SLIVER;
      const weightP = Math.max(0, withinP);
      const weightQ = Math.max(0, withinQ);
      const weightK = Math.max(0, withinK);
      const sum = weightP + weightQ + weightK;
      this.weights[0] = weightP / sum;
      this.weights[1] = weightQ / sum;
      this.weights[2] = weightK / sum;
      const side = height > 0 ? -1 : 1;
      this.#point(side * nx, side * ny, side * nz, 1);
      return;
    }
    // An edge of length 0 does not constrain the foot.
    if (!(withinQ > 0)) this.#trySegment(points, i, k);
    if (!(withinP > 0)) this.#trySegment(points, j, k);
    if (!(withinK > 0)) this.#trySegment(points, i, j);
  }

  /** True, with all four corners kept and the distance 0, where the origin is proven to be inside. */
  #tryTetrahedron(points: Float64Array, margin: number): boolean {
    let inside = true;
    for (let f = 0; f < 16; f += 4) {
      const i = TETRAHEDRON_FACES[f];
      const j = TETRAHEDRON_FACES[f + 1];
      const k = TETRAHEDRON_FACES[f + 2];
      const across = 3 * TETRAHEDRON_FACES[f + 3];
      faceNormal(points, i, j, k, normal);
      const length = normal[4];
      const height = normal[0] * points[3 * k] + normal[1] * points[3 * k + 1] + normal[2] * points[3 * k + 2];
      const top = normal[0] * points[across] + normal[1] * points[across + 1] + normal[2] * points[across + 2] - height;
      // Height of the origin above the face, on the side of the corner across.
      const above = top > 0 ? -height : height;
      const isFlat = !(length > 0) || Math.abs(top) <= margin;
      if (!isFlat && above > margin) continue;
      inside = false;
      this.#tryTriangle(points, i, j, k);
    }
    if (!inside) return false;
    this.size = 4;
    this.distance = 0;
    return true;
  }

  /**
   * Makes the weights of a face as accurate as its distance. For a sliver they have an error of u over its height, which moves the
   * point along it; but the direction to the origin must be orthogonal to its edges. The longest edge comes first; the others
   * follow where a weight would become negative.
   */
  settleWeights(points: Float64Array): void {
    if (this.size !== 3 || !this.#isSliver) return;
    const longest = longestEdge(points, -1);
    const second = longestEdge(points, longest);
    this.#settleAlong(points, longest);
    this.#settleAlong(points, second);
    this.#settleAlong(points, 3 - longest - second);
  }

  /** Shifts weight between the ends of the edge from corner i until the point is nearest. */
  #settleAlong(points: Float64Array, i: number): void {
    const { weights } = this;
    const j = (i + 1) % 3;
    let along = 0;
    let edgeSq = 0;
    for (let k = 0; k < 3; k++) {
      const foot = weights[0] * points[k] + weights[1] * points[3 + k] + weights[2] * points[6 + k];
      const edge = points[3 * j + k] - points[3 * i + k];
      along += foot * edge;
      edgeSq += edge * edge;
    }
    const shift = edgeSq > 0 ? Math.max(-weights[i], Math.min(weights[j], along / edgeSq)) : 0;
    weights[i] += shift;
    weights[j] -= shift;
  }

  #point(dx: number, dy: number, dz: number, length: number): void {
    const scale = length > 0 ? 1 / length : 0;
    this.direction[0] = dx * scale;
    this.direction[1] = dy * scale;
    this.direction[2] = dz * scale;
  }
}

/** The start of the longest edge of the triangle of the first three corners, except the one from `passedOver`. */
function longestEdge(points: Float64Array, passedOver: number): number {
  let longest = 0;
  let longestSq = -1;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const x = points[3 * j] - points[3 * i];
    const y = points[3 * j + 1] - points[3 * i + 1];
    const z = points[3 * j + 2] - points[3 * i + 2];
    const sq = x * x + y * y + z * z;
    if (i === passedOver || sq <= longestSq) continue;
    longestSq = sq;
    longest = i;
  }
  return longest;
}

/**
 * Writes the unit normal of corners i, j, k (counter-clockwise against it) to `out`; behind it the ratio of the product of the
 * factors' lengths to the cross product, its error in units of u, and the length of the cross product, an area; 0 where the corners
 * are collinear to rounding, and then `out` is zero. (A returned number would be boxed where the call is not inlined.)
 */
export function faceNormal(points: Float64Array, i: number, j: number, k: number, out: Float64Array): void {
  const x = points[3 * k];
  const y = points[3 * k + 1];
  const z = points[3 * k + 2];
  const px = points[3 * i] - x;
  const py = points[3 * i + 1] - y;
  const pz = points[3 * i + 2] - z;
  const qx = points[3 * j] - x;
  const qy = points[3 * j + 1] - y;
  const qz = points[3 * j + 2] - z;
  const nx = py * qz - pz * qy;
  const ny = pz * qx - px * qz;
  const nz = px * qy - py * qx;
  const pSq = px * px + py * py + pz * pz;
  const qSq = qx * qx + qy * qy + qz * qz;
  const lengthSq = nx * nx + ny * ny + nz * nz;
  if (!(lengthSq > SLIVER_SQ * pSq * qSq)) {
    sliverNormal(points, i, j, k, out);
    return;
  }
  const length = Math.sqrt(lengthSq);
  const scale = 1 / length;
  out[0] = nx * scale;
  out[1] = ny * scale;
  out[2] = nz * scale;
  out[3] = 0.5 * (pSq + qSq) * scale;
  out[4] = length;
}

/**
 * The same for long and thin triangles: the part of the cross product's error, u·|p|·|q|, along the longest edge would tilt the
 * face over its length, and is removed. This is a separate function so that the other is small enough to be inlined.
 */
function sliverNormal(points: Float64Array, i: number, j: number, k: number, out: Float64Array): void {
  const x = points[3 * k];
  const y = points[3 * k + 1];
  const z = points[3 * k + 2];
  const px = points[3 * i] - x;
  const py = points[3 * i + 1] - y;
  const pz = points[3 * i + 2] - z;
  const qx = points[3 * j] - x;
  const qy = points[3 * j + 1] - y;
  const qz = points[3 * j + 2] - z;
  let nx = py * qz - pz * qy;
  let ny = pz * qx - px * qz;
  let nz = px * qy - py * qx;
  const pSq = px * px + py * py + pz * pz;
  const qSq = qx * qx + qy * qy + qz * qz;
  const rSq = (qx - px) * (qx - px) + (qy - py) * (qy - py) + (qz - pz) * (qz - pz);
  const byP = qSq >= pSq && qSq >= rSq ? 0 : pSq >= rSq ? 1 : -1;
  const byQ = byP === 1 ? 0 : 1;
  const ex = byP * px + byQ * qx;
  const ey = byP * py + byQ * qy;
  const ez = byP * pz + byQ * qz;
  const along = (nx * ex + ny * ey + nz * ez) / Math.max(pSq, qSq, rSq);
  nx -= along * ex;
  ny -= along * ey;
  nz -= along * ez;
  const lengthSq = nx * nx + ny * ny + nz * nz;
  const length = Math.sqrt(lengthSq);
  const scale = length > 0 ? 1 / length : 0;
  out[0] = length > 0 ? nx * scale : 0;
  out[1] = length > 0 ? ny * scale : 0;
  out[2] = length > 0 ? nz * scale : 0;
  out[3] = 0.5 * (pSq + qSq) * scale;
  out[4] = length > 0 ? length : 0;
}
