// The distance of a point from a surface, and the winding number of the surface around it: one tree for both.
//
// Winding numbers after Barill, Dickson, Schmidt, Levin and Jacobson ("Fast winding numbers for soups and clouds", 2018): triangles
// far from the point count as one, with their areas and normals summed at their centre; near ones by their solid angle (van
// Oosterom and Strackee 1983). The sum is accurate to a few hundredths, enough for a comparison with one half: a hole, an overlap
// or a flipped face changes it by its solid angle and has little effect farther away. For proofs, `crossings` counts along a ray,
// exactly.

import { aabbVolume } from '../bounds/aabb.ts';
import { buildTree } from '../bvh/build-tree.ts';
import {
  FIRST_CHILD,
  FIRST_TRIANGLE,
  firstChild,
  firstTriangle,
  LINKS,
  nodeCount,
  TRIANGLE_COUNT,
  type Tree,
  triangleCount,
} from '../bvh/tree.ts';
import { fitVolumes } from '../bvh/volumes.ts';
import { DoubleCorners } from '../primitive/exact-corners.ts';
import { writeFaceNormal } from '../primitive/face-normal.ts';
import { crossingAhead, ON_TRIANGLE } from '../primitive/point-in-surface.ts';
import { closestPointTriangle } from '../primitive/point-triangle.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { square } from '../scalar/vector.ts';
import { pushNearerLast } from './nearer-last.ts';

const BOX = aabbVolume.stride;

/** A point is inside if the absolute winding number exceeds this: halfway between outside and inside. */
const INSIDE = 0.5;

/** A node of the tree is far when the point is this many of its radii away. Dimensionless. */
const FAR = 2;

/** Numbers of a node: the sum of area times normal, the centre of the area, and the radius about it, squared. */
const DIPOLE = 7;

/** Numbers a node: a direction, and the least and greatest of its triangles along it. */
export const LAYER = 5;

/**
 * Error of a height along a direction, and excess of a direction's length over 1, in parts of the reach of surface and point.
 * Dimensionless.
 */
const LAYER_ROUNDING: number = 32 * UNIT_ROUNDOFF;

const point: Float64Array = new Float64Array(3);
const closest: Float64Array = new Float64Array(4);
const corners: DoubleCorners = new DoubleCorners(4);

export class SurfaceTree {
  /** The largest magnitude of a coordinate. */
  readonly reach: number;
  readonly tree: Tree;
  /** Around the triangles of each node: centre and half extents. */
  readonly boxes: Float64Array;
  /** The nearest point of the last `distance`, and the slot of its triangle in the tree. */
  readonly nearest: Float64Array = new Float64Array(3);
  nearestSlot = 0;
  /** Triangles tested for their distance so far. */
  tests = 0;
  /**
   * For each node a direction of length 1 at most, that of its dipole, and the least and greatest height of its triangles along it.
   * From the centre of a ball all boxes have the same distance, to about their size; the planes distinguish them.
   */
  readonly layers: Float64Array;
  readonly #dipoles: Float64Array;
  readonly #stack: Int32Array;
  readonly #bounds: Float64Array;

