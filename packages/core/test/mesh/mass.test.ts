import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactMoments } from '../../src/mesh/exact-moments.ts';
import { massProperties, type SolidMassProperties } from '../../src/mesh/mass.ts';
import { solidMoments } from '../../src/mesh/moments.ts';
import {
  ball,
  box,
  flipped,
  type MeshArrays,
  merged,
  moved,
  octahedron,
  rotated,
  rotation,
  scaled,
  shifted,
  tetrahedron,
  toMesh,
  torus,
  type Vector,
  withFaceFlipped,
  withoutFace,
} from './hand-made-meshes.ts';

function solid(arrays: MeshArrays): SolidMassProperties {
  const mass = massProperties(toMesh(arrays));
  if (mass.status !== 'solid') throw new Error(mass.status);
  return mass;
}

const length = (v: readonly number[]): number => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
const difference = (a: readonly number[], b: readonly number[]): number => length(a.map((x, i) => x - b[i]));
const at = (v: readonly number[], i: number): Vector => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** R·M·Rᵀ. */
function turned(r: readonly number[], m: readonly number[]): number[] {
  const result: number[] = [];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) result.push(dot(at(r, i), rotated(m, at(r, j))));
  }
  return result;
}

/** Volume times the usual formula for a box of the given edges. */
function boxInertia([x, y, z]: Vector): number[] {
  const m = (x * y * z) / 12;
  return [m * (y * y + z * z), 0, 0, 0, m * (x * x + z * z), 0, 0, 0, m * (x * x + y * y)];
}

/** From ∫(x−g)(x−g)ᵀ = V/20 · Σ(v−g)(v−g)ᵀ over the four corners. */
function tetrahedronMass(
  corners: readonly Vector[],
  knownVolume?: number,
): { volume: number; centroid: Vector; inertia: number[] } {
  const [a, b, c, d] = corners;
  const [u, v, w] = [b, c, d].map((p): Vector => [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
  const cross: Vector = [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]];
  const volume = knownVolume ?? dot(u, cross) / 6;
  const mean = (axis: number): number => a[axis] + (u[axis] + v[axis] + w[axis]) / 4;
  const centroid: Vector = [mean(0), mean(1), mean(2)];
  const second = (i: number, j: number): number =>
    (volume / 20) * corners.reduce((sum, p) => sum + (p[i] - centroid[i]) * (p[j] - centroid[j]), 0);
  const [xx, yy, zz, xy, yz, zx] = [second(0, 0), second(1, 1), second(2, 2), second(0, 1), second(1, 2), second(2, 0)];
  return { volume, centroid, inertia: [yy + zz, -xy, -zx, -xy, xx + zz, -yz, -zx, -yz, xx + yy] };
}

/** Evenly spread, where fc.double would pick mostly tiny numbers. */
const uniform = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 2 ** 30 }).map((n) => low + (high - low) * (n / 2 ** 30));
const triple = (low: number, high: number): fc.Arbitrary<Vector> =>
  fc.tuple(uniform(low, high), uniform(low, high), uniform(low, high));
const within = (size: number): fc.Arbitrary<Vector> => triple(-size, size);
const quaternion = fc
  .tuple(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1))
  .filter((q) => length(q) > 0.1);
const edges = triple(1, 10);

