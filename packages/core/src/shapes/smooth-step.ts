/** 0 below 0, 1 above 1, and smooth between. */
export function smoothStep(t: number): number {
  const s = Math.min(1, Math.max(0, t));
  return s * s * (3 - 2 * s);
}
