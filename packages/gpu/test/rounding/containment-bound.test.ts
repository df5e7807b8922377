// The margins of containment rays, on the text of the shaders (error-bound.test.ts explains how).

import { seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { TURNED } from '../../src/wgsl/containment.ts';
import { searchCode } from '../../src/wgsl/search.ts';
import { cross, direction, dot, largest, minus, norm, plus, rowsOf, times, type Vector } from './drawn.ts';
import { WgslProgram } from './wgsl-program.ts';
import { numberOf, vectorOf } from './wgsl-values.ts';
import { U } from './worst-rounding.ts';

const SHADER = new WgslProgram(`${searchCode({ size: 64, isPacked: true, branching: 4 })}\n${TURNED}`);
const { rounding } = SHADER;

const off = (v: Vector, error: number): number[] => v.map((x) => rounding.given(x, error));
/** A difference of floats, as the shader computes it. */
const less = (a: Vector, b: Vector): number[] => minus(a, b).map((x) => rounding.round(x, U));

test.for([
  ['floats', 0],
  ['a moved point', 60 * U],
  ['a large error', 0.01],
] as const)('areas of projected faces: %s', ([, error]) => {
  const ratio = largest(seeded(23), 40, 120, (draw) => {
    const p = times(direction(draw), draw());
    const corners = [0, 1, 2].map(() =>
      plus(p, times([draw() - 0.5, draw() < 0.5 ? 1 : -1, draw() < 0.5 ? 1 : -1], 2 ** (-2 * draw()))),
    );
    const exact = corners.map((corner, k) => cross(minus(corner, p), minus(corners[(k + 1) % 3] ?? corner, p))[0]);
    const ratios = rounding.worst(() => {
      const given = off(p, error);
      const c = corners.map((corner) => less(corner, given));
      const [c0, c1, c2] = c;
      const e = SHADER.run('cornerError', c0, c1, c2, error);
      const [x, y, z, bound] = vectorOf(SHADER.run('projectedAreas', c0, c1, c2, e));
      return [x, y, z].flatMap((area, k) => [(area - exact[k]) / bound, (exact[k] - area) / bound]);
    });
    return Math.max(...ratios);
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(1 / 2);
});

/** A rotation and a translation as the device has them, each coordinate off by what moving a point of reach 1 and no centre allows. */
function movedBack(draw: () => number, translation: Vector) {
  const rows = rowsOf(direction(draw, 4));
  const errorOfRow = 10.3 * U;
  const error = U * (16 + 4.2 * norm(translation));
  const scale = 2 + translation.reduce((sum, x) => sum + Math.abs(x), 0);
  const m = () => {
    const [x, y, z] = rows.map((row) => off(row, errorOfRow / Math.sqrt(3)));
    return { x, y, z, translation: off(translation, U * (2.1 + 1) * norm(translation)), error, scale, isUsable: true };
  };
  return { rows, m };
}

test.for([
  ['bodies of one size', 1, 1 / 4],
  ['far from each other', 20, 1 / 4],
] as const)('points moved back to A: %s', ([, away, caught]) => {
  const ratio = largest(seeded(29), 20, 40, (draw) => {
    const translation = times(direction(draw), away * draw());
    const { rows, m } = movedBack(draw, translation);
    const x = times(direction(draw), 1);
    const d = minus(x, translation);
    const exact = [0, 1, 2].map((c) =>
      dot(
        rows.map((row) => row[c]),
        d,
      ),
    );
    const ratios = rounding.worst(() => {
      const moved = m();
      const point = vectorOf(
        SHADER.run(
          'pointToA',
          moved,
          x.map((c) => rounding.round(c, U)),
        ),
      );
      const bound = numberOf(SHADER.run('errorInA', moved));
      return minus(point, exact).flatMap((c) => [c / bound, -c / bound]);
    });
    return Math.max(...ratios);
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(caught);
});

test.for([
  ['a moved point', 60 * U, 1 / 2],
  ['floats', 0, 2 / 5],
] as const)('points outside of the disc of the root: %s', ([, error, caught]) => {
  const ratio = largest(seeded(31), 40, 120, (draw) => {
    // Along a coordinate axis no coordinate of the sums is smaller than what it is part of.
    const isAlong = draw() < 0.5;
    const axis = isAlong ? [1, 0, 0] : direction(draw);
    const centre = times(isAlong ? [-1, 0, 0] : direction(draw), draw());
    const p = plus(centre, times(isAlong ? axis : direction(draw), 1 + draw()));
    const exact = dot(axis, minus(p, centre));
    const ratios = rounding.worst(() => {
      const given = off(p, error);
      const middle = centre.map((c) => rounding.round(c, U));
      const d = less(given, middle);
      const along = numberOf(
        SHADER.run(
          'alongAxis',
          axis.map((c) => rounding.round(c, U)),
          d,
        ),
      );
      const bound = numberOf(SHADER.run('rootMargin', middle, given, error));
      return [(Math.abs(along) - Math.abs(exact)) / bound];
    });
    return Math.max(...ratios);
  });
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(caught);
});
