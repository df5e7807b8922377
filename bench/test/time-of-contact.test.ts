import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Model } from 'nearmiss';
import { box, torusKnot } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { poseFromQuaternion, times } from '../src/body-pose.ts';
import { fitToUnit } from '../src/generated-workloads.ts';
import { DEFAULT_OUT_DIR } from '../src/paths.ts';
import { compileFcl } from '../src/peers/native-binary.ts';
import { separatedPoses } from '../src/pose-generator.ts';
import { ratioChart } from '../src/report/chart.ts';
import { nearmissMistakes } from '../src/report/results.ts';
import { judgeByReferences, judgeBySampling } from '../src/time-of-contact/check.ts';
import { type Contact, NO_CONTACT } from '../src/time-of-contact/contact.ts';
import { fclMotionPeer } from '../src/time-of-contact/fcl.ts';
import { generateMotions, linearPoseAt } from '../src/time-of-contact/motion.ts';
import { NEARMISS_MOTIONS } from '../src/time-of-contact/nearmiss.ts';
import type { MotionPeer } from '../src/time-of-contact/peer.ts';
import { runMotions } from '../src/time-of-contact/suite.ts';
import { motionsTable } from '../src/time-of-contact/table.ts';
import {
  generateMotionWorkload,
  hasSharedMotions,
  loadSharedMotions,
  type MotionWorkload,
  THRESHOLD,
} from '../src/time-of-contact/workload.ts';
import type { Workload } from '../src/workload.ts';

const counts = { translations: 6, turning: 6 };
const knot = torusKnot({ triangles: 300 });
const mesh = { positions: fitToUnit(knot.positions), triangles: knot.triangles };
const workload = generateMotionWorkload('torus-knot-3k', mesh, counts);

const at = (toc: number, upper = Infinity): Contact => ({ toc, upper, iterations: 3, front: 0 });

describe('motions', () => {
  test('are seeded; the first only move on, the others turn by one and the same rotation', () => {
    const motions = generateMotions(counts, 5);
    expect(motions).toEqual(generateMotions(counts, 5));
    expect(motions).not.toEqual(generateMotions(counts, 6));
    motions.forEach(({ from, to }, i) => {
      expect(Math.hypot(...from.position)).toBeCloseTo(2.5, 12);
      expect(Math.hypot(...to.position)).toBeLessThanOrEqual(1.6);
      const [x, y, z, w] = from.rotation;
      const turn = times(to.rotation, [-x, -y, -z, w]);
      // By π/3 about Y, then about X: cos = cos²(π/6).
      expect(turn[3]).toBeCloseTo(i < counts.translations ? 1 : 0.75, 12);
    });
  });

  test('go from their start to their end at a steady pace, over the shorter arc', () => {
    const from = poseFromQuaternion([1, 2, 3], [0, 0, 0, 1]);
    const to = poseFromQuaternion([3, 2, 1], [-Math.SQRT1_2, 0, 0, -Math.SQRT1_2]);
    const middle = linearPoseAt({ from, to })(0.5);
    expect(middle.position).toEqual([2, 2, 2]);
    expect(middle.rotation[0]).toBeCloseTo(Math.sin(Math.PI / 8), 15);
    expect(middle.rotation[3]).toBeCloseTo(Math.cos(Math.PI / 8), 15);
    expect(linearPoseAt({ from, to: from })(0.3)).toEqual(from);
  });
});

