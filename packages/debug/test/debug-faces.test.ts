import { clearance, Model } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { debugFaces } from '../src/debug-faces.ts';

const cube = Model.build(box());

test('faces are outlined where the pose puts them, each once', () => {
  const pose = { position: [1, 2, 3], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const;
  const { lines } = debugFaces(cube, pose, [0, 0, 5]);
  expect(lines.length).toBe(2 * 3 * 6);
  for (let k = 0; k < lines.length; k += 3) {
    [1, 2, 3].forEach((middle, axis) => {
      expect(Math.abs((lines[k + axis] ?? Number.NaN) - middle)).toBeCloseTo(0.5, 6);
    });
  }
  // A quarter turn about z takes (x, y) to (−y, x).
  const [x = 0, y = 0] = debugFaces(cube, {}, [0]).lines;
  expect(lines[0]).toBeCloseTo(1 - y, 6);
  expect(lines[1]).toBeCloseTo(2 + x, 6);
});

test('the pairs of a clearance query can be drawn', () => {
  const { pairs } = clearance(cube, {}, cube, { position: [1.1, 0, 0] }, { clearance: 0.2 });
  const faces = new Set(pairs.map(([face]) => face));
  expect(
    debugFaces(
      cube,
      {},
      pairs.map(([face]) => face),
    ).lines.length,
  ).toBe(18 * faces.size);
});

test.each([-1, 12, 0.5, Number.NaN])('face %s is refused', (face) => {
  expect(() => debugFaces(cube, {}, [face])).toThrow(expect.objectContaining({ code: 'options/bad-value' }));
});
