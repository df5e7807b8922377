// Enclosure by ellipsoids and spherical shells in whole numbers (multiples of 2⁻¹⁰⁷⁴), so that nothing rounds.

import { absolute, ONE, toInteger } from './samples.ts';

type Whole = readonly bigint[];

const dot = (p: Whole, q: Whole): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/**
 * Whether p is within the margin of a point centre + Σ yᵢ·axisᵢ of the ellipsoid. Of these any will do: the coordinates
 * y of p, less an eighth of the margin each, towards the centre.
 */
export function ellipsoidHolds(v: Whole, p: Whole): boolean {
  const d = [0, 1, 2].map((k) => p[k] - v[k]);
  const margin = v[15];
  const y = [0, 1, 2].map((row) => {
    const along = dot(v.slice(3 + 3 * row, 6 + 3 * row), d) / ONE;
    const less = absolute(along) - margin / 8n;
    return less <= 0n ? 0n : along < 0n ? -less : less;
  });
  const away = d.map((x, k) => x * ONE - y[0] * v[3 + k] - y[1] * v[6 + k] - y[2] * v[9 + k]);
  if (dot(away, away) > (margin * ONE) ** 2n) return false;
  // Σ (yᵢ/halfᵢ)² ≤ 1; a half axis of nothing allows nothing.
  if (y.some((x, k) => x !== 0n && v[12 + k] === 0n)) return false;
  const halfSq = [12, 13, 14].map((k) => (v[k] === 0n ? 1n : v[k] * v[k]));
  const [a, b, c] = halfSq;
  return y[0] ** 2n * b * c + y[1] ** 2n * a * c + y[2] ** 2n * a * b <= a * b * c;
}

export function ellipsoidEncloses(volume: Float64Array, p: Float64Array): boolean {
  return ellipsoidHolds(Array.from(volume, toInteger), Array.from(p, toInteger));
}
