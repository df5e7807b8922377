// A tree over the cones and slabs of a medial mesh, for the one nearest to a point or to a few.
//
// It is the library's tree over the triangles of their centres (two corners coincide for a cone); a node has the box of the centres
// below it and their largest radius. The distance of a point to any ball below it is at least that to the box, less that radius.

import { aabbVolume } from '../bounds/aabb.ts';
import { buildTree } from '../bvh/build-tree.ts';
import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, nodeCount, TRIANGLE_COUNT, type Tree } from '../bvh/tree.ts';
import { fitVolumes } from '../bvh/volumes.ts';
import { distancePointCone, distancePointSlab } from './ball-distance.ts';
import { type MedialMesh, primitiveCount } from './medial-mesh.ts';
import { pushNearerLast } from './nearer-last.ts';

const BOX = aabbVolume.stride;

export class PrimitiveTree {
  readonly #mesh: MedialMesh;
  readonly #tree: Tree;
  readonly #boxes: Float64Array;
  readonly #radii: Float64Array;
  readonly #stack: Int32Array;
  readonly #bounds: Float64Array;
  /** The result of the last search, tested first by the next one: successive points are usually near each other. */
  #nearest = 0;
  /** Primitives tested so far. */
  tests = 0;

  constructor(mesh: MedialMesh) {
    const count = primitiveCount(mesh);
    const centres = new Float64Array(9 * count);
    for (let primitive = 0; primitive < count; primitive++) {
      for (let k = 0; k < 3; k++) {
        const ball = ballOf(mesh, primitive, k);
        centres.set(mesh.spheres.subarray(4 * ball, 4 * ball + 3), 9 * primitive + 3 * k);
      }
    }
    this.#mesh = mesh;
    this.#tree = buildTree(centres, 'sah');
    this.#boxes = fitVolumes(this.#tree, aabbVolume);
    this.#radii = largestRadii(mesh, this.#tree);
    this.#stack = new Int32Array(this.#tree.depth + 2);
    this.#bounds = new Float64Array(this.#tree.depth + 2);
  }

  /**
   * The minimum, over all primitives, of the largest distance of some points (3 doubles each, from p[at]) outside it; negative
   * where one primitive contains them all. A primitive that contains them to within `enough` ends the search.
   */
  outside(p: Float64Array, at: number, points: number, enough: number = -Infinity): number {
    const { links, faces } = this.#tree;
    const stack = this.#stack;
    const bounds = this.#bounds;
    let best = this.#farthest(this.#nearest, p, at, points);
    stack[0] = 0;
    bounds[0] = -Infinity;
    let top = 1;
    while (top > 0 && best > enough) {
      top--;
      if (bounds[top] >= best) continue;
      const node = stack[top];
      const child = links[LINKS * node + FIRST_CHILD];
      if (child === 0) {
        const end = links[LINKS * node + FIRST_TRIANGLE] + links[LINKS * node + TRIANGLE_COUNT];
        for (let slot = links[LINKS * node + FIRST_TRIANGLE]; slot < end; slot++) {
          const distance = this.#farthest(faces[slot], p, at, points);
          if (distance >= best) continue;
          best = distance;
          this.#nearest = faces[slot];
        }
        continue;
      }
      const left = this.#bound(child, p, at, points);
      const right = this.#bound(child + 1, p, at, points);
      pushNearerLast(stack, bounds, top, child, left, right);
      top += 2;
    }
    return best;
  }

  #farthest(primitive: number, p: Float64Array, at: number, points: number): number {
    const { spheres, cones, slabs } = this.#mesh;
    const slab = 3 * primitive - 3 * (cones.length / 2);
    this.tests++;
    let most = -Infinity;
    for (let k = at; k < at + 3 * points; k += 3) {
      const distance =
        slab < 0
          ? distancePointCone(p, k, spheres, cones[2 * primitive], cones[2 * primitive + 1])
          : distancePointSlab(p, k, spheres, slabs[slab], slabs[slab + 1], slabs[slab + 2]);
      if (distance > most) most = distance;
    }
    return most;
  }

  #bound(node: number, p: Float64Array, at: number, points: number): number {
    const boxes = this.#boxes;
    const b = BOX * node;
    let mostSq = 0;
    for (let k = at; k < at + 3 * points; k += 3) {
      const dx = Math.max(0, Math.abs(p[k] - boxes[b]) - boxes[b + 3]);
      const dy = Math.max(0, Math.abs(p[k + 1] - boxes[b + 1]) - boxes[b + 4]);
      const dz = Math.max(0, Math.abs(p[k + 2] - boxes[b + 2]) - boxes[b + 5]);
      const sq = dx * dx + dy * dy + dz * dz;
      if (sq > mostSq) mostSq = sq;
    }
    return Math.sqrt(mostSq) - this.#radii[node];
  }
}

/** Ball 0, 1 or 2 of a primitive; the last of a cone is its second again. */
function ballOf({ cones, slabs }: MedialMesh, primitive: number, k: number): number {
  const coneCount = cones.length / 2;
  return primitive < coneCount ? cones[2 * primitive + Math.min(k, 1)] : slabs[3 * (primitive - coneCount) + k];
}

function largestRadii(mesh: MedialMesh, tree: Tree): Float64Array {
  const { links, faces } = tree;
  const radii = new Float64Array(nodeCount(tree));
  // Children have higher numbers than their parents.
  for (let node = radii.length - 1; node >= 0; node--) {
    const child = links[LINKS * node + FIRST_CHILD];
    if (child !== 0) {
      radii[node] = Math.max(radii[child], radii[child + 1]);
      continue;
    }
    const end = links[LINKS * node + FIRST_TRIANGLE] + links[LINKS * node + TRIANGLE_COUNT];
    for (let slot = links[LINKS * node + FIRST_TRIANGLE]; slot < end; slot++) {
      for (let k = 0; k < 3; k++) {
        radii[node] = Math.max(radii[node], mesh.spheres[4 * ballOf(mesh, faces[slot], k) + 3]);
      }
    }
  }
  return radii;
}
