// What does a ray hit first?

import { AABB } from '../../bounds/aabb.ts';
import { FIRST_TRIANGLE, LINKS, pushChildren, TRIANGLE_COUNT, waitingNodes } from '../../bvh/tree.ts';
import { rayThroughRound } from '../../convex/ray-round.ts';
import { nearestOnRound, ROUND_NORMAL, type RoundShape } from '../../convex/round-shape.ts';
import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { writeFaceNormal } from '../../primitive/face-normal.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { directionToBody, type Pose, pointToWorld } from '../../scalar/pose.ts';
import { ORIGIN, readVector } from '../../scalar/vector.ts';
import { BUDGET_KEYS, type BudgetOptions, requireLimits } from '../budget.ts';
import { nodeBoxesOf } from '../node-boxes.ts';
import { requireAmount, requireOptions } from '../options.ts';
import type { Point } from '../result.ts';
import { borrowPoint, type PosedPoint, returnPoint } from './point-query.ts';

/** Options of {@link raycast}: limits are checked, but the query is too short to reach any. */
export interface RaycastOptions extends BudgetOptions {
  /** Search no farther than this, in model units. */
  readonly maxDistance?: number | undefined;
}

const RAYCAST_KEYS: KnownKeys<RaycastOptions> = { ...BUDGET_KEYS, maxDistance: true };

/** A hit or a miss, by `status`. See {@link raycast}. */
export type RaycastResult = RaycastHit | RaycastMiss;

/** A hit, found by {@link raycast}. */
export interface RaycastHit {
  readonly status: 'hit';
  /** How far along the ray. */
  readonly distance: number;
  readonly point: Point;
  /** Unit normal of the face, on the side its corners turn counter-clockwise from; null for a face without area. */
  readonly normal: Point | null;
  readonly face: number;
}

/** No hit. See {@link raycast}. */
export interface RaycastMiss {
  readonly status: 'miss';
  /** Infinity. */
  readonly distance: number;
  readonly point: null;
  readonly normal: null;
  readonly face: null;
}

/** Inflation of a face's outline, relative to the reach of the query: a ray along an edge hits one face or the other. */
const EDGE_ERROR = 2 ** -48;
/** sin² of the angle to a face below which a ray grazes it. Rounding of 2⁻⁴⁸ then moves the intersection by 2⁻²⁸. */
const GRAZING_SIN_SQ = 2 ** -40;
/** sin² of the angle between two edges below which a triangle is a sliver; its normal is accurate to 2⁻³² at best. */
const SLIVER_SIN_SQ = 2 ** -40;

/**
 * The first face that a ray hits, from either side. The ray is closed: a face at its origin is hit at distance 0. A ray that misses
 * an outline by no more than rounding counts as a hit, so closed surfaces do not leak.
 *
 * @example
 * const cube = Model.build(box());
 * console.log(raycast(cube, {}, [2, 0, 0], [-1, 0, 0]).status); // hit
 */
export function raycast(
  model: Model,
  pose: Pose,
  origin: ArrayLike<number>,
  towards: ArrayLike<number>,
  options: RaycastOptions = {},
): RaycastResult {
  requireOptions(options, RAYCAST_KEYS);
  requireLimits(options);
  const maxDistance = requireAmount('maxDistance', options.maxDistance, Infinity);
  const ray = borrowPoint();
  try {
    const { direction, along, local } = ray;
    readVector(towards, direction, 0, 'vector/bad', 'The direction');
    const largest = Math.max(Math.abs(direction[0]), Math.abs(direction[1]), Math.abs(direction[2]));
    if (!(largest > 0)) throw new NearmissError('vector/bad', 'The direction is zero; a ray has to point somewhere.');
    ray.set(model, pose, origin);
    for (let k = 0; k < 3; k++) direction[k] /= largest;
    const length = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    for (let k = 0; k < 3; k++) direction[k] /= length;
    directionToBody(ray.pose, direction, along);

    if (model.round !== null) return raycastRound(model, model.round, ray, maxDistance);
    const { links, triangles, faces } = model.tree;
    const boxes = nodeBoxesOf(model);
    const unit = ray.unit[0];
    const errorBound = EDGE_ERROR * ray.scale[0];
    let best = maxDistance / unit;
    let bestSlot = -1;
    const stack = new Int32Array(waitingNodes(model.tree));
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (!rayHitsBox(local, along, boxes, AABB * node, best, errorBound)) continue;
      const before = top;
      top = pushChildren(links, node, stack, top);
      if (top > before) continue;
      const first = links[LINKS * node + FIRST_TRIANGLE];
      for (let slot = first; slot < first + links[LINKS * node + TRIANGLE_COUNT]; slot++) {
        const t = rayHitsTriangle(local, along, triangles, 9 * slot, errorBound);
        if (t === Infinity || t > best || (t === best && bestSlot >= 0)) continue;
        best = t;
        bestSlot = slot;
      }
    }
    if (bestSlot < 0) return MISS;
    return hitAt(model, ray, best, faceNormal(triangles, 9 * bestSlot), faces[bestSlot]);
  } finally {
    returnPoint(ray);
  }
}

