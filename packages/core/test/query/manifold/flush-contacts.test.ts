// Contact manifolds: where bodies lie on each other, however their faces are divided.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import {
  box,
  capsule,
  contactManifold,
  cylinder,
  distance,
  type ManifoldContact,
  Model,
  modelBox,
  solidProperties,
  sphere,
  torus,
} from '../../all-entries.ts';

const WITHIN = 1e-4;
const plain = Model.build(box());
const floor = Model.build(box({ size: [8, 8, 2] }));

const manifold = (a: Model, b: Model, position: readonly [number, number, number], rotation = [0, 0, 0, 1]) =>
  contactManifold(a, { position, rotation }, b, {}, { within: WITHIN }).contacts;

/** The points on A, rounded, in an order of their own. */
const corners = (contacts: readonly ManifoldContact[]): string[] =>
  contacts.map(({ pointA }) => pointA.map((x) => (Math.round(x * 1e3) / 1e3 + 0).toFixed(3)).join(' ')).sort();

describe('a box on a floor', () => {
  test('stands on its four corners, however its faces are divided', () => {
    const expected = ['-0.500 -0.500 1.000', '-0.500 0.500 1.000', '0.500 -0.500 1.000', '0.500 0.500 1.000'];
    for (const segments of [1, 2, 5]) {
      for (const under of [floor, Model.build(box({ size: [8, 8, 2], segments: 7 }))]) {
        const contacts = manifold(Model.build(box({ segments })), under, [0, 0, 1.5 + 2e-5]);
        expect(corners(contacts)).toEqual(expected);
        for (const { normal, gap } of contacts) {
          expect(normal[2]).toBeCloseTo(-1, 9);
          expect(gap).toBeCloseTo(2e-5, 9);
        }
      }
    }
  });

  test('over the border, on the corners of what they have in common', () => {
    const contacts = manifold(plain, floor, [4, 0.25, 1.5 + 2e-5]);
    expect(corners(contacts)).toEqual([
      '3.500 -0.250 1.000',
      '3.500 0.750 1.000',
      '4.000 -0.250 1.000',
      '4.000 0.750 1.000',
    ]);
  });

  test('on another box, nearly aligned: four contacts, all of them level', () => {
    const random = seeded(5);
    let met = 0;
    for (let k = 0; k < 200; k++) {
      const offset = (size: number) => randomBetween(random, -size, size);
      const size = 10 ** randomBetween(random, -8, -4);
      const turn = [offset(size), offset(size), offset(size), 1];
      const contacts = manifold(plain, plain, [offset(size), offset(size), 1 + 3e-5], turn);
      met += contacts.length === 4 ? 1 : 0;
      for (const { normal } of contacts) expect(normal[2]).toBeLessThan(-0.999);
    }
    expect(met).toBeGreaterThan(150);
  });

  test('that touches has contacts without a gap', () => {
    const contacts = manifold(plain, floor, [0, 0, 1.5]);
    expect(contacts).toHaveLength(4);
    for (const { normal, gap } of contacts) expect([normal[2], gap]).toEqual([-1, 0]);
  });

  test('that overlaps has its depth', () => {
    const { status, contacts } = contactManifold(plain, { position: [0, 0, 1.49] }, floor, {}, { within: WITHIN });
    expect(status).toBe('overlapping');
    expect(contacts[0].gap).toBeCloseTo(-0.01, 9);
    expect(contacts[0].normal[2]).toBeCloseTo(-1, 9);
  });

  test('that is farther away has none', () => {
    expect(manifold(plain, floor, [0, 0, 1.6])).toEqual([]);
  });
});

