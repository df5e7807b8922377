// Balls inside two bodies, by the kernels (packages/core/kernels/ball-tests.ts has the layout).

import type { BallGridValues, BallTests, DirectionGaps } from '../query/ball-tests.ts';
import type { Kernel } from './kernel.ts';

// Positions in the block, in doubles …
const ROWS_AT = 0;
const UNIT_AT = 9;
const LENGTH_AT = 10;
const SPACING_AT = 11;
const OFFSET_AT = 13;
// … and in ints.
const END_AT = 32;
const LAST_AT = 33;
const COUNTS_AT = 34;
const GRID_AT = 37;
const BALLS_AT = 38;
const LANES_AT = 39;
const DIRECTIONS_AT = 40;
const COUNT_AT = 41;
const STEP_AT = 42;
const GAPS_AT = 43;
const MARKS_AT = 44;
const BLOCKERS_AT = 45;
const OPEN_AT = 46;
const OPEN_COUNT_AT = 47;
const CELLS_AT = 48;
const BLOCK_SIZE = 200;

const NUMBERS_OF_BALL = 4;
/** Bytes of a ball: doubles, and f32 with up to three more to fill a vector. */
const BALL_SIZE = 32 + 16;
const FILLING = 3 * 16;
/** Bytes of a direction: three doubles, its gap, and three ints. */
const DIRECTION_SIZE = 24 + 8 + 3 * 4;

/** A block of memory that is as large as was asked for. */
class Reserved {
  at = 0;
  #size = 0;

  /** Makes it at least this large; its content is then undefined. False if there is no memory. */
  reserve(kernel: Kernel, size: number): boolean {
    if (size <= this.#size) return true;
    const at = kernel.reserve(size);
    if (at === null) return false;
    if (this.#size > 0) kernel.release(this.at);
    this.at = at;
    this.#size = size;
    return true;
  }
}

/** See {@link BallTests}. */
export class KernelBalls implements BallTests {
  readonly #kernel: Kernel;
  readonly #block: number;
  readonly #grid: Reserved = new Reserved();
  readonly #balls: Reserved = new Reserved();
  readonly #directions: Reserved = new Reserved();
  /** The number of the grid in memory. */
  #gridNumber = -1;
  /** The most directions that fit. */
  #most = 0;

  private constructor(kernel: Kernel, block: number) {
    this.#kernel = kernel;
    this.#block = block;
  }

  /** For at most so many directions; null if there is no memory. */
  static open(kernel: Kernel, most: number): KernelBalls | null {
    const block = kernel.allocate(BLOCK_SIZE);
    if (block === null) return null;
    const tests = new KernelBalls(kernel, block);
    if (tests.#directions.reserve(kernel, DIRECTION_SIZE * most)) {
      tests.#writeDirectionBlocks(most);
      return tests;
    }
    kernel.release(block);
    return null;
  }

  #writeDirectionBlocks(most: number): void {
    const { ints } = this.#kernel;
    const i = this.#block / 4;
    this.#most = most;
    ints[i + DIRECTIONS_AT] = this.#directions.at;
    ints[i + GAPS_AT] = this.#directions.at + 24 * most;
    ints[i + MARKS_AT] = ints[i + GAPS_AT] + 8 * most;
    ints[i + BLOCKERS_AT] = ints[i + MARKS_AT] + 4 * most;
    ints[i + OPEN_AT] = ints[i + BLOCKERS_AT] + 4 * most;
  }

  takeBalls(balls: Float64Array, end: number, grid: BallGridValues): boolean {
    const kernel = this.#kernel;
    const { counts, spacing, values, number } = grid;
    const count = end / NUMBERS_OF_BALL;
    if (!this.#balls.reserve(kernel, BALL_SIZE * count + FILLING)) return false;
    if (number !== this.#gridNumber) {
      this.#gridNumber = -1;
      if (!this.#grid.reserve(kernel, 2 * 4 * values.length)) return false;
      kernel.floats.set(values, this.#grid.at / 4);
    }
    const i = this.#block / 4;
    const { ints, doubles } = kernel;
    doubles.set(end === balls.length ? balls : balls.subarray(0, end), this.#balls.at / 8);
    doubles[this.#block / 8 + SPACING_AT] = spacing;
    ints.set(counts, i + COUNTS_AT);
    ints[i + END_AT] = count;
    ints[i + LAST_AT] = 0;
    ints[i + GRID_AT] = this.#grid.at;
    ints[i + CELLS_AT] = this.#grid.at + 4 * values.length;
    ints[i + BALLS_AT] = this.#balls.at;
    ints[i + LANES_AT] = this.#balls.at + 32 * count;
    kernel.exports.writeLanes(this.#block);
    if (number !== this.#gridNumber) kernel.exports.boundCells(this.#block);
    this.#gridNumber = number;
    return true;
  }

  keepWithin(reach: number): void {
    this.#kernel.exports.keepBalls(this.#block, reach);
  }

  isBlocked(offset: Float64Array): boolean {
    const { doubles, exports } = this.#kernel;
    for (let c = 0; c < 3; c++) doubles[this.#block / 8 + OFFSET_AT + c] = offset[c];
    return exports.testBalls(this.#block) !== 0;
  }

  setFrame(rows: Float64Array, unit: number): void {
    const { doubles, ints } = this.#kernel;
    doubles.set(rows, this.#block / 8 + ROWS_AT);
    doubles[this.#block / 8 + UNIT_AT] = unit;
    const blockers = ints[this.#block / 4 + BLOCKERS_AT] / 4;
    ints.fill(0, blockers, blockers + this.#most);
  }

  testAll(directions: Float64Array, length: number, step: number, out: DirectionGaps): void {
    const { doubles, ints, exports } = this.#kernel;
    const i = this.#block / 4;
    const count = directions.length / 3;
    doubles.set(directions, ints[i + DIRECTIONS_AT] / 8);
    doubles[this.#block / 8 + LENGTH_AT] = length;
    ints[i + COUNT_AT] = count;
    ints[i + STEP_AT] = step;
    exports.testDirections(this.#block);
    const gaps = ints[i + GAPS_AT] / 8;
    const open = ints[i + OPEN_AT] / 4;
    const openCount = ints[i + OPEN_COUNT_AT];
    for (let n = 0; n < openCount; n++) {
      const k = ints[open + n];
      out.open[n] = k;
      out.gaps[k] = doubles[gaps + k];
    }
    out.openCount = openCount;
  }

  isOpen(direction: number, length: number): boolean {
    const { doubles, exports } = this.#kernel;
    doubles[this.#block / 8 + LENGTH_AT] = length;
    return exports.isOpenDirection(this.#block, direction) !== 0;
  }
}
