/** Times of one pass, in microseconds. */
export interface Summary {
  readonly median: number;
  readonly mean: number;
  readonly p99: number;
}

export function summarise(values: ArrayLike<number>): Summary {
  const sorted = Float64Array.from(values).sort();
  return { median: medianOfSorted(sorted), mean: mean(sorted), p99: nearestRank(sorted, 0.99) };
}

export function median(values: ArrayLike<number>): number {
  return medianOfSorted(Float64Array.from(values).sort());
}

export function mean(values: ArrayLike<number>): number {
  requireSome(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

function medianOfSorted(sorted: Float64Array): number {
  requireSome(sorted);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The smallest value that at least `share` of all values do not exceed. */
function nearestRank(sorted: Float64Array, share: number): number {
  requireSome(sorted);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

function requireSome(values: ArrayLike<number>): void {
  if (values.length === 0) throw new Error('There is no statistic of nothing.');
}
