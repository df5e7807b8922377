// A crowd of boxes: which have left their margins, which watched pairs overlap (src/space/dynamic-tree.ts), and the pairs of all at once by
// sorting into rows (src/space/box-rows.ts). Same pairs in the same order.
//
// Watched pairs are decided by copies of the boxes in single precision, which read half the memory. Rounding is monotonic: what is less
// there is less in doubles. What is equal there is decided by the doubles.

/** A box: its least corner, then its greatest. */
const BOX: usize = 48;
/** The same in single precision: least corner and 0, greatest corner and 1, so that the fourth numbers decide nothing. */
const SMALL_BOX: usize = 32;

/** Copies the boxes to single precision. Lists those that do not lie in their boxes with margins, and returns how many they are. */
export function followBoxes(bounds: usize, wide: usize, end: i32, small: usize, leaving: usize): i32 {
  let to = leaving;
  for (let id = 0; id < end; id++) {
    const lowXY = v128.load(bounds);
    const middle = v128.load(bounds, 16);
    const highYZ = v128.load(bounds, 32);
    const wideMiddle = v128.load(wide, 16);
    const isWithin = v128.and(
      v128.and(f64x2.le(v128.load(wide), lowXY), f64x2.le(highYZ, v128.load(wide, 32))),
      v128.shuffle<i64>(f64x2.le(wideMiddle, middle), f64x2.le(middle, wideMiddle), 0, 3),
    );
    store<i32>(to, id);
    to += <usize>((<i32>!i64x2.all_true(isWithin)) << 2);
    const low = f32x4.demote_f64x2_zero(lowXY);
    const centre = f32x4.demote_f64x2_zero(middle);
    const high = f32x4.demote_f64x2_zero(highYZ);
    v128.store(small, v128.shuffle<i32>(low, centre, 0, 1, 4, 2));
    v128.store(small, f32x4.replace_lane(v128.shuffle<i32>(centre, high, 1, 4, 5, 2), 3, 1), 16);
    bounds += BOX;
    wide += BOX;
    small += SMALL_BOX;
  }
  return <i32>(to - leaving) >> 2;
}

/** @inline */
function overlapOf(a: usize, b: usize): i32 {
  const isXY = v128.and(f64x2.le(v128.load(a), v128.load(b, 24)), f64x2.le(v128.load(b), v128.load(a, 24)));
  const isZ = i32(load<f64>(a, 16) <= load<f64>(b, 40)) & i32(load<f64>(b, 16) <= load<f64>(a, 40));
  return i32(i64x2.all_true(isXY)) & isZ;
}

/** Decides which pairs overlap. Lists those for which that has changed, and returns how many they are. */
export function decidePairs(
  small: usize,
  bounds: usize,
  as: usize,
  bs: usize,
  overlaps: usize,
  count: i32,
  changed: usize,
): i32 {
  let to = changed;
  for (let k = 0; k < count; k++) {
    const a = load<u32>(as + 4 * <usize>k);
    const b = load<u32>(bs + 4 * <usize>k);
    const smallA = small + SMALL_BOX * <usize>a;
    const smallB = small + SMALL_BOX * <usize>b;
    const lowA = v128.load(smallA);
    const highA = v128.load(smallA, 16);
    const lowB = v128.load(smallB);
    const highB = v128.load(smallB, 16);
    let overlap = i32(i32x4.all_true(v128.and(f32x4.lt(lowA, highB), f32x4.lt(lowB, highA))));
    if (!overlap && !v128.any_true(v128.or(f32x4.gt(lowA, highB), f32x4.gt(lowB, highA)))) {
      overlap = overlapOf(bounds + BOX * <usize>a, bounds + BOX * <usize>b);
    }
    store<i32>(to, k);
    to += <usize>((overlap ^ <i32>load<u8>(overlaps + <usize>k)) << 2);
    store<u8>(overlaps + <usize>k, <u8>overlap);
  }
  return <i32>(to - changed) >> 2;
}

