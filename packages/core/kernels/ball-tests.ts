// Which directions do balls inside two bodies block? src/query/penetration/ball-cover.ts and direction-tests.ts, with the same results to the bit:
// balls are dismissed four at a time in f32, and the depth of the rest is computed by the same operations in doubles.
//
// The filter looks up the greatest depth at the corners of a cell: the depth of a point is interpolated between them. Coordinates are in spacings of
// the grid, of bodies that are near each other, so below 2¹² with an error below 2⁻¹⁰. A point that is taken to lie in the next cell is that near to
// its own, and depths of grid points differ by at most their distance: with the distance from the grid, less than a hundredth more.

// The block: f64 …
const ROWS_AT: usize = 0; // the reference frame, 9 numbers
const UNIT_AT: usize = 72;
const LENGTH_AT: usize = 80; // of the translations, in the world
const SPACING_AT: usize = 88; // of the grid
const DEPTH_AT: usize = 96; // of the last test, in spacings
const OFFSET_AT: usize = 104; // displacement of the balls, 3 numbers, in spacings
// … and i32.
const END_AT: usize = 128; // balls in use
const LAST_AT: usize = 132; // the ball that is tested first
const COUNTS_AT: usize = 136; // points of the grid along each axis
const GRID_AT: usize = 148; // where the grid lies,
const BALLS_AT: usize = 152; // the balls, four f64 each,
const LANES_AT: usize = 156; // and the same as f32, one number of four balls in each vector
const DIRECTIONS_AT: usize = 160; // directions, three f64 each,
const COUNT_AT: usize = 164; // how many,
const STEP_AT: usize = 168; // and of how many one is tested
const GAPS_AT: usize = 172; // f64 for each,
const MARKS_AT: usize = 176; // i32: 1 if the balls of another block it,
const BLOCKERS_AT: usize = 180; // and the ball that blocked it last
const OPEN_AT: usize = 184; // the directions that nothing blocks,
const OPEN_COUNT_AT: usize = 188; // and how many
const CELLS_AT: usize = 192; // the greatest value at the corners of each cell, by its lowest corner

const BALL: usize = 32;
/** Larger than what rounding lowers the bound by. */
const MOST_ABOVE: f32 = 0.01;
/** Blocks no direction. */
const NO_BALL: f32 = -1e30;
const NEIGHBOURS: usize = memory.data<i32>([5, 8, 13, 21, 34, 42, 47, 55, 68, 76]);
const NEIGHBOUR_COUNT: usize = 10;
/** A direction so many before another on the spiral is next to it. */
const NEIGHBOUR: i32 = 21;

/** Leaves out the balls that displacements no longer than `reach`, in spacings, do not bring to another ball. */
export function keepBalls(t: usize, reach: f64): void {
  const balls = <usize>load<i32>(t + BALLS_AT);
  const end = load<i32>(t + END_AT);
  let kept = 0;
  for (let k: usize = 0; k < 24; k += 8) store<f64>(t + OFFSET_AT + k, 0);
  for (let k = 0; k < end; k++) {
    if (depthOf(t, k) + reach <= 0) continue;
    memory.copy(balls + BALL * kept, balls + BALL * k, BALL);
    kept++;
  }
  store<i32>(t + END_AT, kept);
  writeLanes(t);
}

/** Writes the greatest value of each cell, once the grid is written. */
export function boundCells(t: usize): void {
  const values = <usize>load<i32>(t + GRID_AT);
  const cells = <usize>load<i32>(t + CELLS_AT);
  const nx = load<i32>(t + COUNTS_AT);
  const layer = nx * load<i32>(t + COUNTS_AT + 4);
  const end = layer * load<i32>(t + COUNTS_AT + 8);
  for (let k = 0; k < end; k++) {
    let most = load<f32>(values + 4 * k);
    // What lies beyond the last row or layer is of no cell.
    for (let corner = 1; corner < 8; corner++) {
      const j = k + (corner & 1) + nx * ((corner >> 1) & 1) + layer * (corner >> 2);
      if (j < end) most = max(most, load<f32>(values + 4 * j));
    }
    store<f32>(cells + 4 * k, most);
  }
}

/** Writes the balls as f32, and fills up the last vector. */
export function writeLanes(t: usize): void {
  const balls = <usize>load<i32>(t + BALLS_AT);
  const end = load<i32>(t + END_AT);
  const lanes = <usize>load<i32>(t + LANES_AT);
  for (let k = 0; k < ((end + 3) & ~3); k++) {
    const at = lanes + 64 * (k >> 2) + 4 * (k & 3);
    const from = balls + BALL * k;
    const isBall = k < end;
    for (let c: usize = 0; c < 3; c++) store<f32>(at + 16 * c, isBall ? <f32>load<f64>(from + 8 * c) : 0);
    store<f32>(at + 48, isBall ? <f32>load<f64>(from + 24) : NO_BALL);
  }
}

