import { expect, test } from 'vitest';
import type { generateMesh } from '../src/generated-workloads.ts';
import { nearmissMistakes, type Results } from '../src/report/results.ts';
import { volumesTable } from '../src/report/table.ts';
import { volumesChart } from '../src/report/volumes-chart.ts';
import {
  DEFAULT_LABEL,
  type RunningVariant,
  runVolumes,
  strayChecksums,
  thinned,
  VARIANTS,
  VOLUMES,
  type VolumesResult,
} from '../src/volumes/suite.ts';
import { openVariant, type Variant } from '../src/volumes/variant.ts';
import { generatedSource } from '../src/workload-source.ts';

const small = 'torus-knot-300';
const machine = { cpu: 'Test & Sons', cores: 2, node: 'v20', platform: 'linux x64' };

/** In this thread and without a warm-up: the answers are what is tested here, not the times. */
function hereAndNow(mesh: ReturnType<typeof generateMesh>, variant: Variant): RunningVariant {
  const host = openVariant(mesh, variant);
  return {
    build: async () => host.build(),
    pass: async ({ kind, poses }) => host.pass({ kind, poses, warmUp: [] }),
    work: async (round) => host.work(round),
    close: async () => {},
  };
}

const resultsOf = (volumes: readonly VolumesResult[]): Results => ({
  date: '',
  machine,
  source: '',
  rounds: 1,
  skipped: [],
  contests: [],
  build: null,
  dataStyles: null,
  cold: [],
  command: null,
  volumes,
  motions: [],
});

test('every volume on every tree gives the answers of brute force, and says what it cost', async () => {
  const result = await runVolumes(generatedSource(), small, 1, hereAndNow);
  expect(result.contests.map(({ kind }) => kind)).toEqual(['W1', 'W2a', 'W2b']);
  for (const contest of result.contests) {
    expect(contest.reference).toBe('exact brute force');
    expect(contest.base).toBe(DEFAULT_LABEL);
    expect(contest.peers).toHaveLength(VARIANTS.length);
    expect(strayChecksums(contest)).toEqual([]);
    for (const { verdict, work, ratio } of contest.peers) {
      expect(verdict?.wrong).toBe(0);
      expect(work.volumeTests).toBeGreaterThan(1);
      expect(work.volumeUpdates).toBeGreaterThan(0);
      expect(work.triangleTests).toBeGreaterThan(0);
      expect(ratio).toBeGreaterThan(0);
    }
    const tests = (label: string): number => contest.peers.find((peer) => peer.label === label)?.work.volumeTests ?? 0;
    expect(tests('sphere sah')).toBeGreaterThan(tests('obb sah')); // or all were asked with the same volume
  }
  const bytes = new Map(result.builds.map(({ label, bytesPerTriangle }) => [label, bytesPerTriangle]));
  expect(bytes.get('sphere sah')).toBeLessThan(bytes.get('obb sah') ?? 0);
  expect(nearmissMistakes(resultsOf([result]))).toBe(0);

  const table = volumesTable(result);
  expect(table).toContain(`volumes W1.${small}: distance, separated poses; 10 poses`);
  expect(table).toContain('all sums agree');
  const svg = volumesChart([result], machine) ?? '';
  const rules = new Set(result.contests[0].peers.map(({ label }) => label.split(' ')[1]));
  expect(svg.match(/<circle /g)).toHaveLength(3 * (rules.size + VOLUMES.length)); // the legend, and a mark a volume and panel
  expect(svg).toContain('Test &amp; Sons');
  expect(svg).not.toMatch(/NaN|undefined/);

  const [first, ...others] = result.contests;
  const [best, ...rest] = first.peers;
  const wrong = { ...rest[0], work: { ...rest[0].work, checksum: best.work.checksum + 1e-6 } };
  const broken = { ...first, peers: [best, wrong, ...rest.slice(1)] };
  expect(strayChecksums(broken)).toEqual([wrong.label]);
  expect(volumesTable({ ...result, contests: [broken] })).toContain(`sums that differ: ${wrong.label}`);
  expect(nearmissMistakes(resultsOf([{ ...result, contests: [broken, ...others] }]))).toBe(1);
});

test('nothing compared, nothing drawn', () => {
  expect(volumesChart([], machine)).toBeNull();
});

test('a thinned workload keeps pose and answer together', () => {
  const workload = generatedSource().load({ name: `W2b.${small}`, kind: 'W2b', model: small });
  const some = thinned(workload, 4);
  expect(some.poses).toEqual([0, 5, 10, 15].map((i) => workload.poses[i]));
  expect([...(some.expected ?? [])]).toEqual([0, 5, 10, 15].map((i) => workload.expected?.[i]));
  expect(some.judged).toBe(false);
  expect(thinned({ ...workload, expected: null }, 4).expected).toBeNull();
});
