import { collide } from 'nearmiss';
import { VOLUMES } from 'nearmiss/lab';
import { expect, test } from 'vitest';
import { SLOPE_GOALS, slopeGoal } from '../src/goals.ts';
import { judgeSlope, proximityTable } from '../src/parallel-proximity/experiment.ts';
import { fitPowerLaw, useOf } from '../src/parallel-proximity/slope.ts';
import { sagitta, sphereWithGap, TURN } from '../src/parallel-proximity/spheres.ts';
import { askEveryVolume, countTestsOn, VOLUME_NAMES } from '../src/parallel-proximity/suite.ts';
import { proximityChart } from '../src/report/proximity-chart.ts';
import { comparedPairs } from '../src/traversal/compared-pairs.ts';
import { openModel } from '../src/traversal/opened-model.ts';

/** Gaps down by √2 from a quarter of the radius. */
const gapsDownTo = (count: number): number[] => Array.from({ length: count }, (_, k) => 2 ** (-2 - k / 2));

/** Coarse spheres are enough for boxes, which part at wide patches. */
const CASES = [
  { volume: 'obb', subdivisions: 4, gaps: 10, fitted: 9 },
  { volume: 'sphere', subdivisions: 5, gaps: 5, fitted: 4 },
  { volume: 'aabb', subdivisions: 5, gaps: 5, fitted: 4 },
] as const;

test.each(CASES)('tests of $volume grow as the lectures say while the gap shrinks', (measured) => {
  const { volume, subdivisions, gaps, fitted } = measured;
  const result = countTestsOn(volume, subdivisions, gapsDownTo(gaps));
  expect(result.law?.gaps).toBeGreaterThanOrEqual(fitted);
  const goal = SLOPE_GOALS[volume];
  expect(Math.abs((result.law?.slope ?? Number.NaN) - (goal?.slope ?? 0))).toBeLessThanOrEqual(goal?.within ?? 0);
  expect(judgeSlope(result)).toMatchObject([{ met: true }]);
});

test('a slope beside the goal misses it, and so does none', () => {
  expect(slopeGoal('obb', -1.21)?.met).toBe(false);
  expect(slopeGoal('sphere', -1.69)?.met).toBe(false);
  expect(slopeGoal('sphere', -1.71)?.met).toBe(true);
  const nothing = { volume: 'obb', triangles: 20, counts: [], law: null } as const;
  expect(judgeSlope(nothing)).toMatchObject([{ met: false }]);
});

test('every volume finds the spheres apart, at the same distance', () => {
  const answers = askEveryVolume(3);
  expect(new Set(answers.map(({ volume }) => volume)).size).toBe(Object.keys(VOLUMES).length);
  expect(answers.filter(({ right }) => !right)).toEqual([]);
});

test('the pairs written down are those that the library compares', () => {
  const inner = sphereWithGap(0, 3);
  const outer = sphereWithGap(1 / 16, 3);
  // Discs have a search of their own, which opens nodes by another rule.
  for (const volume of VOLUME_NAMES.filter((name) => name !== 'disc')) {
    const a = openModel(inner, volume);
    const b = openModel(outer, volume);
    const { pairs, movedNodes, leafTests } = comparedPairs(a, {}, b, TURN, volume, null);
    const { stats } = collide(a.model, {}, b.model, TURN, {
      volume: VOLUMES[volume],
      stats: true,
      solid: false,
      contacts: 'all',
    });
    // Once a search has become long, core triangles drop some of the pairs: a few here, where nothing coincides.
    const { volumeTests = 0, volumeUpdates = 0 } = stats ?? {};
    expect(volumeTests).toBeLessThanOrEqual(pairs.length / 2);
    expect(volumeTests).toBeGreaterThan(0.99 * (pairs.length / 2));
    expect(volumeUpdates).toBeLessThanOrEqual(movedNodes.length);
    expect(volumeUpdates).toBeGreaterThan(0.99 * movedNodes.length);
    expect(leafTests).toBeLessThan(pairs.length / 2);
  }
});

test('the law is fitted to gaps that are neither too wide nor saturated', () => {
  const law = (gap: number): number => 100 * gap ** -1.5;
  const plain = [0.2, 0.1, 0.05, 0.025].map((gap) => ({ gap, tests: law(gap), leafTests: 0 }));
  const wide = { gap: 0.5, tests: 1, leafTests: 0 };
  const saturated = { gap: 0.01, tests: 1, leafTests: 0.11 };
  expect([wide, ...plain, saturated].map(useOf)).toEqual(['too wide', ...plain.map(() => 'fitted'), 'saturated']);
  const fit = fitPowerLaw([wide, ...plain, saturated]);
  expect(fit?.slope).toBeCloseTo(-1.5, 12);
  expect(fit?.span).toBeCloseTo(8, 12);
  expect(fitPowerLaw([wide, ...plain.slice(2), saturated])).toBeNull();
});

test('triangles sag below their sphere by the distance of the farthest plane', () => {
  // An icosahedron of circumradius 1 has an inradius of 0.7946…
  expect(sagitta(sphereWithGap(0, 0))).toBeCloseTo(1 - 0.794654472292, 11);
  expect(sagitta(sphereWithGap(1, 0))).toBeCloseTo(2 * (1 - 0.794654472292), 11);
});

test('table and chart tell of every volume, one without a law too', () => {
  const counts = gapsDownTo(4).map((gap) => ({ gap, tests: 50 / gap, leafTests: 0 }));
  const results = [
    { volume: 'obb', triangles: 5120, counts, law: fitPowerLaw(counts) },
    { volume: 'disc', triangles: 5120, counts: counts.slice(0, 2), law: null },
  ] as const;
  const table = proximityTable(results, [
    { volume: 'obb', gap: 0.1, separated: true, lower: 0, upper: 1, right: false },
  ]);
  expect(table).toContain('-1.000');
  expect(table).toContain('1 wrong');
  const svg = proximityChart(results);
  expect(svg.match(/<circle /g)).toHaveLength(6);
  expect(svg).toContain('−1.00');
  expect(svg).toContain('no law');
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});
