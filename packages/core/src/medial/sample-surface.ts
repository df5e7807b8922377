// Points on a surface, evenly spread (blue noise): corners first, then points along edges, so that sharp features are kept, then
// random points of the faces; each is kept if no earlier one is too near (Cook 1986, dart throwing).

import { settle, stir, tableSize } from '../mesh/hash.ts';
import { areaOfTriangle } from '../primitive/face-normal.ts';
import { seededRandom } from '../scalar/random.ts';

/**
 * Least distance of points in the faces, in parts of the spacing of as many points in a triangular lattice. Dart throwing until
 * hardly any point fits gives about this density. Dimensionless.
 */
const FACE_SPACING = 0.75;

/** Corners and points of edges may be nearer to each other than those of faces, by this factor. Dimensionless. */
const EDGE_SPACING = 0.5;

/** Random candidates on the faces, for each requested point. */
const DARTS = 6;

/** Largest number for the edges: needles have long edges for their area. */
const EDGE_DARTS = 16;

/**
 * About `wished` points (3 doubles each) on triangles (9 doubles each): more if there are many corners, or edges that are long for
 * their faces.
 */
export function sampleSurface(triangles: Float64Array, wished: number, seed: number): Float64Array {
  const areas = new Float64Array(triangles.length / 9);
  let total = 0;
  for (let face = 0; face < areas.length; face++) total += areas[face] = areaOfTriangle(triangles, 9 * face);
  const spacing = Math.sqrt((2 * total) / (Math.sqrt(3) * wished));
  const darts = new SpacedPoints(FACE_SPACING * spacing, areas.length / 2 + wished);
  const near = EDGE_SPACING * FACE_SPACING * spacing;

  for (let k = 0; k < triangles.length; k += 3) darts.offer(triangles[k], triangles[k + 1], triangles[k + 2], near);
  let edges = 0;
  for (let k = 0; k < triangles.length; k += 3) edges += edgeLength(triangles, k);
  const step = Math.max(spacing, edges / (EDGE_DARTS * wished));
  for (let k = 0; k < triangles.length; k += 3) offerEdge(darts, triangles, k, step, near);
  const random = seededRandom(seed);
  let due = 0;
  for (let face = 0; face < areas.length; face++) {
    for (due += (DARTS * wished * areas[face]) / total; due >= 1; due--)
      offerInside(darts, triangles, 9 * face, random);
  }
  return darts.points();
}

/** Points along the edge that begins at corner t[i..i+2], a step apart. */
function offerEdge(darts: SpacedPoints, t: Float64Array, i: number, step: number, near: number): void {
  const end = edgeEnd(i);
  const parts = Math.floor(edgeLength(t, i) / step);
  for (let k = 1; k < parts; k++) {
    const s = k / parts;
    const x = t[i] + s * (t[end] - t[i]);
    const y = t[i + 1] + s * (t[end + 1] - t[i + 1]);
    const z = t[i + 2] + s * (t[end + 2] - t[i + 2]);
    darts.offer(x, y, z, near);
  }
}

/** Offset of the next corner of the same triangle. */
function edgeEnd(i: number): number {
  return i % 9 === 6 ? i - 6 : i + 3;
}

function edgeLength(t: Float64Array, i: number): number {
  const end = edgeEnd(i);
  const dx = t[end] - t[i];
  const dy = t[end + 1] - t[i + 1];
  const dz = t[end + 2] - t[i + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** A random point of a triangle, all equally likely. */
function offerInside(darts: SpacedPoints, t: Float64Array, i: number, random: () => number): void {
  let u = random();
  let v = random();
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  const w = 1 - u - v;
  darts.offer(
    w * t[i] + u * t[i + 3] + v * t[i + 6],
    w * t[i + 1] + u * t[i + 4] + v * t[i + 7],
    w * t[i + 2] + u * t[i + 5] + v * t[i + 8],
    darts.spacing,
  );
}

/** Points no two of which are too near, in chains by grid cell. */
class SpacedPoints {
  readonly spacing: number;
  readonly #heads: Int32Array;
  readonly #next: number[] = [];
  readonly #xyz: number[] = [];

  constructor(spacing: number, expected: number) {
    this.spacing = spacing;
    this.#heads = new Int32Array(tableSize(expected)).fill(-1);
  }

  /** Adds the point if none is nearer than `least`, which is at most the spacing. */
  offer(x: number, y: number, z: number, least: number): void {
    const i = Math.floor(x / this.spacing);
    const j = Math.floor(y / this.spacing);
    const k = Math.floor(z / this.spacing);
    for (let di = -1; di <= 1; di++) {
      for (let dj = -1; dj <= 1; dj++) {
        for (let dk = -1; dk <= 1; dk++)
          if (this.#intersects(this.#slot(i + di, j + dj, k + dk), x, y, z, least)) return;
      }
    }
    const slot = this.#slot(i, j, k);
    this.#next.push(this.#heads[slot]);
    this.#heads[slot] = this.#xyz.length / 3;
    this.#xyz.push(x, y, z);
  }

  points(): Float64Array {
    return Float64Array.from(this.#xyz);
  }

  #intersects(slot: number, x: number, y: number, z: number, least: number): boolean {
    const xyz = this.#xyz;
    for (let p = this.#heads[slot]; p >= 0; p = this.#next[p]) {
      const dx = xyz[3 * p] - x;
      const dy = xyz[3 * p + 1] - y;
      const dz = xyz[3 * p + 2] - z;
      if (dx * dx + dy * dy + dz * dz < least * least) return true;
    }
    return false;
  }

  #slot(i: number, j: number, k: number): number {
    return settle(stir(stir(stir(0, i), j), k)) & (this.#heads.length - 1);
  }
}
