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

/** x ≤ y·√n. */
function atMostRoots(x: bigint, y: bigint, n: bigint): boolean {
  if (x >= 0n !== y >= 0n) return x < y || x === y;
  return x >= 0n ? x * x <= y * y * n : x * x >= y * y * n;
}

/**
 * Whether p is within the cone of the cap and within h of its sphere, which is within h of the cap. With e from the pole,
 * m the axis, n = m·m, k² = y² + σ² and R = k²/2σ, all cleared of fractions:
 *   |e + R·m/√n| ≤ R + h    k²·e·m ≤ (k²h + σ(h² − |e|²))·√n
 *   |e + R·m/√n| ≥ R − h    the same with −h, in the reverse order, unless h ≥ R
 *   the cone                |e⊥|(y² − σ²) ≤ y(k² + 2σ·e·m/√n), squared
 */
export function shellHolds(v: Whole, p: Whole): boolean {
  const e = [0, 1, 2].map((k) => p[k] - v[k]);
  const m = v.slice(3, 6);
  const [sagitta, rim, half] = v.slice(6, 9);
  const eSq = dot(e, e);
  const kSq = rim * rim + sagitta * sagitta;
  if (kSq === 0n) return eSq <= half * half;
  const n = dot(m, m);
  const along = dot(e, m);
  const bulge = sagitta * (half * half - eSq);
  if (!atMostRoots(kSq * along, kSq * half + bulge, n)) return false;
  const hollow = 2n * sagitta * half < kSq;
  if (hollow && !atMostRoots(-kSq * along, kSq * half - bulge, n)) return false;
  // (|e|²n − along²)(y² − σ²)² ≤ y²(k⁴n + 4σk²·along·√n + 4σ²·along²), and the right side's root is not negative.
  if (!atMostRoots(-2n * sagitta * along, kSq, n)) return false;
  const left = (eSq * n - along * along) * (rim * rim - sagitta * sagitta) ** 2n;
  const right = rim * rim * (kSq * kSq * n + 4n * sagitta * sagitta * along * along);
  return atMostRoots(left - right, 4n * rim * rim * sagitta * kSq * along, n);
}

export function shellEncloses(volume: Float64Array, p: Float64Array): boolean {
  return shellHolds(Array.from(volume, toInteger), Array.from(p, toInteger));
}
