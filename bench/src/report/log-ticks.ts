/** Ticks of a decade, sparse and dense; an axis takes the first set that gives it enough of them. */
const TICKS: readonly (readonly number[])[] = [[1], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 6, 8]];

/** Round values within [low, high] for a logarithmic axis, at least `enough` of them where there are as many. */
export function logTicks(low: number, high: number, enough: number): number[] {
  const candidates = TICKS.map((steps) => {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
      ticks.push(...steps.map((step) => Number((step * 10 ** power).toPrecision(2))));
    }
    return ticks.filter((tick) => tick >= low && tick <= high);
  });
  return candidates.find((ticks) => ticks.length >= enough) ?? candidates[candidates.length - 1];
}
