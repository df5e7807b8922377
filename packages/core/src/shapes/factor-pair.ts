/**
 * The pair (a, b) with a·b = product, a ≥ leastA and b ≥ leastB for which a/wishedA(b) is nearest to 1, or undefined
 * where there is none. Ties go to the smaller b. About √product steps.
 */
export function factorPair(
  product: number,
  leastA: number,
  leastB: number,
  wishedA: (b: number) => number,
): readonly [number, number] | undefined {
  let best: readonly [number, number] | undefined;
  let bestRatio = Infinity;
  const consider = (a: number, b: number): void => {
    if (a < leastA || b < leastB) return;
    const quotient = a / wishedA(b);
    const ratio = Math.max(quotient, 1 / quotient);
    if (ratio < bestRatio || (ratio === bestRatio && best !== undefined && b < best[1])) {
      bestRatio = ratio;
      best = [a, b];
    }
  };
  for (let small = 1; small * small <= product; small++) {
    if (product % small !== 0) continue;
    consider(product / small, small);
    consider(small, product / small);
  }
  return best;
}
