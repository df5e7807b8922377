import { parseObj, scaleFile, selectPart } from '@nearmiss/io';
import { describe, expect, test } from 'vitest';
import { expectRefusal, utf8 } from './help.ts';

const file = parseObj(
  utf8(
    'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 5 0 0\nv 5 1 0\nv 5 0 9\n' +
      'o base\nf 1 2 3\no lid\nf 5 6 7\no base\nf 1 2 4\no 0\nf 4 2 3\n',
  ),
);

describe('selectPart', () => {
  test('takes all parts of a name, with their own vertices and in the order of the file', () => {
    const { mesh, parts } = selectPart(file, 'base');
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 1, 3]);
    expect(parts).toEqual([
      { name: 'base', firstTriangle: 0, triangleCount: 1 },
      { name: 'base', firstTriangle: 1, triangleCount: 1 },
    ]);
    expect([...selectPart(file, 'lid').mesh.positions]).toEqual([5, 0, 0, 5, 1, 0, 5, 0, 9]);
  });

  test('takes a part by its number where none has that name', () => {
    expect(selectPart(file, '1')).toEqual(selectPart(file, 'lid'));
    expect(selectPart(file, '0').mesh.triangleCount).toBe(1); // the name goes first
    expect([...selectPart(file, '0').mesh.positions].slice(0, 3)).toEqual([0, 0, 1]);
  });

  test.each(['Lid', '4', '-1', '1.0', ''])('refuses %j and says what there is', async (name) => {
    const error = await expectRefusal(() => selectPart(file, name), 'io/missing-resource', `#${name}`);
    expect(error.message).toContain('it has 0 "base", 1 "lid", 2 "base", 3 "0".');
  });
});

describe('scaleFile', () => {
  test('rounds once: a thousandth is what division by a thousand gives', () => {
    const nine = parseObj(utf8('v 9 3 7\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'));
    expect([...scaleFile(nine, 0.001).mesh.positions].slice(0, 3)).toEqual([0.009, 0.003, 0.007]);
    expect([...scaleFile(nine, 0.0254).mesh.positions].slice(0, 3)).toEqual([9 * 0.0254, 3 * 0.0254, 7 * 0.0254]);
    expect([...scaleFile(nine, 2).mesh.positions].slice(0, 3)).toEqual([18, 6, 14]);
    expect(scaleFile(nine, 1)).toBe(nine);
  });

  test.each([0, -1, Number.NaN, Infinity])('refuses %s', (factor) =>
    expectRefusal(() => scaleFile(file, factor), 'options/bad-value').then(() => {}),
  );

  test('refuses an object, with text or without', async () => {
    for (const factor of [{}, Object.create(null)]) {
      const { message } = await expectRefusal(() => scaleFile(file, factor), 'options/bad-value');
      expect(message).toContain('is an object;');
    }
  });

  test('refuses what no longer fits', () =>
    expectRefusal(() => scaleFile(file, 1e200), 'mesh/too-large').then(() => {}));
});
