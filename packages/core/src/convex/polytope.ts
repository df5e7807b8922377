// A polytope that grows corner by corner inside a Minkowski difference, with its faces in a heap, the one nearest to the
// origin on top. What decides which faces a new corner sees is the exact sign of orient3d behind a filter, as in
// hull-surface.ts, whose argument holds here word for word: what a corner sees is a disk, its border one simple cycle,
// no new face has zero area. However thin the polytope is, it stays one.
//
// A face's height is the least of n·w over its three corners w, n its computed unit normal. Every point x of the face has
// |x| ≥ n·x ≥ height, whatever n is: an uncertain normal makes the bound weaker, never wrong.

import { orient3d } from 'robust-predicates';
import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';
import { faceNormal, SIDE_ROUNDING, TILT_ROUNDING } from './simplex.ts';

/** Doubles a face: unit normal outward, height, and how far from the plane a corner must be for its side to be sure. */
const PLANE_STRIDE = 5;
const HEIGHT = 3;
const SLACK = 4;

/** Across the edges of the first tetrahedron's faces pqr, qps, rqs, prs. */
const TETRAHEDRON_NEIGHBOURS: Int32Array = Int32Array.of(1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1);

/** What is taken off the bound the ball gives, in units of S: far more than its rounding, far less than matters. */
export const BALL_MARGIN: number = 2 ** -30;

/** Squared area, in units of S⁴, from which on the plane through an edge and the origin is known to 2⁻⁴⁰. */
const EDGE_PLANE_SQ: number = 2 ** -20;

const FIRST_FACES = 256;

const ALIVE = 0;
const SEEN = 1;

const normal = new Float64Array(4);

export class Polytope {
  /** Three corners a face, counter-clockwise from outside. */
  corners: Int32Array = new Int32Array(3 * FIRST_FACES);
  #planes: Float64Array = new Float64Array(PLANE_STRIDE * FIRST_FACES);
  /** Faces as high as this are part of the polytope but of no interest to `lowest`. */
  limit: number = Infinity;
  faceCount = 0;
  #neighbours: Int32Array = new Int32Array(3 * FIRST_FACES);
  #state: Uint8Array = new Uint8Array(FIRST_FACES);
  /** Faces, lowest first; faces no longer alive are passed over when they come up. */
  #heap: Int32Array = new Int32Array(FIRST_FACES);
  #heapHeights: Float64Array = new Float64Array(FIRST_FACES);
  #heapSize = 0;
  #seen: Int32Array = new Int32Array(FIRST_FACES);
  /** Edges 3·face + k of seen faces whose other side is hidden. */
  #horizon: Int32Array = new Int32Array(FIRST_FACES);
  #horizonSize = 0;
  /** For each corner on the horizon, the new face whose old edge starts there. */
  #faceFrom: Int32Array = new Int32Array(FIRST_FACES);
  #points: Float64Array = new Float64Array(0);
  #scale = 0;
  /** A ball in C: its middle and radius. */
  readonly #ball: Float64Array = new Float64Array(4);

  /** Says that the ball of that middle and radius is inside what the polytope grows in. */
  useBall(middle: Float64Array, radius: number): void {
    for (let k = 0; k < 3; k++) this.#ball[k] = middle[k];
    this.#ball[3] = radius;
  }

  /** The tetrahedron of the four corners from `p` on; false where these are in one plane. */
  start(points: Float64Array, p: number, scale: number): boolean {
    this.#points = points;
    this.#scale = scale;
    this.faceCount = 0;
    this.#heapSize = 0;
    const s = p + 3;
    const side = exactSide(points, p, p + 1, p + 2, s);
    if (side === 0) return false;
    // Counter-clockwise from outside: s is below pqr.
    const q = side < 0 ? p + 1 : p + 2;
    const r = side < 0 ? p + 2 : p + 1;
    this.#addFace(p, q, r);
    this.#addFace(q, p, s);
    this.#addFace(r, q, s);
    this.#addFace(p, r, s);
    this.#neighbours.set(TETRAHEDRON_NEIGHBOURS);
    return true;
  }

