// What tests of rounding draw: directions, rotations, and inputs that make an error as large as it can be.

import { randomBetween, type SeededRandom } from '@nearmiss/fixtures';

export type Vector = readonly number[];

export const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
export const times = (a: Vector, factor: number): number[] => a.map((x) => x * factor);
export const plus = (a: Vector, b: Vector): number[] => a.map((x, k) => x + b[k]);
export const minus = (a: Vector, b: Vector): number[] => a.map((x, k) => x - b[k]);
export const norm = (a: Vector): number => Math.hypot(...a);
export const cross = ([a, b, c]: Vector, [x, y, z]: Vector): number[] => [b * z - c * y, c * x - a * z, a * y - b * x];

/** A vector of length 1. */
export function direction(random: SeededRandom, size = 3): number[] {
  for (;;) {
    const v = Array.from({ length: size }, () => randomBetween(random, -1, 1));
    const length = norm(v);
    if (length > 0.1 && length < 1) return times(v, 1 / length);
  }
}

/** The rows of the rotation of a quaternion of any length. */
export function rowsOf([x, y, z, w]: Vector): Vector[] {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
    [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
    [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
  ];
}

export const turned = (rows: readonly Vector[], x: Vector): number[] => rows.map((row) => dot(row, x));

/** The two words of a double, the low one first, as a shader reads them. */
export function wordsOf(x: number): [bigint, bigint] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return [BigInt(view.getUint32(4)), BigInt(view.getUint32(0))];
}

/** The numbers of a draw, each in [0, 1): what is drawn depends on nothing else, so it can be changed a little. */
export type Draw = () => number;

/** The largest ratio found: of random draws, then of small changes of the best. */
export function largest(random: SeededRandom, draws: number, changes: number, ratioOf: (draw: Draw) => number): number {
  let best = -Infinity;
  let kept: number[] = [];
  for (let k = 0; k < draws + changes; k++) {
    const given = k < draws ? [] : kept.map((x) => (random() < 0.5 ? x : near(x, random)));
    const used: number[] = [];
    const ratio = ratioOf(() => {
      const x = given[used.length] ?? random();
      used.push(x);
      return x;
    });
    if (!(ratio > best)) continue;
    best = ratio;
    kept = used;
  }
  return best;
}

const near = (x: number, random: SeededRandom): number =>
  Math.min(1 - 2 ** -53, Math.max(0, x + 0.3 * (random() - 0.5)));
