import { orient2d, orient3d } from 'robust-predicates';
import { describe, expect, test } from 'vitest';
import { convexHull, type Hull } from '../../src/convex/quickhull.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';

/** −orient3d: positive when point d is on the outer side of triangle a, b, c. */
function side(p: Float64Array, a: number, b: number, c: number, d: number): number {
  const at = (i: number, k: number): number => p[3 * i + k];
  return -orient3d(
    at(a, 0),
    at(a, 1),
    at(a, 2),
    at(b, 0),
    at(b, 1),
    at(b, 2),
    at(c, 0),
    at(c, 1),
    at(c, 2),
    at(d, 0),
    at(d, 1),
    at(d, 2),
  );
}

function isCollinear(p: Float64Array, a: number, b: number, c: number): boolean {
  for (let k = 0; k < 3; k++) {
    const l = (k + 1) % 3;
    if (orient2d(p[3 * a + k], p[3 * a + l], p[3 * b + k], p[3 * b + l], p[3 * c + k], p[3 * c + l]) !== 0)
      return false;
  }
  return true;
}

/** The double as an integer multiple of 2⁻¹⁰⁷⁴. */
function toInteger(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return x < 0 ? -size : size;
}

/** The sign of `side` by whole-number arithmetic, to referee the predicate itself. */
function integerSide(p: Float64Array, a: number, b: number, c: number, d: number): bigint {
  const from = (i: number, k: number): bigint => toInteger(p[3 * i + k]) - toInteger(p[3 * a + k]);
  const [ux, uy, uz] = [from(b, 0), from(b, 1), from(b, 2)];
  const [vx, vy, vz] = [from(c, 0), from(c, 1), from(c, 2)];
  const value = (uy * vz - uz * vy) * from(d, 0) + (uz * vx - ux * vz) * from(d, 1) + (ux * vy - uy * vx) * from(d, 2);
  return value > 0n ? 1n : value < 0n ? -1n : 0n;
}

/** Why the hull is not one, or '' when it is: everything decided exactly. */
function fault(p: Float64Array, hull: Hull): string {
  const count = p.length / 3;
  const { triangles } = hull;
  const edges = new Set<number>();
  const used = new Set<number>();
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    if (Math.max(a, b, c) >= count) return `triangle ${t / 3} uses a point that is not there`;
    if (isCollinear(p, a, b, c)) return `triangle ${a} ${b} ${c} has no area`;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      used.add(from);
      if (edges.has(from * count + to)) return `edge ${from} → ${to} occurs twice`;
      edges.add(from * count + to);
    }
    for (let i = 0; i < count; i++) if (side(p, a, b, c, i) > 0) return `point ${i} is outside ${a} ${b} ${c}`;
  }
  for (const edge of edges) {
    const reverse = (edge % count) * count + Math.floor(edge / count);
    if (!edges.has(reverse)) return `edge ${Math.floor(edge / count)} → ${edge % count} has no reverse`;
  }
  const euler = used.size - edges.size / 2 + triangles.length / 3;
  if (euler !== 2) return `Euler characteristic ${euler}`;
  if (used.size !== hull.vertices.length) return `${hull.vertices.length} vertices, ${used.size} used`;
  for (const v of hull.vertices) if (!used.has(v)) return `vertex ${v} is in no triangle`;
  return '';
}

/** A vertex v of a solid hull is extreme when the planes through it meet in it alone. */
function hasFlatVertex(p: Float64Array, hull: Hull): boolean {
  const { triangles } = hull;
  const apexOf = new Map<string, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      apexOf.set(`${triangles[t + k]},${triangles[t + ((k + 1) % 3)]}`, triangles[t + ((k + 2) % 3)]);
    }
  }
  const creases = new Map<number, number>();
  for (const [edge, apex] of apexOf) {
    const [from, to] = edge.split(',').map(Number);
    const across = apexOf.get(`${to},${from}`) ?? -1;
    if (side(p, from, to, apex, across) !== 0) creases.set(from, (creases.get(from) ?? 0) + 1);
  }
  return [...hull.vertices].some((v) => (creases.get(v) ?? 0) < 3);
}

function nextUp(x: number, steps: number): number {
  // Stays inside one binade for the values used here.
  return x + steps * 2 ** -52;
}

type PointSet = (random: Random, n: number) => Float64Array;

function points(n: number, make: (i: number) => readonly number[]): Float64Array {
  return Float64Array.from(Array.from({ length: n }, (_, i) => make(i)).flat());
}

const spread = (random: Random): number => 2 * random() - 1;

function inBall(random: Random): number[] {
  for (;;) {
    const v = [spread(random), spread(random), spread(random)];
    if (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] <= 1) return v;
  }
}

