/** Copies a point. (`memory.copy` is a call out of the kernels, and takes as long as a test of discs.) */
export function copyPoint(to: usize, from: usize): void {
  store<f64>(to, load<f64>(from));
  store<f64>(to + 8, load<f64>(from + 8));
  store<f64>(to + 16, load<f64>(from + 16));
}
