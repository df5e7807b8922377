// The Delaunay triangulation of points in space, point by point (Bowyer 1981, Watson 1981): the tetrahedra whose
// circumspheres hold the new point are replaced by those that join it to the faces around the hole.
//
// Exact signs (Shewchuk 1997) decide everything, and ties need no perturbation. A tetrahedron is removed only if the point is
// strictly inside its sphere. Suppose the point were in the plane of a face around the hole. It would be strictly inside the circle
// in which that plane cuts the sphere of the removed tetrahedron, so inside the sphere on the other side too, and the face would
// not be around the hole. So no flat tetrahedron is ever made, for any cospherical or coplanar points. Repeated points are left
// out.
//
// A vertex at infinity represents the outside of the convex hull: every face of the hull also belongs to a ghost tetrahedron, whose
// sphere is the open half-space beyond the face, and in its plane the open disc about it.
//
// Order of insertion: rounds, each of about twice as many random points as the one before, along a space-filling curve
// (Amenta, Choi and Rote, "Incremental constructions con BRIO", 2003). 100,000 random points take about two seconds.

import { insphere } from 'robust-predicates';
import { zOrder } from '../bvh/z-order.ts';
import { isCollinear } from '../mesh/collinear.ts';
import { orientCorners } from '../primitive/corner-side.ts';
import { seededRandom } from '../scalar/random.ts';
import { silent, TICK_STEPS, type Tick } from './progress.ts';

/** The vertex at infinity. */
const INFINITE = -1;

/** Points in the first round of insertion, at most. */
const FIRST_ROUND = 64;

/** Chance that a point of the last round is put into the one before. */
const EARLIER = 0.5;

export interface Tetrahedra {
  /** Four point numbers each, right-handed: seen from the last, the first three turn counterclockwise. */
  readonly corners: Int32Array;
  /** Which tetrahedron lies beyond the face opposite each corner; −1 outside the convex hull. */
  readonly neighbours: Int32Array;
}

/** The triangulation of points, 3 doubles each; empty when they all lie in one plane. */
export function delaunay(points: Float64Array, seed = 1, tick: Tick = silent): Tetrahedra {
  const order = insertionOrder(points, seed);
  const growing = new Triangulation(points);
  if (!growing.begin(order)) return { corners: new Int32Array(0), neighbours: new Int32Array(0) };
  order.forEach((point, k) => {
    if (k % TICK_STEPS === 0) tick(k / order.length);
    growing.insert(point);
  });
  return growing.finite();
}

function insertionOrder(points: Float64Array, seed: number): Uint32Array {
  const random = seededRandom(seed);
  const curve = zOrder(points);
  const rounds: Uint32Array[] = [];
  let left = curve;
  while (left.length > FIRST_ROUND) {
    const isLate = Uint8Array.from(left, () => (random() < EARLIER ? 0 : 1));
    rounds.push(left.filter((_, k) => isLate[k] === 1));
    left = left.filter((_, k) => isLate[k] === 0);
  }
  const order = new Uint32Array(curve.length);
  order.set(left);
  let slot = left.length;
  for (const round of rounds.reverse()) {
    order.set(round, slot);
    slot += round.length;
  }
  return order;
}

class Triangulation {
  readonly #points: Float64Array;
  #corners: Int32Array = new Int32Array(4096);
  #neighbours: Int32Array = new Int32Array(4096);
  /** By face around the hole: the new tetrahedron on it. */
  #heirs: Int32Array = new Int32Array(4096);
  /** 2i if removed in insertion i, 2i + 1 if it was tested and stays. */
  #verdicts: Int32Array = new Int32Array(1024);
  #count = 0;
  #insertion = 0;
  /** An existing tetrahedron: the start of the next search. */
  #last = 0;
  readonly #free: number[] = [];
  readonly #hole: number[] = [];
  /** Faces around the hole, as 4·tetrahedron + corner, of the removed side. */
  readonly #rim: number[] = [];

  constructor(points: Float64Array) {
    this.#points = points;
  }

