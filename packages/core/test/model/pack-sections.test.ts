import { expect, test } from 'vitest';
import { packSections, type Section, unpackSections } from '../../src/model/bytes.ts';

const some = (): Section => Float64Array.of(1, 2, 3);

test.each([false, true])('sections of every kind come back under their names, shared memory: %s', (shared) => {
  const sections = new Map<string, Section>([
    ['a', some()],
    ['twelve-chars', Uint32Array.of(7)],
    ['empty', new Int32Array(0)],
    ['odd', Int32Array.of(-1, 2, -3)],
  ]);
  expect(unpackSections(packSections(sections, shared))).toEqual(sections);
});

test.each(['thirteen-char', 'a name that would run into the next entry and beyond', '', 'two words', 'nul\0', 'größe'])(
  'the name %j, which could not be read back, is refused',
  (name) => {
    expect(() => packSections(new Map([[name, some()]]), false)).toThrow(
      expect.objectContaining({ code: 'model/bad-argument', message: expect.stringContaining(name) }),
    );
  },
);

test('as many sections as can be read are written, and no more', () => {
  const many = (count: number) => new Map(Array.from({ length: count }, (_, k) => [`s${k}`, some()]));
  expect(unpackSections(packSections(many(256), false)).size).toBe(256);
  expect(() => packSections(many(257), false)).toThrow('up to 256 sections');
});