const SETS: Record<string, PointSet> = {
  ball: (random, n) => points(n, () => inBall(random)),
  sphere: (random, n) =>
    points(n, () => {
      const v = inBall(random);
      const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      return v.map((x) => x / length);
    }),
  lattice: (random, n) => points(n, () => [0, 0, 0].map(() => Math.floor(4 * random()))),
  'tiny lattice': (random, n) => points(n, () => [0, 0, 0].map(() => Math.floor(2 * random()))),
  'coplanar clusters': (random, n) =>
    points(n, () => {
      const face = Math.floor(6 * random());
      const v = [spread(random), spread(random), spread(random)];
      v[face >> 1] = face & 1 ? 1 : -1;
      return v;
    }),
  'tilted facets': (random, n) =>
    // Integer points of the octahedron |x| + |y| + |z| = 12: masses of exactly coplanar points on slanted planes.
    points(n, () => {
      const x = Math.floor(13 * random());
      const y = Math.floor((13 - x) * random());
      const sign = (): number => (random() < 0.5 ? -1 : 1);
      return [sign() * x, sign() * y, sign() * (12 - x - y)];
    }),
  'coplanar within ulps': (random, n) =>
    points(n, () => [1 + random() / 2, 1 + random() / 2, nextUp(1.5, Math.floor(5 * random()) - 2)]),
  'tilted plane within ulps': (random, n) =>
    points(n, () => {
      const [x, y] = [random(), random()];
      return [x, y, 0.3 * x + 0.7 * y];
    }),
  duplicates: (random, n) => {
    const few = Array.from({ length: 8 }, () => inBall(random));
    return points(n, () => few[Math.floor(8 * random())]);
  },
  needle: (random, n) => points(n, () => [1e8 * spread(random), spread(random), spread(random)]),
  flat: (random, n) => points(n, () => [spread(random), spread(random), 1e-12 * spread(random)]),
  'collinear within ulps': (random, n) =>
    points(n, () => {
      const t = random();
      return [t, t / 3, t / 7];
    }),
  'exact plane': (random, n) =>
    points(n, () => {
      const [x, y] = [Math.floor(6 * random()), Math.floor(6 * random())];
      return [x, y, 2 * x - y];
    }),
  'exact line': (random, n) =>
    points(n, () => {
      const t = Math.floor(40 * random()) - 20;
      return [t, -3 * t, 2 * t];
    }),
};

const PLACES: { scale: number; offset: number }[] = [
  { scale: 1, offset: 0 },
  { scale: 1e-9, offset: 0 },
  { scale: 1e9, offset: 0 },
  { scale: 1, offset: 1e6 },
  { scale: 1e-3, offset: 1e6 },
];

function posed(p: Float64Array, { scale, offset }: { scale: number; offset: number }): Float64Array {
  return p.map((x, k) => x * scale + offset * [1, -0.7, 0.3][k % 3]);
}

