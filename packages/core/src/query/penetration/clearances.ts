// Points far from the surface of a body: balls inside it, and free configurations of a point around it.
//
// PolyDepth's distance map (section 5.2, Figs 7 and 8), for both signs: a grid over the body's box, the distance to the surface at
// each grid point, and the largest of these distances. Outside, they are points where another body may be free. Inside, refined and
// thinned out, they are the balls that prove how deep another body is. A grid point is on the same side as its neighbour if it is
// farther from the surface than from that neighbour, so hardly any point needs an exact test.

import { savedMedialAxis } from '../../medial/medial-sections.ts';
import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import type { Structure } from '../../model/structure.ts';
import { COORDINATE_ERROR } from '../../scalar/tolerances.ts';
import { lengthOf } from '../../scalar/vector.ts';
import { LocateScratch } from '../locate-scratch.ts';
import { nodeBoxesOf } from '../node-boxes.ts';
import { locatePoint } from '../point/locate.ts';
import { findNearestLeaf, NearestLeaf } from '../point/nearest-leaf.ts';
import { addClearanceSections, BALL, type Clearances, takeClearanceSections } from './clearance-sections.ts';
import { TUNING } from './tuning.ts';

const { RESOLUTION, MOST_BALLS, MOST_CLEAR, MOST_WITH_MEDIAL, LEVEL, CROWDED } = TUNING.lower;
/** Raises a limit above its rounding. */
const LIMIT_RAISE = 1 + 1e-9;
const OUTSIDE = 1;
const INSIDE = 2;

class Grid {
  readonly counts: Int32Array = new Int32Array(3);
  readonly spacing: number;
  readonly distances: Float64Array;
  readonly sides: Uint8Array;
  readonly point: Float64Array = new Float64Array(4);
  readonly nearest: NearestLeaf = new NearestLeaf();
  readonly locating: LocateScratch = new LocateScratch();
  readonly #low: Float64Array = new Float64Array(3);

  constructor(box: Float64Array) {
    this.spacing = (2 * Math.max(box[3], box[4], box[5])) / RESOLUTION;
    for (let c = 0; c < 3; c++) {
      this.counts[c] = Math.max(1, Math.ceil((2 * box[3 + c]) / this.spacing));
      this.#low[c] = box[c] - ((this.counts[c] - 1) / 2) * this.spacing;
    }
    const size = this.counts[0] * this.counts[1] * this.counts[2];
    this.distances = new Float64Array(size);
    this.sides = new Uint8Array(size);
  }

  /** Writes the position of a grid point to `point`. */
  moveTo(index: number): void {
    const [nx, ny] = this.counts;
    this.point[0] = this.#low[0] + (index % nx) * this.spacing;
    this.point[1] = this.#low[1] + (Math.floor(index / nx) % ny) * this.spacing;
    this.point[2] = this.#low[2] + Math.floor(index / (nx * ny)) * this.spacing;
  }

  isOnBorder(index: number): boolean {
    const [nx, ny, nz] = this.counts;
    const x = index % nx;
    const y = Math.floor(index / nx) % ny;
    const z = Math.floor(index / (nx * ny));
    return x === 0 || y === 0 || z === 0 || x === nx - 1 || y === ny - 1 || z === nz - 1;
  }
}

/**
 * Points inside and around a body that are farthest from its surface: `penetration` of solids starts from them. A model that stores
 * this structure need not compute it. (The query for near faces is `clearance`.)
 *
 * @example
 * const model = Model.build(box(), { with: [clearanceMap] });
 * console.log(penetration(model, {}, model, { position: [0.1, 0, 0] }).status); // overlapping
 */
export const clearanceMap: Structure<Clearances> = {
  name: 'clearances',
  build: findClearances,
  write: (found, sections) => addClearanceSections(sections, found),
  read: (sections, { frame }) => takeClearanceSections(sections, frame.radius),
};

export const clearancesOf = (model: Model): Clearances => model.structure(clearanceMap);

/** Balls in a solid, the largest first: those of the distance map, and those of the medial axis where the model has one. */
export const innerBallsOf: (model: Model) => Float64Array = /* @__PURE__ */ perModel((model) => {
  const { inner } = clearancesOf(model);
  const medial = model.carried(savedMedialAxis);
  return medial === undefined
    ? inner
    : joined(thinned([...split(inner), ...split(medial.innerBalls)], MOST_WITH_MEDIAL));
});

function split(balls: Float64Array): Float64Array[] {
  return Array.from({ length: balls.length / BALL }, (_, n) => balls.subarray(BALL * n, BALL * n + BALL));
}

/** The largest balls, up to `most`, none of them centred in another. */
function thinned(balls: Float64Array[], most: number): Float64Array[] {
  const kept: Float64Array[] = [];
  for (const ball of balls.sort((a, b) => b[3] - a[3])) {
    if (kept.length === most) break;
    if (!isCrowded(kept, ball)) kept.push(ball);
  }
  return kept;
}

function findClearances(model: Model): Clearances {
  const grid = new Grid(nodeBoxesOf(model).slice(0, 6));
  measure(model, grid);
  return { inner: innerBalls(model, grid), outer: clearPoints(grid) };
}

