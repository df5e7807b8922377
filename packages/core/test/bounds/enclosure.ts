import { expect, test } from 'vitest';
import type { VolumeKind } from '../../src/bounds/volume.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { COORDINATE_ERROR } from '../../src/scalar/tolerances.ts';
import { fitted, moved, movedPoint, randomPose, SCALES, SHAPES, shapeTriangles, toInteger } from './samples.ts';
import type { Whole } from './swept-judges.ts';

/** Tests that a kind of volume holds every corner it was fitted to, before and after a move, at every size. */
export function testEnclosure(kind: VolumeKind, encloses: (volume: Whole, point: Whole) => boolean): void {
  const expectEnclosed = (volume: Float64Array, triangles: Float64Array): void => {
    expect(volume.every(Number.isFinite)).toBe(true);
    for (const length of volume.slice(-kind.lengths)) expect(length).toBeGreaterThanOrEqual(0);
    const whole = Array.from(volume, toInteger);
    const points = Array.from(triangles, toInteger);
    for (let k = 0; k < points.length; k += 3) expect(encloses(whole, points.slice(k, k + 3))).toBe(true);
  };

  for (const name of Object.keys(SHAPES)) {
    test(`encloses exactly, moved too: ${name}`, () => {
      const random = seededRandom(name.length);
      for (let run = 0; run < 45; run++) {
        const scale = SCALES[run % 3];
        const triangles = shapeTriangles(random, name, 1 + (run % 9), scale, run % 2 ? 1000 : 1);
        const volume = fitted(kind, triangles);
        expectEnclosed(volume, triangles);

        const pose = randomPose(random, scale);
        const corners: number[] = [];
        let reach = 0;
        for (let k = 0; k < triangles.length; k += 3) {
          const corner = Array.from(triangles.slice(k, k + 3));
          corners.push(...movedPoint(pose, corner));
          reach = Math.max(reach, Math.hypot(...corner));
        }
        pose[13] = COORDINATE_ERROR * (reach + Math.hypot(pose[9], pose[10], pose[11]));
        expectEnclosed(moved(kind, volume, pose), Float64Array.from(corners));
      }
    });
  }

  test('encloses what is too small or too large for squares and products', () => {
    const random = seededRandom(11);
    for (const scale of [1e-310, 1e-300, 1e-200, 1e-160, 1e-100, 1e60]) {
      for (const name of Object.keys(SHAPES)) {
        const triangles = shapeTriangles(random, name, 3, scale, 1);
        expectEnclosed(fitted(kind, triangles), triangles);
      }
    }
  });
}