describe('round shapes', () => {
  test('a ball has one contact, wherever edges of the floor are', () => {
    const divided = Model.build(box({ size: [8, 8, 2], segments: 16 }));
    for (const x of [0, 0.499, 0.5, 0.01]) {
      const contacts = manifold(sphere({ radius: 0.5 }), divided, [x, x, 1.5 + 2e-5]);
      expect(contacts).toHaveLength(1);
      expect(contacts[0].normal[2]).toBeCloseTo(-1, 6);
    }
  });

  test('a capsule lies on two points, a cylinder stands on four', () => {
    const lying = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    expect(manifold(capsule({ radius: 0.5, length: 2 }), floor, [0, 0, 1.5 + 2e-5], lying)).toHaveLength(2);
    expect(manifold(cylinder({ radius: 0.5, height: 1 }), floor, [0, 0, 1.5 + 2e-5])).toHaveLength(4);
    expect(manifold(cylinder({ radius: 0.5, height: 1 }), floor, [0, 0, 1.5 + 2e-5], lying)).toHaveLength(2);
  });

  test('a box on the end of a cylinder has its corners, and where its sides cross the rim', () => {
    const pedestal = cylinder({ radius: 2, height: 1 });
    const small = Model.build(box({ size: [0.4, 0.6, 0.2], segments: 3 }));
    const found = corners(manifold(small, pedestal, [0.1, 0, 0.6 + 2e-5]));
    for (const corner of ['-0.100 -0.300 0.500', '-0.100 0.300 0.500', '0.300 -0.300 0.500', '0.300 0.300 0.500']) {
      expect(found).toContain(corner);
    }
    // Half of it is beyond the rim, which its sides cross where x² + 0.3² = 2².
    const over = manifold(small, pedestal, [2, 0, 0.6 + 2e-5]).map(({ pointA }) => pointA[0]);
    expect(Math.min(...over)).toBeCloseTo(1.8, 3);
    expect(Math.max(...over)).toBeCloseTo(2, 2);
    expect(over.filter((x) => Math.abs(x - Math.sqrt(4 - 0.09)) < 1e-3).length).toBeGreaterThanOrEqual(2);
  });

  test('a box across a lying cylinder, and the end of a cylinder on one, touch along a line', () => {
    const lying = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    const log = cylinder({ radius: 0.5, height: 6 });
    for (const model of [Model.build(box({ size: [2, 0.6, 0.2] })), cylinder({ radius: 0.3, height: 0.2 })]) {
      const contacts = contactManifold(
        model,
        { position: [0, 0, 0.6 + 2e-5] },
        log,
        { rotation: lying },
        { within: WITHIN },
      );
      const across = contacts.contacts.map(({ pointA }) => pointA[1]);
      expect(Math.min(...across)).toBeLessThan(-0.29);
      expect(Math.max(...across)).toBeGreaterThan(0.29);
    }
  });
});

test('the nearest contact is as near as the bodies', () => {
  const random = seeded(9);
  const ring = Model.build(torus({ majorRadius: 1, minorRadius: 0.3, majorSegments: 12, minorSegments: 7 }));
  let met = 0;
  for (let k = 0; k < 300; k++) {
    const q = [1, 2, 3, 4].map(() => randomBetween(random, -1, 1));
    const length = Math.hypot(...q);
    const pose = { position: [0, 0, 0], rotation: q.map((x) => x / length) };
    // Down to the floor, and up again by less than the distance asked for.
    const high = distance(ring, { ...pose, position: [0, 0, 9] }, floor, {}).distance;
    const position = [0, 0, 9 - high + randomBetween(random, 0.1, 0.9) * WITHIN];
    const posed = { ...pose, position };
    const { contacts } = contactManifold(ring, posed, floor, {}, { within: WITHIN });
    const exact = distance(ring, posed, floor, {}).distance;
    met++;
    expect(Math.min(...contacts.map(({ gap }) => gap))).toBeCloseTo(exact, 12);
  }
  expect(met).toBe(300);
});

describe('mass and box of round shapes', () => {
  test('are those of finely cut ones', () => {
    const { volume, inertia } = solidProperties(capsule({ radius: 0.5, length: 2 }));
    expect(volume).toBeCloseTo(Math.PI * 0.25 * 2 + (Math.PI * 4 * 0.125) / 3, 12);
    // A cylinder of length 2, and a ball whose halves are at its ends.
    const [tube, ends] = [Math.PI * 0.5, Math.PI / 6];
    expect(inertia?.[8]).toBeCloseTo(tube * 0.125 + ends * 0.1, 12);
    expect(inertia?.[0]).toBeCloseTo(tube * (0.0625 + 1 / 3) + ends * ((83 / 320) * 0.25 + 1.1875 ** 2), 12);
    expect(modelBox(sphere({ radius: 2 })).high).toEqual([2, 2, 2]);
    expect(modelBox(plain).low).toEqual([-0.5, -0.5, -0.5]);
  });
});
