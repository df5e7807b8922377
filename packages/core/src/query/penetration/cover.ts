// Certifying a depth: branch and bound over translations.
//
// The depth is at least L if the bodies overlap after every translation shorter than L. Cubes of translations cover the ball of
// radius L. A cube is proven blocked when the clearance at its centre is at least its half diagonal. The cube nearest to the origin
// is tested first, so the first cube of the queue gives the proven bound at any time: no unproven cube is nearer. A centre that is
// free is a shorter separating translation, and a descent starts from it.
//
// The bound of a point is sharp for a vertex or a face against a face, and within a factor, the sine of half the dihedral
// angle, for an edge against an edge, so the size of the cubes stays proportional to their distance from contact space, and the
// queue becomes empty for any accuracy above rounding.

import { MinHeap } from '../../scalar/min-heap.ts';
import { grownDoubles } from '../../space/grown.ts';
import { type InnerClearance, InnerPoint } from './inner-clearance.ts';
import type { Search } from './penetration-search.ts';
import type { PartDepths } from './solid-parts.ts';
import { TUNING } from './tuning.ts';

/**
 * A cube is CUBE doubles: centre in the world, half its side, its least distance from the origin; and the deepest point of its
 * parent cube, whether there is one, and a pair of parts or −1.
 */
const CUBE = 10;
const HALF = 3;
const KEY = 4;
const POINT = 5;
const HAS_POINT = 8;
const PAIR = 9;

const HALF_DIAGONAL: number = Math.sqrt(3) * (1 + Number.EPSILON);
const { CUBE_COST, CUBE_CLIMB: CLIMB } = TUNING.lower;

export interface CoverEnd {
  /** No translation shorter than this is free. */
  readonly lower: number;
  readonly cubes: number;
}

/**
 * Raises the lower bound and finds shorter separating translations until both are within `accuracy` or the work limit is reached.
 * The cube that is split extends to `reach` along each axis, which is at least the best depth.
 */
export function cover(
  search: Search,
  clearance: InnerClearance,
  parts: PartDepths,
  known: InnerPoint | null,
  accuracy: number,
  reach: number,
  most: number,
): CoverEnd {
  const { probe } = search;
  const queue = new CubeQueue();
  const cube = new Float64Array(CUBE);
  const centre = cube.subarray(0, 3);
  const innerPoint = new InnerPoint();
  const child = new Float64Array(CUBE);
  cube[HALF] = reach;
  cube[PAIR] = -1;
  if (known !== null) keepInnerPoint(cube, known);
  queue.push(cube);
  let cubes = 0;
  let lower = 0;
  while (queue.pop(cube)) {
    lower = cube[KEY];
    if (lower >= search.bestLength - accuracy) return { lower: search.bestLength - accuracy, cubes };
    if (++cubes > most || probe.exhausted) return { lower, cubes };
    probe.charge(CUBE_COST);
    const radius = cube[HALF] * HALF_DIAGONAL;
    parts.move(centre);
    const depth = parts.bound(cube[PAIR], radius);
    cube[PAIR] = parts.pair;
    if (depth >= radius) continue;
    clearance.move(centre);
    const hasInnerPoint = findClearance(clearance, cube, innerPoint, radius);
    if (hasInnerPoint && clearance.bound(innerPoint) >= radius) continue;
    const isShorter =
      Math.sqrt(centre[0] * centre[0] + centre[1] * centre[1] + centre[2] * centre[2]) < search.bestLength;
    if (isShorter && depth === 0 && !hasInnerPoint && probe.isFree(centre)) {
      search.tryFrom(centre);
      search.finish();
    }
    for (let k = 0; k < 8; k++) {
      child.set(cube);
      child[HALF] = cube[HALF] / 2;
      for (let c = 0; c < 3; c++) child[c] += ((k >> c) & 1 ? 1 : -1) * child[HALF];
      child[KEY] = distanceFromOrigin(child);
      child[HAS_POINT] = 0;
      if (hasInnerPoint) keepInnerPoint(child, innerPoint);
      if (child[KEY] < search.bestLength - accuracy) queue.push(child);
    }
  }
  return { lower: search.bestLength - accuracy, cubes };
}

/** Finds a point with clearance in both bodies for the cube's centre, where the clearance is measured; false if none is known. */
function findClearance(clearance: InnerClearance, cube: Float64Array, innerPoint: InnerPoint, wanted: number): boolean {
  if (cube[HAS_POINT] === 1) for (let k = 0; k < 3; k++) innerPoint.p[k] = cube[POINT + k];
  if (cube[HAS_POINT] === 0 || !clearance.measure(innerPoint)) {
    if (!clearance.findAmongBalls(innerPoint)) return false;
  }
  clearance.climb(innerPoint, wanted, CLIMB);
  return true;
}

function keepInnerPoint(cube: Float64Array, innerPoint: InnerPoint): void {
  for (let k = 0; k < 3; k++) cube[POINT + k] = innerPoint.p[k];
  cube[HAS_POINT] = 1;
}

function distanceFromOrigin(cube: Float64Array): number {
  let sq = 0;
  for (let c = 0; c < 3; c++) {
    const near = Math.max(0, Math.abs(cube[c]) - cube[HALF]);
    sq += near * near;
  }
  return Math.sqrt(sq);
}

/** The queue of cubes, the nearest first. A cube that is removed keeps its slot: each leaves eight others. */
class CubeQueue {
  #cubes: Float64Array = new Float64Array(CUBE * 256);
  #end = 0;
  readonly #heap: MinHeap = new MinHeap(256);

  push(cube: Float64Array): void {
    if (this.#end === this.#cubes.length) this.#cubes = grownDoubles(this.#cubes, 2 * this.#end);
    this.#cubes.set(cube, this.#end);
    this.#heap.push(cube, KEY, this.#end, 0);
    this.#end += CUBE;
  }

  /** Removes the nearest cube; false if there is none. */
  pop(out: Float64Array): boolean {
    if (this.#heap.count === 0) return false;
    const at = this.#heap.items[0];
    out.set(this.#cubes.subarray(at, at + CUBE));
    this.#heap.pop();
    return true;
  }
}
