// The overhang of a medial mesh, measured and proven: the largest distance of a point of its cones and slabs from the body. Parts
// are ordered by their bounds, and the one with the largest bound is refined, until that is hardly above the distance of a point
// found, or the work limit is reached.
//
// There are two kinds of parts. The first is the balls between three given ones: where their centres are inside the solid, no point
// is farther outside than the balls reach past the surface from their centres (surface-overlap.ts). A tenth of the primitives or
// fewer need more: their centres leave the solid, and the bound is that of the ball in the middle and the distance from it; or a
// ball reaches past the surface farther than any of its points is from the solid, which continues behind a gap. Such balls, once
// they are near each other, are split into boxes, the second kind: no point of a box is farther from the body than the sum of its
// centre's distance and half its diagonal, nor than its corners are from one triangle, the distance from which is convex.

import { closestPointTriangle } from '../primitive/point-triangle.ts';
import { DISTANCE_OVERSHOOT } from '../scalar/tolerances.ts';
import { square } from '../scalar/vector.ts';
import { BALL, CLOSEST_SIZE, closestBalls } from './closest-balls.ts';
import { EdgeQueue } from './edge-queue.ts';
import type { MedialMesh } from './medial-mesh.ts';
import { SurfaceOverlap } from './surface-overlap.ts';
import type { SurfaceTree } from './surface-tree.ts';

/** How far above the farthest point found the bound may be: this part of its distance, and this part of the size of the body. Dimensionless. */
export const OVERHANG_GAP: { readonly relative: number; readonly ofSize: number } = Object.freeze({
  relative: 1 / 32,
  ofSize: 2 ** -12,
});

/** Number of refined parts, at most: beyond it the largest remaining bound counts. */
const MOST_STEPS = 1 << 17;

/** Rounding of a distance, of points and balls up to a few times the reach of the surface, and of 64 halvings, relative to that. Dimensionless. */
const ROUNDING: number = 32 * DISTANCE_OVERSHOOT;

/** Balls are split into boxes when their centres are this near to each other, in parts of the largest radius. Dimensionless. */
const NEAR = 1;

/** How much the distance from a surface may change along it, in parts of its change across. Dimensionless. */
const ASIDE = 1 / 8;

/**
 * What counts as the body: the solid that a closed, oriented surface bounds; approximately what the surface winds around, and the
 * surface itself; or the surface alone. The second is good for a measurement, not for a proof.
 */
export type OverhangBody = 'solid' | 'surrounded' | 'surface';

export interface Overhang {
  /** The largest distance found of a point of the medial mesh from the body. */
  readonly measured: number;
  /** The proven bound of that distance. */
  readonly bound: number;
  /** Triangles, boxes and points tested. */
  readonly tests: number;
}

/** The overhang of a medial mesh. `size` is the longest side of the box around it. */
export function measureOverhang(mesh: MedialMesh, surface: SurfaceTree, body: OverhangBody, size: number): Overhang {
  return new OverhangSearch(surface, body, size).search(mesh);
}

/** Numbers a part: three balls, or the two corners of a box. */
const PART = 3 * BALL;

/** Initial capacity, in parts. Each primitive may be one, and each step adds one. */
const SPARE = 1024;

class OverhangSearch {
  readonly #surface: SurfaceTree;
  readonly #overlap: SurfaceOverlap;
  readonly #body: OverhangBody;
  readonly #errorBound: number;
  /** The farthest point found, and an upper bound for all tested points. */
  #low = 0;
  #high = 0;
  #points = 0;

  /** The queue of parts, by bound; freed slots are reused. */
  readonly #queue: EdgeQueue;
  #parts: Float64Array;
  /** For each part its number of balls; 0 for a box. */
  readonly #counts: number[] = [];
  readonly #bounds: number[] = [];
  /** For a box, the axis to halve it along, and the balls it is split from: where in `#owners`. */
  readonly #axisOf: number[] = [];
  readonly #ownerOf: number[] = [];
  readonly #owners: Float64Array[] = [];
  /** Whether to split balls into boxes rather than halve them. */
  readonly #isForBoxes: boolean[] = [];
  readonly #free: number[] = [];
  /** The current part, and one of its halves. */
  readonly #part = new Float64Array(PART);
  readonly #half = new Float64Array(PART);
  readonly #closest = new Float64Array(CLOSEST_SIZE);
  readonly #point = new Float64Array(BALL);
  readonly #middle = new Float64Array(BALL);

