import {
  bruteForceDistance,
  compare,
  dotVectors,
  fromNumber,
  liftVector,
  mul,
  type Rational,
  randomPose,
  seeded,
  sign,
  sub,
  subVectors,
  toNumber,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { box, icosphere, makeShape } from '../../src/entries/shapes.ts';
import { distance } from '../../src/index.ts';
import { Mesh } from '../../src/mesh/mesh.ts';
import { Model } from '../../src/model/model.ts';
import { type Frame, frameMesh } from '../../src/model/model-frame.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';

interface Framed {
  readonly frame: Frame;
  readonly corners: Float64Array;
}

function framed(mesh: Mesh): Framed {
  const corners = new Float64Array(9 * mesh.triangleCount).fill(Number.NaN);
  return { frame: frameMesh(mesh, corners), corners };
}

/** The mesh scaled, then carried off. */
function posed(mesh: Mesh, scale: number, shift: readonly number[]): Mesh {
  return new Mesh(
    mesh.positions.map((x, k) => x * scale + shift[k % 3]),
    mesh.triangles,
  );
}

const isPowerOfTwo = (x: number): boolean => x > 0 && Number.isInteger(Math.log2(x)) && 2 ** Math.log2(x) === x;

/** What every frame promises. Returns the largest error of a corner in units of u·radius. */
function expectSound(mesh: Mesh): number {
  const { frame, corners } = framed(mesh);
  const { centre, unit, radius } = frame;
  expect(isPowerOfTwo(unit)).toBe(true);
  expect(Number.isFinite(radius)).toBe(true);
  const exactUnit = fromNumber(unit);
  const exactCentre = liftVector(centre);
  let worst = 0;
  const isCentred = centre.every((x) => x === 0);
  for (const [k, v] of mesh.triangles.entries()) {
    const position = liftVector(mesh.positions, 3 * v);
    // Enclosed as stored: |corner| ≤ radius, with nothing rounded.
    const corner = liftVector(corners, 3 * k);
    const radiusSq = mul(fromNumber(radius), fromNumber(radius));
    expect(sign(sub(radiusSq, dotVectors(corner, corner)))).toBeGreaterThanOrEqual(0);

    const exact = subVectors(position, exactCentre);
    for (let c = 0; c < 3; c++) {
      const error: Rational = sub(mul(corner[c], exactUnit), exact[c]);
      if (isCentred) expect(sign(error)).toBe(0);
      worst = Math.max(worst, Math.abs(toNumber(error)) / (UNIT_ROUNDOFF * unit * radius) || 0);
    }
  }
  return worst;
}

describe('frameMesh', () => {
  test('every shape: a power of two, a radius that encloses, corners that are the positions', () => {
    for (const text of ['box', 'icosphere', 'torus', 'cup', 'golf-club', 'pillar', 'random-solid']) {
      const mesh = makeShape(text);
      expectSound(mesh);
      const { frame, corners } = framed(mesh);
      // Near the size of the mesh: no coordinate above 1, and the largest not far below.
      const largest = corners.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
      expect(largest).toBeLessThanOrEqual(1.25);
      expect(largest).toBeGreaterThanOrEqual(0.5);
      expect(frame.radius).toBeLessThanOrEqual(Math.sqrt(3) * 1.25);
    }
  });

  test('meshes about the origin keep it, and with it every digit', () => {
    for (const scale of [1, 3, 1e-9, 1e9, 1e-140, 1e140, 2 ** -400]) {
      const mesh = posed(icosphere({ radius: 1, subdivisions: 1 }), scale, [0.1 * scale, 0, -0.2 * scale]);
      const { frame } = framed(mesh);
      expect(Array.from(frame.centre)).toEqual([0, 0, 0]);
      expect(expectSound(mesh)).toBe(0);
      expect(frame.unit).toBeGreaterThan(scale / 2);
      expect(frame.unit).toBeLessThanOrEqual(2 * scale);
    }
  });

  test('far meshes are centred, and lose at most one rounding of their own size', () => {
    const random = seededRandom(1);
    let inexact = 0;
    for (let run = 0; run < 40; run++) {
      const far = [1, 1e3, 1e6, 1e12, 1e15][run % 5];
      const shift = [0, 0, 0].map(() => far * (2 * random() - 1));
      const mesh = posed(icosphere({ radius: 1, subdivisions: 0 }), 1, shift);
      const { frame, corners } = framed(mesh);
      const worst = expectSound(mesh);
      expect(worst).toBeLessThanOrEqual(1);
      if (worst > 0) inexact++;
      if (far < 1e12) expect(corners.every((x) => Math.abs(x) <= 1.001)).toBe(true);
      if (far === 1e6) expect(frame.centre.every((x, k) => Math.abs(x - shift[k]) < 1e-6)).toBe(true);
    }
    expect(inexact).toBeGreaterThan(0);
  });

  test('the origin is kept up to a quarter of the half size, and left beyond', () => {
    const cube = box();
    const low = cube.positions.reduce((m, x) => Math.min(m, x), Infinity);
    const half = cube.positions.reduce((m, x) => Math.max(m, x), -Infinity) / 2 - low / 2;
    const centreAt = (x: number): number => framed(posed(cube, 1, [x * half, 0, 0])).frame.centre[0];
    expect(centreAt(0.24)).toBe(0);
    expect(centreAt(0.26)).toBeCloseTo(0.26 * half, 12);
    expect(centreAt(-0.26)).toBeCloseTo(-0.26 * half, 12);
  });

  test('vertices that no triangle uses are nobody’s business', () => {
    const mesh = new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 1e100, 0, 0], [0, 1, 2]);
    const { frame } = framed(mesh);
    expect(frame.unit).toBeLessThanOrEqual(1);
    expectSound(mesh);
  });

  test.each<[string, number[]]>([
    ['at the origin', [0, 0, 0]],
    ['near', [0.3, -0.1, 7]],
    ['far', [1e100, -1e99, 3]],
    ['farthest', [1e150, 1e150, -1e150]],
    ['next to nothing away', [1e-300, 0, 0]],
  ])('a single point %s', (_, point) => {
    const mesh = new Mesh(point, [0, 0, 0]);
    const { frame, corners } = framed(mesh);
    expectSound(mesh);
    expect(Array.from(frame.centre)).toEqual(point);
    expect(Array.from(corners, Math.abs)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(frame.unit).toBeGreaterThan(0);
  });

  test('a single point at the smallest double, whose half is no double, stays where it is', () => {
    const mesh = new Mesh([5e-324, 0, 0], [0, 0, 0]);
    expectSound(mesh);
    expect(Array.from(framed(mesh).frame.centre)).toEqual([5e-324, 0, 0]);
  });

  test('from the smallest doubles to the largest coordinates', () => {
    for (const scale of [5e-324, 1e-310, 1e-300, 1e-200, 1e-170, 1e-155, 1e-140, 1e140, 9e149]) {
      const mesh = posed(box(), scale, [0, 0, 0]);
      expectSound(mesh);
      expectSound(
        posed(
          box(),
          scale,
          [scale, -2 * scale, scale / 2].map((x) => Math.max(-1e149, Math.min(1e149, x))),
        ),
      );
    }
    expectSound(new Mesh([-1e150, -1e150, -1e150, 1e150, 1e150, 1e150, 1e150, -1e150, 1e150], [0, 1, 2]));
  });

  test('distances of tiny and of huge bodies are as right as others', () => {
    const random = seeded(9);
    const cube = box({ size: [1.1, 0.7, 1.3] });
    for (const exponent of [-1020, -1010, -1000, -990, -980, -960, -900, -600, -480, -465, 0, 465, 490]) {
      const scale = 2 ** exponent;
      const mesh = posed(cube, scale, [0, 0, 0]);
      const model = Model.build(mesh);
      for (let run = 0; run < 4; run++) {
        const [poseA, poseB] = [randomPose(random, scale), randomPose(random, scale)];
        poseB.position[0] += 3.5 * scale;
        const { positions, triangles } = mesh;
        const { squaredDistance: squared } = bruteForceDistance(
          { positions, triangles, pose: poseA },
          { positions, triangles, pose: poseB },
        );
        const { lower, upper } = distance(model, poseA, model, poseB, { solid: false });
        expect(compare(mul(fromNumber(lower), fromNumber(lower)), squared)).toBeLessThanOrEqual(0);
        expect(compare(mul(fromNumber(upper), fromNumber(upper)), squared)).toBeGreaterThanOrEqual(0);
        // The width promised at tolerance 0; for bodies below 2⁻⁶⁸⁰ that of a body of this size.
        expect(upper - lower).toBeLessThanOrEqual(Math.max(64 * 2 ** -52 * 12 * scale, 2 ** -724));
      }
    }
  });
});
