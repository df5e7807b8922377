// A heuristic for blocked translations, from balls inside the bodies.
//
// A translation x of A is blocked if a ball in A, moved by x, overlaps a ball in B. The balls kept with a model (clearances.ts)
// fill it well: among random translations a little shorter than the shortest free one, they reject four of five for a rabbit and
// all but one of a thousand for a knot, at a hundredth of the cost of a probe. Translations that they do not reject are probed,
// those with the largest gap between the balls first. No result depends on this heuristic alone.
//
// The maximum of radius less distance, over all balls of a body, is kept on a grid and interpolated. All lengths are in the
// reference frame and unit.

import type { Model } from '../../model/model.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { type Acceleration, installed } from '../acceleration.ts';
import type { BallGridValues, BallTests } from '../ball-tests.ts';
import { nodeBoxesOf } from '../node-boxes.ts';
import { BALL_COVER_SLOT } from '../scratch-slots.ts';
import { perWorkspace } from '../workspace.ts';
import { BALL } from './clearance-sections.ts';
import { innerBallsOf } from './clearances.ts';
import type { Probe } from './probe.ts';
import { TUNING } from './tuning.ts';

const { CELLS, AROUND_DIRECTIONS } = TUNING.guided;

/** The depth of points in the balls of a body; negative, minus the distance, outside all balls. In spacings of the grid. */
class BallGrid implements BallGridValues {
  static #made = 0;
  readonly number: number = BallGrid.#made++;
  readonly low: Float64Array = new Float64Array(3);
  readonly counts: Int32Array = new Int32Array(3);
  /** In the reference unit. */
  readonly spacing: number;
  readonly values: Float32Array;

  constructor(model: Model, balls: Float64Array) {
    const box = nodeBoxesOf(model);
    this.spacing = (2 * Math.max(box[3], box[4], box[5])) / CELLS;
    for (let c = 0; c < 3; c++) {
      this.counts[c] = Math.max(2, Math.ceil((2 * box[3 + c]) / this.spacing) + 1);
      this.low[c] = box[c] - ((this.counts[c] - 1) / 2) * this.spacing;
    }
    const [nx, ny, nz] = this.counts;
    const [lx, ly, lz] = this.low;
    this.values = new Float32Array(nx * ny * nz);
    for (let k = 0; k < this.values.length; k++) {
      const x = lx + (k % nx) * this.spacing;
      const y = ly + (Math.floor(k / nx) % ny) * this.spacing;
      const z = lz + Math.floor(k / (nx * ny)) * this.spacing;
      let deepest = -Infinity;
      for (let b = 0; b < balls.length; b += BALL) {
        const dx = x - balls[b];
        const dy = y - balls[b + 1];
        const dz = z - balls[b + 2];
        const depth = balls[b + 3] - Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (depth > deepest) deepest = depth;
      }
      this.values[k] = deepest / this.spacing;
    }
  }

  /** An upper bound of the depth of a point in a ball, in the reference unit: the depth changes by no more than the point moves. */
  depthAtMost(x: number, y: number, z: number): number {
    const { low, counts, spacing, values } = this;
    const gx = (x - low[0]) / spacing;
    const gy = (y - low[1]) / spacing;
    const gz = (z - low[2]) / spacing;
    const ix = Math.round(Math.min(Math.max(gx, 0), counts[0] - 1));
    const iy = Math.round(Math.min(Math.max(gy, 0), counts[1] - 1));
    const iz = Math.round(Math.min(Math.max(gz, 0), counts[2] - 1));
    const value = values[ix + counts[0] * (iy + counts[1] * iz)];
    const dx = gx - ix;
    const dy = gy - iy;
    const dz = gz - iz;
    const off = Math.sqrt(dx * dx + dy * dy + dz * dz);
    return (value + off + SINGLE_ROUNDING) * spacing;
  }
}

const grids = new WeakMap<Float64Array, BallGrid>();

