import { expect, test } from 'vitest';
import { writeHullSupports } from '../../src/convex/hill-climb.ts';
import { buildHullGraphs, DIRECTIONS, type HullGraphs } from '../../src/convex/hull-graph.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';

const spread = (random: Random): number => 2 * random() - 1;

function direction(random: Random): number[] {
  for (;;) {
    const d = [spread(random), spread(random), spread(random)];
    const lengthSq = d[0] ** 2 + d[1] ** 2 + d[2] ** 2;
    if (lengthSq > 0.01 && lengthSq < 1) return d.map((x) => x / Math.sqrt(lengthSq));
  }
}

const whole = (points: Float64Array): HullGraphs =>
  buildHullGraphs(points, Int32Array.of(0), Int32Array.of(points.length / 3));

/** Largest rounded dot product with a vertex, by the arithmetic of the climb. */
function highest({ points, vertices }: HullGraphs, d: readonly number[]): number {
  let best = -Infinity;
  for (const p of vertices) best = Math.max(best, d[0] * points[p] + d[1] * points[p + 1] + d[2] * points[p + 2]);
  return best;
}

/** Point sets of many vertices, under names that say what is hard about them. */
const CLOUDS: Readonly<Record<string, (random: Random) => number[][]>> = {
  'a sphere': (random) => Array.from({ length: 400 }, () => direction(random)),
  'a cap that is flat but for rounding, of short edges': (random) =>
    Array.from({ length: 400 }, (_, k) => {
      const [x, y] = [spread(random), spread(random)];
      return k < 4 ? [k - 2, k % 2, -1] : [x, y, 1 - 1e-15 * (x * x + y * y)];
    }),
  'a cluster of short edges on a long slope': (random) =>
    Array.from({ length: 300 }, (_, k) => {
      const [x, y, z] = direction(random);
      return k < 100 ? [x, y, z] : [0.5 + 1e-9 * x, 0.5 + 1e-9 * y, 0.8 + 1e-9 * z];
    }),
  'a grid on a plane, exactly flat': () =>
    Array.from({ length: 400 }, (_, k) => [k % 20, Math.floor(k / 20), k % 7 === 0 ? -1 : 0]),
  'a round polygon': () =>
    Array.from({ length: 200 }, (_, k) => [Math.cos((2 * Math.PI * k) / 200), 3, Math.sin((2 * Math.PI * k) / 200)]),
  'a cylinder along an axis': () =>
    Array.from({ length: 300 }, (_, k) => [
      Math.cos((2 * Math.PI * k) / 150),
      Math.sin((2 * Math.PI * k) / 150),
      k < 150 ? 0 : 2,
    ]),
  'a segment': () => Array.from({ length: 100 }, (_, k) => [k, 2 * k, -k]),
  'one point': () => Array.from({ length: 100 }, () => [1, 2, 3]),
};

const SIZES = [1, 1e-200, 1e100, 2 ** -1050];

test.each(Object.entries(CLOUDS))('%s: the supports of a test of every vertex, to the bit', (_name, cloud) => {
  const random = seededRandom(1);
  const supports = new Float64Array(2);
  for (const size of SIZES) {
    const points = Float64Array.from(cloud(random).flat(), (x) => x * size);
    const graphs = whole(points);
    for (let run = 0; run < 200; run++) {
      // Axes and their neighbourhood too: there tops are flat, or nearly so.
      const d = run % 2 === 0 ? direction(random) : [0, 0, 0].map((_, k) => Number(k === run % 3) + 1e-16 * (run % 5));
      // Any number of a direction will do: the climb then begins far away.
      const near = Math.floor(random() * DIRECTIONS);
      writeHullSupports(graphs, 0, Float64Array.of(9, ...d), 1, near, supports, 0);
      const opposite = d.map((x) => -x);
      // Not toBe: a support of 0 may have either sign.
      expect(supports[0] === highest(graphs, d)).toBe(true);
      expect(supports[1] === highest(graphs, opposite)).toBe(true);
    }
  }
});

test('what was asked before changes where a climb begins, and never what it finds', () => {
  const random = seededRandom(2);
  const points = Float64Array.from(CLOUDS['a sphere'](random).flat());
  const [fresh, used] = [whole(points), whole(points)];
  const [first, second] = [new Float64Array(2), new Float64Array(2)];
  for (let run = 0; run < 300; run++) {
    const d = Float64Array.from(direction(random));
    const near = Math.floor(random() * DIRECTIONS);
    writeHullSupports(whole(points), 0, d, 0, near, first, 0);
    writeHullSupports(used, 0, d, 0, near, second, 0);
    expect(second).toEqual(first);
    if (run === 0) expect(used.starts).not.toEqual(fresh.starts);
  }
});

test('every hull of a list has the vertices of its own points, joined in both directions', () => {
  const random = seededRandom(3);
  const clouds = Object.values(CLOUDS).map((cloud) => cloud(random));
  const points = Float64Array.from(clouds.flat(2));
  const counts = Int32Array.from(clouds, (cloud) => cloud.length);
  const firsts = counts.map((_, h) => counts.subarray(0, h).reduce((sum, count) => sum + count, 0));
  const { first, vertices, firstNeighbour, neighbours, firstStart, starts } = buildHullGraphs(points, firsts, counts);
  expect(first.length).toBe(clouds.length + 1);
  expect(firstNeighbour.length).toBe(vertices.length + 1);
  let climbed = 0;
  for (let h = 0; h < clouds.length; h++) {
    const own = (v: number): boolean => v >= first[h] && v < first[h + 1];
    for (let v = first[h]; v < first[h + 1]; v++) {
      expect(vertices[v] >= 3 * firsts[h] && vertices[v] < 3 * (firsts[h] + counts[h])).toBe(true);
      for (const other of neighbours.subarray(firstNeighbour[v], firstNeighbour[v + 1])) {
        expect(own(other) && other !== v).toBe(true);
        const back = neighbours.subarray(firstNeighbour[other], firstNeighbour[other + 1]);
        expect(back.includes(v)).toBe(true);
      }
    }
    if (firstStart[h] < 0) continue;
    climbed++;
    expect(starts.subarray(firstStart[h], firstStart[h] + DIRECTIONS).every(own)).toBe(true);
  }
  expect(climbed).toBe(5);
});
