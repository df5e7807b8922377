// Adds balls in the middle of edges that protrude from the solid. Between two balls that fit, the solid may be thinner: along a
// Voronoi edge the distance from the surface has a minimum, the deeper the longer the edge, while the balls of a cone are linear
// between its two. Collapses remove the balls there at no cost if the larger neighbour contains them, as if they were spikes, so
// that a slab can protrude by a quarter of its length however many others there are. Such edges are halved, with a ball that fits
// in the middle, together with the slabs at them.

import type { MedialMesh } from './medial-mesh.ts';
import type { SurfaceTree } from './surface-tree.ts';

/** Largest number of rounds; each halves all edges that protrude. */
const MOST_ROUNDS = 6;

/** The mesh with balls added where an edge protrudes from the solid by more than `allowed` in its middle. */
export function refined(mesh: MedialMesh, surface: SurfaceTree, allowed: number): MedialMesh {
  const spheres = Array.from(mesh.spheres);
  let cones: ArrayLike<number> = mesh.cones;
  let slabs: ArrayLike<number> = mesh.slabs;
  const middles = new Middles(spheres, surface, allowed);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = spheres.length;
    for (let k = 0; k < cones.length; k += 2) middles.test(cones[k], cones[k + 1]);
    for (let k = 0; k < slabs.length; k += 3) {
      middles.test(slabs[k], slabs[k + 1]);
      middles.test(slabs[k + 1], slabs[k + 2]);
      middles.test(slabs[k + 2], slabs[k]);
    }
    if (spheres.length === before) break;
    cones = halvedEdges(cones, middles);
    slabs = splitFaces(slabs, middles);
  }
  return { spheres: Float64Array.from(spheres), cones: Uint32Array.from(cones), slabs: Uint32Array.from(slabs) };
}

/** The balls in the middle of edges that protrude. */
class Middles {
  readonly #spheres: number[];
  readonly #surface: SurfaceTree;
  readonly #tolerated: number;
  /** By the two ends of an edge, the lower first: the ball in its middle, or −1 where none is needed. */
  readonly #known = new Map<number, number>();

  constructor(spheres: number[], surface: SurfaceTree, tolerated: number) {
    this.#spheres = spheres;
    this.#surface = surface;
    this.#tolerated = tolerated;
  }

  /** The ball in the middle of an edge, or −1. */
  of(a: number, b: number): number {
    return this.#known.size === 0 ? -1 : (this.#known.get(keyOf(a, b)) ?? -1);
  }

  /** Adds a ball in the middle of an edge if that protrudes too far. */
  test(a: number, b: number): void {
    const spheres = this.#spheres;
    const dx = spheres[4 * a] - spheres[4 * b];
    const dy = spheres[4 * a + 1] - spheres[4 * b + 1];
    const dz = spheres[4 * a + 2] - spheres[4 * b + 2];
    const most = 2 * this.#tolerated + Math.abs(spheres[4 * a + 3] - spheres[4 * b + 3]);
    if (dx * dx + dy * dy + dz * dz <= most * most || this.#known.has(keyOf(a, b))) return;
    const [x, y, z, radius] = [0, 1, 2, 3].map((k) => (spheres[4 * a + k] + spheres[4 * b + k]) / 2);
    const distance = this.#surface.distance(x, y, z);
    const depth = this.#surface.surrounds(x, y, z) ? distance : -distance;
    const isFar = radius - depth > this.#tolerated;
    this.#known.set(keyOf(a, b), isFar ? spheres.length / 4 : -1);
    if (isFar) spheres.push(x, y, z, Math.max(0, depth));
  }
}

/** With fewer than 2²⁶ balls the keys are integers. */
function keyOf(a: number, b: number): number {
  return a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a;
}

function halvedEdges(edges: ArrayLike<number>, middles: Middles): number[] {
  const halves: number[] = [];
  for (let k = 0; k < edges.length; k += 2) {
    const middle = middles.of(edges[k], edges[k + 1]);
    if (middle < 0) halves.push(edges[k], edges[k + 1]);
    else halves.push(edges[k], middle, middle, edges[k + 1]);
  }
  return halves;
}

/** Faces with halved sides split into two, three or four, so that they still meet along whole sides. */
function splitFaces(faces: ArrayLike<number>, middles: Middles): number[] {
  const parts: number[] = [];
  for (let k = 0; k < faces.length; k += 3) {
    let [a, b, c] = [faces[k], faces[k + 1], faces[k + 2]];
    let [ab, bc, ca] = [middles.of(a, b), middles.of(b, c), middles.of(c, a)];
    // Rotated until the first side is halved and, of two halved ones, the third is not.
    for (let turn = 0; turn < 2 && (ab < 0 || (ca >= 0 && bc < 0)); turn++) {
      [a, b, c, ab, bc, ca] = [b, c, a, bc, ca, ab];
    }
    if (ab < 0) parts.push(a, b, c);
    else if (bc < 0) parts.push(a, ab, c, ab, b, c);
    else if (ca < 0) parts.push(ab, b, bc, a, ab, bc, a, bc, c);
    else parts.push(a, ab, ca, ab, b, bc, bc, c, ca, ab, bc, ca);
  }
  return parts;
}
