// The test of a patch on its own, with patches that no decomposition would make.

import { isHullFilledExactly } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { lShape } from '../../src/entries/shapes.ts';
import { type Mesh, Model } from '../../src/index.ts';
import { FilledTest } from '../../src/patches/filled.ts';
import { patchHull } from '../../src/patches/patch-hull.ts';
import { exactSurface } from '../../src/patches/surface.ts';
import { refined } from '../query/bodies.ts';
import { comb } from './hollow-shapes.ts';

function isFilled(mesh: Mesh, faces: readonly number[]): boolean {
  const surface = exactSurface(mesh);
  if (surface === null) throw new Error('The mesh is in range.');
  const patch = Uint32Array.from(faces);
  return new FilledTest(surface, Model.build(mesh).tree).isFilled(patch, patchHull(surface, patch));
}

/** The faces all of whose corners `isThere`. */
function facesWhere(mesh: Mesh, isThere: (x: number, y: number, z: number) => boolean): number[] {
  const { positions, triangles } = mesh;
  return Array.from({ length: mesh.triangleCount }, (_, f) => f).filter((f) =>
    triangles
      .subarray(3 * f, 3 * f + 3)
      .every((v) => isThere(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2])),
  );
}

const wholeL = lShape({ size: [4, 4, 2], arm: 2 });
const fineL = refined(refined(wholeL));

test.each<[string, Mesh, readonly number[], number, boolean]>([
  ['the face of an L, whose hull covers the notch', wholeL, facesWhere(wholeL, (_x, _y, z) => z === 1), 4, false],
  ['the same, finely cut', fineL, facesWhere(fineL, (_x, _y, z) => z === 1), 64, false],
  ['one arm of it', fineL, facesWhere(fineL, (x, _y, z) => z === 1 && x <= 0), 42, true],
  ['some faces of it with a ragged border', fineL, facesWhere(fineL, (_x, _y, z) => z === 1).slice(0, 7), 7, true],
  ['the tips of a comb, in one plane with gaps between', comb, facesWhere(comb, (_x, y) => y === 4), 6, false],
])('%s', (_, mesh, faces, count, expected) => {
  expect(faces.length).toBe(count);
  expect(isFilled(mesh, faces)).toBe(expected);
  expect(isHullFilledExactly(mesh, faces)).toBe(expected);
});