  constructor(surface: SurfaceTree, body: OverhangBody, size: number) {
    this.#surface = surface;
    this.#overlap = new SurfaceOverlap(surface);
    this.#body = body;
    this.#errorBound = OVERHANG_GAP.ofSize * size;
    this.#queue = new EdgeQueue(SPARE);
    this.#parts = new Float64Array(PART * SPARE);
  }

  search({ spheres, cones, slabs }: MedialMesh): Overhang {
    const balls = new Float64Array(PART);
    const begin = (list: Uint32Array, first: number, count: number): void => {
      for (let k = 0; k < count; k++) {
        balls.set(spheres.subarray(BALL * list[first + k], BALL * list[first + k] + BALL), BALL * k);
      }
      this.#tryMiddle(balls, count);
      if (this.#body === 'surface') this.#splitIntoBoxes(balls, count);
      else this.#putBalls(balls, count);
    };
    for (let k = 0; k < spheres.length; k += BALL) this.#tryMiddle(spheres.subarray(k, k + BALL), 1);
    for (let k = 0; k < cones.length; k += 2) begin(cones, k, cones[k] === cones[k + 1] ? 1 : 2);
    for (let k = 0; k < slabs.length; k += 3) begin(slabs, k, 3);
    for (let step = 0; ; step++) {
      const part = this.#queue.take();
      if (part < 0) break;
      if (this.#bounds[part] <= this.#goal() || step === MOST_STEPS) {
        this.#high = Math.max(this.#high, this.#bounds[part]);
        break;
      }
      this.#part.set(this.#parts.subarray(PART * part, PART * part + PART));
      this.#free.push(part);
      const count = this.#counts[part];
      if (count === 0) this.#halveBox(this.#part, this.#axisOf[part], this.#ownerOf[part]);
      else if (this.#isForBoxes[part]) this.#splitIntoBoxes(this.#part, count);
      else this.#halveBalls(this.#part, count);
    }
    const tests = this.#overlap.tests + this.#points;
    const rounding = ROUNDING * this.#surface.reach;
    return { measured: this.#low, bound: Math.max(this.#low, this.#high) + rounding, tests };
  }

  #goal(): number {
    return (1 + OVERHANG_GAP.relative) * this.#low + this.#errorBound;
  }

  /** Adds the balls between `count` of them, unless their overhang is within the allowance. */
  #putBalls(balls: Float64Array, count: number): void {
    let radius = 0;
    for (let k = 3; k < BALL * count; k += BALL) radius = Math.max(radius, balls[k]);
    const overlap = this.#overlap;
    overlap.test(balls, 0, count, this.#goal());
    let bound = Infinity;
    let value = Infinity;
    if (!overlap.crosses && this.#isInside(balls[0], balls[1], balls[2])) {
      if (overlap.found) this.#try(overlap.deepestPoint[0], overlap.deepestPoint[1], overlap.deepestPoint[2]);
      bound = Math.max(0, Math.min(overlap.most, radius));
    } else {
      bound = this.#boundFromMiddle(balls, count);
      value = this.#valueOfMiddle;
    }
    const goal = this.#goal();
    if (bound <= goal) {
      this.#high = Math.max(this.#high, bound);
      return;
    }
    const side = longestSide(balls, count);
    const isForBoxes = side <= this.#errorBound / 4 || (value > goal && side <= NEAR * radius);
    this.#put(balls, count, bound, -1, 0, isForBoxes);
  }

  #valueOfMiddle = 0;

  /** The overhang of the balls of a part is at most the largest r + |c − m| of its corners less the depth of their centre m. */
  #boundFromMiddle(balls: Float64Array, count: number): number {
    const out = this.#tryMiddle(balls, count);
    const [x, y, z, radius] = this.#middle;
    this.#valueOfMiddle = radius + out;
    let most = 0;
    for (let k = 0; k < BALL * count; k += BALL) {
      const dx = balls[k] - x;
      const dy = balls[k + 1] - y;
      const dz = balls[k + 2] - z;
      most = Math.max(most, balls[k + 3] + Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
    return Math.max(0, most + out);
  }

  /** Tests a point of an intermediate ball that is far outside, and returns the signed distance of its centre; negative inside. */
  #tryMiddle(balls: Float64Array, count: number): number {
    const middle = this.#middle;
    for (let c = 0; c < BALL; c++) {
      middle[c] = 0;
      for (let k = 0; k < count; k++) middle[c] += balls[BALL * k + c] / count;
    }
    const [x, y, z, radius] = middle;
    this.#points++;
    const distance = this.#surface.distance(x, y, z);
    const isInside = this.#isInside(x, y, z);
    if (distance > 0 && !(isInside && radius - distance <= this.#low)) {
      const [nx, ny, nz] = this.#surface.nearest;
      // Towards the surface and beyond it, or away from it.
      const along = ((isInside ? 1 : -1) * radius) / distance;
      this.#try(x + along * (nx - x), y + along * (ny - y), z + along * (nz - z));
    }
    return isInside ? -distance : distance;
  }

  #halveBalls(balls: Float64Array, count: number): void {
    let from = 0;
    let longestSq = -1;
    for (let k = 0; k < (count === 3 ? 3 : 1); k++) {
      const sq = gapSq(balls, BALL * k, BALL * ((k + 1) % count));
      if (sq > longestSq) {
        longestSq = sq;
        from = k;
      }
    }
    const half = this.#half;
    const to = (from + 1) % count;
    for (let end = 0; end < 2; end++) {
      half.set(balls);
      const moved = BALL * (end === 0 ? from : to);
      for (let c = 0; c < BALL; c++) half[moved + c] = (balls[BALL * from + c] + balls[BALL * to + c]) / 2;
      this.#putBalls(half, count);
    }
  }

  /** Adds the box around the intermediate balls. */
  #splitIntoBoxes(balls: Float64Array, count: number): void {
    const half = this.#half;
    this.#owners.push(balls.slice(0, BALL * count));
    for (let c = 0; c < 3; c++) {
      half[c] = Infinity;
      half[3 + c] = -Infinity;
      for (let k = 0; k < BALL * count; k += BALL) {
        half[c] = Math.min(half[c], balls[k + c] - balls[k + 3]);
        half[3 + c] = Math.max(half[3 + c], balls[k + c] + balls[k + 3]);
      }
    }
    this.#putBox(half, this.#owners.length - 1);
  }

  #halveBox(box: Float64Array, axis: number, owner: number): void {
    const middle = box[axis] / 2 + box[3 + axis] / 2;
    const half = this.#half;
    half.set(box);
    half[3 + axis] = middle;
    this.#putBox(half, owner);
    half.set(box);
    half[axis] = middle;
    this.#putBox(half, owner);
  }

