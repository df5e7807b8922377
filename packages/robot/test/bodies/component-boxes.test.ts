import { Mesh } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { componentBoxes } from '../../src/bodies/component-boxes.ts';

test('each component has its box, corners in the same position being one', () => {
  const cube = box({ size: [2, 4, 6] });
  const corners = [...cube.triangles].flatMap((v) => [...cube.positions.slice(3 * v, 3 * v + 3)]);
  const soup = [...corners, ...corners.map((x, k) => x + (k % 3 === 0 ? 10 : 0))];
  const mesh = new Mesh(
    soup,
    soup.slice(0, soup.length / 3).map((_, k) => k),
  );
  const found = [...componentBoxes(mesh, Float64Array.of(5, 0, 0))];
  const expected = [-5, 0, 0, 1, 2, 3, 5, 0, 0, 1, 2, 3];
  expect(found.length).toBe(expected.length);
  found.forEach((value, k) => {
    expect(value).toBeCloseTo(expected[k] ?? Number.NaN, 12);
  });
});
