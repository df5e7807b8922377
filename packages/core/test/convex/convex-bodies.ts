import { type Random, seededRandom } from '../../src/scalar/random.ts';

/** Points of the unit sphere, all extreme. */
export function spherePoints(random: Random, count: number): Float64Array {
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; ) {
    const [x, y, z] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length < 0.1 || length > 1) continue;
    points.set([x / length, y / length, z / length], 3 * i++);
  }
  return points;
}

/** A box with n·n points a side, turned and rounded: its hull has a vertex for every lucky rounding. */
function roughBox(n: number): Float64Array {
  const points: number[] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      for (let k = 0; k <= n; k++) {
        const onBoundary = [i, j, k].some((x) => x === 0 || x === n);
        const [x, y, z] = [i, j, k].map((c) => (2 * c) / n - 1);
        if (onBoundary) points.push(0.36 * x + 0.48 * y - 0.8 * z, -0.8 * x + 0.6 * y, 0.48 * x + 0.64 * y + 0.6 * z);
      }
    }
  }
  return Float64Array.from(points);
}

/** A flat disc with almost straight arcs: parabolas of height `bulge` on the four sides of a square. */
function bulgingSquare(perSide: number, bulge: number, height: number): Float64Array {
  const points: number[] = [];
  for (let side = 0; side < 4; side++) {
    for (let i = 0; i < perSide; i++) {
      const s = (2 * i) / perSide - 1;
      const out = 1 + bulge * (1 - s * s);
      const [x, y] = [[s, -out] as const, [out, s] as const, [-s, out] as const, [-out, -s] as const][side];
      points.push(x, y, -height);
      if (height > 0) points.push(x, y, height);
    }
  }
  return Float64Array.from(points);
}

/** Bodies that are hard to climb on, by name. */
export function roughBodies(): [string, Float64Array][] {
  const random = seededRandom(11);
  const sphere = spherePoints(random, 300);
  const stretched = (x: number, y: number, z: number): Float64Array =>
    sphere.map((value, k) => value * (k % 3 === 0 ? x : k % 3 === 1 ? y : z));
  return [
    ['sphere of 1000', spherePoints(random, 1000)],
    ['sphere of 300', sphere],
    ['needle', stretched(1, 1e-6, 1e-6)],
    ['pancake', stretched(1, 1, 1e-9)],
    ['tiny', stretched(1e-6, 1e-6, 1e-6)],
    ['rough box', roughBox(8)],
    ['bulging square', bulgingSquare(40, 1e-4, 0)],
    ['almost straight square', bulgingSquare(40, 1e-13, 0)],
    ['almost straight slab', bulgingSquare(40, 1e-13, 0.3)],
    ['almost straight plate', bulgingSquare(40, 1e-10, 1e-7)],
    ['segment', Float64Array.of(-1, 0, 0.5, 1, 0, -0.5, 0, 0, 0)],
    ['point', Float64Array.of(0.1, 0.2, 0.3)],
  ];
}
