import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NearmissError } from '../../src/error.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { windingNumber } from '../../src/mesh/winding.ts';
import {
  box,
  flipped,
  merged,
  moved,
  octahedron,
  rotated,
  rotation,
  scaled,
  shifted,
  toMesh,
  torus,
  type Vector,
  withoutFace,
} from './hand-made-meshes.ts';

/** Rounding of a dozen solid angles, away from edges. */
const ROUNDING = 1e-14;

/** What rounding costs at p: it grows with l/d, the length of an edge over the distance to it. */
function roundingAt(mesh: Mesh, p: Vector): number {
  const { positions, triangles } = mesh;
  let worst = 1;
  for (let k = 0; k < triangles.length; k++) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k % 3 === 2 ? k - 2 : k + 1];
    const e = [0, 1, 2].map((i) => positions[b + i] - positions[a + i]);
    const u = [0, 1, 2].map((i) => p[i] - positions[a + i]);
    const lengthSq = e.reduce((sum, x) => sum + x * x, 0);
    const along = e.reduce((sum, x, i) => sum + x * u[i], 0) / lengthSq;
    const t = Math.min(1, Math.max(0, along));
    const distanceSq = u.reduce((sum, x, i) => sum + (x - t * e[i]) ** 2, 0);
    worst = Math.max(worst, Math.sqrt(lengthSq / distanceSq));
  }
  return ROUNDING * worst;
}

// Evenly spread, and now and then next to zero: the planes through the middle of every body here.
const coordinate = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -(2 ** 30), max: 2 ** 30 }).map((n) => n / 2 ** 29) },
  { weight: 1, arbitrary: fc.double({ min: -2, max: 2, noNaN: true }) },
);
const point = fc.tuple(coordinate, coordinate, coordinate);

function near(mesh: Mesh, p: Vector, expected: number, tolerance = ROUNDING): void {
  expect(Math.abs(windingNumber(mesh, p) - expected)).toBeLessThan(tolerance);
}

describe('whole numbers off the surface of a solid', () => {
  const cases: [string, Mesh, (p: Vector) => number][] = [
    ['a box', toMesh(box([-1, -1, -1], [1, 1, 1])), (p) => 1 - Math.max(...p.map(Math.abs))],
    ['an octahedron', toMesh(octahedron(2)), (p) => 2 - p.reduce((sum, x) => sum + Math.abs(x), 0)],
  ];
  for (const [name, mesh, depth] of cases) {
    test(`${name}: 1 inside, 0 outside`, () => {
      let inside = 0;
      fc.assert(
        fc.property(point, (p) => {
          fc.pre(depth(p) !== 0);
          near(mesh, p, depth(p) > 0 ? 1 : 0, roundingAt(mesh, p));
          if (depth(p) > 0) inside++;
        }),
        { seed: 21, numRuns: 1000 },
      );
      expect(inside).toBeGreaterThan(100);
      expect(inside).toBeLessThan(900);
    });
  }

  test('a turned torus of 3000 faces', () => {
    const r = rotation([0.1, 0.7, -0.4, 0.5]);
    const ring = toMesh(moved(torus(1.2, 0.5, 50, 30), (v) => rotated(r, v)));
    let inside = 0;
    fc.assert(
      fc.property(point, (p) => {
        const tube = Math.sqrt((Math.sqrt(p[0] * p[0] + p[1] * p[1]) - 1.2) ** 2 + p[2] * p[2]);
        fc.pre(Math.abs(tube - 0.5) > 0.02); // the polyhedron is off the torus by less
        near(ring, rotated(r, p), tube < 0.5 ? 1 : 0, 1e-12);
        if (tube < 0.5) inside++;
      }),
      { seed: 22, numRuns: 300 },
    );
    expect(inside).toBeGreaterThan(10);
  });

  test('inward, nested and hollow bodies', () => {
    const big = box([0, 0, 0], [4, 4, 4]);
    const small = box([1, 1, 1], [3, 3, 3]);
    near(toMesh(flipped(big)), [2, 2, 2], -1);
    near(toMesh(merged(big, small)), [2, 2, 2], 2);
    near(toMesh(merged(big, small)), [0.5, 2, 2], 1);
    near(toMesh(merged(big, flipped(small))), [2, 2, 2], 0);
    near(toMesh(merged(big, flipped(small))), [0.5, 2, 2], 1);
  });

  test('a hair off a face is on one side', () => {
    const cube = toMesh(box());
    near(cube, [0.3, 0.4, 1 - 2 ** -53], 1);
    near(cube, [0.3, 0.4, 1 + 2 ** -52], 0);
    near(cube, [1e-300, 0.4, 0.7], 1);
    near(cube, [-1e-300, 0.4, 0.7], 0);
  });
});