  /** The face of least height, or −1 where none is left. */
  lowest(): number {
    while (this.#heapSize > 0) {
      const face = this.#heap[0];
      if (this.#state[face] === ALIVE) return face;
      this.dropLowest();
    }
    return -1;
  }

  /** The bound of the face `lowest` names. */
  lowestBound(): number {
    return this.#heapHeights[0];
  }

  /** Writes the outward unit normal of the face to `out`. */
  normal(face: number, out: Float64Array): void {
    for (let k = 0; k < 3; k++) out[k] = this.#planes[PLANE_STRIDE * face + k];
  }

  /**
   * Joins `corner`, of a `points` that may have been replaced by a larger copy; False, and nothing changed, where the corner is not beyond the face.
   */
  grow(points: Float64Array, corner: number, face: number): boolean {
    this.#points = points;
    if (!this.#sees(corner, face)) return false;
    this.#findHorizon(corner, face);
    const first = this.faceCount;
    const neighbours = this.#reserve(first + this.#horizonSize, corner + 1);
    const { corners } = this;
    const faceFrom = this.#faceFrom;
    for (let i = 0; i < this.#horizonSize; i++) {
      const edge = this.#horizon[i];
      const from = corners[edge];
      const to = corners[edge % 3 === 2 ? edge - 2 : edge + 1];
      const kept = neighbours[edge];
      const fresh = this.#addFace(from, to, corner);
      neighbours[3 * fresh] = kept;
      // The kept face runs along this edge the other way, so there it starts at `to`.
      const back = corners[3 * kept] === to ? 3 * kept : corners[3 * kept + 1] === to ? 3 * kept + 1 : 3 * kept + 2;
      neighbours[back] = fresh;
      faceFrom[from] = fresh;
    }
    for (let fresh = first; fresh < this.faceCount; fresh++) {
      const following = faceFrom[corners[3 * fresh + 1]];
      neighbours[3 * fresh + 1] = following;
      neighbours[3 * following + 2] = fresh;
    }
    return true;
  }

  /** Marks what the corner sees, a disk around `start`, and gathers its border. */
  #findHorizon(corner: number, start: number): void {
    const seen = this.#seen;
    const state = this.#state;
    const neighbours = this.#neighbours;
    seen[0] = start;
    state[start] = SEEN;
    this.#horizonSize = 0;
    let count = 1;
    for (let i = 0; i < count; i++) {
      for (let edge = 3 * seen[i]; edge < 3 * seen[i] + 3; edge++) {
        const other = neighbours[edge];
        if (state[other] === SEEN) continue;
        if (this.#sees(corner, other)) {
          state[other] = SEEN;
          seen[count++] = other;
        } else {
          this.#horizon[this.#horizonSize++] = edge;
        }
      }
    }
  }

  /** Whether the corner lies strictly beyond the face's plane, exactly. */
  #sees(corner: number, face: number): boolean {
    const planes = this.#planes;
    const points = this.#points;
    const at = PLANE_STRIDE * face;
    const side =
      planes[at] * points[3 * corner] +
      planes[at + 1] * points[3 * corner + 1] +
      planes[at + 2] * points[3 * corner + 2] -
      planes[at + HEIGHT];
    if (side > planes[at + SLACK]) return true;
    if (side < -planes[at + SLACK]) return false;
    const k = 3 * face;
    return exactSide(points, this.corners[k], this.corners[k + 1], this.corners[k + 2], corner) > 0;
  }

