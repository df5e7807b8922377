// How far balls reach past a surface from their centres: the maximum of r − |c − x| over the balls (c, r) of a cone or slab and the
// points x of all triangles, and whether the hull of the centres is disjoint from the triangles.
//
// r − |c − x| is concave in ball and point together, so each triangle has one solution in closed form (closest-balls.ts, a triangle
// being a slab of radius 0), for cones and triangles of any size: nothing has to be split. That solution only proposes a direction,
// and the direction proves the bound: with |n| ≤ 1, |c − x| ≥ n·(x − c), so no r − |c − x| is above the largest n·c + r of the
// corner balls less the least n·x of the triangle's corners; and where the largest n·c is below that, n separates the centres from
// the triangle.

import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../bvh/tree.ts';
import { DISTANCE_OVERSHOOT } from '../scalar/tolerances.ts';
import { BALL, CLOSEST_SIZE, closestBalls } from './closest-balls.ts';
import { LAYER, type SurfaceTree } from './surface-tree.ts';

/** A box of the tree: centre and half extents. */
const BOX = 6;

/** Centres and triangles count as separate where they are by more than this part of the reach of both: far above rounding. Dimensionless. */
const APART: number = 32 * DISTANCE_OVERSHOOT;

/** Unit length is not exceeded by a normalised vector times this. Dimensionless. */
const SHORTER: number = 1 - DISTANCE_OVERSHOOT;

export class SurfaceOverlap {
  /** Upper bound of how far a ball of the last hull reaches past a triangle; exact to rounding where that is more than the goal. */
  most = 0;
  /** Whether the centres of the last hull may touch the surface; `most` is unknown then. */
  crosses = false;
  /** A point of the last hull that reaches far past a triangle, if `found`. */
  readonly deepestPoint: Float64Array = new Float64Array(3);
  found = false;
  /** Triangles and boxes tested so far. */
  tests = 0;

  readonly #surface: SurfaceTree;
  readonly #stack: Int32Array;
  readonly #triangle = new Float64Array(3 * BALL);
  readonly #core = new Float64Array(3 * BALL);
  readonly #closest = new Float64Array(CLOSEST_SIZE);
  /** The box around the centres, as the tree has them; the largest radius. */
  readonly #box = new Float64Array(BOX);
  #radius = 0;
  #margin = 0;
  /** The least and greatest along the last direction: of a triangle, of the centres, of the balls. */
  readonly #heights = new Float64Array(3);

  constructor(surface: SurfaceTree) {
    this.#surface = surface;
    this.#stack = new Int32Array(surface.tree.depth + 2);
  }

  /** Tests the hull of the balls balls[at…], `count` of them; reaches up to `goal` need no better bound. */
  test(balls: Float64Array, at: number, count: number, goal: number): void {
    const { links } = this.#surface.tree;
    const stack = this.#stack;
    this.#enclose(balls, at, count);
    this.most = -Infinity;
    this.crosses = false;
    this.found = false;
    stack[0] = 0;
    let top = 1;
    while (top > 0) {
      const node = stack[--top];
      this.tests++;
      const enough = Math.max(goal, this.most);
      const away = this.#boxDistance(node);
      let reach = this.#radius - away;
      if (!(away > this.#margin && reach <= enough)) reach = this.#acrossLayer(node, balls, at, count);
      if (reach <= enough) {
        this.most = Math.max(this.most, reach);
        continue;
      }
      const child = links[LINKS * node + FIRST_CHILD];
      if (child !== 0) {
        stack[top++] = child + 1;
        stack[top++] = child;
        continue;
      }
      const end = links[LINKS * node + FIRST_TRIANGLE] + links[LINKS * node + TRIANGLE_COUNT];
      for (let deepestPoint = links[LINKS * node + FIRST_TRIANGLE]; deepestPoint < end; deepestPoint++) {
        this.#testAt(9 * deepestPoint, balls, at, count, goal);
        if (this.crosses) return;
      }
    }
  }

  /** Tests the triangle with corners from offset `t` on. */
  #testAt(t: number, balls: Float64Array, at: number, count: number, goal: number): void {
    const { triangles } = this.#surface.tree;
    const closest = this.#closest;
    this.tests++;
    const box = this.#box;
    // From the mean of the centres to that of the triangle: good enough for most.
    const x = (triangles[t] + triangles[t + 3] + triangles[t + 6]) / 3 - box[0];
    const y = (triangles[t + 1] + triangles[t + 4] + triangles[t + 7]) / 3 - box[1];
    const z = (triangles[t + 2] + triangles[t + 5] + triangles[t + 8]) / 3 - box[2];
    const rough = this.#along(x, y, z, t, balls, at, count);
    if (rough <= Math.max(goal, this.most) && this.#isApart()) {
      this.most = Math.max(this.most, rough);
      return;
    }
    const corners = this.#triangle;
    for (let corner = 0; corner < 3; corner++) {
      for (let c = 0; c < 3; c++) corners[BALL * corner + c] = triangles[t + 3 * corner + c];
    }
    closestBalls(balls, at, count, corners, 0, 3, closest);
    const dx = closest[5] - closest[1];
    const dy = closest[6] - closest[2];
    const dz = closest[7] - closest[3];
    const reach = this.#along(dx, dy, dz, t, balls, at, count);
    if (!this.#isApart() && !this.#isCoreApart(t, balls, at, count)) {
      this.crosses = true;
      return;
    }
    const least = Math.min(reach, rough);
    if (!(least > this.most)) return;
    this.most = least;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    this.found = length > 0;
    if (!this.found) return;
    this.deepestPoint[0] = closest[1] + (closest[4] / length) * dx;
    this.deepestPoint[1] = closest[2] + (closest[4] / length) * dy;
    this.deepestPoint[2] = closest[3] + (closest[4] / length) * dz;
  }

  /** The bound of the direction (x, y, z), which may have any length, for the triangle. */
  #along(x: number, y: number, z: number, t: number, balls: Float64Array, at: number, count: number): number {
    const { triangles } = this.#surface.tree;
    const length = Math.sqrt(x * x + y * y + z * z);
    const scale = length > 0 ? SHORTER / length : 0;
    const nx = scale * x;
    const ny = scale * y;
    const nz = scale * z;
    const a = nx * triangles[t] + ny * triangles[t + 1] + nz * triangles[t + 2];
    const b = nx * triangles[t + 3] + ny * triangles[t + 4] + nz * triangles[t + 5];
    const c = nx * triangles[t + 6] + ny * triangles[t + 7] + nz * triangles[t + 8];
    let centres = -Infinity;
    let reach = -Infinity;
    for (let k = at; k < at + BALL * count; k += BALL) {
      const height = nx * balls[k] + ny * balls[k + 1] + nz * balls[k + 2];
      if (height > centres) centres = height;
      if (height + balls[k + 3] > reach) reach = height + balls[k + 3];
    }
    const heights = this.#heights;
    heights[0] = a < b ? (a < c ? a : c) : b < c ? b : c;
    heights[1] = centres;
    heights[2] = reach;
    return heights[2] - heights[0];
  }

