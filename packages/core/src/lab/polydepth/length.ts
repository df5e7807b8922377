/** The length of a vector, of any size: squares of numbers below 1e-154 or above 1e154 would be lost. */
export function lengthOf(v: ArrayLike<number>): number {
  const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
  if (!(largest > 0)) return 0;
  const x = v[0] / largest;
  const y = v[1] / largest;
  const z = v[2] / largest;
  return largest * Math.sqrt(x * x + y * y + z * z);
}
