// The larger and the smaller of two numbers, without the branches that engines compile `max` and `min` to. Of a NaN and a number it is the first of
// the two.

/** @inline */
export function larger(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}

/** @inline */
export function smaller(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0);
}