/** Distances and sides of all grid points. */
function measure(model: Model, grid: Grid): void {
  const { distances, sides, point, counts, nearest } = grid;
  const [nx, ny] = counts;
  const near = new Float64Array(3);
  for (let k = 0; k < distances.length; k++) {
    grid.moveTo(k);
    // The nearest face to the previous point is near.
    const limit =
      k % nx === 0
        ? Infinity
        : lengthOf(point[0] - near[0], point[1] - near[1], point[2] - near[2]) * LIMIT_RAISE + 1e-12;
    const { found } = findNearestLeaf(model, point, limit, nearest);
    distances[k] = found[0];
    for (let c = 0; c < 3; c++) near[c] = found[1 + c];
    sides[k] = sideOfNeighbour(grid, k, [
      k % nx > 0 ? 1 : 0,
      Math.floor(k / nx) % ny > 0 ? nx : 0,
      k >= nx * ny ? nx * ny : 0,
    ]);
    if (sides[k] === 0) sides[k] = sideOf(model, grid, distances[k]);
  }
}

/** The side of an earlier neighbour with no surface between the two, or 0. */
function sideOfNeighbour({ distances, sides, spacing }: Grid, k: number, steps: readonly number[]): number {
  for (const step of steps) {
    if (step > 0 && Math.max(distances[k], distances[k - step]) > 1.0001 * spacing) return sides[k - step];
  }
  return 0;
}

function sideOf(model: Model, { point, locating }: Grid, distance: number): number {
  point[3] = COORDINATE_ERROR * (model.frame.radius + Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]));
  return distance > 0 && locatePoint(model, point, locating, null) === 'inside' ? INSIDE : OUTSIDE;
}

/**
 * Points outside on the ridges of the distance, off the border of the box, those with the largest clearance first and none within
 * the clearance of another. These are the paper's steps 3 to 6, except that points are kept all along a ridge. In a cavity that is
 * open on one side the distance has no maximum, since it grows towards the opening, but it has a ridge.
 */
function clearPoints(grid: Grid): Float64Array {
  const { distances, sides, spacing, point } = grid;
  const ridge: number[] = [];
  for (let k = 0; k < distances.length; k++) {
    if (sides[k] === OUTSIDE && distances[k] >= spacing && !grid.isOnBorder(k) && isOnRidge(grid, k)) ridge.push(k);
  }
  const balls = ridge.map((k) => {
    grid.moveTo(k);
    return Float64Array.of(point[0], point[1], point[2], distances[k]);
  });
  return joined(thinned(balls, MOST_CLEAR));
}

/** Whether the distance is nowhere larger along two of the axes and somewhere smaller; this excludes points above a flat face. */
function isOnRidge({ distances, counts, spacing }: Grid, k: number): boolean {
  const level = LEVEL * spacing;
  let highest = 0;
  let isSteep = false;
  for (const step of [1, counts[0], counts[0] * counts[1]]) {
    const least = Math.min(distances[k] - distances[k - step], distances[k] - distances[k + step]);
    const most = Math.max(distances[k] - distances[k - step], distances[k] - distances[k + step]);
    if (least < -level) continue;
    highest++;
    if (most > level) isSteep = true;
  }
  return highest >= 2 && isSteep;
}

/** Balls about inside points, the largest first, refined, and none of them centred in another. */
function innerBalls(model: Model, grid: Grid): Float64Array {
  const { distances, sides, point } = grid;
  const order: number[] = [];
  for (let k = 0; k < distances.length; k++) if (sides[k] === INSIDE) order.push(k);
  order.sort((a, b) => distances[b] - distances[a] || a - b);
  const balls: Float64Array[] = [];
  for (const k of order) {
    if (balls.length === MOST_BALLS) break;
    grid.moveTo(k);
    if (isCrowded(balls, point)) continue;
    const ball = growBall(model, grid, distances[k]);
    if (!isCrowded(balls, ball)) balls.push(ball);
  }
  return joined(balls.sort((a, b) => b[3] - a[3]));
}

function joined(balls: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(BALL * balls.length);
  balls.forEach((ball, n) => {
    out.set(ball, BALL * n);
  });
  return out;
}

function isCrowded(balls: readonly Float64Array[], p: Float64Array): boolean {
  return balls.some((ball) => {
    const dx = p[0] - ball[0];
    const dy = p[1] - ball[1];
    const dz = p[2] - ball[2];
    return dx * dx + dy * dy + dz * dz < CROWDED * CROWDED * ball[3] * ball[3];
  });
}

/** Moves the grid's point, which is inside, uphill, but not out of the ball around it, so that it stays inside. */
function growBall(model: Model, { point, spacing, nearest }: Grid, distance: number): Float64Array {
  const ball = Float64Array.of(point[0], point[1], point[2], distance);
  const next = new Float64Array(4);
  const { found } = findNearestLeaf(model, ball, distance * LIMIT_RAISE, nearest);
  /** The nearest point of the surface to the ball's centre. */
  const foot = Float64Array.of(found[1], found[2], found[3]);
  for (let step = spacing / 2; step > spacing / 64; step /= 2) {
    for (let tries = 0; tries < 4; tries++) {
      const length = ball[3];
      if (!(length > 0)) return ball;
      const part = Math.min(step, length / 2) / length;
      for (let c = 0; c < 3; c++) next[c] = ball[c] + part * (ball[c] - foot[c]);
      // No face is farther than the known nearest point, and one as near as before is too near.
      findNearestLeaf(model, next, (1 + part) * length * LIMIT_RAISE, nearest, length);
      if (found[0] <= ball[3]) break;
      next[3] = found[0];
      ball.set(next);
      for (let c = 0; c < 3; c++) foot[c] = found[1 + c];
    }
  }
  return ball;
}