  #addFace(i: number, j: number, k: number): number {
    const face = this.faceCount++;
    const points = this.#points;
    this.corners[3 * face] = i;
    this.corners[3 * face + 1] = j;
    this.corners[3 * face + 2] = k;
    this.#state[face] = ALIVE;
    faceNormal(points, i, j, k, normal);
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    const hi = nx * points[3 * i] + ny * points[3 * i + 1] + nz * points[3 * i + 2];
    const hj = nx * points[3 * j] + ny * points[3 * j + 1] + nz * points[3 * j + 2];
    const hk = nx * points[3 * k] + ny * points[3 * k + 1] + nz * points[3 * k + 2];
    const height = Math.min(hi, hj, hk);
    const at = PLANE_STRIDE * face;
    this.#planes[at] = nx;
    this.#planes[at + 1] = ny;
    this.#planes[at + 2] = nz;
    this.#planes[at + HEIGHT] = height;
    this.#planes[at + SLACK] =
      (SIDE_ROUNDING + TILT_ROUNDING * normal[3]) * this.#scale + (Math.max(hi, hj, hk) - height);
    if (height < this.limit) {
      const bound = height > BALL_MARGIN * this.#scale ? Math.max(height, this.#ballBound(i, j, k)) : height;
      if (bound < this.limit) this.#push(face, bound);
    }
    return face;
  }

  #ballBound(i: number, j: number, k: number): number {
    const ball = this.#ball;
    const middleSq = ball[0] * ball[0] + ball[1] * ball[1] + ball[2] * ball[2];
    const beyondSq = Math.max(this.#beyond(i, j), this.#beyond(j, k), this.#beyond(k, i));
    return ball[3] - Math.sqrt(Math.max(0, middleSq - beyondSq)) - BALL_MARGIN * this.#scale;
  }

  #beyond(i: number, j: number): number {
    const points = this.#points;
    const ball = this.#ball;
    const ax = points[3 * i];
    const ay = points[3 * i + 1];
    const az = points[3 * i + 2];
    const bx = points[3 * j];
    const by = points[3 * j + 1];
    const bz = points[3 * j + 2];
    const ex = ay * bz - az * by;
    const ey = az * bx - ax * bz;
    const ez = ax * by - ay * bx;
    const along = ex * ball[0] + ey * ball[1] + ez * ball[2];
    if (!(along > 0)) return 0;
    const sq = ex * ex + ey * ey + ez * ez;
    const scaleSq = this.#scale * this.#scale;
    return sq > EDGE_PLANE_SQ * scaleSq * scaleSq ? (along * along) / sq : 0;
  }

  #push(face: number, height: number): void {
    const heap = this.#heap;
    const heights = this.#heapHeights;
    let at = this.#heapSize++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heights[parent] <= height) break;
      heap[at] = heap[parent];
      heights[at] = heights[parent];
      at = parent;
    }
    heap[at] = face;
    heights[at] = height;
  }

  /** Takes the lowest face out of the heap; it remains part of the polytope. */
  dropLowest(): void {
    const heap = this.#heap;
    const heights = this.#heapHeights;
    const size = --this.#heapSize;
    const moved = heap[size];
    const height = heights[size];
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && heights[child + 1] < heights[child]) child++;
      if (heights[child] >= height) break;
      heap[at] = heap[child];
      heights[at] = heights[child];
      at = child;
    }
    heap[at] = moved;
    heights[at] = height;
  }

  /** Room for that many faces and corners; returns the neighbours, which may have moved. */
  #reserve(faces: number, corners: number): Int32Array {
    if (this.#faceFrom.length < corners) this.#faceFrom = new Int32Array(2 * corners);
    if (this.#state.length < faces) {
      const room = 2 * faces;
      this.corners = grown(this.corners, new Int32Array(3 * room));
      this.#neighbours = grown(this.#neighbours, new Int32Array(3 * room));
      this.#planes = grown(this.#planes, new Float64Array(PLANE_STRIDE * room));
      this.#state = grown(this.#state, new Uint8Array(room));
      this.#heap = grown(this.#heap, new Int32Array(room));
      this.#heapHeights = grown(this.#heapHeights, new Float64Array(room));
      this.#seen = grown(this.#seen, new Int32Array(room));
      this.#horizon = grown(this.#horizon, new Int32Array(room));
    }
    return this.#neighbours;
  }
}

function grown<T extends Int32Array | Float64Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** Positive where corner d is on the outer side of a, b, c, exactly. */
function exactSide(points: Float64Array, a: number, b: number, c: number, d: number): number {
  // orient3d is positive when d is on the side from which a, b, c run clockwise, the inner one.
  return -orient3d(
    points[3 * a],
    points[3 * a + 1],
    points[3 * a + 2],
    points[3 * b],
    points[3 * b + 1],
    points[3 * b + 2],
    points[3 * c],
    points[3 * c + 1],
    points[3 * c + 2],
    points[3 * d],
    points[3 * d + 1],
    points[3 * d + 2],
  );
}
