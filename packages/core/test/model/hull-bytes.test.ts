// A hull tree among the bytes of a model: loaded as it was saved, and refused where a traversal or a table of directions
// could not rely on it.

import { describe, expect, test } from 'vitest';
import { hulls, hullTree } from '../../src/entries/convex.ts';
import { icosphere, makeShape } from '../../src/entries/shapes.ts';
import { disc, distance, Model } from '../../src/index.ts';
import { seededRandom } from '../../src/scalar/random.ts';
import { directory, entryOf, refusal, seal } from './saved-bytes.ts';

const SECTIONS = [
  'hull-links',
  'hull-faces',
  'hull-starts',
  'hull-points',
  'hull-source',
  'hull-corners',
  'hull-edges',
  'hull-ends',
];

/** One patch, large enough for a table of directions, and a few. */
const model = Model.build(icosphere({ subdivisions: 1 }), { with: [disc, hullTree] });
const hollow = Model.build(makeShape('u-shape'), { with: [disc, hullTree] });

const POSES = [
  { position: [2.6, 0.3, -0.2], rotation: [0.5, 0.5, -0.5, 0.5] },
  { position: [1.2, 1.1, 1.3], rotation: [0, 0, 0.6, 0.8] },
  { position: [0.2, 0.1, 0.3] },
] as const;

const answers = (asked: Model): string =>
  JSON.stringify(POSES.map((pose) => distance(asked, {}, asked, pose, { method: hulls, stats: true })));

/** The bytes of a model, changed by `change` and sealed again. */
function forge(from: Model, change: (view: DataView) => void): Uint8Array {
  const bytes = from.toBytes();
  change(new DataView(bytes.buffer));
  return seal(bytes);
}

describe.each(['icosphere', 'u-shape', 'gear', 'torus-knot(triangles=480)'])('%s', (name) => {
  const built = Model.build(makeShape(name), { with: [hullTree] });
  const bytes = built.toBytes();
  const loaded = Model.fromBytes(bytes);

  test('loads to the same bits, in place, and answers alike', () => {
    const { arrays } = loaded.structure(hullTree);
    expect(arrays).toEqual(built.structure(hullTree).arrays);
    for (const array of Object.values(arrays)) expect(array.buffer).toBe(bytes.buffer);
    expect(answers(loaded)).toBe(answers(built));
    expect(Buffer.compare(Model.fromBytes(built.toBytes()).toBytes(), built.toBytes())).toBe(0);
  });
});

test('saved only where it was built, and built again where it was not', () => {
  const mesh = makeShape('u-shape');
  const hullSections = (bytes: Uint8Array): string[] =>
    directory(bytes)
      .map(({ name }) => name)
      .filter((name) => name.startsWith('hull'));
  const bare = Model.build(mesh);
  expect(hullSections(bare.toBytes())).toEqual([]);
  expect(hullSections(hollow.toBytes())).toEqual(SECTIONS.toSorted());
  const loaded = Model.fromBytes(bare.toBytes());
  expect(answers(loaded)).toBe(answers(hollow));
  // What was asked for is not part of what was built.
  expect(hullSections(loaded.toBytes())).toEqual([]);
  expect(hullSections(loaded.with(hullTree).toBytes())).toEqual(SECTIONS.toSorted());
});

test.each(SECTIONS)('section %s: missing, of a wrong kind or of a wrong length, it is refused', (name) => {
  for (const from of [model, hollow]) {
    const entry = entryOf(from.toBytes(), name);
    const refusals = [
      forge(from, (view) => view.setUint8(entry.at, 0x78)),
      forge(from, (view) => view.setUint32(entry.at + 12, entry.kind === 0 ? 1 : 0, true)),
      ...(entry.count > 0 ? [forge(from, (view) => view.setUint32(entry.at + 16, entry.count - 1, true))] : []),
    ].map((bytes) => refusal(bytes, [hullTree]));
    for (const refused of refusals) {
      expect(refused?.code).toBe('model/damaged');
      expect(refused?.message).toContain('hull-');
    }
  }
});

test('coordinates that are not finite or beyond the body', () => {
  const { offset, count } = entryOf(model.toBytes(), 'hull-points');
  for (const value of [Number.NaN, Infinity, -Infinity, 1e300, 3]) {
    for (let k = 0; k < count; k += 7) {
      const refused = refusal(
        forge(model, (view) => view.setFloat64(offset + 8 * k, value, true)),
        [hullTree],
      );
      expect(refused?.message).toContain('"hull-points"');
    }
  }
});

/** Numbers that leave what they point into, wherever they stand. */
const BEYOND = [-1, 10_000, 2 ** 31 - 1, -(2 ** 31)];

test.each(SECTIONS.filter((name) => name !== 'hull-points'))('section %s: no number that leads out', (name) => {
  for (const from of [model, hollow]) {
    const { offset, count } = entryOf(from.toBytes(), name);
    for (let k = 0; k < count; k++) {
      for (const value of BEYOND) {
        const refused = refusal(
          forge(from, (view) => view.setInt32(offset + 4 * k, value, true)),
          [hullTree],
        );
        expect(refused?.code, `${name}[${k}] = ${value}`).toBe('model/damaged');
      }
    }
  }
});

test('any byte of it at all: refused, or a model that answers in the end', () => {
  const random = seededRandom(8);
  const bytes = hollow.toBytes();
  let answered = 0;
  let refusedCount = 0;
  for (const name of SECTIONS) {
    const { offset, count } = entryOf(bytes, name);
    const width = name === 'hull-points' ? 8 : 4;
    for (let at = offset; at < offset + width * count; at += width === 8 ? 3 : 1) {
      const changed = forge(hollow, (view) => view.setUint8(at, view.getUint8(at) ^ (1 + Math.floor(255 * random()))));
      const refused = refusal(changed, [hullTree]);
      if (refused !== null) {
        refusedCount++;
        expect(refused.code).toBe('model/damaged');
        continue;
      }
      answered++;
      const forged = Model.fromBytes(changed);
      for (const pose of POSES) {
        const { lower, upper } = distance(forged, {}, forged, pose, { method: hulls });
        expect([lower, upper].some(Number.isNaN)).toBe(false);
      }
    }
  }
  expect(answered).toBeGreaterThan(100);
  expect(refusedCount).toBeGreaterThan(500);
});
