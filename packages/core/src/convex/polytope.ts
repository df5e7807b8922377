// A polytope that grows corner by corner inside a Minkowski difference, with its faces in a heap, the one nearest to the origin on
// top. The exact sign of orient3d, behind a filter, decides which faces a new corner sees, as in hull-surface.ts, and the same
// argument holds: the visible faces form a disk, its border is one simple cycle, and no new face has zero area. So the polytope
// stays valid however thin it is.
//
// A face's height is at most n·w for each of its three corners w, n its computed unit normal. Every point x of the face has
// |x| ≥ n·x ≥ height, whatever n is: an uncertain normal makes the bound weaker, never wrong.
//
// A face's bound states more about C: no point of C's boundary that the origin sees through the face, and that is nearest to the
// origin of all, is nearer than this. It is the height, or the bound from a ball in C if that is larger. With centre m and radius
// r, C reaches at least r + n·m along n, and at its nearest point C's reach along the point's direction equals the distance. Let e
// be the inward normal of the plane through the origin and an edge. Directions n through the face have n·e ≥ 0, so n·m ≥ −√(|m|² −
// (m·e)²) where m·e > 0. Only planes accurate to 2⁻⁴⁰ are used; the margin covers their error. Once the origin is inside, every
// direction passes through some face. Before that the lowest face has a height near 0 or below, which the ball does not change.

import { exactSide, sideOfOrigin } from '../primitive/corner-side.ts';
import { FACE_NORMAL_SIZE, faceNormal, SIDE_ROUNDING, SLIVER_SQ, TILT_ROUNDING } from './simplex.ts';

/**
 * Doubles a face: unit normal outward, height, how far from the plane a corner must be for its side to be certain, and the
 * bound.
 */
const PLANE_STRIDE = 6;
const HEIGHT = 3;
const ERROR_BOUND = 4;
const BOUND = 5;

/** The other sides of the edges of the first tetrahedron's faces pqr, qps, prs, rqs. */
const TETRAHEDRON_TWINS: Int32Array = Int32Array.of(3, 9, 6, 0, 8, 10, 2, 11, 4, 1, 5, 7);

/** Deducted from the bound of the ball, in units of S: far more than its rounding, and still insignificant. */
export const BALL_MARGIN: number = 2 ** -30;

/** Squared area, in units of S⁴, from which the plane through an edge and the origin is accurate to 2⁻⁴⁰. */
const EDGE_PLANE_SQ: number = 2 ** -20;

const FIRST_FACES = 256;

const ALIVE = 0;
const SEEN = 1;

const normal = new Float64Array(FACE_NORMAL_SIZE);

export class Polytope {
  /** Three corners a face, counter-clockwise from outside. */
  corners: Int32Array = new Int32Array(3 * FIRST_FACES);
  #planes: Float64Array = new Float64Array(PLANE_STRIDE * FIRST_FACES);
  /** Faces with at least this bound stay part of the polytope, but `lowest` skips them. */
  limit: number = Infinity;
  #faceCount = 0;
  /** Edge 3·face + k runs from corner k of the face to the next; here is the edge that runs in the opposite direction. */
  #twins: Int32Array = new Int32Array(3 * FIRST_FACES);
  #state: Uint8Array = new Uint8Array(FIRST_FACES);
  /** Faces, lowest first; removed faces are skipped when they reach the top. */
  #heap: Int32Array = new Int32Array(FIRST_FACES);
  #heapHeights: Float64Array = new Float64Array(FIRST_FACES);
  #heapSize = 0;
  /** Whether the face on top is gone, so that the next one can replace it. */
  #isTopFree = false;
  /** Edges of seen faces to be crossed, the next one on top. */
  #waiting: Int32Array = new Int32Array(2 * FIRST_FACES);
  /** Edges 3·face + k of seen faces whose other side is hidden. */
  #horizon: Int32Array = new Int32Array(FIRST_FACES);
  #horizonSize = 0;
  /** The corners these edges start at; behind the last, the first again. */
  #rim: Int32Array = new Int32Array(FIRST_FACES + 1);
  #points: Float64Array = new Float64Array(0);
  #scale = 0;
  /** A ball in C: its middle and radius. */
  readonly #ball: Float64Array = new Float64Array(4);

  /** Sets a ball inside what the polytope grows in. */
  useBall(ball: Float64Array): void {
    for (let k = 0; k < 4; k++) this.#ball[k] = ball[k];
  }