  /** Whether the last direction separates the centres from the triangle. */
  #isApart(): boolean {
    return this.#heights[0] - this.#heights[1] > this.#margin;
  }

  /** Whether some direction does: tried between the closest points of both. */
  #isCoreApart(t: number, balls: Float64Array, at: number, count: number): boolean {
    const core = this.#core;
    const closest = this.#closest;
    for (let k = 0; k < BALL * count; k++) core[k] = k % BALL === 3 ? 0 : balls[at + k];
    // Overwritten below for the position; the closest balls themselves are not needed if this is false.
    const before = closest.slice();
    closestBalls(core, 0, count, this.#triangle, 0, 3, closest);
    this.#along(closest[5] - closest[1], closest[6] - closest[2], closest[7] - closest[3], t, balls, at, count);
    closest.set(before);
    return this.#isApart();
  }

  #enclose(balls: Float64Array, at: number, count: number): void {
    const box = this.#box;
    this.#radius = 0;
    let reach = this.#surface.reach;
    for (let c = 0; c < 3; c++) {
      let low = Infinity;
      let high = -Infinity;
      for (let k = at; k < at + BALL * count; k += BALL) {
        low = Math.min(low, balls[k + c]);
        high = Math.max(high, balls[k + c]);
        this.#radius = Math.max(this.#radius, balls[k + 3]);
      }
      box[c] = low / 2 + high / 2;
      box[3 + c] = Math.max(high - box[c], box[c] - low);
      reach = Math.max(reach, Math.abs(low), Math.abs(high));
    }
    this.#margin = APART * reach;
  }

  /**
   * The bound for the triangles of a node, by the direction of their layer; infinite where that does not separate them from the
   * centres.
   */
  #acrossLayer(node: number, balls: Float64Array, at: number, count: number): number {
    const { layers } = this.#surface;
    const l = LAYER * node;
    const x = layers[l];
    const y = layers[l + 1];
    const z = layers[l + 2];
    let low = Infinity;
    let high = -Infinity;
    let lowest = Infinity;
    let highest = -Infinity;
    for (let k = at; k < at + BALL * count; k += BALL) {
      const height = x * balls[k] + y * balls[k + 1] + z * balls[k + 2];
      low = Math.min(low, height);
      high = Math.max(high, height);
      lowest = Math.min(lowest, height - balls[k + 3]);
      highest = Math.max(highest, height + balls[k + 3]);
    }
    let reach = Infinity;
    if (layers[l + 3] - high > this.#margin) reach = highest - layers[l + 3];
    if (low - layers[l + 4] > this.#margin) reach = Math.min(reach, layers[l + 4] - lowest);
    return reach;
  }

  /** Distance of the box around the centres from that of a node. */
  #boxDistance(node: number): number {
    const { boxes } = this.#surface;
    const own = this.#box;
    const b = BOX * node;
    const x = Math.max(0, Math.abs(own[0] - boxes[b]) - own[3] - boxes[b + 3]);
    const y = Math.max(0, Math.abs(own[1] - boxes[b + 1]) - own[4] - boxes[b + 4]);
    const z = Math.max(0, Math.abs(own[2] - boxes[b + 2]) - own[5] - boxes[b + 5]);
    return Math.sqrt(x * x + y * y + z * z);
  }
}