/** The grid of balls of a body, if it has been built. */
export function knownBallGrid(balls: Float64Array): BallGrid | undefined {
  return grids.get(balls);
}

/** The posed balls of one query, and the kernels that test them, once they were installed. */
class Scratch {
  balls: Float64Array = new Float64Array(0);
  #kernels: BallTests | null = null;
  #acceleration: Acceleration | null = null;

  reserve(length: number): Float64Array {
    if (this.balls.length < length) this.balls = new Float64Array(length);
    return this.balls;
  }

  open(): BallTests | null {
    const { kernels } = installed;
    if (kernels === null) return null;
    if (this.#acceleration !== kernels) {
      this.#acceleration = kernels;
      this.#kernels = kernels.openBallTests(AROUND_DIRECTIONS);
    }
    return this.#kernels;
  }
}

const scratchOf = perWorkspace(BALL_COVER_SLOT, () => new Scratch());

export class BallCover {
  /** Balls of the query body in its pose, in spacings of the grid from its lowest corner, and the end of those in use. */
  readonly #balls: Float64Array;
  #end: number;
  readonly #grid: BallGrid;
  /** The displacement of the query body, in spacings. */
  readonly #offset: Float64Array = new Float64Array(3);
  /** [0]: the result of the last test, in the reference unit. */
  readonly depth: Float64Array = new Float64Array(1);
  /** The slot of the deepest ball of the last test: it is tested first. */
  last = 0;

  /** Kernels that test the balls instead: then these here are not up to date. */
  readonly kernels: BallTests | null;

  private constructor(balls: Float64Array, end: number, grid: BallGrid, kernels: BallTests | null) {
    this.kernels = kernels?.takeBalls(balls, end, grid) === true ? kernels : null;
    this.#balls = balls;
    this.#end = end;
    this.#grid = grid;
  }

  /** The cover for A in its pose, as the workspace of `probe` is prepared; null for bodies without balls. */
  static of({ w }: Probe): BallCover | null {
    const { queryBody, reference, pose } = w;
    const own = innerBallsOf(queryBody);
    const other = innerBallsOf(reference);
    if (own.length === 0 || other.length === 0) return null;
    let grid = grids.get(other);
    if (grid === undefined) {
      grid = new BallGrid(reference, other);
      grids.set(other, grid);
    }
    const { low, spacing } = grid;
    const scale = pose[RELATIVE_SCALE];
    const scratch = scratchOf(w);
    const balls = scratch.reserve(own.length);
    for (let k = 0; k < own.length; k += BALL) {
      const x = own[k] * scale;
      const y = own[k + 1] * scale;
      const z = own[k + 2] * scale;
      for (let c = 0; c < 3; c++) {
        const posed = pose[3 * c] * x + pose[3 * c + 1] * y + pose[3 * c + 2] * z + pose[9 + c];
        balls[k + c] = (posed - low[c]) / spacing;
      }
      balls[k + 3] = (own[k + 3] * scale) / spacing;
    }
    return new BallCover(balls, own.length, grid, scratch.open());
  }