// What the host writes of rows: f64 …
const LEAST_AT: usize = 0; // along the rows, along u and along v
const PER_WIDTH_AT: usize = 24; // one over the width of rows
const LARGEST_AT: usize = 32; // side across the rows of the boxes taken
// … i32 …
const AXIS_AT: usize = 40; // bytes from the least corner of a box to its coordinate along the rows, along u and along v
const U_AT: usize = 44;
const V_AT: usize = 48;
const MASK_U_AT: usize = 52;
const MASK_V_AT: usize = 56;
const SHIFT_AT: usize = 60;
const COUNT_AT: usize = 64;
const CAPACITY_AT: usize = 68; // pairs that may be found
// … and where arrays are: before sorting
const BOUNDS_AT: usize = 72;
const IDS_AT: usize = 76;
const MEMBERS_AT: usize = 80;
const ROWS_AT: usize = 84;
const BITS_AT: usize = 88;
const MOVED_AT: usize = 92;
const ORDER_AT: usize = 96;
const OTHER_AT: usize = 100;
const COUNTS_AT: usize = 104;
const ENDS_AT: usize = 108;
// and in the order of rows.
const STARTS_AT: usize = 112;
const SLOTS_AT: usize = 116;
const FROM_AT: usize = 120;
const TO_AT: usize = 124;
const LOWS_U_AT: usize = 128;
const HIGHS_U_AT: usize = 132;
const LOWS_V_AT: usize = 136;
const HIGHS_V_AT: usize = 140;
const REACHED_AT: usize = 144;
const FOUND_AT: usize = 148;

const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << 11;
const DIGIT: u32 = 0x7ff;

/** @inline */
function ptr(b: usize, at: usize): usize {
  return load<usize>(b + at);
}

/** The row of a coordinate; the host passes only coordinates whose rows are numbers of 53 bits. @inline */
function cellOf(coordinate: f64, perWidth: f64): i32 {
  return <i32>(<i64>Math.floor(coordinate * perWidth));
}

/** Sorts boxes into rows. Returns how many are too large; their numbers are at the front. */
export function sortRows(b: usize): i32 {
  const left = chooseMembers(b);
  sortMembers(b);
  return left;
}

function chooseMembers(b: usize): i32 {
  const bounds = ptr(b, BOUNDS_AT);
  const ids = ptr(b, IDS_AT);
  const members = ptr(b, MEMBERS_AT);
  const rows = ptr(b, ROWS_AT);
  const bits = ptr(b, BITS_AT);
  const axis = ptr(b, AXIS_AT);
  const u = ptr(b, U_AT);
  const v = ptr(b, V_AT);
  const maskU = load<i32>(b, MASK_U_AT);
  const maskV = load<i32>(b, MASK_V_AT);
  const shift = load<i32>(b, SHIFT_AT);
  const perWidth = load<f64>(b, PER_WIDTH_AT);
  const largest = load<f64>(b, LARGEST_AT);
  const least = load<f64>(b, LEAST_AT);
  const count = load<i32>(b, COUNT_AT);
  let taken: usize = 0;
  let left: usize = 0;
  for (let k = 0; k < count; k++) {
    const id = load<u32>(ids + 4 * <usize>k);
    const box = bounds + BOX * <usize>id;
    const lowU = load<f64>(box + u);
    const lowV = load<f64>(box + v);
    if (Math.max(load<f64>(box + u, 24) - lowU, load<f64>(box + v, 24) - lowV) > largest) {
      store<u32>(ids + left, id);
      left += 4;
      continue;
    }
    const key = reinterpret<u32>(<f32>(load<f64>(box + axis) - least));
    store<u32>(bits + taken, key);
    store<i32>(rows + taken, ((cellOf(lowU, perWidth) & maskU) << shift) | (cellOf(lowV, perWidth) & maskV));
    store<u32>(members + taken, id);
    taken += 4;
  }
  store<i32>(b, <i32>taken >> 2, COUNT_AT);
  return <i32>left >> 2;
}

/** Where the keys are in ascending order; no key is negative, as the least end is subtracted. */
function sortMembers(b: usize): void {
  const size: usize = 4 * <usize>load<i32>(b, COUNT_AT);
  const bits = ptr(b, BITS_AT);
  const moved = ptr(b, MOVED_AT);
  const order = ptr(b, ORDER_AT);
  const other = ptr(b, OTHER_AT);
  const counts = ptr(b, COUNTS_AT);
  memory.fill(counts, 0, 12 * DIGITS);
  for (let at: usize = 0; at < size; at += 4) {
    const key = load<u32>(bits + at);
    increase(counts + 4 * <usize>(key & DIGIT));
    increase(counts + 4 * (DIGITS + <usize>((key >>> DIGIT_BITS) & DIGIT)));
    increase(counts + 4 * (2 * DIGITS + <usize>(key >>> (2 * DIGIT_BITS))));
  }
  for (let first = counts, end = counts + 12 * DIGITS; first < end; first += 4 * DIGITS) sumUp(first, DIGITS);
  for (let at: usize = 0; at < size; at += 4) {
    const key = load<u32>(bits + at);
    const slot = increase(counts + 4 * <usize>(key & DIGIT));
    store<u32>(moved + slot, key);
    store<u32>(order + slot, <u32>at);
  }
  for (let at: usize = 0; at < size; at += 4) {
    const key = load<u32>(moved + at);
    const slot = increase(counts + 4 * (DIGITS + <usize>((key >>> DIGIT_BITS) & DIGIT)));
    store<u32>(bits + slot, key);
    store<u32>(other + slot, load<u32>(order + at));
  }
  for (let at: usize = 0; at < size; at += 4) {
    const slot = increase(counts + 4 * (2 * DIGITS + <usize>(load<u32>(bits + at) >>> (2 * DIGIT_BITS))));
    store<u32>(order + slot, load<u32>(other + at));
  }
  writeMembers(b, size);
}

