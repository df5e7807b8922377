// How far a medial mesh sticks out of the body it stands for, at most: proven.
//
// The depth of a point inside the body, its distance from the surface, negative outside, changes by no more than the point
// moves. A ball (c, r) of a primitive sticks out by no more than r less the depth of c, so that in terms of some middle m the
// balls of a part stick out by no more than the largest r + |c − m| of its corners, less the depth of m: a sum of something linear and something
// convex is largest at a corner. Parts for which this is more than a hair above what some ball needs are halved.

import { DISTANCE_OVERSHOOT } from '../scalar/tolerance.ts';
import { square } from '../scalar/vector.ts';
import { BALL } from './closest-balls.ts';
import type { MedialMesh } from './medial-mesh.ts';
import type { SurfaceTree } from './surface-tree.ts';

/** How far above the need of a ball the bound may be, in parts of the size of the solid. Dimensionless. */
const SLACK = 2 ** -9;

/** Halvings of a part at most; beyond, and beyond so many parts in all, parts are taken as they are. */
const MAX_HALVINGS = 40;
const MOST_PARTS = 1_000_000;

/** Rounding of a distance, of points and balls up to a few times the reach of the surface, relative to that. Dimensionless. */
const ROUNDING: number = 32 * DISTANCE_OVERSHOOT;

/**
 * No point of the medial mesh is farther than this from the solid that a closed, oriented surface bounds; or, where there is no such
 * solid, from the surface itself. `size` is the longest side of the box around it.
 */
export function overhangBound(mesh: MedialMesh, surface: SurfaceTree, isSolid: boolean, size: number): number {
  const { spheres, cones, slabs } = mesh;
  const depth = (x: number, y: number, z: number): number => {
    const distance = surface.distance(x, y, z);
    return isSolid && surface.crossings(x, y, z) !== 0 ? distance : -distance;
  };
  let needed = 0;
  for (let k = 0; k < spheres.length; k += BALL) {
    needed = Math.max(needed, spheres[k + 3] - depth(spheres[k], spheres[k + 1], spheres[k + 2]));
  }
  const search = new OverhangSearch(depth, needed, SLACK * size);
  for (let k = 0; k < cones.length; k += 2) search.look(spheres, cones[k], cones[k + 1], cones[k + 1]);
  for (let k = 0; k < slabs.length; k += 3) search.look(spheres, slabs[k], slabs[k + 1], slabs[k + 2]);
  return search.bound + ROUNDING * surface.reach;
}

class OverhangSearch {
  /** No ball looked at sticks out farther. */
  bound = 0;
  #needed: number;
  #left = MOST_PARTS;
  readonly #slack: number;
  readonly #depth: (x: number, y: number, z: number) => number;
  /** Parts waiting, three balls each; a halving replaces one by two. */
  readonly #parts = new Float64Array(3 * BALL * (MAX_HALVINGS + 2));
  readonly #halvings = new Int32Array(MAX_HALVINGS + 2);

  constructor(depth: (x: number, y: number, z: number) => number, needed: number, slack: number) {
    this.#depth = depth;
    this.#needed = needed;
    this.#slack = slack;
  }

  /** All balls between three of `spheres`. */
  look(spheres: Float64Array, a: number, b: number, c: number): void {
    const parts = this.#parts;
    const halvings = this.#halvings;
    [a, b, c].forEach((ball, k) => {
      parts.set(spheres.subarray(BALL * ball, BALL * ball + BALL), BALL * k);
    });
    halvings[0] = 0;
    let top = 1;
    while (top > 0) {
      top--;
      this.#left--;
      const at = 3 * BALL * top;
      const bound = this.#boundOf(at);
      if (bound <= this.#needed + this.#slack || halvings[top] === MAX_HALVINGS || this.#left < 0) {
        this.bound = Math.max(this.bound, bound);
        continue;
      }
      halve(parts, at);
      halvings[top]++;
      halvings[top + 1] = halvings[top];
      top += 2;
    }
  }

  #boundOf(at: number): number {
    const parts = this.#parts;
    const middle = (k: number): number => (parts[at + k] + parts[at + BALL + k] + parts[at + 2 * BALL + k]) / 3;
    const x = middle(0);
    const y = middle(1);
    const z = middle(2);
    const depth = this.#depth(x, y, z);
    this.#needed = Math.max(this.#needed, middle(3) - depth);
    let most = 0;
    for (let k = at; k < at + 3 * BALL; k += BALL) {
      const dx = parts[k] - x;
      const dy = parts[k + 1] - y;
      const dz = parts[k + 2] - z;
      most = Math.max(most, parts[k + 3] + Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
    return most - depth;
  }
}

/** Replaces the part at parts[at…] by its halves, cut across its longest side; the second follows it. */
function halve(parts: Float64Array, at: number): void {
  let longest = 0;
  let longestSq = -1;
  for (let side = 0; side < 3; side++) {
    const p = at + BALL * side;
    const q = at + BALL * ((side + 1) % 3);
    let sq = 0;
    for (let k = 0; k < 3; k++) sq += square(parts[p + k] - parts[q + k]);
    if (sq > longestSq) {
      longestSq = sq;
      longest = side;
    }
  }
  const p = BALL * longest;
  const q = BALL * ((longest + 1) % 3);
  parts.copyWithin(at + 3 * BALL, at, at + 3 * BALL);
  for (let k = 0; k < BALL; k++) {
    const half = (parts[at + p + k] + parts[at + q + k]) / 2;
    parts[at + p + k] = half;
    parts[at + 3 * BALL + q + k] = half;
  }
}
