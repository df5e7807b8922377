// What the tests of the bounding volumes share: seeded triangles and poses, and exact arithmetic to judge enclosure.

import type { VolumeKind } from '../../src/bounds/volume.ts';
import type { Random } from '../../src/scalar/random.ts';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';

export const spread = (random: Random): number => 2 * random() - 1;

/** A rotation, row by row, from a random unit quaternion, and a translation of the given size. */
export function randomPose(random: Random, shift: number): Float64Array {
  let q = [0, 0, 0, 0];
  let lengthSq = 0;
  do {
    q = [spread(random), spread(random), spread(random), spread(random)];
    lengthSq = q.reduce((sum, x) => sum + x * x, 0);
  } while (lengthSq > 1 || lengthSq < 0.01);
  const [w, x, y, z] = q.map((v) => v / Math.sqrt(lengthSq));
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
    shift * spread(random),
    shift * spread(random),
    shift * spread(random),
    1, // the same unit
    0, // no error bound
  );
}

export function movedPoint(pose: Float64Array, p: readonly number[]): number[] {
  return [0, 1, 2].map((r) => pose[3 * r] * p[0] + pose[3 * r + 1] * p[1] + pose[3 * r + 2] * p[2] + pose[9 + r]);
}

/** Point lists whose triangles are their consecutive triples, under names that say what is hard about them. */
export const SHAPES: Record<string, (random: Random, points: number) => number[][]> = {
  'scattered points': (random, n) => Array.from({ length: n }, () => [spread(random), spread(random), spread(random)]),
  'a curved patch': (random, n) =>
    Array.from({ length: n }, () => {
      const [x, y] = [spread(random), spread(random)];
      return [x, y, 0.2 * (x * x - y * y)];
    }),
  'a tilted plane': (random, n) =>
    Array.from({ length: n }, () => {
      const [x, y] = [spread(random), spread(random)];
      return [x, y, 0.3 * x + 0.7 * y];
    }),
  'an exact plane': (random, n) =>
    Array.from({ length: n }, () => [Math.floor(8 * random()), Math.floor(8 * random()), 3]),
  'a needle': (random, n) =>
    Array.from({ length: n }, () => [1e6 * spread(random), 1e-3 * spread(random), 1e-3 * spread(random)]),
  'an exact segment': (random, n) =>
    Array.from({ length: n }, () => {
      const t = Math.floor(32 * random());
      return [t, 2 * t, -t];
    }),
  'one point': (random, n) => {
    const p = [random(), random(), random()];
    return Array.from({ length: n }, () => p);
  },
};

export const SCALES: readonly number[] = [1, 1e-9, 1e9];

/** Triangles of a shape, scaled, turned and carried off. */
export function shapeTriangles(
  random: Random,
  name: string,
  count: number,
  scale: number,
  offset: number,
): Float64Array {
  const pose = randomPose(random, offset);
  const points = SHAPES[name](random, 3 * count).map((p) => movedPoint(pose, p).map((x) => x * scale));
  return Float64Array.from(points.flat());
}

/** The double as an integer multiple of 2⁻¹⁰⁷⁴. */
export function toInteger(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return x < 0 ? -size : size;
}

/** One as `toInteger` counts. */
export const ONE: bigint = toInteger(1);

export const absolute = (x: bigint): bigint => (x < 0n ? -x : x);

/** |p − q|². */
export function distanceSq(p: readonly number[], q: readonly number[]): number {
  return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;
}

/** What a bound may exceed the truth by: `units` u times the size of everything in sight. */
export function rounding(units: number, ...sizes: readonly number[]): number {
  return units * UNIT_ROUNDOFF * sizes.reduce((sum, x) => sum + Math.abs(x), 0);
}

export function fitted(kind: VolumeKind, triangles: Float64Array): Float64Array {
  const out = new Float64Array(kind.stride + 2).fill(Number.NaN);
  kind.fit(triangles, 0, triangles.length / 9, out, 1);
  if (!Number.isNaN(out[0]) || !Number.isNaN(out[kind.stride + 1])) throw new Error('fit wrote outside its slot');
  return out.slice(1, kind.stride + 1);
}

export function moved(kind: VolumeKind, volume: Float64Array, pose: Float64Array): Float64Array {
  const out = new Float64Array(kind.stride);
  kind.move(volume, 0, pose, out, 0);
  return out;
}

/**
 * Two triangle sets that have exactly one point in common, `touch`, on either side of a random plane through it: the
 * hardest case for a volume that must not say disjoint.
 */
export function touchingSets(random: Random, scale: number, offset: number): [Float64Array, Float64Array] {
  const pose = randomPose(random, 0);
  const touch = [offset * spread(random), offset * spread(random), offset * spread(random)];
  const side = (sign: number): Float64Array => {
    const flatness = 10 ** (-8 * random());
    const points = Array.from({ length: 9 }, (_, i) => {
      if (i === 4) return touch;
      const p = [sign * flatness * random(), spread(random), spread(random)];
      return movedPoint(pose, p).map((x, k) => x * scale + touch[k]);
    });
    return Float64Array.from(points.flat());
  };
  return [side(-1), side(1)];
}
