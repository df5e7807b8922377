// A uniform grid in a hash table, several of them where sizes differ: the hierarchical hash grid (Mirtich, "Efficient algorithms for two-phase
// collision detection", 1997; Ericson, "Real-Time Collision Detection", 7.2).
//
// A box belongs to one cell, that of its least corner, on the finest level whose cells are larger than the box. Two overlapping
// boxes of one level are then in one cell or in two neighbouring ones, and a box finds those of a coarser level in the few cells
// there that it reaches, extended by one cell. Everything is rebuilt in each update by counting: boxes into buckets, buckets in
// order, boxes copied in that order.
//
// The bucket of a cell is the hash of its row plus its x, so the cells of a row are contiguous and three neighbours are one run in
// memory. Half of the 26 neighbours are tested, in five runs: the rest of the own row, and four rows before it. Cells that share a
// bucket by accident cost tests but add no pairs: boxes decide, and the set ignores repeated pairs.
//
// Rounding misses no pair: cells are powers of two, so quotients are exact, and the sides of a box are less than a cell also in
// exact arithmetic, since subtraction rounds monotonically. Where coordinates have no units left (beyond 2⁵³ cells) such a box is a
// single point, and coincident points share a cell.
//
// Cost: linear in boxes and pairs, for boxes of similar size under any motion.

import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';
import { ABSENT, BOX, boxesOverlap, mayPair } from './box-set.ts';
import type { BroadPhaseKind } from './broad-phase.ts';
import { Rebuilt } from './rebuilt.ts';

/** Cells of the next level are this many binary orders larger: fewer levels to test for a few more boxes in a cell. */
const LEVEL_STEP = 2;
/**
 * Levels, the middle one for boxes of average size. Boxes smaller than those of the finest level join it; a box larger than those
 * of the coarsest, 2⁶⁰ of the average, needs at least 2⁶⁰ boxes.
 */
const LEVELS = 61;
const MIDDLE = 30;
/** Exponents of cells are limited to this, so that all are doubles; coordinates are far below. */
const LARGEST_EXPONENT = 1000;

class Grid extends Rebuilt {
  /** By slot, boxes in the order of their buckets: number, level, kind and box. */
  #ids: Int32Array = new Int32Array(0);
  #levels: Uint8Array = new Uint8Array(0);
  #kinds: Uint8Array = new Uint8Array(0);
  #sorted: Float64Array = new Float64Array(0);
  /** For each box by number its longest side, its level and its bucket; and for each bucket its first slot. */
  #sides: Float64Array = new Float64Array(0);
  #bucketOf: Int32Array = new Int32Array(0);
  #levelOf: Uint8Array = new Uint8Array(0);
  #starts: Int32Array = new Int32Array(0);
  readonly #boxesOnLevel: Int32Array = new Int32Array(LEVELS);
  readonly #cells: Float64Array = new Float64Array(LEVELS);
  /** The highest level that has boxes. */
  #coarsest = 0;
  /** One less than the number of buckets, a power of two. */
  #mask = 0;

