// A complex of balls, edges and faces whose edges can be collapsed: the two balls become one, faces on the edge vanish, and
// duplicates are merged.

import type { MedialComplex } from './extract.ts';
import type { MedialMesh } from './medial-mesh.ts';

export class CollapsingComplex {
  readonly spheres: Float64Array;
  /** Ends of each edge; for a removed edge, the same ball twice. */
  readonly ends: Int32Array;
  /** Corners of each face; for a removed face, the first is −1. */
  readonly corners: Int32Array;
  readonly #edgesOf: (number[] | undefined)[];
  readonly #facesOf: (number[] | undefined)[];
  /** How many faces lie on each edge. */
  readonly #sides: Int32Array;
  /** Balls marked by the last test of a neighbourhood. */
  readonly #marks: Int32Array;
  #mark = 0;
  /** Faces compared with three corners so far. */
  steps = 0;
  #faceCount: number;
  #looseEdges = 0;
  #looseBalls = 0;

  constructor({ spheres, edges, faces }: MedialComplex) {
    const balls = spheres.length / 4;
    this.spheres = spheres.slice();
    this.#edgesOf = Array.from({ length: balls }, () => []);
    this.#facesOf = Array.from({ length: balls }, () => []);
    this.#marks = new Int32Array(balls);
    this.corners = Int32Array.from(faces);
    this.#faceCount = faces.length / 3;
    const ends: number[] = [];
    const join = (a: number, b: number): void => {
      if (this.#find(ends, a, b) >= 0) return;
      this.edgesOf(a).push(ends.length / 2);
      this.edgesOf(b).push(ends.length / 2);
      ends.push(a, b);
    };
    for (let k = 0; k < edges.length; k += 2) join(edges[k], edges[k + 1]);
    for (let k = 0; k < faces.length; k += 3) {
      join(faces[k], faces[k + 1]);
      join(faces[k + 1], faces[k + 2]);
      join(faces[k + 2], faces[k]);
    }
    this.ends = Int32Array.from(ends);
    this.#sides = new Int32Array(ends.length / 2);
    for (let face = 0; face < faces.length / 3; face++) {
      for (let k = 0; k < 3; k++) {
        this.facesOf(faces[3 * face + k]).push(face);
        this.#sides[this.edgeBetween(faces[3 * face + k], faces[3 * face + ((k + 1) % 3)])]++;
      }
    }
    for (const sides of this.#sides) if (sides === 0) this.#looseEdges++;
    for (const list of this.#edgesOf) if (list?.length === 0) this.#looseBalls++;
  }

  /** Slabs, cones that are not a side of a slab, and isolated balls. */
  get primitiveCount(): number {
    return this.#faceCount + this.#looseEdges + this.#looseBalls;
  }

  edgesOf(ball: number): number[] {
    return this.#edgesOf[ball] ?? [];
  }

  facesOf(ball: number): number[] {
    return this.#facesOf[ball] ?? [];
  }

  isGone(edge: number): boolean {
    return this.ends[2 * edge] === this.ends[2 * edge + 1];
  }

  /** How many faces lie on an edge. */
  sides(edge: number): number {
    return this.#sides[edge];
  }

  otherEnd(edge: number, ball: number): number {
    return this.ends[2 * edge] === ball ? this.ends[2 * edge + 1] : this.ends[2 * edge];
  }

  /** The edge between two balls, or −1. */
  edgeBetween(a: number, b: number): number {
    return this.#find(this.ends, a, b);
  }

  #find(ends: ArrayLike<number>, a: number, b: number): number {
    const of = this.edgesOf(a).length <= this.edgesOf(b).length ? a : b;
    const to = of === a ? b : a;
    for (const edge of this.edgesOf(of)) if (ends[2 * edge] === to || ends[2 * edge + 1] === to) return edge;
    return -1;
  }

  /**
   * Whether collapsing an edge preserves the topology. By the link condition it does if every ball joined to both ends is joined to
   * the edge (Attali, Lieutier and Salinas 2012, for complexes of any kind). If not, it closes a cycle of three balls or a cavity
   * between four: that is harmless if the solid has no hole there, which the centre of the cycle or cavity decides.
   */
  keepsTopology(edge: number, isInside: (x: number, y: number, z: number) => boolean): boolean {
    const a = this.ends[2 * edge];
    const b = this.ends[2 * edge + 1];
    const marks = this.#marks;
    const next = ++this.#mark;
    const common = ++this.#mark;
    for (const e of this.edgesOf(a)) marks[this.otherEnd(e, a)] = next;
    let commonBalls = 0;
    for (const e of this.edgesOf(b)) {
      const x = this.otherEnd(e, b);
      if (marks[x] !== next) continue;
      marks[x] = common;
      commonBalls++;
    }
    // Every face on the edge has one of the common balls at its third corner, and no two have the same.
    if (commonBalls !== this.#sides[edge]) {
      for (const e of this.edgesOf(b)) {
        const x = this.otherEnd(e, b);
        if (marks[x] === common && this.#faceOf(a, b, x) < 0 && !this.#isMiddleInside(isInside, a, b, x)) return false;
      }
    }
    for (const face of this.facesOf(a)) {
      const [x, y] = this.#opposite(face, a);
      if (marks[x] !== common || marks[y] !== common || this.#faceOf(b, x, y) < 0) continue;
      if (!this.#isMiddleInside(isInside, a, b, x, y)) return false;
    }
    return true;
  }

  #isMiddleInside(isInside: (x: number, y: number, z: number) => boolean, ...balls: number[]): boolean {
    const { spheres } = this;
    const [x, y, z] = [0, 1, 2].map((k) => balls.reduce((sum, ball) => sum + spheres[4 * ball + k], 0) / balls.length);
    return isInside(x, y, z);
  }

  /** Merges the two ends of an edge into one ball, at the position of the first, which is returned. */
  collapse(edge: number, ball: Float64Array): number {
    const kept = this.ends[2 * edge];
    const removed = this.ends[2 * edge + 1];
    this.spheres.set(ball, 4 * kept);
    for (const face of this.facesOf(removed).slice()) {
      const [x, y] = this.#opposite(face, removed);
      this.#detach(face);
      if (x !== kept && y !== kept && this.#faceOf(kept, x, y) < 0) {
        this.#reattach(face, removed, kept);
      } else {
        this.corners[3 * face] = -1;
        this.#faceCount--;
      }
    }
    this.#removeEdge(edge);
    for (const e of this.edgesOf(removed).slice()) {
      if (this.edgeBetween(kept, this.otherEnd(e, removed)) >= 0) {
        this.#removeEdge(e);
      } else {
        this.ends[2 * e + (this.ends[2 * e] === removed ? 0 : 1)] = kept;
        this.edgesOf(kept).push(e);
      }
    }
    this.#edgesOf[removed] = undefined;
    this.#facesOf[removed] = undefined;
    if (this.edgesOf(kept).length === 0) this.#looseBalls++;
    return kept;
  }

  /** The remaining complex, with renumbered balls. */
  toMesh(): MedialMesh {
    const numbers = new Int32Array(this.#edgesOf.length).fill(-1);
    const spheres: number[] = [];
    const cones: number[] = [];
    const slabs: number[] = [];
    this.#edgesOf.forEach((edges, ball) => {
      if (edges === undefined) return;
      numbers[ball] = spheres.length / 4;
      spheres.push(...this.spheres.subarray(4 * ball, 4 * ball + 4));
      if (edges.length === 0) cones.push(numbers[ball], numbers[ball]);
    });
    for (let edge = 0; edge < this.#sides.length; edge++) {
      if (this.isGone(edge) || this.#sides[edge] > 0) continue;
      cones.push(numbers[this.ends[2 * edge]], numbers[this.ends[2 * edge + 1]]);
    }
    for (let k = 0; k < this.corners.length; k += 3) {
      if (this.corners[k] < 0) continue;
      slabs.push(numbers[this.corners[k]], numbers[this.corners[k + 1]], numbers[this.corners[k + 2]]);
    }
    return { spheres: Float64Array.from(spheres), cones: Uint32Array.from(cones), slabs: Uint32Array.from(slabs) };
  }

  #opposite(face: number, ball: number): [number, number] {
    const { corners } = this;
    const a = corners[3 * face];
    const b = corners[3 * face + 1];
    const c = corners[3 * face + 2];
    return a === ball ? [b, c] : b === ball ? [a, c] : [a, b];
  }

  /**
   * A face with these three corners, or −1: searched among the faces of the corner with the fewest, since near the centre of a ball
   * one has nearly all.
   */
  #faceOf(a: number, b: number, c: number): number {
    const { corners } = this;
    let fewest = this.facesOf(a);
    if (this.facesOf(b).length < fewest.length) fewest = this.facesOf(b);
    if (this.facesOf(c).length < fewest.length) fewest = this.facesOf(c);
    for (const face of fewest) {
      const x = corners[3 * face];
      const y = corners[3 * face + 1];
      const z = corners[3 * face + 2];
      this.steps++;
      if ((x === a || y === a || z === a) && (x === b || y === b || z === b) && (x === c || y === c || z === c))
        return face;
    }
    return -1;
  }

  /** Detaches a face from its corners and its sides. */
  #detach(face: number): void {
    for (let k = 0; k < 3; k++) {
      const a = this.corners[3 * face + k];
      drop(this.facesOf(a), face);
      this.#addSides(this.edgeBetween(a, this.corners[3 * face + ((k + 1) % 3)]), -1);
    }
  }

  /** Attaches a detached face again, with `kept` in place of `removed`. */
  #reattach(face: number, removed: number, kept: number): void {
    const corners = this.corners.subarray(3 * face, 3 * face + 3);
    for (let k = 0; k < 3; k++) if (corners[k] === removed) corners[k] = kept;
    for (let k = 0; k < 3; k++) {
      const a = corners[k];
      const b = corners[(k + 1) % 3];
      this.facesOf(a).push(face);
      // Where `kept` has no such edge yet, that of `removed` will become it.
      const side = this.edgeBetween(a, b);
      this.#addSides(side >= 0 ? side : this.edgeBetween(a === kept ? removed : a, b === kept ? removed : b), 1);
    }
  }

  #addSides(edge: number, change: number): void {
    const before = this.#sides[edge];
    this.#sides[edge] = before + change;
    if (before === 0 && change > 0) this.#looseEdges--;
    if (before > 0 && before + change === 0) this.#looseEdges++;
  }

  #removeEdge(edge: number): void {
    const a = this.ends[2 * edge];
    const b = this.ends[2 * edge + 1];
    drop(this.edgesOf(a), edge);
    drop(this.edgesOf(b), edge);
    this.#looseEdges--; // its faces are gone or moved by now
    this.ends[2 * edge + 1] = a;
  }
}

function drop(list: number[], item: number): void {
  const slot = list.indexOf(item);
  if (slot >= 0) list.splice(slot, 1);
}