/** Counts one more; returns where the array of that number is, in bytes. @inline */
function increase(at: usize): usize {
  const count = load<u32>(at);
  store<u32>(at, count + 1);
  return 4 * <usize>count;
}

/** Replaces counts by the sums of those before. */
function sumUp(first: usize, count: usize): void {
  let sum: u32 = 0;
  for (let at = first, end = first + 4 * count; at < end; at += 4) {
    const count = load<u32>(at);
    store<u32>(at, sum);
    sum += count;
  }
}

/** Writes the boxes in the order of their keys to the ends of their rows. */
function writeMembers(b: usize, size: usize): void {
  const bounds = ptr(b, BOUNDS_AT);
  const members = ptr(b, MEMBERS_AT);
  const rows = ptr(b, ROWS_AT);
  const order = ptr(b, ORDER_AT);
  const starts = ptr(b, STARTS_AT);
  const ends = ptr(b, ENDS_AT);
  const axis = ptr(b, AXIS_AT);
  const u = ptr(b, U_AT);
  const v = ptr(b, V_AT);
  const least = load<f64>(b, LEAST_AT);
  const leastU = load<f64>(b, LEAST_AT + 8);
  const leastV = load<f64>(b, LEAST_AT + 16);
  const rowCount: usize = (<usize>(load<i32>(b, MASK_U_AT) + 1)) << load<i32>(b, SHIFT_AT);
  memory.fill(starts, 0, 4 * (rowCount + 1));
  for (let at: usize = 0; at < size; at += 4) increase(starts + 4 * <usize>load<u32>(rows + at));
  sumUp(starts, rowCount + 1);
  memory.copy(ends, starts, 4 * rowCount);
  for (let at: usize = 0; at < size; at += 4) {
    const member = load<usize>(order + at);
    const row: usize = 4 * <usize>load<u32>(rows + member);
    const id = load<u32>(members + member);
    const slot = increase(ends + row);
    const box = bounds + BOX * <usize>id;
    const to = <f32>(load<f64>(box + axis, 24) - least);
    store<u32>(ptr(b, SLOTS_AT) + slot, id);
    store<f32>(ptr(b, FROM_AT) + slot, <f32>(load<f64>(box + axis) - least));
    store<f32>(ptr(b, TO_AT) + slot, to);
    store<f32>(ptr(b, LOWS_U_AT) + slot, <f32>(load<f64>(box + u) - leastU));
    store<f32>(ptr(b, HIGHS_U_AT) + slot, <f32>(load<f64>(box + u, 24) - leastU));
    store<f32>(ptr(b, LOWS_V_AT) + slot, <f32>(load<f64>(box + v) - leastV));
    store<f32>(ptr(b, HIGHS_V_AT) + slot, <f32>(load<f64>(box + v, 24) - leastV));
    const reached = ptr(b, REACHED_AT) + slot;
    const isFirst = slot === 4 * <usize>load<u32>(starts + row);
    store<f32>(reached, isFirst ? to : Mathf.max(to, load<f32>(reached - 4)));
  }
}

/** For each set of lanes the bytes that bring these lanes to the front. */
const COMPACTED = memory.data<u32>([
  0, 0, 0, 0, 0x03020100, 0, 0, 0, 0x07060504, 0, 0, 0, 0x03020100, 0x07060504, 0, 0, 0x0b0a0908, 0, 0, 0, 0x03020100,
  0x0b0a0908, 0, 0, 0x07060504, 0x0b0a0908, 0, 0, 0x03020100, 0x07060504, 0x0b0a0908, 0, 0x0f0e0d0c, 0, 0, 0,
  0x03020100, 0x0f0e0d0c, 0, 0, 0x07060504, 0x0f0e0d0c, 0, 0, 0x03020100, 0x07060504, 0x0f0e0d0c, 0, 0x0b0a0908,
  0x0f0e0d0c, 0, 0, 0x03020100, 0x0b0a0908, 0x0f0e0d0c, 0, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0, 0x03020100,
  0x07060504, 0x0b0a0908, 0x0f0e0d0c,
]);

