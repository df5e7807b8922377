import { expect, test } from 'vitest';
import { BOX, type BoxPairs, mixedBoxPairs, nearlyTouch, traversalBoxPairs } from '../src/obb-overlap/box-pairs.ts';
import { overlapTable } from '../src/obb-overlap/experiment.ts';
import { seedShuffles } from '../src/obb-overlap/linear-program.ts';
import { METHOD_NAMES, METHODS } from '../src/obb-overlap/methods.ts';
import { summariseMix } from '../src/obb-overlap/suite.ts';
import { overlapChart } from '../src/report/overlap-chart.ts';

const COUNT = 2000;

/**
 * Two boxes meet exactly if an edge of one meets the other: a corner of what they have in common is on an edge of one.
 * Each edge is cut off at the three slabs of the other box.
 */
function edgesIntersect(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return edgesEnter(a, i, b, j) || edgesEnter(b, j, a, i);
}

function edgesEnter(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    for (let corner = 0; corner < 4; corner++) {
      const sign = (k: number): number => ((corner >> (k === (axis + 1) % 3 ? 0 : 1)) & 1 ? 1 : -1);
      let low = -1;
      let high = 1;
      for (let slab = 0; slab < 3; slab++) {
        const along = (k: number): number =>
          [0, 1, 2].reduce((sum, c) => sum + a[i + 3 + 3 * k + c] * b[j + 3 + 3 * slab + c], 0) * a[i + 12 + k];
        let middle = 0;
        for (let c = 0; c < 3; c++) middle += (a[i + c] - b[j + c]) * b[j + 3 + 3 * slab + c];
        for (let k = 0; k < 3; k++) if (k !== axis) middle += sign(k) * along(k);
        const slope = along(axis);
        const half = b[j + 12 + slab];
        if (Math.abs(slope) < 1e-15) {
          if (Math.abs(middle) > half) low = Infinity;
          continue;
        }
        const ends = [(-half - middle) / slope, (half - middle) / slope];
        low = Math.max(low, Math.min(...ends));
        high = Math.min(high, Math.max(...ends));
      }
      if (low <= high) return true;
    }
  }
  return false;
}

/** The pairs whose answer is beyond rounding. */
function plainPairs({ a, b, count }: BoxPairs): number[] {
  return Array.from({ length: count }, (_, k) => BOX * k).filter((at) => !nearlyTouch(a, at, b, at));
}

test.each(METHOD_NAMES)('%s tells of every mix of boxes what their edges tell', (name) => {
  seedShuffles(5);
  const overlap = METHODS[name];
  for (const pairs of mixedBoxPairs(COUNT, 11)) {
    const plain = plainPairs(pairs);
    expect(plain.length).toBeGreaterThan(0.95 * COUNT);
    const wrong = plain.filter((at) => overlap(pairs.a, at, pairs.b, at) !== edgesIntersect(pairs.a, at, pairs.b, at));
    expect(wrong, pairs.name).toEqual([]);
    const together = plain.filter((at) => overlap(pairs.a, at, pairs.b, at)).length / plain.length;
    if (pairs.name === 'separated') expect(together).toBe(0);
    else if (pairs.name === 'overlapping') expect(together).toBe(1);
    else expect(Math.abs(together - 0.5)).toBeLessThan(0.1);
  }
});

test.each(METHOD_NAMES)('%s answers alike whichever box comes first, and on flat, aligned and equal boxes', (name) => {
  seedShuffles(6);
  const overlap = METHODS[name];
  for (const { a, b, count } of mixedBoxPairs(COUNT, 12)) {
    for (let at = 0; at < BOX * count; at += BOX) {
      if (!nearlyTouch(a, at, b, at)) expect(overlap(b, at, a, at)).toBe(overlap(a, at, b, at));
      expect(overlap(a, at, a, at)).toBe(true);
    }
  }
  const square = (x: number, z: number): Float64Array => Float64Array.of(x, 0, z, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0);
  expect(overlap(square(0, 0), 0, square(1.9, 0), 0)).toBe(true);
  expect(overlap(square(0, 0), 0, square(2.1, 0), 0)).toBe(false);
  expect(overlap(square(0, 0), 0, square(0, 0.1), 0)).toBe(false);
  const point = Float64Array.of(0.5, 0.5, 0, 0, 1, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0);
  expect(overlap(square(0, 0), 0, point, 0)).toBe(true);
  expect(overlap(square(2, 0), 0, point, 0)).toBe(false);
});

test('the pairs of real searches are of both sorts', () => {
  const pairs = traversalBoxPairs(COUNT, 3, 'torus-knot-300');
  const { a, b, count } = pairs;
  expect(count).toBeGreaterThan(COUNT / 2);
  let together = 0;
  for (const at of plainPairs(pairs)) {
    const right = edgesIntersect(a, at, b, at);
    if (right) together++;
    for (const name of METHOD_NAMES) expect(METHODS[name](a, at, b, at)).toBe(right);
  }
  expect(together / count).toBeGreaterThan(0.2);
  expect(together / count).toBeLessThan(0.8);
});

test('answers that differ beyond rounding are counted, and times are put beside the separating axes', () => {
  const [pairs] = mixedBoxPairs(4, 13);
  const told = (nanoseconds: number, ...answers: number[]) => ({ nanoseconds, answers: Uint8Array.from(answers) });
  const turns = [
    [told(10, 0, 0, 0, 0), told(20, 0, 0, 0, 0)],
    [told(50, 0, 0, 0, 0), told(60, 0, 1, 0, 0)],
    [told(300, 0, 0, 0, 0), told(400, 0, 0, 0, 0)],
  ];
  const result = summariseMix(pairs, turns);
  expect(result).toMatchObject({ pairs: 4, overlapping: 0, disagreements: 1 });
  expect(result.methods.map(({ ratio }) => ratio)).toEqual([1, 5, 30]);

  const table = overlapTable([result]);
  expect(table).toContain('1 disagreements beyond rounding');
  expect(table).toContain('34.7');
  const svg = overlapChart([result], { cpu: 'Test & Sons', cores: 2, node: 'v20', platform: 'linux x64' });
  expect(svg.match(/<rect [^>]*fill="var\(--(plain|met|missed)\)"/g)).toHaveLength(2 * 3); // this mix, and the lectures'
  expect(svg).toContain('30.0×');
  expect(svg).not.toMatch(/NaN|undefined/);
});
