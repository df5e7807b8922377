// Doubles in WGSL, which has none: poses and models are uploaded as they are, and each double is decoded into two floats by its
// bits. The first has the 24 leading bits, cut off, the second the other 29, rounded to
// 24, up or down.
//
//   x = high + low + r     |x − high| < 2⁻²³|x|     |r| ≤ 2⁻⁴⁶|x| + 2⁻¹²⁶
//
// `shift` multiplies by a power of two, so that lengths are in units near the size of the bodies and stay within floats.

export const DOUBLES = /* wgsl */ `
fn exponentOf(high: u32, shift: i32) -> i32 { return i32((high >> 20u) & 0x7ffu) - 896 + shift; }

fn highPart(w: vec2u, shift: i32) -> f32 {
  let e = exponentOf(w.y, shift);
  if (e <= 0) { return 0.0; }
  return bitcast<f32>((w.y & 0x80000000u) | (u32(e) << 23u) | ((w.y & 0xfffffu) << 3u) | (w.x >> 29u));
}

fn lowPart(w: vec2u, shift: i32) -> f32 {
  let e = exponentOf(w.y, shift) - 52;
  if (e <= 0) { return 0.0; }
  let size = f32(w.x & 0x1fffffffu) * bitcast<f32>(u32(e) << 23u);
  return select(size, -size, (w.y & 0x80000000u) != 0u);
}

/** The nearest float, to within 2⁻²⁴ + 2⁻⁴⁶ of its size. */
fn nearest(w: vec2u, shift: i32) -> f32 { return highPart(w, shift) + lowPart(w, shift); }
`;