describe('known bodies', () => {
  test('a box', () => {
    const mass = solid(box([1, 2, 3], [2, 4, 6]));
    expect(mass).toEqual({
      status: 'solid',
      volume: 6,
      centroid: [1.5, 3, 4.5],
      inertia: [6.5, 0, 0, 0, 5, 0, 0, 0, 2.5],
      inward: false,
      area: 22,
    });
  });

  test('an octahedron: ∫x² is a tenth of the volume', () => {
    const mass = solid(octahedron());
    expect(mass.volume).toBeCloseTo(4 / 3, 14);
    expect(difference(mass.inertia, [4 / 15, 0, 0, 0, 4 / 15, 0, 0, 0, 4 / 15])).toBeLessThan(1e-15);
    expect(mass.area).toBeCloseTo(4 * Math.sqrt(3), 14);
  });

  test('fine balls and rings come near their smooth shapes, twice as fine four times as near', () => {
    const sphere = (n: number): SolidMassProperties => solid(ball(n, 2 * n));
    const errors = [16, 32].map((n) => {
      const { volume, inertia, area } = sphere(n);
      return [volume - (4 / 3) * Math.PI, inertia[0] - (8 / 15) * Math.PI, area - 4 * Math.PI].map(Math.abs);
    });
    for (let i = 0; i < 3; i++) {
      expect(errors[1][i]).toBeLessThan(0.04);
      expect(errors[0][i] / errors[1][i]).toBeGreaterThan(3.9);
      expect(errors[0][i] / errors[1][i]).toBeLessThan(4.1);
    }
    // A torus: V = 2π²Rr², I about its axis = V(R² + ¾r²).
    const ring = solid(torus(3, 1, 200, 100));
    const volume = 2 * Math.PI ** 2 * 3;
    expect(Math.abs(ring.volume / volume - 1)).toBeLessThan(1e-3);
    expect(Math.abs(ring.inertia[8] / (volume * 9.75) - 1)).toBeLessThan(3e-3);
  });

  test('a cavity is taken out', () => {
    const mass = solid(merged(box([0, 0, 0], [4, 4, 4]), flipped(box([1, 1, 1], [3, 3, 3]))));
    expect(mass.volume).toBe(56);
    expect(mass.centroid).toEqual([2, 2, 2]);
    expect(
      difference(
        mass.inertia,
        boxInertia([4, 4, 4]).map((x, i) => x - boxInertia([2, 2, 2])[i]),
      ),
    ).toBeLessThan(1e-13);
    expect(mass.area).toBe(96 + 24);
  });

  test('a body facing inward has the same mass, and says so', () => {
    const { inward, ...mass } = solid(torus(2, 0.5, 12, 8));
    const { inward: turnedInward, ...turnedMass } = solid(flipped(torus(2, 0.5, 12, 8)));
    expect([inward, turnedInward]).toEqual([false, true]);
    expect(turnedMass.volume).toBeCloseTo(mass.volume, 13);
    expect(difference(turnedMass.inertia, mass.inertia)).toBeLessThan(1e-13 * length(mass.inertia));
  });

  test('a stray vertex costs nothing', () => {
    const cube = box([1, 2, 3], [2, 4, 6]);
    expect(solid({ ...cube, positions: [...cube.positions, 1e150, 0, 0] })).toEqual(solid(cube));
  });

  test('a needle from a cube to 10⁶ away does not spoil the inertia of the cube', () => {
    // The needle ends in one point, 10⁻⁹ thick at its foot; it starts inside the cube, so volumes add.
    const needle = tetrahedron(
      [0.5, 0.5, 0.5],
      [0.5, 0.5 + 2 ** -30, 0.5],
      [0.5, 0.5, 0.5 + 2 ** -30],
      [1e6, 0.5, 0.5],
    );
    const [cube, thread] = [solid(box()), solid(needle)];
    const whole = solid(merged(box(), needle));
    expect(whole.volume).toBeCloseTo(cube.volume + thread.volume, 15);
    // Parallel axes: two masses at a distance d add m₁m₂/(m₁ + m₂)·d². Taken about the middle of the box instead of the
    // centroid, the cube would weigh in with (5·10⁵)², and with its rounding.
    const dx = thread.centroid[0] - cube.centroid[0];
    const added = ((cube.volume * thread.volume) / whole.volume) * dx * dx;
    expect(Math.abs(whole.inertia[0] - 1 / 6)).toBeLessThan(1e-14);
    expect(Math.abs(whole.inertia[4] - (1 / 6 + thread.inertia[4] + added))).toBeLessThan(1e-12);
  });
});

