import { crossVectors, dotVectors, liftVector, randomBetween, seeded, sign, subVectors } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { Planes } from '../../src/patches/planes.ts';
import { DoubleCorners } from '../../src/primitive/exact-corners.ts';

/** The exact side of the point numbered x from the plane of the first three. */
function exactSide(xyz: Float64Array, x: number): number {
  const [a, b, c, p] = [0, 1, 2, x].map((k) => liftVector(xyz, 3 * k));
  return sign(dotVectors(crossVectors(subVectors(b, a), subVectors(c, a)), subVectors(p, a)));
}

test('sides are exact, for points that rounding puts on the plane too', () => {
  const random = seeded(3);
  let near = 0;
  for (let run = 0; run < 300; run++) {
    const points = new DoubleCorners(5);
    for (let k = 0; k < 9; k++) points.xyz[k] = randomBetween(random, -1, 1);
    const [s, t] = [random(), random()];
    for (let axis = 0; axis < 3; axis++) {
      const [a, b, c] = [points.xyz[axis], points.xyz[3 + axis], points.xyz[6 + axis]];
      points.xyz[9 + axis] = a + s * (b - a) + t * (c - a);
      points.xyz[12 + axis] = randomBetween(random, -1, 1);
    }
    const planes = new Planes(points);
    const plane = planes.add(0, 1, 2);
    for (const x of [0, 1, 2, 3, 4]) expect(Math.sign(planes.side(plane, x))).toBe(exactSide(points.xyz, x));
    if (exactSide(points.xyz, 3) !== 0) near++;
  }
  expect(near).toBeGreaterThan(200);
});

test('a box is in front only if its nearest corner is', () => {
  const random = seeded(4);
  let front = 0;
  for (let run = 0; run < 300; run++) {
    const points = new DoubleCorners(3);
    for (let k = 0; k < 9; k++) points.xyz[k] = randomBetween(random, -1, 1);
    const planes = new Planes(points);
    const plane = planes.add(0, 1, 2);
    // The corner of the box nearest to the plane is put on a corner of it, then a little off.
    const normal = [0, 1, 2].map((axis) => {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const edge = (corner: number, k: number): number => points.xyz[3 * corner + k] - points.xyz[k];
      return edge(1, u) * edge(2, v) - edge(1, v) * edge(2, u);
    });
    for (const gap of [0, 0.01]) {
      const box = new Float64Array(6);
      normal.forEach((n, axis) => {
        const at = points.xyz[axis] + Math.sign(n) * gap;
        const far = at + Math.sign(n) * random();
        box[axis] = Math.min(at, far);
        box[3 + axis] = Math.max(at, far);
      });
      const isFront = planes.isBoxInFront(plane, box, 0);
      if (gap === 0) expect(isFront).toBe(false);
      else if (isFront) front++;
    }
  }
  expect(front).toBeGreaterThan(290);
});
