/** The longest s with closing·s + ½·bend·s² ≤ gap, for gap and bend not negative: how long a gap lasts. */
export function freeFor(gap: number, closing: number, bend: number): number {
  if (bend === 0) return closing > 0 ? gap / closing : Infinity;
  const root = Math.sqrt(closing * closing + 2 * bend * gap);
  return closing >= 0 ? (2 * gap) / (closing + root) : (root - closing) / bend;
}