  /** Triangles of 9 doubles each; they are copied. */
  constructor(triangles: Float64Array) {
    this.reach = triangles.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    this.tree = buildTree(triangles, 'sah');
    this.boxes = fitVolumes(this.tree, aabbVolume);
    this.#dipoles = fitDipoles(this.tree, this.boxes);
    this.layers = fitLayers(this.tree, this.#dipoles, LAYER_ROUNDING * this.reach);
    this.#stack = new Int32Array(this.tree.depth + 2);
    this.#bounds = new Float64Array(this.tree.depth + 2);
  }

  /** The distance of a point from the nearest triangle: never too small by more than rounding of the last bits. */
  distance(x: number, y: number, z: number): number {
    const { links, triangles } = this.tree;
    const stack = this.#stack;
    const bounds = this.#bounds;
    point[0] = x;
    point[1] = y;
    point[2] = z;
    let bestSq = Infinity;
    stack[0] = 0;
    bounds[0] = 0;
    let top = 1;
    while (top > 0) {
      top--;
      if (bounds[top] >= bestSq) continue;
      const node = stack[top];
      const child = links[LINKS * node + FIRST_CHILD];
      if (child === 0) {
        const end = links[LINKS * node + FIRST_TRIANGLE] + links[LINKS * node + TRIANGLE_COUNT];
        for (let slot = links[LINKS * node + FIRST_TRIANGLE]; slot < end; slot++) {
          this.tests++;
          closestPointTriangle(point, 0, triangles, 9 * slot, closest);
          if (!(closest[3] < bestSq)) continue;
          bestSq = closest[3];
          this.nearest[0] = closest[0];
          this.nearest[1] = closest[1];
          this.nearest[2] = closest[2];
          this.nearestSlot = slot;
        }
        continue;
      }
      const left = this.#nodeDistanceSq(child, x, y, z, bestSq);
      const right = this.#nodeDistanceSq(child + 1, x, y, z, bestSq);
      pushNearerLast(stack, bounds, top, child, left, right);
      top += 2;
    }
    return Math.sqrt(bestSq);
  }

  /** Whether a point is inside the surface, by the approximate `winding`. */
  surrounds(x: number, y: number, z: number): boolean {
    return Math.abs(this.winding(x, y, z)) > INSIDE;
  }

  /**
   * The winding number of a closed, oriented surface around a point: the faces ahead of it in direction +x, counted exactly, exits
   * less entries. 0 for a point on the surface, too.
   */
  crossings(x: number, y: number, z: number): number {
    const { links, triangles } = this.tree;
    const boxes = this.boxes;
    const stack = this.#stack;
    const { xyz } = corners;
    let count = 0;
    stack[0] = 0;
    let top = 1;
    while (top > 0) {
      const node = stack[--top];
      const b = BOX * node;
      if (Math.abs(y - boxes[b + 1]) > boxes[b + 4] || Math.abs(z - boxes[b + 2]) > boxes[b + 5]) continue;
      if (x - boxes[b] > boxes[b + 3]) continue;
      const child = links[LINKS * node + FIRST_CHILD];
      if (child !== 0) {
        stack[top++] = child + 1;
        stack[top++] = child;
        continue;
      }
      const first = firstTriangle(links, node);
      for (let slot = first; slot < first + triangleCount(links, node); slot++) {
        xyz[0] = x;
        xyz[1] = y;
        xyz[2] = z;
        for (let k = 0; k < 9; k++) xyz[3 + k] = triangles[9 * slot + k];
        const crossing = crossingAhead(corners, 0, 1);
        if (crossing === ON_TRIANGLE) return 0;
        count += crossing;
      }
    }
    return count;
  }

  /** Adds the solid angles of a leaf's triangles from a point to a sum. */
  #addAngles(leaf: number, x: number, y: number, z: number, sum: number): number {
    const { links, triangles } = this.tree;
    const first = firstTriangle(links, leaf);
    const end = first + triangleCount(links, leaf);
    let all = sum;
    for (let slot = first; slot < end; slot++) all += solidAngle(triangles, 9 * slot, x, y, z);
    return all;
  }

  /** The approximate winding number of the surface around a point. */
  winding(x: number, y: number, z: number): number {
    const { links } = this.tree;
    const dipoles = this.#dipoles;
    const stack = this.#stack;
    let sum = 0;
    stack[0] = 0;
    let top = 1;
    while (top > 0) {
      const node = stack[--top];
      const d = DIPOLE * node;
      const dx = dipoles[d + 3] - x;
      const dy = dipoles[d + 4] - y;
      const dz = dipoles[d + 5] - z;
      const sq = dx * dx + dy * dy + dz * dz;
      if (sq > FAR * FAR * dipoles[d + 6]) {
        sum += (dipoles[d] * dx + dipoles[d + 1] * dy + dipoles[d + 2] * dz) / (sq * Math.sqrt(sq));
        continue;
      }
      const child = links[LINKS * node + FIRST_CHILD];
      if (child !== 0) {
        stack[top++] = child + 1;
        stack[top++] = child;
        continue;
      }
      sum = this.#addAngles(node, x, y, z, sum);
    }
    return sum / (4 * Math.PI);
  }

  /**
   * Squared lower bound of the distance of a node's triangles from a point: by its box, and by its layer where that is below
   * `bestSq`.
   */
  #nodeDistanceSq(node: number, x: number, y: number, z: number, bestSq: number): number {
    const boxes = this.boxes;
    const b = BOX * node;
    const dx = Math.max(0, Math.abs(x - boxes[b]) - boxes[b + 3]);
    const dy = Math.max(0, Math.abs(y - boxes[b + 1]) - boxes[b + 4]);
    const dz = Math.max(0, Math.abs(z - boxes[b + 2]) - boxes[b + 5]);
    const sq = dx * dx + dy * dy + dz * dz;
    if (sq >= bestSq) return sq;
    const { layers } = this;
    const l = LAYER * node;
    const height = layers[l] * x + layers[l + 1] * y + layers[l + 2] * z;
    const away = Math.max(layers[l + 3] - height, height - layers[l + 4]);
    return away > 0 ? Math.max(sq, away * away) : sq;
  }
}

