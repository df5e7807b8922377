import { describe, expect, test } from 'vitest';
import { symmetricEigen } from '../../src/scalar/eigen.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';

const axes = new Float64Array(9);
const values = new Float64Array(3);

/** Largest |(M v − λ v)| component over the three pairs, relative to the largest |λ|. */
function residual(m: Float64Array): number {
  const [xx, xy, xz, yy, yz, zz] = m;
  const rows = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const size = Math.max(...values.map(Math.abs), ...m.map(Math.abs));
  let worst = 0;
  for (let k = 0; k < 3; k++) {
    const v = axes.subarray(3 * k, 3 * k + 3);
    for (let i = 0; i < 3; i++) {
      const mv = (rows[i][0] / size) * v[0] + (rows[i][1] / size) * v[1] + (rows[i][2] / size) * v[2];
      worst = Math.max(worst, Math.abs(mv - (values[k] / size) * v[i]));
    }
  }
  return worst;
}

/** Largest entry of |A Aᵀ − I|, and 2 when the axes are left-handed. */
function orthonormalError(): number {
  const [a, b, c, d, e, f, g, h, i] = axes;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (determinant < 0) return 2;
  let worst = 0;
  for (let r = 0; r < 3; r++) {
    for (let s = 0; s < 3; s++) {
      let dot = r === s ? -1 : 0;
      for (let k = 0; k < 3; k++) dot += axes[3 * r + k] * axes[3 * s + k];
      worst = Math.max(worst, Math.abs(dot));
    }
  }
  return worst;
}

/** Covariance-like, indefinite, nearly diagonal and nearly degenerate matrices. */
function randomMatrix(random: Random, kind: number): Float64Array {
  const entry = (): number => 2 * random() - 1;
  if (kind === 0) return Float64Array.from({ length: 6 }, entry);
  if (kind === 1) {
    // A Gram matrix of spreads that differ by up to eight orders.
    const g = Array.from({ length: 9 }, (_, k) => entry() * 10 ** (-4 * (k % 3)));
    const dot = (i: number, j: number): number => g[i] * g[j] + g[i + 3] * g[j + 3] + g[i + 6] * g[j + 6];
    return Float64Array.of(dot(0, 0), dot(0, 1), dot(0, 2), dot(1, 1), dot(1, 2), dot(2, 2));
  }
  const noise = 10 ** (-16 * random());
  return Float64Array.of(1, noise * entry(), noise * entry(), 1 + noise * entry(), noise * entry(), 1);
}

describe('symmetricEigen', () => {
  test('diagonalises, in order, with right-handed orthonormal axes, at every scale', () => {
    const random = seededRandom(11);
    for (let run = 0; run < 6000; run++) {
      const m = randomMatrix(random, run % 3);
      const scale = [1, 1e-300, 1e300, 3e-9, 1e-310][run % 5];
      for (let k = 0; k < 6; k++) m[k] *= scale;
      symmetricEigen(m, axes, values);
      expect(values[0]).toBeGreaterThanOrEqual(values[1]);
      expect(values[1]).toBeGreaterThanOrEqual(values[2]);
      // 7u is what normalising may leave (see eigen.ts); the dot product of this test rounds by up to 3u more.
      expect(orthonormalError()).toBeLessThanOrEqual(10 * UNIT_ROUNDOFF);
      // Below 2⁻¹⁰²² the entries themselves have few bits, so the residual is theirs.
      if (scale > 1e-309) expect(residual(m)).toBeLessThan(32 * UNIT_ROUNDOFF);
      else expect(residual(m)).toBeLessThan(1e-12);
    }
  });

  test('zero and multiples of the identity give the coordinate axes', () => {
    for (const size of [0, 1, 5e-324, -2, 1.7e308]) {
      symmetricEigen(Float64Array.of(size, 0, 0, size, 0, size), axes, values);
      expect(Array.from(axes)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
      expect(Array.from(values)).toEqual([size, size, size]);
    }
  });

  test('sorts every order of a diagonal matrix', () => {
    const orders = [
      [1, 2, 3],
      [1, 3, 2],
      [2, 1, 3],
      [2, 3, 1],
      [3, 1, 2],
      [3, 2, 1],
    ];
    for (const [x, y, z] of orders) {
      symmetricEigen(Float64Array.of(x, 0, 0, y, 0, z), axes, values);
      expect(Array.from(values)).toEqual([3, 2, 1]);
      expect(Math.abs(axes[[x, y, z].indexOf(3)])).toBe(1);
      expect(Math.abs(axes[3 + [x, y, z].indexOf(2)])).toBe(1);
      expect(orthonormalError()).toBe(0);
    }
  });

  test('a rank-one matrix gives its vector first', () => {
    symmetricEigen(Float64Array.of(1, 2, -2, 4, -4, 4), axes, values);
    expect(values[0]).toBeCloseTo(9, 14);
    const sign = Math.sign(axes[0]);
    expect(sign * axes[0]).toBeCloseTo(1 / 3, 15);
    expect(sign * axes[1]).toBeCloseTo(2 / 3, 15);
    expect(sign * axes[2]).toBeCloseTo(-2 / 3, 15);
  });
});