describe('bodies anywhere', () => {
  // Edges 1 … 10, turned, and moved by up to `offset`; expectation of the unrounded body. Each vertex is off by at most
  // √3·ulp(offset)/2, which changes the volume by at most the area times that: relative, 6·√3·ulp(offset)/2.
  const rigidly = (offset: number, tolerance: number): void => {
    fc.assert(
      fc.property(edges, quaternion, within(offset), (size, q, shift) => {
        const r = rotation(q);
        const body = moved(box([0, 0, 0], size), (v) => {
          const [x, y, z] = rotated(r, v);
          return [x + shift[0], y + shift[1], z + shift[2]];
        });
        const mass = solid(body);
        const volume = size[0] * size[1] * size[2];
        const middle = rotated(r, [size[0] / 2, size[1] / 2, size[2] / 2]);
        const inertia = turned(r, boxInertia(size));
        expect(Math.abs(mass.volume / volume - 1)).toBeLessThan(tolerance);
        expect(
          difference(
            mass.centroid,
            middle.map((x, i) => x + shift[i]),
          ),
        ).toBeLessThan(tolerance * length(size));
        expect(difference(mass.inertia, inertia)).toBeLessThan(5 * tolerance * length(inertia));
        expect(mass.inward).toBe(false);
      }),
      { seed: 11, numRuns: 400 },
    );
  };

  test('near the origin, turned boxes are right to 10⁻¹³', () => rigidly(10, 1e-13));

  test('10⁶ away they are right to 10⁻⁹, which is what rounding their vertices costs', () => rigidly(1e6, 1e-9));

  test('10⁶ away, vertices that need no rounding keep every digit', () => {
    fc.assert(
      fc.property(edges, within(1e6), (size, shift) => {
        // Multiples of 2⁻²⁰ below 2²¹ are doubles, and so are their differences.
        const lattice = (v: Vector): Vector => [
          Math.round(v[0] * 2 ** 20) / 2 ** 20,
          Math.round(v[1] * 2 ** 20) / 2 ** 20,
          Math.round(v[2] * 2 ** 20) / 2 ** 20,
        ];
        const exact = lattice(size);
        const mass = solid(shifted(box([0, 0, 0], exact), lattice(shift)));
        expect(Math.abs(mass.volume / (exact[0] * exact[1] * exact[2]) - 1)).toBeLessThan(1e-15);
        expect(difference(mass.inertia, boxInertia(exact))).toBeLessThan(1e-15 * length(mass.inertia));
      }),
      { seed: 12, numRuns: 400 },
    );
  });

  test('tetrahedra follow the formula for a simplex', () => {
    fc.assert(
      fc.property(within(5), within(5), within(5), within(5), (a, b, c, d) => {
        const expected = tetrahedronMass([a, b, c, d]);
        fc.pre(Math.abs(expected.volume) > 1);
        const mass = solid(tetrahedron(a, b, c, d));
        expect(Math.abs(mass.volume - Math.abs(expected.volume))).toBeLessThan(1e-13 * mass.volume);
        expect(mass.inward).toBe(expected.volume < 0);
        expect(difference(mass.centroid, expected.centroid)).toBeLessThan(1e-13);
        const inertia = expected.inertia.map((x) => x * Math.sign(expected.volume));
        expect(difference(mass.inertia, inertia)).toBeLessThan(1e-13 * length(inertia));
      }),
      { seed: 13, numRuns: 400 },
    );
  });

  test('doubles and whole numbers agree', () => {
    fc.assert(
      fc.property(within(5), within(5), within(5), within(5), within(1000), (a, b, c, d, shift) => {
        const mesh = toMesh(shifted(merged(tetrahedron(a, b, c, d), box()), shift));
        const quick = solidMoments(mesh);
        fc.pre(quick !== null && Math.abs(quick.volume) > 1e-3);
        if (quick === null) return;
        const exact = exactMoments(mesh, quick.exponent);
        if (exact === null) throw new Error('the volume vanished');
        expect(Math.abs(quick.volume - exact.volume)).toBeLessThan(1e-15);
        const moments = (m: typeof exact): number[] => [m.xx, m.yy, m.zz, m.xy, m.yz, m.zx];
        expect(difference(moments(quick), moments(exact))).toBeLessThan(1e-12);
        expect(difference(quick.centroid, exact.centroid)).toBeLessThan(1e-11);
      }),
      { seed: 14, numRuns: 300 },
    );
  });
});

