import { randomBetween, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { clipFaces } from '../src/clip-faces.ts';

/** What the corners of the polyhedron about a ball are beyond it, at most. */
const CORNER = 1.13;

test('faces within the distance stay as they are', () => {
  const faces = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  expect(clipFaces(faces, 1)).toEqual(faces);
});

test('of long faces, what is within the distance stays', () => {
  const random = seeded(5);
  let clipped = 0;
  for (let k = 0; k < 500; k++) {
    const face = Float64Array.from({ length: 9 }, () => randomBetween(random, -4, 4));
    const kept = clipFaces(face, 1);
    for (let p = 0; p < kept.length; p += 3) expect(Math.hypot(...kept.subarray(p, p + 3))).toBeLessThan(CORNER);
    if (kept.length > 0) clipped++;
    const whole = clipFaces(face, 100);
    expect(whole).toEqual(face);
    expect(areaOf(kept)).toBeLessThanOrEqual(areaOf(face) * (1 + 1e-12));
  }
  expect(clipped).toBeGreaterThan(50);
  // A face through the origin that is greater than the ball in all directions: what is left is the section of the polyhedron.
  const section = areaOf(clipFaces(Float64Array.of(-90, -90, 0, 90, -90, 0, 0, 90, 0), 1));
  expect(section).toBeGreaterThan(Math.PI);
  expect(section).toBeLessThan(Math.PI * CORNER ** 2);
});

function areaOf(faces: Float64Array): number {
  let area = 0;
  for (let k = 0; k < faces.length; k += 9) {
    const [u, v] = [3, 6].map((o) => [0, 1, 2].map((c) => faces[k + o + c] - faces[k + c]));
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return area;
}