  /** The tetrahedron of the four corners from `p` on; false where these are in one plane. */
  start(points: Float64Array, p: number, scale: number): boolean {
    this.#points = points;
    this.#scale = scale;
    this.#faceCount = 0;
    this.#heapSize = 0;
    const s = p + 3;
    const side = exactSide(points, p, p + 1, p + 2, s);
    if (side === 0) return false;
    // Counter-clockwise from outside: s is below pqr.
    const q = side < 0 ? p + 1 : p + 2;
    const r = side < 0 ? p + 2 : p + 1;
    const rim = this.#rim;
    rim[0] = p;
    rim[1] = q;
    this.#addFan(r, 1);
    rim[0] = q;
    rim[1] = p;
    rim[2] = r;
    rim[3] = q;
    this.#addFan(s, 3);
    this.#twins.set(TETRAHEDRON_TWINS);
    return true;
  }

  /** The face of least bound, or −1 where none is left. */
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
   * Joins `corner`, of a `points` that may have been replaced by a larger copy; false, and nothing changed, where the corner
   * is not beyond the face.
   */
  grow(points: Float64Array, corner: number, face: number): boolean {
    this.#points = points;
    if (!this.#sees(corner, face)) return false;
    this.#findHorizon(corner, face);
    this.#isTopFree = this.#heapSize > 0 && this.#heap[0] === face;
    const first = this.#faceCount;
    const border = this.#horizonSize;
    this.#reserve(first + border);
    this.#joinTwins(first, border);
    this.#addFan(corner, border);
    if (this.#isTopFree) this.dropLowest();
    this.#isTopFree = false;
    return true;
  }

  /**
   * Raises the bound of the lowest face by a unit vector n: no point of the face is nearer to the origin than the least n·w of its
   * corners, and the part of C's boundary that the origin sees through it is beyond it. For a face that does not grow, whose own
   * normal may be that of a sliver. False, and nothing changes, if that is no improvement or the origin is not behind the face.
   */
  raiseLowest(n: Float64Array): boolean {
    const points = this.#points;
    const face = this.#heap[0];
    const k = 3 * face;
    if (sideOfOrigin(points, this.corners[k], this.corners[k + 1], this.corners[k + 2]) >= 0) return false;
    let bound = Infinity;
    for (let c = k; c < k + 3; c++) {
      const w = 3 * this.corners[c];
      bound = Math.min(bound, n[0] * points[w] + n[1] * points[w + 1] + n[2] * points[w + 2]);
    }
    if (!(bound > this.#heapHeights[0])) return false;
    this.#planes[PLANE_STRIDE * face + BOUND] = bound;
    if (bound < this.limit) this.#sink(face);
    else this.dropLowest();
    return true;
  }

  /** Marks what the corner sees, a disk around `start`, and gathers its border, edge after edge: each ends where the next one starts. */
  #findHorizon(corner: number, start: number): void {
    const waiting = this.#waiting;
    const state = this.#state;
    const twins = this.#twins;
    const planes = this.#planes;
    const horizon = this.#horizon;
    const rim = this.#rim;
    const { corners } = this;
    const points = this.#points;
    const x = points[3 * corner];
    const y = points[3 * corner + 1];
    const z = points[3 * corner + 2];
    state[start] = SEEN;
    waiting[0] = 3 * start + 2;
    waiting[1] = 3 * start + 1;
    waiting[2] = 3 * start;
    let border = 0;
    let count = 3;
    while (count > 0) {
      const edge = waiting[--count];
      const twin = twins[edge];
      const other = (twin / 3) | 0;
      if (state[other] === SEEN) continue;
      // As in `#sees`, without a call for each.
      const at = PLANE_STRIDE * other;
      const side = planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + HEIGHT];
      const errorBound = planes[at + ERROR_BOUND];
      if (side > errorBound || (side >= -errorBound && this.#seesExactly(corner, other))) {
        state[other] = SEEN;
        const next = nextEdge(twin);
        waiting[count++] = nextEdge(next);
        waiting[count++] = next;
      } else {
        rim[border] = corners[edge];
        horizon[border++] = edge;
      }
    }
    rim[border] = rim[0];
    this.#horizonSize = border;
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
    if (side > planes[at + ERROR_BOUND]) return true;
    return side >= -planes[at + ERROR_BOUND] && this.#seesExactly(corner, face);
  }

  #seesExactly(corner: number, face: number): boolean {
    const k = 3 * face;
    return exactSide(this.#points, this.corners[k], this.corners[k + 1], this.corners[k + 2], corner) > 0;
  }

  /** Joins the edges of the faces to come, from `first` on, one for each edge of the horizon, to those next to them. */
  #joinTwins(first: number, border: number): void {
    const twins = this.#twins;
    const horizon = this.#horizon;
    const end = 3 * (first + border);
    for (let i = 0, edge = 3 * first; edge < end; i++, edge += 3) {
      const twin = twins[horizon[i]];
      twins[edge] = twin;
      twins[twin] = edge;
      twins[edge + 1] = (edge + 3 === end ? 3 * first : edge + 3) + 2;
      twins[edge + 2] = (i === 0 ? end : edge) - 2;
    }
  }

  /** Adds the faces between corner k and the first `count` edges of the rim. The end of each is the start of the next, and is read once. */
  #addFan(k: number, count: number): void {
    const points = this.#points;
    const { corners } = this;
    const rim = this.#rim;
    const planes = this.#planes;
    const ball = this.#ball;
    const kx = points[3 * k];
    const ky = points[3 * k + 1];
    const kz = points[3 * k + 2];
    let i = rim[0];
    let ix = points[3 * i];
    let iy = points[3 * i + 1];
    let iz = points[3 * i + 2];
    let px = ix - kx;
    let py = iy - ky;
    let pz = iz - kz;
    let pSq = px * px + py * py + pz * pz;
    for (let n = 1; n <= count; n++) {
      const face = this.#faceCount++;
      const j = rim[n];
      corners[3 * face] = i;
      corners[3 * face + 1] = j;
      corners[3 * face + 2] = k;
      this.#state[face] = ALIVE;
      const jx = points[3 * j];
      const jy = points[3 * j + 1];
      const jz = points[3 * j + 2];
      // As in `faceNormal`, repeated here so that its numbers need not pass through memory.
      const qx = jx - kx;
      const qy = jy - ky;
      const qz = jz - kz;
      let nx = py * qz - pz * qy;
      let ny = pz * qx - px * qz;
      let nz = px * qy - py * qx;
      const qSq = qx * qx + qy * qy + qz * qz;
      const lengthSq = nx * nx + ny * ny + nz * nz;
      const scale = 1 / Math.sqrt(lengthSq);
      let tilt = 0.5 * (pSq + qSq) * scale;
      if (lengthSq > SLIVER_SQ * pSq * qSq) {
        nx *= scale;
        ny *= scale;
        nz *= scale;
      } else {
        faceNormal(points, i, j, k, normal);
        if (normal[4] === 0) edgeNormal(points, i, j, k);
        nx = normal[0];
        ny = normal[1];
        nz = normal[2];
        tilt = normal[3];
      }
      const hi = nx * ix + ny * iy + nz * iz;
      const hj = nx * jx + ny * jy + nz * jz;
      const hk = nx * kx + ny * ky + nz * kz;
      // Not the minimum of the three, which would need unpredictable branches, but a value at most that and less by rounding only.
      const spread = Math.abs(hi - hk) + Math.abs(hj - hk);
      const height = hk - spread;
      const at = PLANE_STRIDE * face;
      planes[at] = nx;
      planes[at + 1] = ny;
      planes[at + 2] = nz;
      planes[at + HEIGHT] = height;
      planes[at + ERROR_BOUND] = (SIDE_ROUNDING + TILT_ROUNDING * tilt) * this.#scale + 2 * spread;
      planes[at + BOUND] = height;
      i = j;
      ix = jx;
      iy = jy;
      iz = jz;
      px = qx;
      py = qy;
      pz = qz;
      pSq = qSq;
      if (height >= this.limit) continue;
      // The bound of the ball along its normal, which passes through most faces; a larger one would be rare.
      const across = ball[3] + nx * ball[0] + ny * ball[1] + nz * ball[2];
      if (across <= height || height < BALL_MARGIN * this.#scale || this.#sharpen(face) < this.limit) this.#push(face);
    }
  }

  /**
   * Raises the bound of a face to that of the ball: no point of C's boundary behind the face is nearer to the origin. Returns the
   * bound.
   */
  #sharpen(face: number): number {
    const points = this.#points;
    const { corners } = this;
    const middleX = this.#ball[0];
    const middleY = this.#ball[1];
    const middleZ = this.#ball[2];
    const at = PLANE_STRIDE * face;
    const scaleSq = this.#scale * this.#scale;
    const leastSq = EDGE_PLANE_SQ * scaleSq * scaleSq;
    let beyondSq = 0;
    let from = 3 * corners[3 * face + 2];
    for (let k = 3 * face; k < 3 * face + 3; k++) {
      const to = 3 * corners[k];
      const x = points[from + 1] * points[to + 2] - points[from + 2] * points[to + 1];
      const y = points[from + 2] * points[to] - points[from] * points[to + 2];
      const z = points[from] * points[to + 1] - points[from + 1] * points[to];
      const along = x * middleX + y * middleY + z * middleZ;
      const areaSq = x * x + y * y + z * z;
      if (along > 0 && areaSq > leastSq && along * along > beyondSq * areaSq) beyondSq = (along * along) / areaSq;
      from = to;
    }
    const middleSq = middleX * middleX + middleY * middleY + middleZ * middleZ;
    const bound = this.#ball[3] - Math.sqrt(Math.max(0, middleSq - beyondSq)) - BALL_MARGIN * this.#scale;
    const height = this.#planes[at + HEIGHT];
    if (!(bound > height)) return height;
    this.#planes[at + BOUND] = bound;
    return bound;
  }

  #push(face: number): void {
    if (this.#isTopFree) {
      this.#isTopFree = false;
      this.#sink(face);
      return;
    }
    const heap = this.#heap;
    const heights = this.#heapHeights;
    const height = this.#planes[PLANE_STRIDE * face + BOUND];
    let at = this.#heapSize++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heights[parent] < height || (heights[parent] === height && heap[parent] < face)) break;
      heap[at] = heap[parent];
      heights[at] = heights[parent];
      at = parent;
    }
    heap[at] = face;
    heights[at] = height;
  }

  /** Takes the lowest face out of the heap; it remains part of the polytope. */
  dropLowest(): void {
    this.#heapSize--;
    if (this.#heapSize > 0) this.#sink(this.#heap[this.#heapSize]);
  }

  /** Replaces the face on top by another. */
  #sink(face: number): void {
    const heap = this.#heap;
    const heights = this.#heapHeights;
    const size = this.#heapSize;
    const height = this.#planes[PLANE_STRIDE * face + BOUND];
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isLower(heights, heap, child + 1, child)) child++;
      if (heights[child] > height || (heights[child] === height && heap[child] > face)) break;
      heap[at] = heap[child];
      heights[at] = heights[child];
      at = child;
    }
    heap[at] = face;
    heights[at] = height;
  }

  /** Space for that many faces. */
  #reserve(faces: number): void {
    if (this.#state.length < faces) {
      const capacity = 2 * faces;
      this.corners = grown(this.corners, new Int32Array(3 * capacity));
      this.#twins = grown(this.#twins, new Int32Array(3 * capacity));
      this.#planes = grown(this.#planes, new Float64Array(PLANE_STRIDE * capacity));
      this.#state = grown(this.#state, new Uint8Array(capacity));
      this.#heap = grown(this.#heap, new Int32Array(capacity));
      this.#heapHeights = grown(this.#heapHeights, new Float64Array(capacity));
      this.#waiting = grown(this.#waiting, new Int32Array(2 * capacity));
      this.#horizon = grown(this.#horizon, new Int32Array(capacity));
      this.#rim = grown(this.#rim, new Int32Array(capacity + 1));
    }
  }
}

