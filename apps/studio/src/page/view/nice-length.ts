/** The largest of 1, 2 and 5 times a power of ten that is not above a length. */
export function niceLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  // A power of ten is rounded: the smaller factors then decide.
  const factor = [5, 2, 1].find((k) => k * power <= most) ?? 0.5;
  return Number((factor * power).toPrecision(12));
}
