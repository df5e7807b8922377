import { collide, Mesh } from 'nearmiss';
import { VOLUMES } from 'nearmiss/lab';
import { expect, test } from 'vitest';
import { costTable } from '../src/cost-function/experiment.ts';
import { record, replayTriangleTests, replayUpdates, replayVolumeTests, sink } from '../src/cost-function/replay.ts';
import { type CostPanel, predicted, strayVolumes, summariseCosts } from '../src/cost-function/suite.ts';
import { generateMesh } from '../src/generated-workloads.ts';
import { mixedPoses, separatedPoses } from '../src/pose-generator.ts';
import { costChart } from '../src/report/cost-chart.ts';
import { openModel } from '../src/traversal/opened-model.ts';

const mesh = generateMesh('torus-knot-300');
const knot = openModel(new Mesh(mesh.positions, mesh.triangles), 'obb');
const machine = { cpu: 'Test & Sons', cores: 2, node: 'v20', platform: 'linux x64' };

test('the work written down for contacts is the work that the library counts', () => {
  let triangleTests = 0;
  for (const pose of mixedPoses(10, 1)) {
    const recording = record(knot, pose, 'obb', 'contacts');
    const { stats } = collide(
      knot.model,
      pose,
      knot.model,
      {},
      {
        volume: VOLUMES.obb,
        stats: true,
        solid: false,
        contacts: 'all',
      },
    );
    expect(replayUpdates(recording)).toBe(stats?.volumeUpdates);
    expect(replayVolumeTests(recording)).toBe(stats?.volumeTests);
    expect(replayTriangleTests(recording)).toBe(stats?.triangleTests);
    triangleTests += stats?.triangleTests ?? 0;
  }
  expect(triangleTests).toBeGreaterThan(100); // or nothing touched
});

test('the work written down for distances has the nearest triangles in it', () => {
  for (const pose of separatedPoses(mesh, 5, 2)) {
    const recording = record(knot, pose, 'obb', 'distance');
    expect(recording.pruningBound).toBeGreaterThan(0);
    const before = sink[0];
    expect(replayVolumeTests(recording)).toBeGreaterThan(10);
    expect(replayTriangleTests(recording)).toBeGreaterThan(0);
    expect(sink[0]).not.toBe(before);
  }
});

const turn = (update: number, microseconds: number[]) => ({
  costs: { update, volumeTest: 10, triangleTest: 100 },
  work: { volumeTests: 1000, volumeUpdates: 100, triangleTests: 50, checksum: 7 },
  leafPairs: 3,
  microseconds: Float64Array.from(microseconds),
});

test('F is the sum of the three terms, beside the time measured', () => {
  const result = summariseCosts('obb', [turn(30, [50, 10]), turn(20, [20, 90]), turn(40, [30, 30])]);
  expect(result).toMatchObject({ updates: 2, volumeTests: 10, triangleTests: 5, measured: 15 });
  expect(predicted(result)).toBe(17);

  const panel: CostPanel = { kind: 'W2b', poses: 2, results: [result, { ...result, volume: 'aabb' }] };
  expect(strayVolumes(panel)).toEqual([]);
  expect(costTable(panel)).toContain('all answers agree');
  const wrong = { ...result, volume: 'sphere', work: { ...result.work, checksum: 8 } } as const;
  const broken = { ...panel, results: [...panel.results, wrong] };
  expect(strayVolumes(broken)).toEqual(['sphere']);
  expect(costTable(broken)).toContain('answers that differ: sphere');

  const svg = costChart([panel], machine);
  expect(svg.match(/<rect [^>]*fill="var\(--(plain|met|missed)\)"/g)).toHaveLength(2 * 3); // three terms a row
  expect(svg).toContain('Test &amp; Sons');
  expect(svg).not.toMatch(/NaN|undefined/);
});
