/** Copies a point. (`memory.copy` is a call out of the kernels, and takes as long as a test of discs.) */
export function copyPoint(to: usize, from: usize): void {
  store<f64>(to, load<f64>(from));
  store<f64>(to + 8, load<f64>(from + 8));
  store<f64>(to + 16, load<f64>(from + 16));
}

/** How far four points lie along a direction, x, y and z of all four at p. @inline */
export function along(p: usize, dx: v128, dy: v128, dz: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(v128.load(p), dx), f32x4.mul(v128.load(p + 16), dy)),
    f32x4.mul(v128.load(p + 32), dz),
  );
}