describe('on the surface', () => {
  const cube = toMesh(box());

  test('½ on a face, ¼ on an edge, ⅛ at a corner', () => {
    near(cube, [0.3, 0.4, 1], 0.5);
    near(cube, [0.5, 0.5, 1], 0.5); // on the diagonal of two triangles
    near(cube, [0, 0.1, 0.7], 0.5);
    near(cube, [1, 0, 0.3], 0.25);
    near(cube, [1, 1, 1], 0.125);
    near(cube, [0, 0, 0], 0.125);
  });

  test('½ on a slanted face, wherever it is', () => {
    const far = shifted(octahedron(4), [1000, 2000, 3000]);
    near(toMesh(far), [1001, 2001, 3002], 0.5);
    near(toMesh(far), [1001.25, 2000.5, 3002.25], 0.5);
  });

  test('in the plane of a face, but beside it, a point is outside', () => {
    near(cube, [1.5, 0.4, 1], 0);
    near(cube, [2, 0, 0], 0);
    near(cube, [-1, -1, 1], 0);
  });
});

describe('open surfaces', () => {
  test('the missing face is what the box lacks of 1', () => {
    // From the middle of a cube each face is a sixth of the view, each half of it a twelfth.
    near(toMesh(withoutFace(box(), 0)), [0.5, 0.5, 0.5], 11 / 12);
  });

  test('one triangle: near ±½ on its two sides, 0 far away and in its plane', () => {
    const triangle = toMesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] });
    near(triangle, [0.3, 0.3, -1e-12], 0.5, 1e-10);
    near(triangle, [0.3, 0.3, 1e-12], -0.5, 1e-10);
    near(triangle, [0.3, 0.3, 1e9], 0);
    expect(windingNumber(triangle, [0.3, 0.3, 0])).toBe(0);
    expect(windingNumber(triangle, [7, -3, 0])).toBe(0);
  });

  test('an octant is an eighth of the view', () => {
    const octant = toMesh({ positions: [1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 1, 2] });
    expect(windingNumber(octant, [0, 0, 0])).toBeCloseTo(1 / 8, 15);
  });

  test('faces of no area see nothing', () => {
    const nothing = toMesh({ positions: [0, 0, 0, 1, 1, 1, 2, 2, 2], triangles: [0, 1, 2, 0, 0, 1] });
    expect(windingNumber(nothing, [3, -1, 2])).toBe(0);
    expect(windingNumber(nothing, [1, 1, 1])).toBe(0);
  });
});

test('size makes no difference, to the last bit', () => {
  const p: Vector = [0.3, 0.9, -0.2];
  const expected = windingNumber(toMesh(withoutFace(octahedron(2), 3)), p);
  for (const k of [-1000, -400, 300, 497]) {
    const factor = 2 ** k;
    const mesh = toMesh(scaled(withoutFace(octahedron(2), 3), factor));
    expect(windingNumber(mesh, [p[0] * factor, p[1] * factor, p[2] * factor])).toBe(expected);
  }
  near(toMesh(box()), [1e308, -1e308, 1e308], 0);
  near(toMesh(scaled(box(), 1e150)), [5e149, 5e149, 5e149], 1);
});

test('a bad point is refused', () => {
  const cube = toMesh(box());
  const bad: unknown[] = [
    undefined,
    null,
    3,
    '123',
    [],
    [1, 2],
    [1, 2, 3, 4],
    [1, 2, '3'],
    [1, Number.NaN, 3],
    [Infinity, 0, 0],
    { x: 1 },
  ];
  for (const p of bad) {
    let code: unknown;
    try {
      windingNumber(cube, p as ArrayLike<number>);
    } catch (error) {
      if (error instanceof NearmissError) code = error.code;
    }
    expect(code).toBe('vector/bad');
  }
  near(cube, Float32Array.of(0.5, 0.5, 0.5) as unknown as Vector, 1);
});
