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
import { nodeBoxesOf } from '../node-boxes.ts';
import { BALL } from './clearance-sections.ts';
import { innerBallsOf } from './clearances.ts';
import type { Probe } from './probe.ts';
import { TUNING } from './tuning.ts';

const { CELLS } = TUNING.guided;

/** The depth of points in the balls of a body; negative, minus the distance, outside all balls. */
class BallGrid {
  readonly low: Float64Array = new Float64Array(3);
  readonly counts: Int32Array = new Int32Array(3);
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
      this.values[k] = deepest;
    }
  }
}

const grids = new WeakMap<Float64Array, BallGrid>();

export class BallCover {
  /** Balls of the query body in its pose, and the end of those in use. */
  readonly #balls: Float64Array;
  #end: number;
  readonly #grid: BallGrid;
  /** The slot of the deepest ball of the last test: it is tested first. */
  last = 0;

  private constructor(balls: Float64Array, grid: BallGrid) {
    this.#balls = balls;
    this.#end = balls.length;
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
    const scale = pose[RELATIVE_SCALE];
    const balls = new Float64Array(own.length);
    for (let k = 0; k < own.length; k += BALL) {
      const x = own[k] * scale;
      const y = own[k + 1] * scale;
      const z = own[k + 2] * scale;
      for (let c = 0; c < 3; c++)
        balls[k + c] = pose[3 * c] * x + pose[3 * c + 1] * y + pose[3 * c + 2] * z + pose[9 + c];
      balls[k + 3] = own[k + 3] * scale;
    }
    return new BallCover(balls, grid);
  }

  /** Restricts the cover to displacements no longer than `most`: balls that these do not bring to another ball are left out. */
  keepWithin(most: number): void {
    const balls = this.#balls;
    let kept = 0;
    for (let k = 0; k < this.#end; k += BALL) {
      if (this.#depthOf(k, 0, 0, 0) + most <= 0) continue;
      balls.copyWithin(kept, k, k + BALL);
      kept += BALL;
    }
    this.#end = kept;
  }

  /**
   * The depth of the balls in each other with the query body displaced by (x, y, z): if positive, that of the first such ball; else
   * minus the least distance of two balls.
   */
  depthAt(x: number, y: number, z: number): number {
    const balls = this.#balls;
    const { values, counts, spacing, low } = this.#grid;
    const nx = counts[0];
    const ny = counts[1];
    const nz = counts[2];
    const ox = x - low[0];
    const oy = y - low[1];
    const oz = z - low[2];
    const cells = 1 / spacing;
    const reach = HALF_DIAGONAL * spacing;
    let deepest = -Infinity;
    const end = this.#end;
    const first = this.last < end ? this.last : 0;
    for (let n = end > 0 ? -BALL : 0; n < end && deepest <= 0; n += BALL) {
      const k = n < 0 ? first : n;
      const gx = (balls[k] + ox) * cells;
      const gy = (balls[k + 1] + oy) * cells;
      const gz = (balls[k + 2] + oz) * cells;
      const cx = gx < 0 ? 0 : gx > nx - 1 ? nx - 1 : gx;
      const cy = gy < 0 ? 0 : gy > ny - 1 ? ny - 1 : gy;
      const cz = gz < 0 ? 0 : gz > nz - 1 ? nz - 1 : gz;
      // The nearest grid point is tested first: it usually shows that this ball does not overlap.
      const nearest = Math.floor(cx + 0.5) + nx * (Math.floor(cy + 0.5) + ny * Math.floor(cz + 0.5));
      if (balls[k + 3] + values[nearest] + reach <= deepest) continue;
      const dx = gx - cx;
      const dy = gy - cy;
      const dz = gz - cz;
      const off = spacing * Math.sqrt(dx * dx + dy * dy + dz * dz);
      const depth = balls[k + 3] + between(values, nx, ny, nz, cx, cy, cz) - off;
      if (depth <= deepest) continue;
      deepest = depth;
      this.last = k;
    }
    return deepest;
  }

  /** The depth of ball k, displaced by (x, y, z). */
  #depthOf(k: number, x: number, y: number, z: number): number {
    const balls = this.#balls;
    const { values, counts, spacing, low } = this.#grid;
    const gx = (balls[k] + x - low[0]) / spacing;
    const gy = (balls[k + 1] + y - low[1]) / spacing;
    const gz = (balls[k + 2] + z - low[2]) / spacing;
    const cx = Math.min(Math.max(gx, 0), counts[0] - 1);
    const cy = Math.min(Math.max(gy, 0), counts[1] - 1);
    const cz = Math.min(Math.max(gz, 0), counts[2] - 1);
    const dx = gx - cx;
    const dy = gy - cy;
    const dz = gz - cz;
    const off = spacing * Math.sqrt(dx * dx + dy * dy + dz * dz);
    return balls[k + 3] + between(values, counts[0], counts[1], counts[2], cx, cy, cz) - off;
  }
}

/** The distance from a point of a cell to the nearest of its corners, at most, in spacings. */
const HALF_DIAGONAL = 0.87;

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