describe('stored motions', () => {
  test('are read with their answers', () => {
    const dir = mkdtempSync(join(tmpdir(), 'nearmiss-bench-test-'));
    try {
      mkdirSync(join(dir, 'workloads'));
      const store = (name: string, data: unknown): void =>
        writeFileSync(join(dir, 'workloads', name), JSON.stringify({ data }));
      const row = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -2];
      store('W3.leaf.json', [row]);
      expect(hasSharedMotions(dir, 'leaf')).toBe(false);
      store('W3.leaf.ref.json', [[1, 0.25, 2]]);
      expect(hasSharedMotions(dir, 'leaf')).toBe(true);
      const { motions, references } = loadSharedMotions(dir, 'leaf', mesh);
      expect([motions[0].from.position, motions[0].to.position]).toEqual([
        [0, 0, 2],
        [0, 0, -2],
      ]);
      expect(references).toEqual([{ hits: true, earliest: 0.25, latest: 2 }]);
      store('W3.leaf.ref.json', []);
      expect(() => loadSharedMotions(dir, 'leaf', mesh)).toThrow(/1 motions, and there are 0 answers/);
      store('W3.leaf.json', [row.slice(1)]);
      expect(() => loadSharedMotions(dir, 'leaf', mesh)).toThrow(/has 23 numbers/);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});

describe('checking times of contact', () => {
  const none = { missed: 0, late: 0, early: 0, invented: 0 };
  const touching = { hits: true, earliest: 0.5, latest: 0.51 };
  const near = { hits: true, earliest: 0.5, latest: 2 };
  const apart = { hits: false, earliest: 2, latest: 2 };

  test.each([
    ['in time', at(0.505), touching, none],
    ['free, and it touches', at(NO_CONTACT), touching, { ...none, missed: 1 }],
    ['after the contact', at(0.52), touching, { ...none, late: 1 }],
    ['NaN', at(Number.NaN), touching, { ...none, missed: 1 }],
    ['before the bodies are near', at(0.4), touching, { ...none, early: 1 }],
    ['a near miss called so', at(0.505), near, none],
    ['a near miss called free', at(NO_CONTACT), near, none],
    ['a near miss with a proof of contact', at(0.505, 0.52), near, { ...none, invented: 1 }],
    ['contact where there is none', at(0.5), apart, { ...none, invented: 1 }],
  ])('%s', (_, contact, reference, verdict) => {
    expect(judgeByReferences([contact], [reference])).toEqual(verdict);
  });

  test('without references, poses in between tell the same', () => {
    const cube = Model.build(box());
    const from = poseFromQuaternion([0, 0, 3], [0, 0, 0, 1]);
    const to = poseFromQuaternion([0, 0, -1], [0, 0, 0, 1]);
    const judged = (contact: Contact) => judgeBySampling(cube, cube, [{ from, to }], [contact]);
    // Cubes of side 1 meet when their centres are 1 apart, halfway.
    expect(judged(at(0.5 - THRESHOLD / 8, 0.5))).toEqual(none);
    expect(judged(at(0.4))).toEqual({ ...none, early: 1 });
    expect(judged(at(0.6))).toEqual({ ...none, late: 1 });
    expect(judged(at(NO_CONTACT))).toEqual({ ...none, missed: 1 });
    expect(judged(at(0.5 - THRESHOLD / 8, 0.5 - THRESHOLD / 16))).toEqual({ ...none, invented: 1 });
  });
});

const distances: Workload = {
  name: 'W1',
  kind: 'W1',
  model: 'torus-knot-3k',
  mesh,
  poses: separatedPoses(mesh, 5, 1),
  warmUp: separatedPoses(mesh, 5, 2),
  expected: null,
  expectedFrom: 'nobody',
  judged: false,
};

describe('W3', () => {
  test('nearmiss is right, is compared with FCL and with its own distances', async () => {
    const binary = compileFcl(DEFAULT_OUT_DIR);
    const fcl = 'path' in binary ? [fclMotionPeer(binary.path)] : [];
    const result = await runMotions(workload, distances, [NEARMISS_MOTIONS, ...fcl], 2);
    expect(result.peers[0].verdict).toEqual({ missed: 0, late: 0, early: 0, invented: 0 });
    expect(result.peers[0].iterations).toBeGreaterThan(1);
    expect(result.peers[0].medianRatios).toHaveLength(fcl.length === 0 ? 0 : 2);
    expect(result.goals).toHaveLength(fcl.length === 0 ? 1 : 3);
    expect(motionsTable(result)).toContain('nearmiss, distances of W1');
    if (fcl.length === 0) return;
    expect(result.peers[1].iterations).toBeGreaterThan(1);
    // It may be late, and is on some knots.
    expect(result.peers[1].verdict).toMatchObject({ missed: 0, early: 0, invented: 0 });
  });

  test('a goal is met by the median over rounds of ratios within a round; every round is checked', async () => {
    const references = workload.motions.map(() => ({ hits: true, earliest: 0.4, latest: 0.5 }));
    const asked: MotionWorkload = { ...workload, references };
    const result = await runMotions(
      asked,
      distances,
      [scripted('nearmiss', [1, 4], [0.45, 0.6]), scripted('FCL', [10, 10], [0.45, 0.45])],
      2,
    );
    expect(result.peers[0].medianRatios).toEqual([0.1, 0.4]);
    expect(result.peers[0].verdict?.late).toBe(workload.motions.length);
    expect(result.goals.slice(0, 2).map(({ value, met }) => [value, met])).toEqual([
      [0.25, false],
      [0.25, false],
    ]);
    const run = { date: '', machine, source: '', rounds: 2, skipped: [], contests: [], build: null, dataStyles: null };
    const results = { ...run, cold: [], command: null, volumes: [], motions: [result] };
    expect(nearmissMistakes(results)).toBe(workload.motions.length);
    expect(ratioChart(results)).toContain(workload.name);
  });
});

const machine = { cpu: 'a cpu', cores: 2, node: 'v20', platform: 'linux x64' };

/** A peer that takes so long in each round, and says this time in each. */
function scripted(name: string, microseconds: readonly number[], tocs: readonly number[]): MotionPeer {
  let round = 0;
  return {
    name,
    open: async ({ motions }) => ({
      pass: async () => {
        const k = round++;
        return {
          microseconds: new Float64Array(motions.length).fill(microseconds[k]),
          contacts: motions.map(() => at(tocs[k])),
        };
      },
      close: async () => {},
    }),
  };
}