function fitLayers({ links, triangles }: Tree, dipoles: Float64Array, rounding: number): Float64Array {
  const nodes = dipoles.length / DIPOLE;
  const layers = new Float64Array(LAYER * nodes);
  for (let node = 0; node < nodes; node++) {
    const d = DIPOLE * node;
    const l = LAYER * node;
    const length = Math.sqrt(square(dipoles[d]) + square(dipoles[d + 1]) + square(dipoles[d + 2]));
    const scale = length > 0 ? 1 / length : 0;
    for (let c = 0; c < 3; c++) layers[l + c] = scale * dipoles[d + c];
    let low = Infinity;
    let high = -Infinity;
    const end = 9 * (firstTriangle(links, node) + triangleCount(links, node));
    for (let k = 9 * firstTriangle(links, node); k < end; k += 3) {
      const height = layers[l] * triangles[k] + layers[l + 1] * triangles[k + 1] + layers[l + 2] * triangles[k + 2];
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    layers[l + 3] = low - rounding;
    layers[l + 4] = high + rounding;
  }
  return layers;
}

function fitDipoles(tree: Tree, boxes: Float64Array): Float64Array {
  const { links, triangles } = tree;
  const dipoles = new Float64Array(DIPOLE * nodeCount(tree));
  const areas = new Float64Array(nodeCount(tree));
  // Children have higher numbers than their parents. Centres are kept times their area until the node is complete.
  for (let node = nodeCount(tree) - 1; node >= 0; node--) {
    const d = DIPOLE * node;
    const child = firstChild(links, node);
    if (child === 0) {
      const end = firstTriangle(links, node) + triangleCount(links, node);
      for (let slot = firstTriangle(links, node); slot < end; slot++) {
        areas[node] += addTriangle(triangles, 9 * slot, dipoles, d);
      }
    } else {
      areas[node] = areas[child] + areas[child + 1];
      for (let k = 0; k < 6; k++) {
        const weightLeft = k < 3 ? 1 : areas[child];
        const weightRight = k < 3 ? 1 : areas[child + 1];
        dipoles[d + k] = weightLeft * dipoles[DIPOLE * child + k] + weightRight * dipoles[DIPOLE * (child + 1) + k];
      }
    }
    const b = BOX * node;
    for (let k = 0; k < 3; k++) {
      const middle = areas[node] > 0 ? dipoles[d + 3 + k] / areas[node] : boxes[b + k];
      dipoles[d + 3 + k] = middle;
      const reach = Math.abs(middle - boxes[b + k]) + boxes[b + 3 + k];
      dipoles[d + 6] += reach * reach;
    }
  }
  return dipoles;
}

const normal = new Float64Array(3);

/** Adds area times normal, and area times middle, of a triangle to a dipole, and returns the area. */
function addTriangle(t: Float64Array, i: number, out: Float64Array, at: number): number {
  writeFaceNormal(t, i, normal, 0);
  const nx = normal[0] / 2;
  const ny = normal[1] / 2;
  const nz = normal[2] / 2;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  out[at] += nx;
  out[at + 1] += ny;
  out[at + 2] += nz;
  for (let k = 0; k < 3; k++) out[at + 3 + k] += (area * (t[i + k] + t[i + 3 + k] + t[i + 6 + k])) / 3;
  return area;
}

/** The solid angle of a triangle seen from a point, positive from behind. */
function solidAngle(t: Float64Array, i: number, x: number, y: number, z: number): number {
  const ax = t[i] - x;
  const ay = t[i + 1] - y;
  const az = t[i + 2] - z;
  const bx = t[i + 3] - x;
  const by = t[i + 4] - y;
  const bz = t[i + 5] - z;
  const cx = t[i + 6] - x;
  const cy = t[i + 7] - y;
  const cz = t[i + 8] - z;
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  return 2 * angleOf(det, a * b * c + ab * c + bc * a + ca * b);
}

/**
 * The angle of (x, y) from the x axis, right to 2·10⁻⁵ (Hastings, "Approximations for digital computers", 1955): unlike
 * Math.atan2, the same on every engine.
 */
function angleOf(y: number, x: number): number {
  const steep = Math.abs(y) > Math.abs(x);
  const slope = steep ? x / y : y / x;
  if (!Number.isFinite(slope)) return 0; // only at (0, 0)
  const sq = slope * slope;
  const turn = slope * (0.999866 + sq * (-0.3302995 + sq * (0.180141 + sq * (-0.085133 + sq * 0.0208351))));
  if (steep) return (y > 0 ? Math.PI / 2 : -Math.PI / 2) - turn;
  if (x > 0) return turn;
  return y < 0 ? turn - Math.PI : turn + Math.PI;
}