/** Tests every STEP_AT-th direction that is not marked, and lists those that are open. */
export function testDirections(t: usize): void {
  const count = load<i32>(t + COUNT_AT);
  const step = load<i32>(t + STEP_AT);
  const gaps = <usize>load<i32>(t + GAPS_AT);
  const marks = <usize>load<i32>(t + MARKS_AT);
  const blockers = <usize>load<i32>(t + BLOCKERS_AT);
  const open = <usize>load<i32>(t + OPEN_AT);
  const spacing = load<f64>(t + SPACING_AT);
  let listed = 0;
  memory.fill(marks, 0, 4 * count);
  for (let k = 0; k < count; k += step) {
    if (load<i32>(marks + 4 * k) === 1) continue;
    const like = step === 1 ? max(0, k - NEIGHBOUR) : k;
    setOffset(t, <usize>load<i32>(t + DIRECTIONS_AT) + 24 * k);
    store<i32>(t + LAST_AT, load<i32>(blockers + 4 * like));
    const isBlocked = testBalls(t);
    const gap = load<f64>(t + DEPTH_AT) * spacing;
    store<i32>(blockers + 4 * k, load<i32>(t + LAST_AT));
    store<f64>(gaps + 8 * k, gap);
    if (!isBlocked) store<i32>(open + 4 * listed++, k);
    else if (step === 1) markNext(t, k, gap, marks, count);
  }
  store<i32>(t + OPEN_COUNT_AT, listed);
}

/** Whether no balls block a direction; the ball that blocked it last is tested first. */
export function isOpenDirection(t: usize, k: i32): bool {
  const blocker = <usize>load<i32>(t + BLOCKERS_AT) + 4 * k;
  setOffset(t, <usize>load<i32>(t + DIRECTIONS_AT) + 24 * k);
  store<i32>(t + LAST_AT, load<i32>(blocker));
  const isBlocked = testBalls(t);
  store<i32>(blocker, load<i32>(t + LAST_AT));
  return !isBlocked;
}

/** The displacement of the balls when A moves by the length along a direction. */
function setOffset(t: usize, direction: usize): void {
  const x = load<f64>(direction);
  const y = load<f64>(direction + 8);
  const z = load<f64>(direction + 16);
  const unit = load<f64>(t + UNIT_AT);
  const length = load<f64>(t + LENGTH_AT);
  const spacing = load<f64>(t + SPACING_AT);
  for (let c: usize = 0; c < 24; c += 8) {
    const r = t + ROWS_AT + c;
    const rest = (load<f64>(r) * x + load<f64>(r + 24) * y + load<f64>(r + 48) * z) / unit;
    store<f64>(t + OFFSET_AT + c, (length * rest) / spacing);
  }
}

/** Marks the directions next to k, after it, that the balls block too: those no farther away than they overlap. */
function markNext(t: usize, k: i32, gap: f64, marks: usize, count: i32): void {
  const overlap = (gap * load<f64>(t + UNIT_AT)) / load<f64>(t + LENGTH_AT);
  const least = 1 - (overlap * overlap) / 2;
  const directions = <usize>load<i32>(t + DIRECTIONS_AT);
  const own = directions + 24 * k;
  const x = load<f64>(own);
  const y = load<f64>(own + 8);
  const z = load<f64>(own + 16);
  for (let n: usize = 0; n < NEIGHBOUR_COUNT; n++) {
    const j = k + load<i32>(NEIGHBOURS + 4 * n);
    if (j >= count) return;
    const o = directions + 24 * j;
    if (x * load<f64>(o) + y * load<f64>(o + 8) + z * load<f64>(o + 16) > least) store<i32>(marks + 4 * j, 1);
  }
}

