/** The median of some numbers; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((p, q) => p - q);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