/** The same for a round shape: the point where the ray enters it, or leaves it if it starts inside. */
function raycastRound(model: Model, round: RoundShape, ray: PosedPoint, maxDistance: number): RaycastResult {
  const { along, local, onRound } = ray;
  const through = new Float64Array(2);
  const errorBound = EDGE_ERROR * ray.scale[0];
  rayThroughRound(round, local, along, through);
  const [enter, leave] = through;
  const distance = enter >= -errorBound ? Math.max(0, enter) : Math.max(0, leave);
  if (!(leave >= -errorBound) || !(distance * ray.unit[0] <= maxDistance)) return MISS;
  const hit = along.map((x, k) => local[k] + distance * x);
  nearestOnRound(round, hit, 0, onRound);
  return hitAt(model, ray, distance, onRound.slice(ROUND_NORMAL, ROUND_NORMAL + 3), 0);
}

const MISS: RaycastMiss = Object.freeze({
  status: 'miss',
  distance: Infinity,
  point: null,
  normal: null,
  face: null,
});

/** The hit at a distance along the ray, with its normal, both in the model's frame. */
function hitAt(
  model: Model,
  ray: PosedPoint,
  distance: number,
  normal: Float64Array | null,
  face: number,
): RaycastResult {
  const { along, local, pose } = ray;
  const { centre } = model.frame;
  const unit = ray.unit[0];
  const hit = along.map((x, k) => local[k] + distance * x);
  const point: Point = [0, 0, 0];
  pointToWorld(pose, centre, unit, hit, 0, point, 0);
  return { status: 'hit', distance: distance * unit, point, normal: normal && worldDirection(pose, normal), face };
}

/** Slab test with boxes grown by `errorBound`; false only if the ray misses. */
function rayHitsBox(
  o: Float64Array,
  d: Float64Array,
  boxes: Float64Array,
  i: number,
  best: number,
  errorBound: number,
): boolean {
  let near = 0;
  let far = best;
  for (let k = 0; k < 3; k++) {
    const half = boxes[i + 3 + k] + errorBound;
    const offset = boxes[i + k] - o[k];
    if (d[k] === 0) {
      if (Math.abs(offset) > half) return false;
      continue;
    }
    const t0 = (offset - half) / d[k];
    const t1 = (offset + half) / d[k];
    near = Math.max(near, Math.min(t0, t1) * (t0 < 0 && t1 < 0 ? 1 : 1 - 2 ** -50));
    far = Math.min(far, Math.max(t0, t1) * (1 + 2 ** -50));
    if (near > far + errorBound) return false;
  }
  return true;
}