  /** Adds the points of some balls that are in a box, unless there are none, or none outside the allowance. */
  #putBox(box: Float64Array, owner: number): void {
    const x = box[0] / 2 + box[3] / 2;
    const y = box[1] / 2 + box[4] / 2;
    const z = box[2] / 2 + box[5] / 2;
    const half = Math.sqrt(square(box[3] - x) + square(box[4] - y) + square(box[5] - z));
    this.#points++;
    const distance = this.#surface.distance(x, y, z);
    const axis = this.#axisAcross(box, x, y, z, distance);
    let bound = distance + half;
    if (bound > this.#goal()) bound = Math.min(bound, this.#farthestCorner(box));
    if (bound > this.#goal()) {
      if (this.#isOutsideOf(this.#owners[owner], box, x, y, z)) return;
      if (this.#isInside(x, y, z)) bound = Math.max(0, half - distance);
      else this.#tryNear(x, y, z);
    }
    if (bound <= this.#goal()) this.#high = Math.max(this.#high, bound);
    else this.#put(box, 0, bound, owner, axis, false);
  }

  /**
   * The axis along which the distance from the surface changes most within a box: beside a large triangle that is its normal, and
   * boxes become flat. The term added to the direction makes boxes small in all directions near triangles.
   */
  #axisAcross(box: Float64Array, x: number, y: number, z: number, distance: number): number {
    const [nx, ny, nz] = this.#surface.nearest;
    const ahead = ASIDE * distance;
    const change = (along: number, c: number): number => (Math.abs(along) + ahead) * (box[3 + c] - box[c]);
    const changes = [change(x - nx, 0), change(y - ny, 1), change(z - nz, 2)];
    return changes[0] >= changes[1] && changes[0] >= changes[2] ? 0 : changes[1] >= changes[2] ? 1 : 2;
  }

  /** The distance of the farthest corner of a box from the triangle that is nearest to its middle. */
  #farthestCorner(box: Float64Array): number {
    const { nearestSlot, tree } = this.#surface;
    const point = this.#point;
    const closest = this.#closest;
    let mostSq = 0;
    for (let corner = 0; corner < 8; corner++) {
      for (let c = 0; c < 3; c++) point[c] = box[((corner >> c) & 1) === 0 ? c : 3 + c];
      closestPointTriangle(point, 0, tree.triangles, 9 * nearestSlot, closest);
      mostSq = Math.max(mostSq, closest[3]);
    }
    return Math.sqrt(mostSq);
  }

  /** Whether a box about (x, y, z) is proven to be outside the hull of some balls; if not, the closest balls are stored. */
  #isOutsideOf(balls: Float64Array, box: Float64Array, x: number, y: number, z: number): boolean {
    const point = this.#point;
    const closest = this.#closest;
    point[0] = x;
    point[1] = y;
    point[2] = z;
    point[3] = 0;
    closestBalls(balls, 0, balls.length / BALL, point, 0, 1, closest);
    if (!(closest[0] > 0)) return false;
    const dx = x - closest[1];
    const dy = y - closest[2];
    const dz = z - closest[3];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    let least = 0;
    for (let c = 0; c < 3; c++) {
      const along = c === 0 ? dx : c === 1 ? dy : dz;
      least += along * (along > 0 ? box[c] : box[3 + c]);
    }
    let most = -Infinity;
    for (let k = 0; k < balls.length; k += BALL) {
      most = Math.max(most, dx * balls[k] + dy * balls[k + 1] + dz * balls[k + 2] + length * balls[k + 3]);
    }
    // Both sides are lengths times `length`.
    return least - most > ROUNDING * this.#surface.reach * length;
  }

