import { seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { box, makeShape } from '../../src/entries/shapes.ts';
import { Mesh } from '../../src/index.ts';
import { enclosesVolume } from '../../src/mesh/encloses-volume.ts';
import { solidMoments } from '../../src/mesh/moments.ts';
import { frameMesh } from '../../src/model/model-frame.ts';
import { inverted, scaled, shifted, union } from '../query/bodies.ts';

function encloses(mesh: Mesh): boolean {
  const { centre, unit } = frameMesh(mesh, new Float64Array(9 * mesh.triangleCount));
  return enclosesVolume(mesh, centre, unit);
}

const thin = (thickness: number): Mesh => box({ size: [1, 1, thickness] });

test.each([
  ['a box', box(), true],
  ['a box inside out', inverted(box()), true],
  ['a gear', makeShape('gear'), true],
  ['a box far away', shifted(box(), [1e9, -3e8, 7e9]), true],
  ['a large one', scaled(box(), 2 ** 400), true],
  ['a small one', scaled(box(), 2 ** -900), true],
  ['a sheet, hardly thick', thin(2 ** -30), true],
  ['one so thin that doubles cannot tell', union(thin(0.5), inverted(box({ size: [1, 1, 0.5 - 2 ** -52] }))), true],
  ['a box and its inverse', union(box(), inverted(box())), false],
  ['a box and its inverse, apart', union(box(), inverted(shifted(box(), [2, 0, 0]))), false],
  ['two sides of a triangle', new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 0, 2, 1]), false],
  ['a point', new Mesh([1, 2, 3], [0, 0, 0]), false],
  ['the origin', new Mesh([0, 0, 0], [0, 0, 0]), false],
])('%s', (_name, mesh, expected) => {
  expect(encloses(mesh)).toBe(expected);
  expect(solidMoments(mesh) !== null).toBe(expected);
});

test('tetrahedra on a lattice, half of them flat: as moments have it', () => {
  const random = seeded(3);
  let flat = 0;
  for (let k = 0; k < 2000; k++) {
    const positions = Array.from({ length: 12 }, () => Math.floor(3 * random()) / 4);
    if (k % 2 === 0) positions[11] = positions[8];
    const mesh = new Mesh(positions, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
    const expected = solidMoments(mesh) !== null;
    expect(encloses(mesh)).toBe(expected);
    if (!expected) flat++;
  }
  expect(flat).toBeGreaterThan(300);
  expect(flat).toBeLessThan(1700);
});
