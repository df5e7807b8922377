// The last contact of two sets of faces when one of them is moved along a direction.
//
// In coordinates with the direction as their third axis, the query faces rise. At a point of the orthogonal plane, the two surfaces
// touch when the query body has risen by the difference of their heights. This is a piecewise linear function: its maximum is above
// a vertex of one of them or where two edges cross. So the last contact is found among vertices and faces, and pairs of edges, for
// every kind of contact. Another triangulation of a flat face adds no larger values.

import { faceNormal, type OverlapSide } from './overlap-side.ts';

/**
 * Whether a touch counts: the query point (3 doubles) and the reference point, with their faces; a vertex where that is known, or
 * −1.
 */
export type TouchFilter = (
  querySide: Float64Array,
  faceQ: number,
  vertexQ: number,
  referenceSide: Float64Array,
  faceR: number,
  vertexR: number,
) => boolean;

/**
 * Adds a touch: its position in the orthogonal plane, the query point's height, and the normal of the contact in these coordinates
 * with a weight for its accuracy, 0 where the touch has no normal of its own.
 */
export type TouchVisitor = (x: number, y: number, height: number, normal: Float64Array, weight: number) => void;

/** Faces of one body in the coordinates of the direction: 9 doubles per face, and a box in the orthogonal plane. */
class Rising {
  readonly faces: Int32Array;
  readonly corners: Float64Array;
  /** Unit normals and twice the areas, 4 doubles per face; an area of 0 for faces as steep as the direction. */
  readonly normals: Float64Array;
  /** Least and greatest coordinates: x, y, height. */
  readonly boxes: Float64Array;
  readonly order: Int32Array;
  readonly side: OverlapSide;

  constructor(side: OverlapSide, faces: Iterable<number>, axes: Float64Array, steep: number) {
    this.side = side;
    this.faces = Int32Array.from(faces);
    const count = this.faces.length;
    this.corners = new Float64Array(9 * count);
    this.normals = new Float64Array(4 * count);
    this.boxes = new Float64Array(6 * count);
    const { points, edges } = side;
    const n = new Float64Array(3);
    for (let k = 0; k < count; k++) {
      const face = this.faces[k];
      for (let c = 0; c < 3; c++) {
        const v = 3 * edges.corners[3 * face + c];
        for (let axis = 0; axis < 3; axis++) {
          const a = 3 * axis;
          const x = points[v] * axes[a] + points[v + 1] * axes[a + 1] + points[v + 2] * axes[a + 2];
          this.corners[9 * k + 3 * c + axis] = x;
          const box = 6 * k + 2 * axis;
          this.boxes[box] = c === 0 ? x : Math.min(this.boxes[box], x);
          this.boxes[box + 1] = c === 0 ? x : Math.max(this.boxes[box + 1], x);
        }
      }
      const t = this.corners.subarray(9 * k, 9 * k + 9);
      if (!faceNormal(points, edges.corners, face, n)) continue;
      for (let axis = 0; axis < 3; axis++) {
        const a = 3 * axis;
        this.normals[4 * k + axis] = n[0] * axes[a] + n[1] * axes[a + 1] + n[2] * axes[a + 2];
      }
      if (Math.abs(this.normals[4 * k + 2]) < steep) continue;
      this.normals[4 * k + 3] = (t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0]);
    }
    this.order = Int32Array.from({ length: count }, (_, k) => k);
    this.order.sort((p, q) => this.boxes[6 * p] - this.boxes[6 * q] || p - q);
  }
}

/** Some faces of a body in the reference frame. */
interface FacesOfSide {
  readonly side: OverlapSide;
  readonly faces: Iterable<number>;
}

/** A touch: its position in the orthogonal plane, its heights on the query face and on the reference face, and its weight. */
const [TOUCH_X, TOUCH_Y, TOUCH_LOW, TOUCH_HIGH, TOUCH_WEIGHT] = [0, 1, 2, 3, 4];

export class LastContact {
  /** How far the query faces rise until their last contact; 0 if they never touch. */
  rise = 0;
  /** Rows: two axes of the orthogonal plane, and the direction. */
  readonly axes: Float64Array;
  readonly #querySide: Rising;
  readonly #referenceSide: Rising;
  /** Error bound of a coordinate. */
  readonly #error: number;
  /** Touches this near to the last one are merged with it. */
  readonly #tie: number;
  readonly #limit: number;
  readonly #counts: TouchFilter;
  #visit: TouchVisitor | null = null;
  #pairVisited: (() => void) | null = null;
  readonly #touched: Float64Array = new Float64Array(5);
  readonly #a: Float64Array = new Float64Array(3);
  readonly #b: Float64Array = new Float64Array(3);
  readonly #n: Float64Array = new Float64Array(3);

