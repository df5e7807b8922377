import { Mesh } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { CGAL_SELF_SOURCE, DEFAULT_OUT_DIR } from '../src/paths.ts';
import { CGAL, compileNative } from '../src/peers/native-binary.ts';
import { readAnswer } from '../src/self-collide/cgal.ts';
import { measure } from '../src/self-collide/experiment.ts';

test('an answer of the native program is read, or refused where lines are missing', () => {
  expect(readAnswer('2.5 1.5 2\n0 3\n1 2\n')).toEqual({ milliseconds: 1.5, pairs: Uint32Array.of(0, 3, 1, 2) });
  expect(readAnswer('2.5 1.5 0\n').pairs).toHaveLength(0);
  expect(() => readAnswer('2.5 1.5 2\n0 3\n')).toThrow(/announced/);
});

test('CGAL and nearmiss find the same pairs of two boxes on a grid', async () => {
  const binary = compileNative(CGAL, DEFAULT_OUT_DIR, CGAL_SELF_SOURCE);
  if ('missing' in binary) {
    expect(binary.missing).toMatch(/^CGAL is skipped: .*apt-get install .*libcgal-dev$/);
    return;
  }
  // A box and the same shifted along two sides: faces in one plane, edges on faces, edges through edges; none without area, for which
  // CGAL is not made.
  const { positions, triangles } = box({ segments: 4 });
  const shifted = positions.map((x, k) => (k % 3 === 2 ? x : x + 1 / 8));
  const second = triangles.map((v) => v + positions.length / 3);
  const mesh = new Mesh([...positions, ...shifted], [...triangles, ...second]);
  const row = await measure('two-boxes', mesh, binary.path, 2);
  expect(row.pairs).toBeGreaterThan(500);
  expect(row.mistakes).toBe(0);
  expect(row.cgal).toHaveLength(2);
});
