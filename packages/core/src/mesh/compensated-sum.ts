/**
 * Adds `value` to the running sum kept at `sums[at]` (sum) and `sums[at + 1]` (what rounding dropped from it): Knuth's
 * TwoSum, so no branch. The sum of both has an error of u·|sum| plus about n·u²·Σ|value|, whatever the order (Neumaier
 * 1974).
 */
export function addCompensated(sums: Float64Array, at: number, value: number): void {
  const sum = sums[at];
  const next = sum + value;
  const added = next - sum;
  sums[at] = next;
  sums[at + 1] += sum - (next - added) + (value - added);
}

/** The value of a running sum made by `addCompensated`. */
export function compensatedSum(sums: Float64Array, at: number): number {
  return sums[at] + sums[at + 1];
}
