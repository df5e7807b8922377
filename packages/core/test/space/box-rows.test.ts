// Boxes in rows against brute force: every pair that overlaps is found, and nothing else but for rounding to single precision along the rows.

import { randomBetween, randomChoice, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { BoxRows } from '../../src/space/box-rows.ts';
import { BOX, boxesOverlap, countOverlap } from '../../src/space/box-set.ts';
import { IntList } from '../../src/space/int-list.ts';
import { RadixOrder } from '../../src/space/radix-order.ts';

const BOXES = 300;

/** Least corner and sides of a box. */
const SCENES: Readonly<Record<string, (random: SeededRandom, axis: number) => [low: number, side: number]>> = {
  'of one size': (random) => [randomBetween(random, -5, 5), 1],
  'of all sizes': (random) => [randomBetween(random, -3, 3), 10 ** randomBetween(random, -6, 1)],
  'small ones and a few large ones': (random) => [
    randomBetween(random, -4, 4),
    randomInteger(random, 0, 30) === 0 ? 15 : randomBetween(random, 0.5, 1),
  ],
  'on a lattice': (random) => [randomInteger(random, -6, 6), randomChoice(random, [0, 1, 2])],
  'points in a plane': (random, axis) => [axis === 1 ? 3 : randomInteger(random, -6, 6), 0],
  'coincident points': () => [7, 0],
  'in two clusters': (random) => [randomChoice(random, [-1e9, 1e9]) + randomBetween(random, 0, 8), 1],
  'far away': (random) => [2 ** 60 + randomInteger(random, -9, 9) * 2 ** 9, randomChoice(random, [0, 2 ** 10])],
  huge: (random) => [randomBetween(random, -1e300, 1e300), randomBetween(random, 0, 2e299)],
};

function drawn(scene: string, random: SeededRandom): Float64Array {
  const bounds = new Float64Array(BOX * BOXES);
  for (let id = 0; id < BOXES; id++) {
    for (let axis = 0; axis < 3; axis++) {
      const [low, side] = SCENES[scene](random, axis);
      bounds[BOX * id + axis] = low;
      bounds[BOX * id + 3 + axis] = low + side;
    }
  }
  return bounds;
}

test.each(Object.keys(SCENES))('finds the boxes that overlap: %s', (scene) => {
  const random = seeded(scene.length);
  const rows = new BoxRows();
  let overlapping = 0;
  let found = 0;
  for (let round = 0; round < 5; round++) {
    const bounds = drawn(scene, random);
    // Not all of them, and not in order.
    const ids = Int32Array.from({ length: BOXES }, (_, id) => BOXES - 1 - id).filter((id) => id % 7 !== round % 7);
    rows.fill(bounds, ids, ids.length);
    const pairs = new IntList();
    rows.findPairs(bounds, pairs);
    const names = new Set<string>();
    for (let k = 0; k < pairs.count; k += 2) {
      const [a, b] = [...pairs.items.subarray(k, k + 2)].sort((p, q) => p - q);
      expect(names.has(`${a}:${b}`)).toBe(false);
      names.add(`${a}:${b}`);
    }
    found += names.size;
    for (const a of ids) {
      const around = new IntList();
      rows.findAround(bounds, BOX * a, around);
      const near = new Set(around.items.subarray(0, around.count));
      const overlaps = [...ids].filter((b) => boxesOverlap(bounds, BOX * a, bounds, BOX * b));
      expect(near.size).toBe(around.count);
      expect(overlaps.filter((b) => !near.has(b))).toEqual([]);
      expect(overlaps.filter((b) => b > a && !names.has(`${a}:${b}`))).toEqual([]);
      expect([...ids].filter((b) => countOverlap(bounds, BOX * a, BOX * b) === 1)).toEqual(overlaps);
      overlapping += overlaps.filter((b) => b > a).length;
    }
  }
  expect(overlapping).toBeGreaterThan(100);
  // Where single precision tells too little, the other two axes decide.
  if (scene !== 'in two clusters' && scene !== 'huge') expect(found).toBeLessThan(1.01 * overlapping);
});

test('brings numbers of any sign in order, and leaves equal ones as they are', () => {
  const random = seeded(3);
  const order = new RadixOrder();
  order.reserve(3000);
  const keys = Float32Array.from({ length: 3000 }, () =>
    randomChoice(random, [randomInteger(random, -3, 3), randomBetween(random, -1, 1), 1e-40, -1e30, 1e30]),
  );
  order.keys.set(keys);
  const sorted = order.sort(3000);
  for (let k = 1; k < 3000; k++) {
    const isBefore = keys[sorted[k - 1]] < keys[sorted[k]];
    expect(isBefore || (keys[sorted[k - 1]] === keys[sorted[k]] && sorted[k - 1] < sorted[k])).toBe(true);
  }
});