/** Distance along the unit ray to the triangle, Infinity if it is missed (Möller and Trumbore 1997, outline inflated). */
function rayHitsTriangle(o: Float64Array, d: Float64Array, t: Float64Array, i: number, errorBound: number): number {
  const ux = t[i + 3] - t[i];
  const uy = t[i + 4] - t[i + 1];
  const uz = t[i + 5] - t[i + 2];
  const vx = t[i + 6] - t[i];
  const vy = t[i + 7] - t[i + 1];
  const vz = t[i + 8] - t[i + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const facing = nx * d[0] + ny * d[1] + nz * d[2];
  const nn = nx * nx + ny * ny + nz * nz;
  const spread = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (facing * facing <= GRAZING_SIN_SQ * nn && nn > SLIVER_SIN_SQ * spread) {
    return rayAlongTriangle(o, d, t, i, nx, ny, nz, errorBound);
  }
  if (facing === 0) return Infinity; // a sliver seen edge-on: its neighbours are hit instead
  const wx = o[0] - t[i];
  const wy = o[1] - t[i + 1];
  const wz = o[2] - t[i + 2];
  // w × d has both edge functions, each an area, with an error of the error bound times the length of the edge.
  const cx = wy * d[2] - wz * d[1];
  const cy = wz * d[0] - wx * d[2];
  const cz = wx * d[1] - wy * d[0];
  const sign = facing > 0 ? 1 : -1;
  const size = sign * facing;
  const beta = -sign * (vx * cx + vy * cy + vz * cz);
  const gamma = sign * (ux * cx + uy * cy + uz * cz);
  const reach = errorBound * (Math.abs(ux) + Math.abs(uy) + Math.abs(uz) + Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
  if (beta < -reach || gamma < -reach || beta + gamma > size + reach) return Infinity;
  const distance = -(nx * wx + ny * wy + nz * wz) / facing;
  return distance > 0 ? distance : distance >= -errorBound ? 0 : Infinity;
}

/**
 * The same for a ray that grazes the triangle, whose normal is accurate. The intersection with the plane is then dominated by
 * rounding. So it is clamped to the chord of the ray and the triangle, projected orthogonally onto the plane. Within rounding of
 * the plane all of the chord is hit.
 */
function rayAlongTriangle(
  o: Float64Array,
  d: Float64Array,
  t: Float64Array,
  i: number,
  nx: number,
  ny: number,
  nz: number,
  errorBound: number,
): number {
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const height = ((o[0] - t[i]) * nx + (o[1] - t[i + 1]) * ny + (o[2] - t[i + 2]) * nz) / length;
  const climb = (d[0] * nx + d[1] * ny + d[2] * nz) / length;
  // In the plane, orthogonal to the ray: the side of each corner.
  const ax = (ny * d[2] - nz * d[1]) / length;
  const ay = (nz * d[0] - nx * d[2]) / length;
  const az = (nx * d[1] - ny * d[0]) / length;
  let start = Infinity;
  let end = -Infinity;
  for (let corner = 0, k = i; corner < 3; corner++, k += 3) {
    const l = corner === 2 ? i : k + 3;
    const x = t[k] - o[0];
    const y = t[k + 1] - o[1];
    const z = t[k + 2] - o[2];
    const ex = t[l] - t[k];
    const ey = t[l + 1] - t[k + 1];
    const ez = t[l + 2] - t[k + 2];
    const aside = x * ax + y * ay + z * az;
    const across = ex * ax + ey * ay + ez * az;
    // A corner within rounding of the ray is on it; otherwise edges that cross from one side to the other count.
    let s = 0;
    if (Math.abs(aside) > errorBound) {
      s = -aside / across;
      if (!(s >= 0 && s <= 1)) continue;
    }
    const along = (x + s * ex) * d[0] + (y + s * ey) * d[1] + (z + s * ez) * d[2];
    if (along < start) start = along;
    if (along > end) end = along;
  }
  if (!(end >= -errorBound && start <= end)) return Infinity;
  if (start < 0) start = 0;
  if (end < start) end = start;
  const crossing = climb === 0 ? start : -height / climb;
  const distance = crossing < start ? start : crossing > end ? end : crossing;
  return Math.abs(height + distance * climb) <= errorBound ? distance : Infinity;
}

/** Unit normal of a triangle, null for one without area. */
function faceNormal(t: Float64Array, i: number): Float64Array | null {
  const normal = new Float64Array(3);
  writeFaceNormal(t, i, normal, 0);
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  const scale = 1 / length;
  return length > 0 ? normal.map((x) => x * scale) : null;
}

function worldDirection(pose: Float64Array, direction: Float64Array): Point {
  const out: Point = [0, 0, 0];
  const turned = pose.slice();
  turned.fill(0, 0, 3);
  pointToWorld(turned, ORIGIN, 1, direction, 0, out, 0);
  return out;
}