  protected findPairs(): void {
    const count = this.#chooseLevels();
    this.#reserve(count);
    this.#fill(count);
    for (let slot = 0; slot < count; slot++) {
      this.#findOnLevel(slot);
      for (let level = this.#levels[slot] + 1; level <= this.#coarsest; level++) {
        if (this.#boxesOnLevel[level] > 0) this.#findOnCoarser(slot, level);
      }
    }
  }

  /** Chooses the cell sizes by the average side and assigns each box its level. Returns the number of boxes. */
  #chooseLevels(): number {
    const { bounds, kinds, end } = this.boxes;
    if (this.#levelOf.length < end) {
      this.#levelOf = new Uint8Array(2 * end);
      this.#bucketOf = new Int32Array(2 * end);
      this.#sides = new Float64Array(2 * end);
    }
    let count = 0;
    let sum = 0;
    for (let id = 0; id < end; id++) {
      if (kinds[id] === ABSENT) continue;
      const at = BOX * id;
      const x = bounds[at + 3] - bounds[at];
      const y = bounds[at + 4] - bounds[at + 1];
      const z = bounds[at + 5] - bounds[at + 2];
      const side = x > y ? (x > z ? x : z) : y > z ? y : z;
      this.#sides[id] = side;
      sum += side;
      count++;
    }
    // The exponent of a cell just above the average side: cells of one to two sides (measured, docs/lab/broad-phase.md).
    const average = count > 0 && sum > 0 ? exponentAbove(sum / count) : 0;
    for (let level = 0; level < LEVELS; level++) {
      const exponent = average + LEVEL_STEP * (level - MIDDLE);
      this.#cells[level] = powerOfTwo(Math.max(-LARGEST_EXPONENT, Math.min(LARGEST_EXPONENT, exponent)));
    }
    this.#boxesOnLevel.fill(0);
    this.#coarsest = 0;
    for (let id = 0; id < end; id++) {
      if (kinds[id] === ABSENT) continue;
      const side = this.#sides[id];
      let level = MIDDLE;
      while (level > 0 && side < this.#cells[level - 1]) level--;
      while (level < LEVELS - 1 && !(side < this.#cells[level])) level++;
      this.#levelOf[id] = level;
      this.#boxesOnLevel[level]++;
      if (level > this.#coarsest) this.#coarsest = level;
    }
    return count;
  }

  #reserve(count: number): void {
    if (this.#ids.length < count) {
      this.#ids = new Int32Array(2 * count);
      this.#levels = new Uint8Array(2 * count);
      this.#kinds = new Uint8Array(2 * count);
      this.#sorted = new Float64Array(BOX * 2 * count);
    }
    let buckets = 64;
    while (buckets < 2 * count) buckets *= 2;
    if (this.#starts.length !== buckets + 1) this.#starts = new Int32Array(buckets + 1);
    this.#mask = buckets - 1;
  }

  /** Sorts the boxes by bucket, counting. */
  #fill(count: number): void {
    const { bounds, kinds, end } = this.boxes;
    const starts = this.#starts;
    starts.fill(0);
    for (let id = 0; id < end; id++) {
      if (kinds[id] === ABSENT) continue;
      const level = this.#levelOf[id];
      const cell = this.#cells[level];
      const x = Math.floor(bounds[BOX * id] / cell);
      const y = Math.floor(bounds[BOX * id + 1] / cell);
      const z = Math.floor(bounds[BOX * id + 2] / cell);
      const bucket = (hashRow(y, z, level) + (x | 0)) & this.#mask;
      this.#bucketOf[id] = bucket;
      starts[bucket + 1]++;
    }
    for (let bucket = 0; bucket <= this.#mask; bucket++) starts[bucket + 1] += starts[bucket];
    // From the last box to the first, ends become starts: boxes of a bucket lie in the order of their numbers.
    for (let id = end - 1; id >= 0; id--) {
      if (kinds[id] === ABSENT) continue;
      const slot = --starts[this.#bucketOf[id] + 1];
      this.#ids[slot] = id;
      this.#levels[slot] = this.#levelOf[id];
      this.#kinds[slot] = kinds[id];
      for (let k = 0; k < BOX; k++) this.#sorted[BOX * slot + k] = bounds[BOX * id + k];
    }
    for (let bucket = 0; bucket <= this.#mask; bucket++) starts[bucket] = starts[bucket + 1];
    starts[this.#mask + 1] = count;
  }

  #findOnLevel(slot: number): void {
    const mask = this.#mask;
    const level = this.#levels[slot];
    const cell = this.#cells[level];
    const at = BOX * slot;
    const x = Math.floor(this.#sorted[at] / cell) | 0;
    const y = Math.floor(this.#sorted[at + 1] / cell);
    const z = Math.floor(this.#sorted[at + 2] / cell);
    const own = (hashRow(y, z, level) + x) & mask;
    this.#testBuckets(slot, slot + 1, own, 2);
    this.#testRow(slot, hashRow(y - 1, z, level) + x - 1, 3);
    for (let dy = -1; dy <= 1; dy++) this.#testRow(slot, hashRow(y + dy, z - 1, level) + x - 1, 3);
  }

  #findOnCoarser(slot: number, level: number): void {
    const cell = this.#cells[level];
    const at = BOX * slot;
    const sorted = this.#sorted;
    const x = Math.floor(sorted[at] / cell) - 1;
    const length = Math.floor(sorted[at + 3] / cell) - x + 1;
    const lastY = Math.floor(sorted[at + 4] / cell);
    const lastZ = Math.floor(sorted[at + 5] / cell);
    for (let z = Math.floor(sorted[at + 2] / cell) - 1; z <= lastZ; z++) {
      for (let y = Math.floor(sorted[at + 1] / cell) - 1; y <= lastY; y++) {
        this.#testRow(slot, hashRow(y, z, level) + (x | 0), length);
      }
    }
  }

  /** Tests the box at a slot against those in `length` buckets in a row. */
  #testRow(slot: number, first: number, length: number): void {
    const bucket = first & this.#mask;
    this.#testBuckets(slot, this.#starts[bucket], bucket, length);
  }

  /** The same from slot `from` of the first bucket on. */
  #testBuckets(slot: number, from: number, bucket: number, length: number): void {
    const end = bucket + length;
    const last = this.#mask + 1;
    this.#testRun(slot, from, this.#starts[end <= last ? end : last]);
    // Rows wrap around: the first bucket follows the last.
    if (end > last) this.#testRun(slot, 0, this.#starts[end - last]);
  }

  #testRun(slot: number, from: number, to: number): void {
    const sorted = this.#sorted;
    const kinds = this.#kinds;
    for (let other = from; other < to; other++) {
      if (!boxesOverlap(sorted, BOX * slot, sorted, BOX * other) || other === slot) continue;
      if (mayPair(kinds[slot], kinds[other])) this.pairs.put(this.#ids[slot], this.#ids[other]);
    }
  }
}

/** Coordinates beyond 32 bits wrap around; neighbours stay neighbours. */
function hashRow(y: number, z: number, level: number): number {
  const mixed = Math.imul(y | 0, 0x9e3779b1) ^ Math.imul(z | 0, 0x85ebca77) ^ Math.imul(level, 0xc2b2ae3d);
  return mixed ^ (mixed >>> 15);
}

/**
 * A uniform grid, hashed.
 *
 * @example
 * const world = new World({ broadPhase: grid });
 * const cube = Model.build(box());
 * world.add(cube);
 * world.add(cube, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export const grid: BroadPhaseKind = { name: 'grid', create: (boxes) => new Grid(boxes) };