describe('convexHull', () => {
  for (const [name, make] of Object.entries(SETS)) {
    test(`encloses exactly, closed and without flat triangles: ${name}`, () => {
      const random = seededRandom(name.length * 1000 + name.charCodeAt(0));
      const dimensions = new Set<number>();
      for (let run = 0; run < 250; run++) {
        const n = run < 100 ? 1 + Math.floor(12 * random()) : 5 + Math.floor(70 * random());
        const p = posed(make(random, n), PLACES[run % PLACES.length]);
        const hull = convexHull(p);
        dimensions.add(hull.dimension);
        if (hull.dimension >= 2) {
          const why = fault(p, hull);
          if (why !== '') expect.fail(`run ${run}: ${why}`);
        }
        if (hull.dimension === 3) expect(hasFlatVertex(p, hull)).toBe(false);
        if (hull.dimension < 3) {
          for (let i = 3; i < n; i++) for (let j = 2; j < i; j++) expect(side(p, 0, 1, j, i) === 0).toBe(true);
        }
      }
      // The set must have reached the dimension it is about, or nothing was tested.
      if (name === 'exact line') expect(dimensions.has(1)).toBe(true);
      else if (name === 'exact plane') expect(dimensions.has(2)).toBe(true);
      else expect(dimensions.has(3)).toBe(true);
    });
  }

  test('the predicate agrees with whole-number arithmetic where it is hardest', () => {
    const random = seededRandom(5);
    let zeros = 0;
    let positives = 0;
    for (const name of ['coplanar within ulps', 'tilted plane within ulps', 'collinear within ulps', 'lattice']) {
      for (let run = 0; run < 20; run++) {
        const p = posed(SETS[name](random, 30), PLACES[run % PLACES.length]);
        const hull = convexHull(p);
        for (let t = 0; t < hull.triangles.length; t += 3) {
          const [a, b, c] = hull.triangles.subarray(t, t + 3);
          for (let i = 0; i < 30; i++) {
            const exact = integerSide(p, a, b, c, i);
            expect(BigInt(Math.sign(side(p, a, b, c, i)))).toBe(exact);
            if (exact === 0n) zeros++;
            if (exact > 0n) positives++;
          }
        }
      }
    }
    expect(positives).toBe(0);
    expect(zeros).toBeGreaterThan(1000);
  });

  test('a cube grid is a cube: 8 vertices, 12 triangles, whatever the order', () => {
    const random = seededRandom(3);
    for (let run = 0; run < 30; run++) {
      const order = Array.from({ length: 125 }, (_, i) => ({ i, key: random() })).sort((a, b) => a.key - b.key);
      const p = points(125, (k) => {
        const i = order[k].i;
        return [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)];
      });
      const hull = convexHull(p);
      expect(fault(p, hull)).toBe('');
      expect(hull.vertices.length).toBe(8);
      expect(hull.triangles.length).toBe(36);
      for (const v of hull.vertices) for (let k = 0; k < 3; k++) expect(p[3 * v + k] % 4).toBe(0);
    }
  });

  test('a tetrahedron is outward: the volume is positive', () => {
    const hull = convexHull(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1));
    expect([...hull.triangles.values()].length).toBe(12);
    const p = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    let volume = 0;
    for (let t = 0; t < 12; t += 3) {
      const [a, b, c] = [...hull.triangles.subarray(t, t + 3)].map((i) => p[i]);
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume / 6).toBeCloseTo(1 / 6, 15);
  });

  test('lower dimensions: point, line, polygon', () => {
    const point = convexHull(Float64Array.of(1, 2, 3, 1, 2, 3, 1, 2, 3));
    expect(point.dimension).toBe(0);
    expect(point.vertices.length).toBe(1);
    expect(point.triangles.length).toBe(0);

    const line = convexHull(Float64Array.of(1, 1, 1, 0, 0, 0, 3, 3, 3, 2, 2, 2, 3, 3, 3));
    expect(line.dimension).toBe(1);
    expect([...line.vertices]).toEqual([1, 2]);

    // A square with its midpoints, its centre and a repeated corner.
    const square = Float64Array.of(
      0,
      0,
      5,
      1,
      0,
      5,
      2,
      0,
      5,
      2,
      1,
      5,
      2,
      2,
      5,
      1,
      2,
      5,
      0,
      2,
      5,
      0,
      1,
      5,
      1,
      1,
      5,
      2,
      2,
      5,
    );
    const polygon = convexHull(square);
    expect(polygon.dimension).toBe(2);
    expect([...polygon.vertices]).toEqual([0, 2, 4, 6]);
    expect(fault(square, polygon)).toBe('');
  });

  test('one ulp off a plane makes a solid', () => {
    const flat = [0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1];
    expect(convexHull(Float64Array.from(flat)).dimension).toBe(2);
    expect(convexHull(Float64Array.from(flat, (x, k) => (k === 11 ? 1 + 2 ** -52 : x))).dimension).toBe(3);
  });

  test('large flat sets keep their polygon', () => {
    const random = seededRandom(8);
    const p = points(5000, (i) => {
      const v = inBall(random);
      // Corners of a square among points of its inscribed disk.
      return i % 1250 === 0 ? [i < 2500 ? -1 : 1, i % 2500 === 0 ? -1 : 1, 7] : [v[0], v[1], 7];
    });
    const hull = convexHull(p);
    expect(hull.dimension).toBe(2);
    expect([...hull.vertices].sort((a, b) => a - b)).toEqual([0, 1250, 2500, 3750]);
  });

  test('extreme scales: 1e-150, 1e150, subnormal', () => {
    const random = seededRandom(9);
    for (const scale of [1e-150, 1e150, 1e-300, 1e300]) {
      const p = SETS.ball(random, 60);
      const scaled = p.map((x) => x * scale);
      const hull = convexHull(scaled);
      // orient3d itself underflows here, so the whole-number referee decides.
      for (let t = 0; t < hull.triangles.length; t += 3) {
        const [a, b, c] = hull.triangles.subarray(t, t + 3);
        for (let i = 0; i < 60; i += 3) expect(integerSide(scaled, a, b, c, i)).toBeLessThanOrEqual(0n);
      }
      expect(hull.dimension).toBe(3);
    }
    const grain = 5e-324;
    const hull = convexHull(Float64Array.of(0, 0, 0, grain, 0, 0, 0, grain, 0, 0, 0, grain, 0, 0, 0));
    expect(hull.dimension).toBe(3);
    expect(hull.triangles.length).toBe(12);
  });

  test('many points, and the same answer twice', () => {
    const random = seededRandom(10);
    const p = SETS.sphere(random, 3000);
    const hull = convexHull(p);
    // Almost all points on a sphere are extreme; rounding may sink a few below their neighbours' planes.
    expect(hull.vertices.length).toBeGreaterThan(2990);
    expect(hull.triangles.length).toBe(3 * (2 * hull.vertices.length - 4));
    expect(convexHull(p)).toEqual(hull);
  });

  test('refuses what is not points', () => {
    const codeOf = (call: () => void): string => {
      try {
        call();
      } catch (error) {
        return (error as { code: string }).code;
      }
      return 'none';
    };
    expect(codeOf(() => convexHull(new Float64Array(0)))).toBe('mesh/empty');
    expect(codeOf(() => convexHull(new Float64Array(4)))).toBe('mesh/bad-length');
    expect(codeOf(() => convexHull(new Float64Array(6), 3))).toBe('mesh/bad-length');
    expect(codeOf(() => convexHull(Float64Array.of(0, 0, Number.NaN)))).toBe('mesh/non-finite');
    expect(convexHull(Float64Array.of(0, 0, 0, 9, 9, 9), 1).dimension).toBe(0);
  });
});