describe('bodies too thin for doubles', () => {
  test('a sliver of volume 1/6 and edges of 10¹⁵', () => {
    // Fibonacci numbers: high · low − middle² = 1, so the base spans a parallelogram of area 1.
    const [low, middle, high] = [1304969544928657, 2111485077978050, 3416454622906707];
    const corners: [Vector, Vector, Vector, Vector] = [
      [0, 0, 0],
      [high, middle, 0],
      [middle, low, 0],
      [0, 0, 1],
    ];
    expect(tetrahedronMass(corners).volume).not.toBe(1 / 6); // or doubles would do
    const mass = solid(tetrahedron(...corners));
    const expected = tetrahedronMass(corners, 1 / 6);
    expect(mass.volume).toBe(1 / 6);
    expect(difference(mass.centroid, expected.centroid)).toBeLessThan(1e-15 * length(expected.centroid));
    expect(difference(mass.inertia, expected.inertia)).toBeLessThan(1e-15 * length(expected.inertia));
  });

  test('a turned plate of thickness 10⁻¹² is right about the vertices it was given', () => {
    const r = rotation([0.3, -0.5, 0.2, 0.7]);
    const plate = moved(box([0, 0, 0], [1, 1, 1e-12]), (v) => rotated(r, v));
    const mass = solid(plate);
    // The vertices are rounded by up to 10⁻¹⁶, a ten-thousandth of the thickness.
    expect(Math.abs(mass.volume / 1e-12 - 1)).toBeLessThan(1e-3);
    expect(difference(mass.centroid, rotated(r, [0.5, 0.5, 0]))).toBeLessThan(1e-3);
  });
});

describe('no solid, no numbers', () => {
  const nothing = { volume: null, centroid: null, inertia: null, inward: null };

  test('a border', () => {
    expect(massProperties(toMesh(withoutFace(box(), 0)))).toEqual({ status: 'not-closed', ...nothing, area: 5.5 });
  });

  test('a flipped face', () => {
    expect(massProperties(toMesh(withFaceFlipped(box(), 0)))).toEqual({ status: 'not-oriented', ...nothing, area: 6 });
  });

  test('a flat tetrahedron', () => {
    const flat = toMesh(tetrahedron([0, 0, 5], [2, 0, 5], [0, 2, 5], [2, 2, 5]));
    expect(massProperties(flat)).toEqual({ status: 'zero-volume', ...nothing, area: 8 });
  });

  test('all faces collapsed', () => {
    const point = toMesh({ positions: [1, 2, 3], triangles: [0, 0, 0] });
    expect(massProperties(point)).toEqual({ status: 'not-closed', ...nothing, area: 0 });
  });

  test('sizes beyond the doubles', () => {
    for (const factor of [1e150, 1e110, 1e70, 1e-70, 1e-150, 1e-320]) {
      const mass = massProperties(toMesh(scaled(box(), factor)));
      expect(mass).toMatchObject({ status: 'out-of-range', ...nothing });
      expect(Number.isFinite(mass.area)).toBe(true);
    }
  });
});

test('sizes from 10⁻⁶⁰ to 10⁶⁰ make no difference', () => {
  const unit = solid(torus(2, 1, 8, 6));
  for (const k of [-200, -100, 100, 200]) {
    const factor = 2 ** k;
    const mass = solid(scaled(torus(2, 1, 8, 6), factor));
    expect(mass.volume).toBe(unit.volume * factor ** 3);
    expect(mass.inertia).toEqual(unit.inertia.map((x) => x * factor ** 5));
    expect(mass.area).toBe(unit.area * factor ** 2);
  }
});

test('the area of triangles of any size', () => {
  for (const k of [-500, -400, 0, 400, 496]) {
    const factor = 2 ** k;
    const triangle = toMesh({ positions: [0, 0, 0, 3 * factor, 0, 0, 0, 4 * factor, 0], triangles: [0, 1, 2] });
    expect(massProperties(triangle).area).toBe(6 * factor * factor);
  }
});
