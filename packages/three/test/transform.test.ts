import { NearmissError } from 'nearmiss';
import { describe, expect, test } from 'vitest';
import { poseFromMatrix } from '../src/transform.ts';
import { VERSIONS } from './versions.ts';

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'accepted';
}

test('the versions are two, and the newest minors', () => {
  expect(VERSIONS.map(([revision]) => revision)).toEqual(['187', '186']);
});

describe.each(VERSIONS)('three.js r%s', (_, three) => {
  const { Euler, Matrix4, Quaternion, Vector3 } = three;
  const turned = new Quaternion().setFromEuler(new Euler(0.4, -1.1, 2.3));
  const composed = (x: number, y: number, z: number, turn = turned) =>
    new Matrix4().compose(new Vector3(3, -2, 7), turn, new Vector3(x, y, z));

  test('a rotation, a translation and a uniform scale come back', () => {
    const { position, rotation, scale } = poseFromMatrix(composed(2.5, 2.5, 2.5));
    expect(position).toEqual([3, -2, 7]);
    expect(scale).toBe(2.5);
    const sign = Math.sign(rotation[3] * turned.w);
    rotation.forEach((x, k) => {
      expect(x * sign).toBeCloseTo(turned.toArray()[k] ?? Number.NaN, 14);
    });
  });

  test('the scale is the same in every orientation', () => {
    const scales = new Set<number>();
    for (let k = 0; k < 500; k++) {
      const turn = new Quaternion().setFromEuler(new Euler(k, 1.7 * k, 0.3 * k));
      scales.add(poseFromMatrix(composed(0.1, 0.1, 0.1, turn)).scale);
    }
    expect(scales.size).toBe(1);
    expect(Math.abs([...scales][0] as number)).toBeCloseTo(0.1, 11);
  });

  test('so is that of a rotation read from a file, which has the length 1 in single precision only', () => {
    const scales = Array.from({ length: 500 }, (_value, k) => {
      const { x, y, z, w } = new Quaternion().setFromEuler(new Euler(k, 1.7 * k, 0.3 * k));
      const read = new Quaternion(Math.fround(x), Math.fround(y), Math.fround(z), Math.fround(w));
      return poseFromMatrix(composed(2.5, 2.5, 2.5, read)).scale;
    });
    const exact = scales.filter((scale) => scale === 2.5).length;
    expect(exact).toBeGreaterThan(490); // in few the rounding does not show
    for (const scale of scales) expect(Math.abs(scale / 2.5 - 1)).toBeLessThan(1e-7);
  });

  test('two mirrors are a rotation', () => {
    expect(poseFromMatrix(composed(-1, -1, 1)).scale).toBe(1);
  });

  test.each([
    ['three/mirrored', composed(1, 1, -1)],
    ['three/mirrored', composed(-2, -2, -2)],
    ['three/non-uniform-scale', composed(1, 2, 1)],
    ['three/non-uniform-scale', composed(1, 1 + 3e-6, 1)],
    ['three/sheared', composed(1, 2, 1).multiply(new Matrix4().makeRotationZ(0.5))],
    ['three/sheared', new Matrix4().makeShear(0.1, 0, 0, 0, 0, 0)],
    ['three/singular', composed(0, 1, 1)],
    ['three/singular', composed(0, 0, 0)],
    ['three/singular', composed(1e-310, 1e-310, 1e-310)],
    ['three/mirrored', composed(-1e-140, 1e-140, 1e-140)],
    ['accepted', composed(1e-140, 1e-140, 1e-140)],
    ['accepted', composed(1e200, 1e200, 1e200)],
    ['three/sheared', composed(1e200, 2e200, 1e200).multiply(new Matrix4().makeRotationZ(0.5))],
    ['three/bad-object', composed(Number.NaN, 1, 1)],
    ['three/bad-object', new Matrix4().makePerspective(-1, 1, 1, -1, 1, 10)],
    ['accepted', composed(1, 1 + 1e-8, 1)],
  ])('%s', (code, matrix) => {
    expect(codeOf(() => poseFromMatrix(matrix))).toBe(code);
  });

  test('the message names the object and says what to do', () => {
    expect(() => poseFromMatrix(composed(1, 2, 1), 'The world matrix of Mesh "gate"')).toThrow(
      /The world matrix of Mesh "gate" has the scale [\d., ]*which is not the same.*geometry\.scale/,
    );
  });
});
