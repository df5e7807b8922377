// Triangles of two leaves whose boxes overlap, relative to the origin of the reference body's leaf.

import { BOXES_AT, COORDINATE_ERROR_AT, COUNT_AT, EXTENT_AT, MOVED_EXTENT_AT } from './layout';
import { originGap } from './moved';
import { pairsOf } from './nodes';

/**
 * Error of a coordinate of a corner of the query body, relative to the origin of a leaf of the reference body, in parts of the gap of the two
 * origins and the extents of both. Rounding of a stored corner is ε, of its rotation 4.1ε, of the gap ε and of the sum ε: 6.1ε of an extent and
 * 2.1ε of the gap, as in doubles.
 */
export const CORNER_ERROR: f32 = 4.76838e-7; // 8ε, rounded up
/** A length times this is not smaller as f32. */
export const ROUNDED_UP: f64 = 1.000001;

/**
 * Which triangles of a moved pack and of one of the reference body have boxes that overlap: bit 4·i + j for triangle i of the query body. `own` is the pack
 * that was moved. Writes to `between` from the origin of R's pack to that of Q's, and the error of a coordinate: four f32.
 */
export function overlapOf(q: usize, slot: usize, own: usize, other: usize, between: usize): i32 {
  const x = <f32>originGap(slot, other, 0);
  const y = <f32>originGap(slot, other, 1);
  const z = <f32>originGap(slot, other, 2);
  const far = max(abs(x), max(abs(y), abs(z)));
  const size = far + load<f32>(slot + MOVED_EXTENT_AT) + load<f32>(other + EXTENT_AT);
  const inDoubles = <f32>(load<f64>(q + COORDINATE_ERROR_AT) * ROUNDED_UP);
  const delta = CORNER_ERROR * size + inDoubles;
  store<f32>(between, x);
  store<f32>(between + 4, y);
  store<f32>(between + 8, z);
  store<f32>(between + 12, delta);
  // Of two boxes each may be off by the error in doubles. All else that f32 loses is within one error of a corner.
  const pairs = boxesOverlap(slot + BOXES_AT, x, y, z, other, delta + inDoubles);
  return pairs & pairsOf((1 << load<i32>(own + COUNT_AT)) - 1, (1 << load<i32>(other + COUNT_AT)) - 1);
}

/** The triangles of a moved pack relative to the other origin, from which `between` leads to their own. */
export function shiftPack(slot: usize, between: usize, to: usize): void {
  const x = v128.load32_splat(between);
  const y = v128.load32_splat(between + 4);
  const z = v128.load32_splat(between + 8);
  for (let corner: usize = 0; corner < 144; corner += 48) {
    v128.store(to + corner, f32x4.add(v128.load(slot + corner), x));
    v128.store(to + corner + 16, f32x4.add(v128.load(slot + corner + 16), y));
    v128.store(to + corner + 32, f32x4.add(v128.load(slot + corner + 32), z));
  }
}

/**
 * Which triangles of two packs have boxes less than `errorBound` apart, bit 4·i + j for triangle i of the query body; (x, y, z) is
 * from the origin of R's pack to that of Q's.
 */
export function boxesOverlap(boxes: usize, x: f32, y: f32, z: f32, other: usize, errorBound: f32): i32 {
  const lowX = f32x4.sub(lowest(other), f32x4.splat(x + errorBound));
  const lowY = f32x4.sub(lowest(other + 16), f32x4.splat(y + errorBound));
  const lowZ = f32x4.sub(lowest(other + 32), f32x4.splat(z + errorBound));
  const highX = f32x4.sub(highest(other), f32x4.splat(x - errorBound));
  const highY = f32x4.sub(highest(other + 16), f32x4.splat(y - errorBound));
  const highZ = f32x4.sub(highest(other + 32), f32x4.splat(z - errorBound));
  let pairs = 0;
  for (let i: usize = 0; i < 4; i++) {
    const box = boxes + 4 * i;
    const apart = v128.or(
      v128.or(
        v128.or(f32x4.gt(v128.load32_splat(box), highX), f32x4.lt(v128.load32_splat(box + 48), lowX)),
        v128.or(f32x4.gt(v128.load32_splat(box + 16), highY), f32x4.lt(v128.load32_splat(box + 64), lowY)),
      ),
      v128.or(f32x4.gt(v128.load32_splat(box + 32), highZ), f32x4.lt(v128.load32_splat(box + 80), lowZ)),
    );
    pairs |= (i32x4.bitmask(apart) ^ 15) << (4 * <i32>i);
  }
  return pairs;
}

function lowest(p: usize): v128 {
  return f32x4.pmin(f32x4.pmin(v128.load(p), v128.load(p + 48)), v128.load(p + 96));
}
function highest(p: usize): v128 {
  return f32x4.pmax(f32x4.pmax(v128.load(p), v128.load(p + 48)), v128.load(p + 96));
}
