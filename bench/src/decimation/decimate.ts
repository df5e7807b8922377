// A mesh of fewer triangles: the edge whose ends are merged at the least cost goes first, again and again (Garland and Heckbert, "Surface
// simplification using quadric error metrics", 1997). Planes count by the area of their faces, and borders are held by planes across their faces.
// No merging changes the topology or turns a face over.

import type { Vector } from '../body-pose.ts';
import { EdgeQueue } from '../core-internals.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { cross, dot, minus, plus, scaled } from '../vector.ts';
import { addPlane, leastPoint, QUADRIC, quadricAt, sumOf } from './quadric.ts';

/** Faces may turn by less than this when a corner moves: the cosine of about 78 degrees. Dimensionless. */
const LEAST_COSINE = 0.2;
/** What a border weighs beside a face as large as the square of its length. Dimensionless. */
const BORDER_WEIGHT = 100;

/** Merges edges until no more than `wished` vertices are left, or none may be merged. Vertices that no face uses go first. */
export function decimate(mesh: TriangleMesh, wished: number): TriangleMesh {
  const collapsing = new CollapsingMesh(mesh);
  while (collapsing.vertexCount > wished && collapsing.mergeNext());
  return collapsing.toMesh();
}

/** The same by the number of triangles, of which an edge takes two with it, or one on a border. */
export function decimateTriangles(mesh: TriangleMesh, wished: number): TriangleMesh {
  const collapsing = new CollapsingMesh(mesh);
  while (collapsing.triangleCount > wished && collapsing.mergeNext());
  return collapsing.toMesh();
}

class CollapsingMesh {
  vertexCount = 0;
  triangleCount: number;
  readonly #positions: Float64Array;
  readonly #corners: Uint32Array;
  readonly #alive: Uint8Array;
  /** Of each vertex, the faces and the edges at it. */
  readonly #faces: number[][];
  readonly #edges: number[][];
  /** Two ends an edge; equal once it is merged or doubles another. */
  readonly #ends: number[] = [];
  readonly #quadrics: Float64Array;
  readonly #queue: EdgeQueue;

  constructor({ positions, triangles }: TriangleMesh) {
    const vertices = positions.length / 3;
    this.triangleCount = triangles.length / 3;
    this.#positions = positions.slice();
    this.#corners = triangles.slice();
    this.#alive = new Uint8Array(triangles.length / 3).fill(1);
    this.#faces = Array.from({ length: vertices }, () => []);
    this.#edges = Array.from({ length: vertices }, () => []);
    this.#quadrics = new Float64Array(QUADRIC * vertices);
    triangles.forEach((vertex, k) => {
      this.#faces[vertex].push(Math.floor(k / 3));
    });
    this.vertexCount = this.#faces.filter((faces) => faces.length > 0).length;
    for (let face = 0; face < this.#alive.length; face++) this.#addFace(face);
    this.#queue = new EdgeQueue(this.#ends.length / 2);
    for (let edge = 0; edge < this.#ends.length / 2; edge++) this.#weigh(edge);
  }

  /** Merges the cheapest edge that may be; false when none is left. */
  mergeNext(): boolean {
    for (let edge = this.#queue.take(); edge >= 0; edge = this.#queue.take()) {
      const [u, v] = this.#endsOf(edge);
      if (u === v) continue;
      const { target } = this.#merging(u, v);
      // Refused edges come back when something near them has changed.
      if (!this.#keepsTopology(u, v) || this.#turnsOver(u, v, target) || this.#turnsOver(v, u, target)) continue;
      this.#merge(u, v, target);
      return true;
    }
    return false;
  }

  toMesh(): TriangleMesh {
    const faces = Array.from(this.#alive.keys()).filter((face) => this.#alive[face] === 1);
    const numbers = new Map<number, number>();
    const positions: number[] = [];
    const triangles = faces.flatMap((face) =>
      this.#cornersOf(face).map((vertex) => {
        const number = numbers.get(vertex) ?? numbers.size;
        if (number === numbers.size) positions.push(...this.#point(vertex));
        numbers.set(vertex, number);
        return number;
      }),
    );
    return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  }

  #point(vertex: number): Vector {
    const p = this.#positions;
    return [p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]];
  }

  #cornersOf(face: number): [number, number, number] {
    const c = this.#corners;
    return [c[3 * face], c[3 * face + 1], c[3 * face + 2]];
  }

  #endsOf(edge: number): [number, number] {
    return [this.#ends[2 * edge], this.#ends[2 * edge + 1]];
  }

