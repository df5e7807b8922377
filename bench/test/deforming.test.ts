import { bruteForcePairs } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { CONTESTANTS } from '../src/deforming/contestants.ts';
import { deformingGoals, deformingTable } from '../src/deforming/experiment.ts';
import { CONTACT_DISTANCE, wobblingPair } from '../src/deforming/scenes.ts';
import { costOfChoice, countStrays, runOverlap } from '../src/deforming/suite.ts';
import { deformingChart } from '../src/report/deforming-chart.ts';

test('every contestant finds the same pairs, from little overlap to much', () => {
  const overlaps = [CONTACT_DISTANCE, 0.5].map((distance) => runOverlap(distance, 3, 1, 360));
  for (const overlap of overlaps) {
    expect(overlap.pairs.default).toBeGreaterThan(30);
    expect(countStrays(overlap)).toBe(0);
    const { mesh, steps } = wobblingPair(overlap.distance, 3, 360);
    const { triangles } = mesh;
    const truth = steps.map(
      ([a, b]) => bruteForcePairs({ positions: a, triangles }, { positions: b, triangles }).length,
    );
    expect(overlap.pairs.default).toBe(truth.reduce((sum, count) => sum + count));
    // It decides by rounded arithmetic.
    expect(Math.abs(overlap.pairs['three-mesh-bvh'] / overlap.pairs.default - 1)).toBeLessThan(0.01);
    for (const name of CONTESTANTS) expect(overlap.times[name]).toBeGreaterThan(0);
    expect(costOfChoice(overlap)).toBeGreaterThan(0);
  }
  expect(countStrays({ ...overlaps[0], pairs: { ...overlaps[0].pairs, octree: 1 } })).toBe(1);
  expect(deformingTable(overlaps)).toContain('three-mesh-bvh');
  expect(deformingGoals(overlaps)[0].value).toBeGreaterThan(0);
  expect(deformingGoals([])[0].met).toBe(false);
  const svg = deformingChart(overlaps, { cpu: 'a machine', node: 'v20' });
  expect(svg.match(/aria-label="line"/g)).toHaveLength(7);
  expect(svg).not.toContain('NaN');
});
