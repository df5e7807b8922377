import { Mesh } from 'nearmiss';
import { torus } from 'nearmiss/shapes';
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

test('CGAL and nearmiss find the same pairs of a surface on a grid', async () => {
  const binary = compileNative(CGAL, DEFAULT_OUT_DIR, CGAL_SELF_SOURCE);
  if ('missing' in binary) {
    expect(binary.missing).toMatch(/^CGAL is skipped: .*apt-get install .*libcgal-dev$/);
    return;
  }
  const { positions, triangles } = torus({ majorSegments: 40, minorSegments: 24 });
  // Vertices that come to one position would have to be one for CGAL: each is moved a little along z.
  const onGrid = positions.map((x, k) => Math.round(8 * x) / 8 + (k % 3 === 2 ? k * 2 ** -24 : 0));
  const row = await measure('torus-on-grid', new Mesh(onGrid, triangles), binary.path, 2);
  expect(row.pairs).toBeGreaterThan(500);
  expect(row.mistakes).toBe(0);
  expect(row.cgal).toHaveLength(2);
});