  /** Edges not seen before, and the planes of the face and of its borders. */
  #addFace(face: number): void {
    const corners = this.#cornersOf(face);
    const [p, q, r] = corners.map((vertex) => this.#point(vertex));
    const across = cross(minus(q, p), minus(r, p));
    const doubleArea = Math.hypot(...across);
    const normal = doubleArea > 0 ? scaled(across, 1 / doubleArea) : across;
    corners.forEach((u, k) => {
      const v = corners[(k + 1) % 3];
      addPlane(this.#quadrics, QUADRIC * u, normal, p, doubleArea / 2);
      if (!this.#edges[u].some((edge) => this.#endsOf(edge).includes(v))) {
        const edge = this.#ends.push(u, v) / 2 - 1;
        this.#edges[u].push(edge);
        this.#edges[v].push(edge);
      }
      if (this.#shared(u, v) === 1) this.#holdBorder(u, v, normal);
    });
  }

  #holdBorder(u: number, v: number, normal: Vector): void {
    const along = minus(this.#point(v), this.#point(u));
    const outward = cross(along, normal);
    const length = Math.hypot(...outward);
    if (!(length > 0)) return;
    for (const vertex of [u, v]) {
      const weight = BORDER_WEIGHT * length * length;
      addPlane(this.#quadrics, QUADRIC * vertex, scaled(outward, 1 / length), this.#point(u), weight);
    }
  }

  /** How many faces two vertices have in common. */
  #shared(u: number, v: number): number {
    return this.#faces[u].filter((face) => this.#cornersOf(face).includes(v)).length;
  }

  /** Where the ends of an edge would go, and at what cost. */
  #merging(u: number, v: number): { readonly target: Vector; readonly cost: number } {
    const quadric = sumOf(this.#quadrics, QUADRIC * u, QUADRIC * v);
    const target = leastPoint(quadric, scaled(plus(this.#point(u), this.#point(v)), 1 / 2));
    return { target, cost: quadricAt(quadric, target) };
  }

  #weigh(edge: number): void {
    const [u, v] = this.#endsOf(edge);
    if (u !== v) this.#queue.put(edge, this.#merging(u, v).cost);
  }

  /** The link condition: the ends have no neighbours in common but the corners of the faces that go with the edge. */
  #keepsTopology(u: number, v: number): boolean {
    const around = (vertex: number): Set<number> =>
      new Set(this.#faces[vertex].flatMap((face) => this.#cornersOf(face)));
    const ofU = around(u);
    const common = [...around(v)].filter((vertex) => ofU.has(vertex) && vertex !== u && vertex !== v).length;
    const faces = this.#shared(u, v);
    // A tetrahedron would become two faces on top of each other.
    const isLast = faces === 2 && this.#faces[u].length === 3 && this.#faces[v].length === 3;
    return common === faces && faces <= 2 && !isLast && !this.#pinches(u, v, faces);
  }

  /** An edge inside the surface between two borders: merging it would leave one vertex between both. */
  #pinches(u: number, v: number, faces: number): boolean {
    const isOnBorder = (vertex: number): boolean =>
      this.#edges[vertex].some((edge) => {
        const [a, b] = this.#endsOf(edge);
        return a !== b && this.#shared(a, b) === 1;
      });
    return faces === 2 && isOnBorder(u) && isOnBorder(v);
  }

  /** Whether moving `vertex` turns over one of its faces, those left out that go with the edge to `other`. */
  #turnsOver(vertex: number, other: number, target: Vector): boolean {
    return this.#faces[vertex].some((face) => {
      const corners = this.#cornersOf(face);
      if (corners.includes(other)) return false;
      const before = this.#normal(corners.map((corner) => this.#point(corner)));
      const after = this.#normal(corners.map((corner) => (corner === vertex ? target : this.#point(corner))));
      return (
        !(dot(before, after) >= LEAST_COSINE * Math.hypot(...before) * Math.hypot(...after)) || dot(after, after) === 0
      );
    });
  }

  #normal([p, q, r]: readonly Vector[]): Vector {
    return cross(minus(q, p), minus(r, p));
  }

  #merge(u: number, v: number, target: Vector): void {
    this.#positions.set(target, 3 * u);
    this.#quadrics.set(sumOf(this.#quadrics, QUADRIC * u, QUADRIC * v), QUADRIC * u);
    for (const face of this.#faces[v]) {
      const corners = this.#cornersOf(face);
      if (corners.includes(u)) {
        this.#alive[face] = 0;
        this.triangleCount--;
        for (const corner of corners) this.#faces[corner] = this.#faces[corner].filter((one) => one !== face);
      } else {
        this.#corners[3 * face + corners.indexOf(v)] = u;
        this.#faces[u].push(face);
      }
    }
    this.#faces[v] = [];
    this.vertexCount--;
    this.#takeEdges(u, v);
    for (const edge of this.#edges[u]) this.#weigh(edge);
  }

  /** Gives the edges of `v` to `u`; those that `u` has already end. */
  #takeEdges(u: number, v: number): void {
    const far = (edge: number, near: number): number => {
      const [a, b] = this.#endsOf(edge);
      return a === near ? b : a;
    };
    const reached = new Set([u, ...this.#edges[u].map((edge) => far(edge, u))]);
    for (const edge of this.#edges[v]) {
      const other = far(edge, v);
      const isNew = other !== u && !reached.has(other);
      this.#ends[2 * edge] = u;
      this.#ends[2 * edge + 1] = isNew ? other : u;
      if (isNew) this.#edges[u].push(edge);
      else this.#edges[other] = this.#edges[other].filter((one) => one !== edge);
    }
    this.#edges[v] = [];
  }
}