  /** Faces of both bodies in the reference frame, the unit direction of the first ones' motion, and its length at most. */
  constructor(
    querySide: FacesOfSide,
    referenceSide: FacesOfSide,
    direction: Float64Array,
    limit: number,
    error: number,
    tie: number,
    counts: TouchFilter,
  ) {
    this.axes = axesAround(direction);
    this.#error = error;
    this.#tie = tie;
    this.#limit = limit + tie;
    this.#counts = counts;
    this.#querySide = new Rising(querySide.side, querySide.faces, this.axes, error / tie);
    this.#referenceSide = new Rising(referenceSide.side, referenceSide.faces, this.axes, error / tie);
    this.#sweep();
  }

  /** Visits all touches at the last contact; `pair` is called after those of each pair of faces. */
  visit(touch: TouchVisitor, pair: () => void): void {
    this.#visit = touch;
    this.#pairVisited = pair;
    this.#sweep();
  }

  /** Visits the pairs of faces whose boxes overlap in the orthogonal plane, from left to right. */
  #sweep(): void {
    const m = this.#querySide;
    const r = this.#referenceSide;
    const activeQ: number[] = [];
    const activeR: number[] = [];
    let i = 0;
    let j = 0;
    while (i < m.order.length || j < r.order.length) {
      const isQ = j === r.order.length || (i < m.order.length && m.boxes[6 * m.order[i]] <= r.boxes[6 * r.order[j]]);
      const [own, other, active] = isQ ? [m, r, activeR] : [r, m, activeQ];
      const k = isQ ? m.order[i++] : r.order[j++];
      const left = own.boxes[6 * k] - this.#error;
      for (let at = 0; at < active.length; ) {
        const o = active[at];
        if (other.boxes[6 * o + 1] < left) {
          active[at] = active[active.length - 1];
          active.pop();
          continue;
        }
        at++;
        if (isQ) this.#touch(k, o);
        else this.#touch(o, k);
      }
      (isQ ? activeQ : activeR).push(k);
    }
  }

  #touch(i: number, j: number): void {
    const a = this.#querySide.boxes;
    const b = this.#referenceSide.boxes;
    if (a[6 * i + 2] > b[6 * j + 3] + this.#error || b[6 * j + 2] > a[6 * i + 3] + this.#error) return;
    const most = b[6 * j + 5] - a[6 * i + 4];
    if (most <= this.rise - (this.#visit === null ? 0 : this.#tie)) return;
    for (let corner = 0; corner < 3; corner++) {
      this.#overFace(i, corner, j);
      this.#underFace(i, j, corner);
      for (let other = 0; other < 3; other++) this.#overEdge(i, corner, j, other);
    }
    if (this.#visit !== null) this.#pairVisited?.();
  }

  /** A corner of query face i under reference face j. */
  #overFace(i: number, corner: number, j: number): void {
    const p = this.#querySide.corners;
    const at = 9 * i + 3 * corner;
    const height = this.#heightOf(this.#referenceSide, j, p[at], p[at + 1]);
    if (Number.isNaN(height)) return;
    const { side, faces } = this.#querySide;
    const vertex = side.edges.corners[3 * faces[i] + corner];
    this.#normalOf(this.#referenceSide, j);
    this.#setTouch(p[at], p[at + 1], p[at + 2], height, Math.abs(this.#referenceSide.normals[4 * j + 3]));
    this.#take(i, vertex, j, -1);
  }

  /** A corner of reference face j over query face i. */
  #underFace(i: number, j: number, corner: number): void {
    const q = this.#referenceSide.corners;
    const at = 9 * j + 3 * corner;
    const height = this.#heightOf(this.#querySide, i, q[at], q[at + 1]);
    if (Number.isNaN(height)) return;
    const { side, faces } = this.#referenceSide;
    const vertex = side.edges.corners[3 * faces[j] + corner];
    this.#normalOf(this.#querySide, i);
    this.#setTouch(q[at], q[at + 1], height, q[at + 2], Math.abs(this.#querySide.normals[4 * i + 3]));
    this.#take(i, -1, j, vertex);
  }

  /** The height of a face above (x, y); NaN where that is not under it, or the face is too steep to have one. */
  #heightOf({ corners: t, normals }: Rising, face: number, x: number, y: number): number {
    const area = normals[4 * face + 3];
    if (area === 0) return Number.NaN;
    const o = 9 * face;
    const sign = area > 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) {
      const a = o + 3 * k;
      const b = o + 3 * ((k + 1) % 3);
      const ex = t[b] - t[a];
      const ey = t[b + 1] - t[a + 1];
      const inside = sign * (ex * (y - t[a + 1]) - ey * (x - t[a]));
      if (inside < -this.#error * Math.sqrt(ex * ex + ey * ey)) return Number.NaN;
    }
    const n = 4 * face;
    return t[o + 2] - (normals[n] * (x - t[o]) + normals[n + 1] * (y - t[o + 1])) / normals[n + 2];
  }

  #normalOf({ normals }: Rising, face: number): void {
    const sign = normals[4 * face + 2] > 0 ? -1 : 1;
    for (let c = 0; c < 3; c++) this.#n[c] = sign * normals[4 * face + c];
  }

  /** An edge of query face i under one of reference face j. */
  #overEdge(i: number, cornerQ: number, j: number, cornerR: number): void {
    const p = this.#querySide.corners;
    const q = this.#referenceSide.corners;
    const a = 9 * i + 3 * cornerQ;
    const b = 9 * i + 3 * ((cornerQ + 1) % 3);
    const c = 9 * j + 3 * cornerR;
    const d = 9 * j + 3 * ((cornerR + 1) % 3);
    const px = p[b] - p[a];
    const py = p[b + 1] - p[a + 1];
    const pz = p[b + 2] - p[a + 2];
    const qx = q[d] - q[c];
    const qy = q[d + 1] - q[c + 1];
    const qz = q[d + 2] - q[c + 2];
    const cross = px * qy - py * qx;
    const ox = q[c] - p[a];
    const oy = q[c + 1] - p[a + 1];
    const s = ox * qy - oy * qx;
    const t = ox * py - oy * px;
    if (cross > 0 ? s < 0 || s > cross || t < 0 || t > cross : s > 0 || s < cross || t > 0 || t < cross) return;
    const lengthP = Math.sqrt(px * px + py * py);
    const lengthQ = Math.sqrt(qx * qx + qy * qy);
    const product = lengthP * lengthQ;
    // Steep edges, and edges that are almost parallel, do not determine the height of their crossing.
    const steepness = Math.abs(pz) * lengthQ + Math.abs(qz) * lengthP + product;
    if (!(this.#error * steepness * product < this.#tie * product * Math.abs(cross))) return;
    const along = s / cross;
    const other = t / cross;
    const isWithin =
      Math.min(along, 1 - along) * lengthP > this.#tie && Math.min(other, 1 - other) * lengthQ > this.#tie;
    let weight = 0;
    if (isWithin) {
      const n = this.#n;
      n[0] = py * qz - pz * qy;
      n[1] = pz * qx - px * qz;
      n[2] = cross;
      weight = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      const scale = (cross > 0 ? -1 : 1) / weight;
      for (let k = 0; k < 3; k++) n[k] *= scale;
    }
    const x = p[a] + along * px;
    const y = p[a + 1] + along * py;
    this.#setTouch(x, y, p[a + 2] + along * pz, q[c + 2] + other * qz, weight);
    this.#take(i, -1, j, -1);
  }

  #setTouch(x: number, y: number, low: number, high: number, weight: number): void {
    const touch = this.#touched;
    touch[TOUCH_X] = x;
    touch[TOUCH_Y] = y;
    touch[TOUCH_LOW] = low;
    touch[TOUCH_HIGH] = high;
    touch[TOUCH_WEIGHT] = weight;
  }

  /** Adds the touch of a query face and a reference face, at a vertex of one of them or of none (−1). */
  #take(i: number, vertexQ: number, j: number, vertexR: number): void {
    const [x, y, low, high, weight] = this.#touched;
    const rise = high - low;
    if (this.#visit === null ? rise <= this.rise || rise > this.#limit : Math.abs(rise - this.rise) > this.#tie) return;
    this.point(x, y, low, this.#a);
    this.point(x, y, high, this.#b);
    const counts = this.#counts(
      this.#a,
      this.#querySide.faces[i],
      vertexQ,
      this.#b,
      this.#referenceSide.faces[j],
      vertexR,
    );
    if (!counts) return;
    if (this.#visit === null) this.rise = rise;
    else this.#visit(x, y, low, this.#n, weight);
  }

  /** A point in the reference frame. */
  point(x: number, y: number, height: number, out: Float64Array): void {
    const { axes } = this;
    for (let c = 0; c < 3; c++) out[c] = x * axes[c] + y * axes[3 + c] + height * axes[6 + c];
  }
}

/** Two orthogonal unit vectors, both orthogonal to a unit direction, and the direction. */
function axesAround(direction: Float64Array): Float64Array {
  const [x, y, z] = direction;
  const axes = new Float64Array(9);
  // The axis that the direction is farthest from.
  const least = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  axes[least] = 1;
  const inner = direction[least];
  for (let c = 0; c < 3; c++) axes[c] -= inner * direction[c];
  const length = Math.sqrt(axes[0] * axes[0] + axes[1] * axes[1] + axes[2] * axes[2]);
  for (let c = 0; c < 3; c++) axes[c] /= length;
  axes[3] = y * axes[2] - z * axes[1];
  axes[4] = z * axes[0] - x * axes[2];
  axes[5] = x * axes[1] - y * axes[0];
  axes[6] = x;
  axes[7] = y;
  axes[8] = z;
  return axes;
}