/** Finds every two boxes of the rows that overlap. Returns how many pairs are listed, or −1 where they are too many. */
export function sweepRows(b: usize): i32 {
  const starts = ptr(b, STARTS_AT);
  const maskU = load<i32>(b, MASK_U_AT);
  const maskV = load<i32>(b, MASK_V_AT);
  const shift = load<i32>(b, SHIFT_AT);
  let to = ptr(b, FOUND_AT);
  for (let u = 0; u <= maskU; u++) {
    for (let v = 0; v <= maskV; v++) {
      const row = starts + 4 * <usize>((u << shift) | v);
      if (load<u32>(row) === load<u32>(row, 4)) continue;
      // The row itself, the next one along v, then those of the next u.
      for (let k = 0; k < 5; k++) {
        const otherU = (u + i32(k > 1)) & maskU;
        const otherV = (v + (k < 2 ? k : k - 3)) & maskV;
        to = sweepBoth(b, row, starts + 4 * <usize>((otherU << shift) | otherV), to);
        if (to === 0) return -1;
      }
    }
  }
  return <i32>(to - ptr(b, FOUND_AT)) >> 3;
}

/**
 * Sweeps two rows, or one: each box lists the pairs with those of the other row that begin after it and before it ends, four at a time. Without
 * branches that no processor can guess: lanes that do not overlap are written over by the next. Returns the end of the list, or 0 if it is full.
 */
function sweepBoth(b: usize, rowA: usize, rowB: usize, found: usize): usize {
  const from = ptr(b, FROM_AT);
  const ends = ptr(b, TO_AT);
  const lowsU = ptr(b, LOWS_U_AT);
  const highsU = ptr(b, HIGHS_U_AT);
  const lowsV = ptr(b, LOWS_V_AT);
  const highsV = ptr(b, HIGHS_V_AT);
  const ids = ptr(b, SLOTS_AT);
  // A vector more than the pairs is written.
  const last = ptr(b, FOUND_AT) + 8 * <usize>load<i32>(b, CAPACITY_AT) - 32;
  const isOne: usize = 4 * usize(rowA === rowB);
  const endA: usize = 4 * load<usize>(rowA, 4);
  const endB: usize = 4 * load<usize>(rowB, 4);
  let slotA: usize = 4 * load<usize>(rowA);
  let slotB: usize = 4 * load<usize>(rowB) + isOne;
  let to = found;
  while (slotA < endA && slotB < endB) {
    const isA = load<f32>(from + slotA) <= load<f32>(from + slotB);
    const slot = isA ? slotA : slotB;
    const end = isA ? endB : endA;
    let k = isA ? slotB : slotA;
    slotA += 4 * usize(isA);
    slotB += isOne | (4 * usize(!isA));
    const limit = v128.load32_splat(ends + slot);
    const lowU = v128.load32_splat(lowsU + slot);
    const highU = v128.load32_splat(highsU + slot);
    const lowV = v128.load32_splat(lowsV + slot);
    const highV = v128.load32_splat(highsV + slot);
    const id = v128.load32_splat(ids + slot);
    for (let isMore = true; isMore; ) {
      if (to > last) return 0;
      const isAlong = v128.and(
        f32x4.le(v128.load(from + k), limit),
        i32x4.gt_s(i32x4.splat(<i32>(end - k)), i32x4(0, 4, 8, 12)),
      );
      const isU = v128.and(f32x4.le(v128.load(lowsU + k), highU), f32x4.ge(v128.load(highsU + k), lowU));
      const isV = v128.and(f32x4.le(v128.load(lowsV + k), highV), f32x4.ge(v128.load(highsV + k), lowV));
      const lanes = i32x4.bitmask(v128.and(isAlong, v128.and(isU, isV)));
      const others = i8x16.swizzle(v128.load(ids + k), v128.load(COMPACTED + 16 * <usize>lanes));
      v128.store(to, v128.shuffle<i32>(id, others, 0, 4, 1, 5));
      v128.store(to, v128.shuffle<i32>(id, others, 0, 6, 1, 7), 16);
      to += 8 * <usize>popcnt(lanes);
      k += 16;
      // In order along the row: those behind begin later.
      isMore = i32x4.all_true(isAlong) && k < end;
    }
  }
  return to;
}