  /** Makes the first tetrahedron from the first points in the order that span one. False if none do. */
  begin(order: Uint32Array): boolean {
    const p = this.#points;
    const [a] = order;
    const isSame = (i: number): boolean =>
      p[3 * i] === p[3 * a] && p[3 * i + 1] === p[3 * a + 1] && p[3 * i + 2] === p[3 * a + 2];
    const b = order.find((i) => !isSame(i));
    if (b === undefined) return false;
    const c = order.find((i) => !isCollinear(p, a, b, i));
    if (c === undefined) return false;
    const d = order.find((i) => this.#orient(a, b, c, i) !== 0);
    if (d === undefined) return false;
    const first = this.#orient(a, b, c, d) < 0 ? [a, b, c, d] : [b, a, c, d];

    // Tetrahedron 0, and the ghost 1 + k beyond its corner k: two corners are swapped, since a ghost is on the other side.
    this.#count = 5;
    this.#corners.set(first);
    for (let k = 0; k < 4; k++) {
      const ghost = 1 + k;
      const swap = k < 2 ? [2, 3] : [0, 1];
      for (let j = 0; j < 4; j++) {
        const from = j === swap[0] ? swap[1] : j === swap[1] ? swap[0] : j;
        this.#corners[4 * ghost + j] = j === k ? INFINITE : first[from];
        this.#neighbours[4 * ghost + j] = j === k ? 0 : 1 + from;
      }
      this.#neighbours[k] = ghost;
    }
    return true;
  }

  insert(point: number): void {
    const start = this.#locate(point);
    if (!this.#isGhost(start) && this.#isCorner(start, point)) return;
    this.#findHole(start, point);
    this.#fill(point);
    this.#link();
    for (const gone of this.#hole) this.#free.push(gone);
    for (const gone of this.#hole) this.#corners[4 * gone] = this.#corners[4 * gone + 1] = INFINITE;
  }

  /** The tetrahedra without ghosts and removed ones, renumbered. */
  finite(): Tetrahedra {
    const numbers = new Int32Array(this.#count).fill(-1);
    let count = 0;
    for (let t = 0; t < this.#count; t++) if (!this.#isGhost(t)) numbers[t] = count++;
    const corners = new Int32Array(4 * count);
    const neighbours = new Int32Array(4 * count);
    for (let t = 0; t < this.#count; t++) {
      if (numbers[t] < 0) continue;
      for (let k = 0; k < 4; k++) {
        corners[4 * numbers[t] + k] = this.#corners[4 * t + k];
        neighbours[4 * numbers[t] + k] = numbers[this.#neighbours[4 * t + k]];
      }
    }
    return { corners, neighbours };
  }

  /**
   * A tetrahedron that contains the point, or a ghost if it is outside the hull. Walks through faces that have the point beyond
   * them; on a Delaunay triangulation this never cycles.
   */
  #locate(point: number): number {
    const neighbours = this.#neighbours;
    let from = -1;
    let t = this.#last;
    if (this.#isGhost(t)) t = neighbours[4 * t + this.#ghostCorner(t)];
    for (;;) {
      let next = -1;
      for (let k = 0; k < 4; k++) {
        const beyond = neighbours[4 * t + k];
        if (beyond !== from && this.#orientWith(t, k, point) > 0) {
          next = beyond;
          break;
        }
      }
      if (next < 0 || this.#isGhost(next)) return next < 0 ? t : next;
      from = t;
      t = next;
    }
  }

  /** Finds the tetrahedra to remove, and the faces around them. */
  #findHole(start: number, point: number): void {
    const hole = this.#hole;
    const rim = this.#rim;
    const gone = 2 * ++this.#insertion;
    hole.length = 0;
    rim.length = 0;
    this.#verdicts[start] = gone;
    hole.push(start);
    for (let i = 0; i < hole.length; i++) {
      const t = hole[i];
      for (let k = 0; k < 4; k++) {
        const next = this.#neighbours[4 * t + k];
        if (this.#verdicts[next] < gone) {
          const goes = this.#holds(next, point);
          this.#verdicts[next] = goes ? gone : gone + 1;
          if (goes) hole.push(next);
        }
        if (this.#verdicts[next] !== gone) rim.push(4 * t + k);
      }
    }
  }

  /** Adds a tetrahedron on each face around the hole: the removed one, with the point in place of a corner. */
  #fill(point: number): void {
    this.#grow(this.#rim.length);
    const corners = this.#corners;
    const neighbours = this.#neighbours;
    for (const face of this.#rim) {
      const old = face >> 2;
      const heir = this.#free.pop() ?? this.#count++;
      for (let k = 0; k < 4; k++) corners[4 * heir + k] = corners[4 * old + k];
      corners[4 * heir + (face & 3)] = point;
      const beyond = neighbours[face];
      neighbours[4 * heir + (face & 3)] = beyond;
      for (let k = 0; k < 4; k++) if (neighbours[4 * beyond + k] === old) neighbours[4 * beyond + k] = heir;
      this.#heirs[face] = heir;
      this.#verdicts[heir] = 0;
    }
    this.#last = this.#heirs[this.#rim[0]];
  }

  /**
   * Makes neighbours of the new tetrahedra: from each face around the hole, turn about each of its edges, through the
   * hole, to the face that meets it there.
   */
  #link(): void {
    const neighbours = this.#neighbours;
    const gone = 2 * this.#insertion;
    for (const face of this.#rim) {
      const old = face >> 2;
      for (let k = 0; k < 4; k++) {
        if (k === (face & 3)) continue;
        let t = old;
        let out = k;
        let behind = face & 3;
        for (;;) {
          const next = neighbours[4 * t + out];
          if (this.#verdicts[next] !== gone) break;
          // The corner opposite to the last face is on the outside; the edge's other two corners stay.
          const opposite = this.#slotOf(next, this.#corners[4 * t + behind]);
          behind = this.#slotOfNeighbour(next, t);
          out = opposite;
          t = next;
        }
        neighbours[4 * this.#heirs[face] + k] = this.#heirs[4 * t + out];
      }
    }
  }

  /** Whether the point is strictly inside the sphere of a tetrahedron. */
  #holds(t: number, point: number): boolean {
    const corner = this.#ghostCorner(t);
    if (corner < 0) return this.#inSphere(t, point) > 0;
    const side = this.#orientWith(t, corner, point);
    return side < 0 || (side === 0 && this.#inSphere(this.#neighbours[4 * t + corner], point) > 0);
  }

  #ghostCorner(t: number): number {
    const corners = this.#corners;
    for (let k = 0; k < 4; k++) if (corners[4 * t + k] === INFINITE) return k;
    return -1;
  }

  #isGhost(t: number): boolean {
    return this.#ghostCorner(t) >= 0;
  }

  #isCorner(t: number, point: number): boolean {
    const p = this.#points;
    for (let k = 4 * t; k < 4 * t + 4; k++) {
      const v = 3 * this.#corners[k];
      if (p[v] === p[3 * point] && p[v + 1] === p[3 * point + 1] && p[v + 2] === p[3 * point + 2]) return true;
    }
    return false;
  }

  #slotOf(t: number, corner: number): number {
    const corners = this.#corners;
    if (corners[4 * t] === corner) return 0;
    if (corners[4 * t + 1] === corner) return 1;
    return corners[4 * t + 2] === corner ? 2 : 3;
  }

  #slotOfNeighbour(t: number, neighbour: number): number {
    const neighbours = this.#neighbours;
    if (neighbours[4 * t] === neighbour) return 0;
    if (neighbours[4 * t + 1] === neighbour) return 1;
    return neighbours[4 * t + 2] === neighbour ? 2 : 3;
  }

  /** Negative where the tetrahedron with `point` in place of its corner k is right-handed. */
  #orientWith(t: number, k: number, point: number): number {
    const corners = this.#corners;
    return this.#orient(
      k === 0 ? point : corners[4 * t],
      k === 1 ? point : corners[4 * t + 1],
      k === 2 ? point : corners[4 * t + 2],
      k === 3 ? point : corners[4 * t + 3],
    );
  }

  #orient(a: number, b: number, c: number, d: number): number {
    return orientCorners(this.#points, a, b, c, d);
  }

  /** Positive where the point is inside the circumsphere of a finite tetrahedron. */
  #inSphere(t: number, point: number): number {
    const p = this.#points;
    const i = 3 * this.#corners[4 * t];
    const j = 3 * this.#corners[4 * t + 1];
    const k = 3 * this.#corners[4 * t + 2];
    const l = 3 * this.#corners[4 * t + 3];
    const m = 3 * point;
    return insphere(
      p[i],
      p[i + 1],
      p[i + 2],
      p[j],
      p[j + 1],
      p[j + 2],
      p[k],
      p[k + 1],
      p[k + 2],
      p[l],
      p[l + 1],
      p[l + 2],
      p[m],
      p[m + 1],
      p[m + 2],
    );
  }

  /** Reserves memory for this many more tetrahedra. */
  #grow(more: number): void {
    const needed = this.#count + more;
    if (needed <= this.#verdicts.length) return;
    const size = Math.max(needed, 2 * this.#verdicts.length);
    this.#corners = enlarged(this.#corners, 4 * size);
    this.#neighbours = enlarged(this.#neighbours, 4 * size);
    this.#heirs = enlarged(this.#heirs, 4 * size);
    this.#verdicts = enlarged(this.#verdicts, size);
  }
}

function enlarged(array: Int32Array, length: number): Int32Array {
  const out = new Int32Array(length);
  out.set(array);
  return out;
}