/** Whether two balls overlap at the offset. The depth is then that of the first two that do; else minus the least distance of two. */
export function testBalls(t: usize): bool {
  const end = load<i32>(t + END_AT);
  const known = load<i32>(t + LAST_AT);
  const first = known < end ? known : 0;
  let deepest: f64 = end > 0 ? depthOf(t, first) : -Infinity;
  let last = first;
  const lanes = <usize>load<i32>(t + LANES_AT);
  const cells = <usize>load<i32>(t + CELLS_AT);
  const nx = load<i32>(t + COUNTS_AT);
  const ny = load<i32>(t + COUNTS_AT + 4);
  const nz = load<i32>(t + COUNTS_AT + 8);
  const ox = f32x4.splat(<f32>load<f64>(t + OFFSET_AT));
  const oy = f32x4.splat(<f32>load<f64>(t + OFFSET_AT + 8));
  const oz = f32x4.splat(<f32>load<f64>(t + OFFSET_AT + 16));
  const mostX = f32x4.splat(<f32>(nx - 1));
  const mostY = f32x4.splat(<f32>(ny - 1));
  const mostZ = f32x4.splat(<f32>(nz - 1));
  const lastX = i32x4.splat(nx - 2);
  const lastY = i32x4.splat(ny - 2);
  const lastZ = i32x4.splat(nz - 2);
  const rowX = i32x4.splat(nx);
  const rowY = i32x4.splat(ny);
  const zero = f32x4.splat(0);
  const above = f32x4.splat(MOST_ABOVE);
  for (let k = 0; k < end && deepest <= 0; k += 4) {
    const at = lanes + 16 * k;
    const gx = f32x4.add(v128.load(at), ox);
    const gy = f32x4.add(v128.load(at + 16), oy);
    const gz = f32x4.add(v128.load(at + 32), oz);
    const x = f32x4.pmin(f32x4.pmax(gx, zero), mostX);
    const y = f32x4.pmin(f32x4.pmax(gy, zero), mostY);
    const z = f32x4.pmin(f32x4.pmax(gz, zero), mostZ);
    const ix = i32x4.min_s(i32x4.trunc_sat_f32x4_s(x), lastX);
    const iy = i32x4.min_s(i32x4.trunc_sat_f32x4_s(y), lastY);
    const iz = i32x4.min_s(i32x4.trunc_sat_f32x4_s(z), lastZ);
    const cell = i32x4.add(ix, i32x4.mul(rowX, i32x4.add(iy, i32x4.mul(rowY, iz))));
    const value = f32x4(
      load<f32>(cells + 4 * <usize>i32x4.extract_lane(cell, 0)),
      load<f32>(cells + 4 * <usize>i32x4.extract_lane(cell, 1)),
      load<f32>(cells + 4 * <usize>i32x4.extract_lane(cell, 2)),
      load<f32>(cells + 4 * <usize>i32x4.extract_lane(cell, 3)),
    );
    const dx = f32x4.sub(gx, x);
    const dy = f32x4.sub(gy, y);
    const dz = f32x4.sub(gz, z);
    const off = f32x4.sqrt(f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz)));
    const most = f32x4.add(f32x4.sub(f32x4.add(v128.load(at + 48), value), off), above);
    let rest = i32x4.bitmask(f32x4.gt(most, f32x4.splat(<f32>deepest)));
    for (; rest !== 0 && deepest <= 0; rest &= rest - 1) {
      const ball = k + ctz(rest);
      const depth = depthOf(t, ball);
      if (depth <= deepest) continue;
      deepest = depth;
      last = ball;
    }
  }
  store<i32>(t + LAST_AT, last);
  store<f64>(t + DEPTH_AT, deepest);
  return deepest > 0;
}

/** The depth of a ball at the offset, in spacings: operation for operation that of ball-cover.ts, two at a time. */
function depthOf(t: usize, ball: i32): f64 {
  const at = <usize>load<i32>(t + BALLS_AT) + BALL * ball;
  const nx = load<i32>(t + COUNTS_AT);
  const ny = load<i32>(t + COUNTS_AT + 4);
  const nz = load<i32>(t + COUNTS_AT + 8);
  const zero = f64x2.splat(0);
  const g = f64x2.add(v128.load(at), v128.load(t + OFFSET_AT));
  const gz = load<f64>(at + 16) + load<f64>(t + OFFSET_AT + 16);
  const xy = f64x2.pmin(f64x2.pmax(g, zero), f64x2.convert_low_i32x4_s(i32x4(nx - 1, ny - 1, 0, 0)));
  const z = f64x2.extract_lane(f64x2.pmin(f64x2.pmax(f64x2.splat(gz), zero), f64x2.splat(<f64>(nz - 1))), 0);
  const d = f64x2.sub(g, xy);
  const dd = f64x2.mul(d, d);
  const dz = gz - z;
  const off = Math.sqrt(f64x2.extract_lane(dd, 0) + f64x2.extract_lane(dd, 1) + dz * dz);
  const x = f64x2.extract_lane(xy, 0);
  const y = f64x2.extract_lane(xy, 1);
  const ix = min(nx - 2, <i32>x);
  const iy = min(ny - 2, <i32>y);
  const iz = min(nz - 2, <i32>z);
  const tx = x - <f64>ix;
  const ty = y - <f64>iy;
  const tz = z - <f64>iz;
  const row = 4 * <usize>nx;
  const v = <usize>load<i32>(t + GRID_AT) + 4 * <usize>(ix + nx * (iy + ny * iz));
  const w = v + row * <usize>ny;
  const parts = f64x2.replace_lane(f64x2.splat(tx), 0, 1 - tx);
  const v0 = f64x2.mul(parts, f64x2.promote_low_f32x4(v128.load64_zero(v)));
  const v1 = f64x2.mul(parts, f64x2.promote_low_f32x4(v128.load64_zero(v + row)));
  const w0 = f64x2.mul(parts, f64x2.promote_low_f32x4(v128.load64_zero(w)));
  const w1 = f64x2.mul(parts, f64x2.promote_low_f32x4(v128.load64_zero(w + row)));
  // Of the near rows in the first lane, of the far ones in the second.
  const low = f64x2.add(v128.shuffle<f64>(v0, w0, 0, 2), v128.shuffle<f64>(v0, w0, 1, 3));
  const high = f64x2.add(v128.shuffle<f64>(v1, w1, 0, 2), v128.shuffle<f64>(v1, w1, 1, 3));
  const both = f64x2.add(f64x2.mul(f64x2.splat(1 - ty), low), f64x2.mul(f64x2.splat(ty), high));
  return load<f64>(at + 24) + ((1 - tz) * f64x2.extract_lane(both, 0) + tz * f64x2.extract_lane(both, 1)) - off;
}
