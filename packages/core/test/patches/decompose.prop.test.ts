import { randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { box, gear, grate, lShape, randomSolid, ring, starShape, torus, uShape } from '../../src/entries/shapes.ts';
import { Mesh } from '../../src/index.ts';
import { rotated, rotation } from '../mesh/hand-made-meshes.ts';
import { inverted, moved, refined, shifted, union, unwelded } from '../query/bodies.ts';
import { comb, tShape, wholeU } from './hollow-shapes.ts';
import { expectJudged, facesOfPatch, filledCount, patchesOf } from './judged-patches.ts';

/** A tetrahedron with an edge along x through the origin, the rest below. */
const wedge = new Mesh([-1, 0, 0, 1, 0, 0, 0, 1, -1, 0, -1, -1], [0, 1, 2, 1, 0, 3, 0, 2, 3, 1, 3, 2]);
/** The same upside down, its edge along y. */
const turnedWedge = moved(wedge, (x, y, z) => [y, x, -z]);
/** A tetrahedron that stands on its tip, just above a box. */
const spike = new Mesh([0, 0, 0.75, 1, 0, 3, -1, 1, 3, -1, -1, 3], [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3]);

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
    [
      'a spike over a slanted plate',
      moved(union(box({ size: [20, 20, 1] }), shifted(spike, [3, -2, 0])), (x, y, z) => [x, y, z + x + y]),
    ],
    [
      'an outward box inside two inward ones',
      union(inverted(box({ size: [8, 8, 8] })), inverted(box({ size: [6, 6, 6] })), box()),
    ],
    ['two wedges, edge on edge', union(wedge, turnedWedge)],
    ['box with a fin', new Mesh([...box().positions, 9, 9, 9], [...box().triangles, 0, 1, 8, 1, 0, 8])],
  ])('%s', (_, mesh) => {
    const patches = patchesOf(mesh);
    const missed = expectJudged(mesh, patches);
    expect(missed).toBe(0);
    expect(filledCount(patches)).toBeGreaterThan(0);
  });

  test('random solids', () => {
    let several = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const mesh = randomSolid({ seed, triangles: 80 });
      const patches = patchesOf(mesh);
      expect(expectJudged(mesh, patches)).toBe(0);
      for (let p = 0; p < patches.count; p++)
        if (patches.filled[p] === 1 && facesOfPatch(patches, p).length > 1) several++;
    }
    expect(several).toBeGreaterThan(30); // or hulls of more than a face were never put to the test
  });

  test('edges that pass each other within rounding', () => {
    const random = seeded(5);
    let missed = 0;
    for (let k = 0; k < 60; k++) {
      const pose = randomPose(random, 0.3);
      const both = union(
        wedge,
        moved(turnedWedge, (x, y, z) => [x + 0.1, y - 0.2, z]),
      );
      const mesh = moved(both, (x, y, z) => rotated(rotation(pose.rotation), [x + pose.position[0], y, z]));
      missed += expectJudged(mesh, patchesOf(mesh));
    }
    // Which of them meet is a matter of the last bits; those that do not are not told from those that do.
    expect(missed).toBeGreaterThan(20);
    expect(missed).toBeLessThan(100);
  });
});