  /** Tests the point of the stored balls that is nearest to (x, y, z). */
  #tryNear(x: number, y: number, z: number): void {
    const closest = this.#closest;
    if (!(closest[0] > 0)) {
      this.#try(x, y, z);
      return;
    }
    const part = closest[4] / (closest[0] + closest[4]);
    this.#try(
      closest[1] + part * (x - closest[1]),
      closest[2] + part * (y - closest[2]),
      closest[3] + part * (z - closest[3]),
    );
  }

  #isInside(x: number, y: number, z: number): boolean {
    if (this.#body === 'surface') return false;
    return this.#body === 'solid' ? this.#surface.crossings(x, y, z) !== 0 : this.#surface.surrounds(x, y, z);
  }

  /** A point of the medial mesh. */
  #try(x: number, y: number, z: number): void {
    this.#points++;
    const distance = this.#surface.distance(x, y, z);
    if (distance > this.#low && !this.#isInside(x, y, z)) this.#low = distance;
  }

  #put(part: Float64Array, count: number, bound: number, owner: number, axis: number, isForBoxes: boolean): void {
    const slot = this.#free.pop() ?? this.#bounds.length;
    if (PART * slot >= this.#parts.length) {
      const more = new Float64Array(2 * this.#parts.length);
      more.set(this.#parts);
      this.#parts = more;
    }
    this.#parts.set(part, PART * slot);
    this.#counts[slot] = count;
    this.#bounds[slot] = bound;
    this.#ownerOf[slot] = owner;
    this.#axisOf[slot] = axis;
    this.#isForBoxes[slot] = isForBoxes;
    this.#queue.put(slot, -bound);
  }
}

function longestSide(balls: Float64Array, count: number): number {
  let mostSq = 0;
  for (let k = 1; k < count; k++) mostSq = Math.max(mostSq, gapSq(balls, BALL * (k - 1), BALL * k));
  if (count === 3) mostSq = Math.max(mostSq, gapSq(balls, 0, 2 * BALL));
  return Math.sqrt(mostSq);
}

/** Squared distance of the centres of two balls. */
function gapSq(balls: Float64Array, i: number, j: number): number {
  return square(balls[i] - balls[j]) + square(balls[i + 1] - balls[j + 1]) + square(balls[i + 2] - balls[j + 2]);
}
