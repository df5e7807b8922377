// The matrix of one quaternion (src/scalar/unit-matrix.ts): the same operations in the same order on two numbers at once, so that it is the same to the
// bit. A number is a high part and a low one, each in vectors of two.

const SPLITTER: f64 = 134217729;
const NEARLY_UNIT: f64 = 1 / <f64>((<i64>1) << 40);

/** High and low parts of two numbers. */
const PARTS: usize = 32;
/** Of w² + x² and y² + z²; of w² − x² and y² − z². */
const SUMS: usize = memory.data(32, 16);
const DIFFERENCES: usize = memory.data(32, 16);
/** Of the first entry and |q|²; of the last and the middle one; and of the others, each with the one across the diagonal. */
const entries: usize = memory.data(160, 16);
/** Where these are written, row by row: the last one to where |q|² is, which is no entry. */
const PLACES: usize = memory.data<u8>([0, 64, 64, 32, 8, 24, 48, 16, 40, 56]);

/** Writes the rotation of the quaternion q row by row to `out`; false, and nothing written, if |q|² is not near 1. */
export function matrixOfUnit(q: usize, out: usize): bool {
  const xy = v128.load(q);
  const zw = v128.load(q, 16);
  const wy = v128.shuffle<f64>(zw, xy, 1, 3);
  const xz = v128.shuffle<f64>(xy, zw, 0, 2);
  const first = f64x2.mul(wy, wy);
  const second = f64x2.mul(xz, xz);
  const firstLow = roundingOf(wy, wy, first);
  const secondLow = roundingOf(xz, xz, second);
  add(first, second, f64x2.add(firstLow, secondLow), SUMS);
  // |q|² first: all entries are divided by it.
  addLanes(v128.load(SUMS), v128.load(SUMS, 16), entries);
  const excess = load<f64>(entries, 8) - 1 + load<f64>(entries, 24);
  if (!(abs<f64>(excess) <= NEARLY_UNIT)) return false;
  add(first, f64x2.neg(second), f64x2.sub(firstLow, secondLow), DIFFERENCES);
  addLanes(v128.load(DIFFERENCES), v128.load(DIFFERENCES, 16), entries + PARTS);
  const xw = v128.shuffle<f64>(xy, zw, 0, 3);
  addProducts(xw, v128.shuffle<f64>(xy, zw, 1, 2), entries + 2 * PARTS);
  addProducts(xw, v128.shuffle<f64>(zw, xy, 0, 3), entries + 3 * PARTS);
  addProducts(v128.shuffle<f64>(xy, zw, 1, 3), v128.shuffle<f64>(zw, xy, 0, 2), entries + 4 * PARTS);
  for (let k: usize = 0; k < 5; k++) {
    const high = v128.load(entries + PARTS * k);
    const low = v128.load(entries + PARTS * k, 16);
    const pair = f64x2.add(high, f64x2.sub(low, f64x2.mul(high, f64x2.splat(excess))));
    v128.store_lane<f64>(out + <usize>load<u8>(PLACES + 2 * k), pair, 0);
    v128.store_lane<f64>(out + <usize>load<u8>(PLACES + 2 * k, 1), pair, 1);
  }
  return true;
}

/** The rounding errors of the products of two numbers each. */
function roundingOf(a: v128, b: v128, product: v128): v128 {
  const a1 = upperOf(a);
  const a0 = f64x2.sub(a, a1);
  const b1 = upperOf(b);
  const b0 = f64x2.sub(b, b1);
  const rest = f64x2.add(f64x2.sub(f64x2.mul(a1, b1), product), f64x2.mul(a1, b0));
  return f64x2.add(f64x2.add(rest, f64x2.mul(a0, b1)), f64x2.mul(a0, b0));
}
function upperOf(a: v128): v128 {
  const big = f64x2.mul(f64x2.splat(SPLITTER), a);
  return f64x2.sub(big, f64x2.sub(big, a));
}

/** Writes the parts of a + b, of which `low` are the low ones. */
function add(a: v128, b: v128, low: v128, to: usize): void {
  const sum = f64x2.add(a, b);
  const part = f64x2.sub(sum, a);
  const rest = f64x2.add(f64x2.add(f64x2.sub(a, f64x2.sub(sum, part)), f64x2.sub(b, part)), low);
  const high = f64x2.add(sum, rest);
  v128.store(to, high);
  v128.store(to, f64x2.sub(rest, f64x2.sub(high, sum)), 16);
}

/** Writes the parts of a − b and a + b, both numbers in one vector. */
function addLanes(high: v128, low: v128, to: usize): void {
  const a = f64x2.splat(f64x2.extract_lane(low, 0));
  add(f64x2.splat(f64x2.extract_lane(high, 0)), negatedAndSecond(high), f64x2.add(a, negatedAndSecond(low)), to);
}
/** −b and b of (a, b). */
function negatedAndSecond(pair: v128): v128 {
  return v128.xor(f64x2.splat(f64x2.extract_lane(pair, 1)), i64x2(i64.MIN_VALUE, 0));
}

/** Writes twice the difference and the sum of the products of two numbers each. */
function addProducts(a: v128, b: v128, to: usize): void {
  const product = f64x2.mul(a, b);
  const low = roundingOf(a, b, product);
  addLanes(f64x2.add(product, product), f64x2.add(low, low), to);
}