/** Whether an entry of the heap is before another: of equal bounds, the older face. */
function isLower(heights: Float64Array, heap: Int32Array, i: number, j: number): boolean {
  return heights[i] < heights[j] || (heights[i] === heights[j] && heap[i] < heap[j]);
}

/** The edge after it in its face; without a branch. */
function nextEdge(edge: number): number {
  return edge + 1 - 3 * ((edge % 3) >> 1);
}

/**
 * Replaces the normal of a face so thin that its cross product is 0: the direction from the origin to its longest edge, orthogonal
 * to it. It is as good for a height as any, and better than a zero vector, whose reach proves nothing. The exact sign alone decides
 * the side of a corner.
 */
function edgeNormal(points: Float64Array, i: number, j: number, k: number): void {
  const ij = edgeSq(points, i, j);
  const jk = edgeSq(points, j, k);
  const ki = edgeSq(points, k, i);
  const from = 3 * (ij >= jk && ij >= ki ? i : jk >= ki ? j : k);
  const to = 3 * (ij >= jk && ij >= ki ? j : jk >= ki ? k : i);
  const sq = Math.max(ij, jk, ki);
  for (let c = 0; c < 3; c++) normal[c] = points[from + c];
  // Twice, for an edge that passes near the origin.
  for (let round = 0; round < 2; round++) {
    let along = 0;
    for (let c = 0; c < 3; c++) along += (normal[c] * (points[to + c] - points[from + c])) / sq;
    for (let c = 0; c < 3; c++) normal[c] -= along * (points[to + c] - points[from + c]);
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (let c = 0; c < 3; c++) normal[c] = length > 0 ? normal[c] / length : c === 0 ? 1 : 0;
  normal[3] = Infinity;
}

function edgeSq(points: Float64Array, i: number, j: number): number {
  const x = points[3 * j] - points[3 * i];
  const y = points[3 * j + 1] - points[3 * i + 1];
  const z = points[3 * j + 2] - points[3 * i + 2];
  return x * x + y * y + z * z;
}

function grown<T extends Int32Array | Float64Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