  /** Restricts the cover to displacements no longer than `most`: balls that these do not bring to another ball are left out. */
  keepWithin(most: number): void {
    const balls = this.#balls;
    const reach = most / this.#grid.spacing;
    if (this.kernels !== null) {
      this.kernels.keepWithin(reach);
      return;
    }
    let kept = 0;
    this.#offset.fill(0);
    for (let k = 0; k < this.#end; k += BALL) {
      if (this.#depthOf(k) + reach <= 0) continue;
      balls.copyWithin(kept, k, k + BALL);
      kept += BALL;
    }
    this.#end = kept;
  }

  /**
   * Tests the balls with the query body displaced by `part` of `displacement`; whether two overlap. `depth[0]` is then the depth of the first
   * two that do; else minus the least distance of two balls; kernels keep it. (Numbers in arrays are not boxed.)
   */
  isBlocked(displacement: Float64Array, part: Float64Array): boolean {
    const { values, counts, spacing } = this.#grid;
    const nx = counts[0];
    const ny = counts[1];
    const mostX = nx - 1;
    const mostY = ny - 1;
    const mostZ = counts[2] - 1;
    const offset = this.#offset;
    for (let c = 0; c < 3; c++) offset[c] = (part[0] * displacement[c]) / spacing;
    if (this.kernels !== null) return this.kernels.isBlocked(offset);
    const balls = this.#balls;
    const ox = offset[0];
    const oy = offset[1];
    const oz = offset[2];
    const end = this.#end;
    const first = this.last < end ? this.last : 0;
    let deepest = end > 0 ? this.#depthOf(first) : -Infinity;
    this.last = first;
    for (let k = 0; k < end && deepest <= 0; k += BALL) {
      const gx = balls[k] + ox;
      const gy = balls[k + 1] + oy;
      const gz = balls[k + 2] + oz;
      const cx = gx < 0 ? 0 : gx > mostX ? mostX : gx;
      const cy = gy < 0 ? 0 : gy > mostY ? mostY : gy;
      const cz = gz < 0 ? 0 : gz > mostZ ? mostZ : gz;
      // The nearest grid point is tested first: it usually shows that this ball does not overlap.
      const nearest = ((cx + 0.5) | 0) + nx * (((cy + 0.5) | 0) + ny * ((cz + 0.5) | 0));
      if (balls[k + 3] + values[nearest] + HALF_DIAGONAL <= deepest) continue;
      const depth = this.#depthOf(k);
      if (depth <= deepest) continue;
      deepest = depth;
      this.last = k;
    }
    this.depth[0] = deepest * spacing;
    return deepest > 0;
  }

  /** The depth of ball k, displaced by the offset, in spacings. */
  #depthOf(k: number): number {
    const balls = this.#balls;
    const { values, counts } = this.#grid;
    const offset = this.#offset;
    const gx = balls[k] + offset[0];
    const gy = balls[k + 1] + offset[1];
    const gz = balls[k + 2] + offset[2];
    const cx = Math.min(Math.max(gx, 0), counts[0] - 1);
    const cy = Math.min(Math.max(gy, 0), counts[1] - 1);
    const cz = Math.min(Math.max(gz, 0), counts[2] - 1);
    const dx = gx - cx;
    const dy = gy - cy;
    const dz = gz - cz;
    const off = Math.sqrt(dx * dx + dy * dy + dz * dz);
    return balls[k + 3] + between(values, counts[0], counts[1], counts[2], cx, cy, cz) - off;
  }
}

/** The distance from a point of a cell to the nearest of its corners, at most, in spacings. */
const HALF_DIAGONAL = 0.87;
/** Depths of points in a body are up to some dozens of spacings, rounded to f32. */
const SINGLE_ROUNDING: number = 2 ** -16;

/** The value between the eight grid points around a point in the grid. */
function between(v: Float32Array, nx: number, ny: number, nz: number, x: number, y: number, z: number): number {
  const ix = Math.min(nx - 2, Math.floor(x));
  const iy = Math.min(ny - 2, Math.floor(y));
  const iz = Math.min(nz - 2, Math.floor(z));
  const tx = x - ix;
  const ty = y - iy;
  const tz = z - iz;
  const back = nx * ny;
  const k = ix + nx * iy + back * iz;
  const near = (1 - ty) * ((1 - tx) * v[k] + tx * v[k + 1]) + ty * ((1 - tx) * v[k + nx] + tx * v[k + nx + 1]);
  const j = k + back;
  const far = (1 - ty) * ((1 - tx) * v[j] + tx * v[j + 1]) + ty * ((1 - tx) * v[j + nx] + tx * v[j + nx + 1]);
  return (1 - tz) * near + tz * far;
}
