// Certifying a depth: branch and bound over translations.
//
// The depth is at least L if every translation shorter than L leaves the bodies overlapping. Cubes of translations cover
// the ball of radius L; one is proven blocked when the room at its centre is at least its half diagonal. The cube nearest
// to the origin is looked at first, so that what is left waiting says at any time how much is proven: no unproven cube is
// nearer than the first in the queue. A centre that is free instead is a shorter way out, and the search goes down from it.
//
// The bound of a point is sharp for a vertex or a face against a face, and within a factor, the sine of half the dihedral
// angle, for an edge against an edge, so cubes shrink no faster than contact space is near, and the queue runs empty for
// any accuracy above rounding.

import { Place, type Room } from './room.ts';
import type { Search } from './search.ts';
import type { PieceDepths } from './solid-pieces.ts';
import { TUNING } from './tuning.ts';

/**
 * A cube is CUBE doubles: centre in the world, half its side, its nearest distance from the origin; and what was deepest in
 * the cube around it: a point, whether there is one, and a pair of pieces or −1.
 */
const CUBE = 10;
const HALF = 3;
const KEY = 4;
const POINT = 5;
const HAS_PLACE = 8;
const PAIR = 9;

const HALF_DIAGONAL: number = Math.sqrt(3) * (1 + Number.EPSILON);
const { CUBE_COST, CUBE_CLIMB: CLIMB } = TUNING.lower;

export interface CoverEnd {
  /** No translation shorter than this is free. */
  readonly lower: number;
  readonly cubes: number;
}

/**
 * Raises the lower bound, and finds shorter ways out, until they are within `accuracy` or the work allowed is done. The cube that is cut goes
 * to `reach` along each axis, which is no less than the best.
 */
export function cover(
  search: Search,
  room: Room,
  pieces: PieceDepths,
  known: Place | null,
  accuracy: number,
  reach: number,
  most: number,
): CoverEnd {
  const { probe } = search;
  const queue = new CubeQueue();
  const cube = new Float64Array(CUBE);
  const centre = cube.subarray(0, 3);
  const place = new Place();
  const child = new Float64Array(CUBE);
  cube[HALF] = reach;
  cube[PAIR] = -1;
  if (known !== null) keepPlace(cube, known);
  queue.push(cube);
  let cubes = 0;
  let lower = 0;
  while (queue.pop(cube)) {
    lower = cube[KEY];
    if (lower >= search.bestLength - accuracy) return { lower: search.bestLength - accuracy, cubes };
    if (++cubes > most || probe.exhausted) return { lower, cubes };
    probe.charge(CUBE_COST);
    const radius = cube[HALF] * HALF_DIAGONAL;
    pieces.move(centre);
    const depth = pieces.bound(cube[PAIR], radius);
    cube[PAIR] = pieces.pair;
    if (depth >= radius) continue;
    room.move(centre);
    const hasPlace = findRoom(room, cube, place, radius);
    if (hasPlace && room.bound(place) >= radius) continue;
    const isShorter =
      Math.sqrt(centre[0] * centre[0] + centre[1] * centre[1] + centre[2] * centre[2]) < search.bestLength;
    if (isShorter && depth === 0 && !hasPlace && probe.isFree(centre)) {
      search.tryFrom(centre);
      search.finish();
    }
    for (let k = 0; k < 8; k++) {
      child.set(cube);
      child[HALF] = cube[HALF] / 2;
      for (let c = 0; c < 3; c++) child[c] += ((k >> c) & 1 ? 1 : -1) * child[HALF];
      child[KEY] = distanceFromOrigin(child);
      child[HAS_PLACE] = 0;
      if (hasPlace) keepPlace(child, place);
      if (child[KEY] < search.bestLength - accuracy) queue.push(child);
    }
  }
  return { lower: search.bestLength - accuracy, cubes };
}

/** A place with room in both bodies for the cube's centre, which the room was moved to; false if none is known. */
function findRoom(room: Room, cube: Float64Array, place: Place, wanted: number): boolean {
  if (cube[HAS_PLACE] === 1) for (let k = 0; k < 3; k++) place.p[k] = cube[POINT + k];
  if (cube[HAS_PLACE] === 0 || !room.measure(place)) {
    if (!room.findAmongBalls(place)) return false;
  }
  room.climb(place, wanted, CLIMB);
  return true;
}

function keepPlace(cube: Float64Array, place: Place): void {
  for (let k = 0; k < 3; k++) cube[POINT + k] = place.p[k];
  cube[HAS_PLACE] = 1;
}

function distanceFromOrigin(cube: Float64Array): number {
  let sq = 0;
  for (let c = 0; c < 3; c++) {
    const near = Math.max(0, Math.abs(cube[c]) - cube[HALF]);
    sq += near * near;
  }
  return Math.sqrt(sq);
}

/** Cubes waiting, the nearest first: a binary heap of flat records. */
class CubeQueue {
  #heap: Float64Array = new Float64Array(CUBE * 256);
  #count = 0;
  readonly #moved: Float64Array = new Float64Array(CUBE);

  push(cube: Float64Array): void {
    if (CUBE * (this.#count + 1) > this.#heap.length) {
      const heap = new Float64Array(2 * this.#heap.length);
      heap.set(this.#heap);
      this.#heap = heap;
    }
    const heap = this.#heap;
    let at = this.#count++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[CUBE * parent + KEY] <= cube[KEY]) break;
      heap.copyWithin(CUBE * at, CUBE * parent, CUBE * parent + CUBE);
      at = parent;
    }
    heap.set(cube, CUBE * at);
  }

  /** Takes the nearest cube; false if there is none. */
  pop(out: Float64Array): boolean {
    if (this.#count === 0) return false;
    const heap = this.#heap;
    out.set(heap.subarray(0, CUBE));
    const last = --this.#count;
    const moved = this.#moved;
    moved.set(heap.subarray(CUBE * last, CUBE * last + CUBE));
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && heap[CUBE * (child + 1) + KEY] < heap[CUBE * child + KEY]) child++;
      if (heap[CUBE * child + KEY] >= moved[KEY]) break;
      heap.copyWithin(CUBE * at, CUBE * child, CUBE * child + CUBE);
      at = child;
    }
    heap.set(moved, CUBE * at);
    return true;
  }
}
