import { describe, expect, test } from 'vitest';
import { medial, medialAmong, medialAxis, medialStructure } from '../../../src/entries/medial.ts';
import { makeShape } from '../../../src/entries/shapes.ts';
import { Model, timeOfContact } from '../../../src/index.ts';

const WITH = { with: [medialStructure({ samples: 400, primitives: 12 })] };
const TORUS = Model.build(makeShape('torus'), WITH);
const SMALL = Model.build(makeShape('gear(tipRadius=0.3,rootRadius=0.25,holeRadius=0.1)'), WITH);
const MOTION = { from: { position: [2, 0.1, 0] }, to: { position: [0, 0.1, 0], rotation: [0, 0, 0.6, 0.8] } } as const;

const count = (model: Model): number => {
  const { cones, slabs } = medialAxis(model);
  return cones.length / 2 + slabs.length / 3;
};

/** All pairs, of A and of B. */
function allPairs(a: Model, b: Model): Uint32Array {
  const [m, n] = [count(a), count(b)];
  return Uint32Array.from({ length: 2 * m * n }, (_, k) => (k % 2 === 0 ? Math.floor(k / 2 / n) : (k / 2 - 0.5) % n));
}

describe('medialAmong', () => {
  // The larger body is the reference: both orders, so that pairs are exchanged once.
  test.for([
    [TORUS, SMALL],
    [SMALL, TORUS],
  ] as const)('with all pairs it finds what medial finds', ([a, b]) => {
    const pairs = allPairs(a, b);
    const method = medialAmong(pairs, new Float64Array(pairs.length / 2));
    const among = timeOfContact(a, MOTION, b, {}, { method });
    const expected = timeOfContact(a, MOTION, b, {}, { method: medial });
    expect(among.status).toBe(expected.status);
    expect(among.toc).toBeCloseTo(expected.toc ?? Number.NaN, 2);
  });

  test('pairs whose times are past the end are not advanced', () => {
    const pairs = allPairs(TORUS, SMALL);
    const times = new Float64Array(pairs.length / 2).fill(2);
    expect(timeOfContact(TORUS, MOTION, SMALL, {}, { method: medialAmong(pairs, times) }).status).toBe('free');
  });

  test('refuses lists of different lengths, bad times and unknown primitives', () => {
    expect(() => medialAmong(Uint32Array.of(0, 0), new Float64Array(2))).toThrow(/pairs/);
    expect(() => medialAmong(Uint32Array.of(0, 0), Float64Array.of(Number.NaN))).toThrow(/times/);
    const method = medialAmong(Uint32Array.of(0, 9999), Float64Array.of(0));
    expect(() => timeOfContact(TORUS, MOTION, SMALL, {}, { method })).toThrow(/Pair 0/);
  });
});
