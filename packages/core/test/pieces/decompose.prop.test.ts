import { describe, expect, test } from 'vitest';
import { box, gear, grate, lShape, Mesh, randomSolid, ring, starShape, torus, uShape } from '../../src/index.ts';
import { inverted, moved, refined, shifted, union, unwelded } from '../query/bodies.ts';
import { comb, tShape, wholeU } from './hollow-shapes.ts';
import { expectJudged, facesOfPiece, filledCount, piecesOf } from './judged-pieces.ts';

describe('the brute-force judge agrees', () => {
  test.each<[string, Mesh]>([
    ['U', wholeU],
    ['U of loose triangles', unwelded(wholeU)],
    ['U with refined faces', refined(wholeU)],
    ['U, 1 : 10⁶', moved(wholeU, (x, y, z) => [x, 1e6 * y, z])],
    ['U, odd numbers', moved(wholeU, (x, y, z) => [0.1 * x + 0.3 * y, 0.7 * y - 0.1 * z, z / 3 + 0.1 * x])],
    ['U, 10⁶ away', shifted(uShape(), [1e6, 1e6, -1e6])],
    ['L', lShape()],
    ['T', tShape],
    ['comb', comb],
    ['ring', ring({ slices: 8, sideSegments: 1 })],
    ['gear', gear({ teeth: 4 })],
    ['grate', grate({ holes: [2, 1] })],
    ['star', starShape()],
    ['torus', torus({ majorSegments: 8, minorSegments: 5 })],
    ['box with a box-shaped cavity', union(box({ size: [4, 4, 4] }), inverted(box({ size: [2, 2, 2] })))],
    ['box with a fin', new Mesh([...box().positions, 9, 9, 9], [...box().triangles, 0, 1, 8, 1, 0, 8])],
  ])('%s', (_, mesh) => {
    const pieces = piecesOf(mesh);
    const missed = expectJudged(mesh, pieces);
    expect(missed).toBe(0);
    expect(filledCount(pieces)).toBeGreaterThan(0);
  });

  test('random solids', () => {
    let several = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const mesh = randomSolid({ seed, triangles: 80 });
      const pieces = piecesOf(mesh);
      expect(expectJudged(mesh, pieces)).toBe(0);
      for (let p = 0; p < pieces.count; p++)
        if (pieces.filled[p] === 1 && facesOfPiece(pieces, p).length > 1) several++;
    }
    expect(several).toBeGreaterThan(30); // or hulls of more than a face were never put to the test
  });
});
