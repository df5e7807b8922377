import { describe, expect, test } from 'vitest';
import { poseFromQuaternion } from '../src/body-pose.ts';
import { checkAnswers } from '../src/checks.ts';
import { type Contestant, runContest } from '../src/contest.ts';
import { judge } from '../src/goals.ts';
import { interleave } from '../src/interleave.ts';
import type { Pass, Peer } from '../src/peers/peer.ts';
import { spreadPoses } from '../src/peers/peer.ts';
import type { Workload, WorkloadKind } from '../src/workload.ts';

function workload(kind: WorkloadKind, expected: readonly number[] | null, poses = 4): Workload {
  return {
    name: `${kind}.made-up`,
    kind,
    model: 'made-up',
    mesh: { positions: new Float64Array(9), triangles: Uint32Array.of(0, 1, 2) },
    poses: Array.from({ length: poses }, () => poseFromQuaternion([0, 0, 0], [0, 0, 0, 1])),
    warmUp: [],
    expected: expected === null ? null : Float64Array.from(expected),
    expectedFrom: 'the test',
    judged: true,
  };
}

interface Script {
  readonly label: string;
  /** Times of each round. */
  readonly times: readonly (readonly number[])[];
  readonly answers: readonly number[];
  readonly poses?: readonly number[];
}

/** A peer that plays back what it is told. */
function scripted(asked: Workload, { label, times, answers, poses }: Script): Contestant {
  let round = 0;
  const pass = async (): Promise<Pass> => ({
    microseconds: Float64Array.from(times[round++]),
    answers: Float64Array.from(answers),
    contradictions: 0,
  });
  const poseNumbers = Int32Array.from(poses ?? answers.map((_, i) => i));
  const peer: Peer = {
    name: label,
    answers: () => true,
    open: async () => ({ poseNumbers, pass, close: async () => {} }),
  };
  return { label, peer, workload: asked };
}

describe('interleaving', () => {
  test('everyone has one turn a round, and the order alternates', async () => {
    const order: string[] = [];
    const entrant = (label: string) => ({
      label,
      turn: async () => {
        order.push(label);
        return order.length;
      },
    });
    const rounds = await interleave([entrant('a'), entrant('b')], 3);
    expect(order).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
    expect(rounds).toEqual([
      { label: 'a', turns: [1, 4, 5] },
      { label: 'b', turns: [2, 3, 6] },
    ]);
  });
});

describe('checking answers', () => {
  const numbers = Int32Array.of(0, 2);

  test('a distance may differ by rounding, a count may not', () => {
    const expected = Float64Array.of(1, 9, 2);
    expect(checkAnswers('W1', Float64Array.of(1 + 1e-15, 2), expected, numbers).wrong).toBe(0);
    expect(checkAnswers('W1', Float64Array.of(1 + 1e-9, 2), expected, numbers).wrong).toBe(1);
    expect(checkAnswers('W2b', Float64Array.of(1, 3), expected, numbers)).toEqual({ wrong: 1, largestError: 1 });
  });

  test('NaN is wrong', () => {
    const verdict = checkAnswers('W1', Float64Array.of(Number.NaN, 2), Float64Array.of(1, 0, 2), numbers);
    expect(verdict.wrong).toBe(1);
    expect(verdict.largestError).toBeNaN();
  });
});

describe('a contest', () => {
  test('the ratio is the median over rounds of ratios within a round', async () => {
    const asked = workload('W1', [1, 1, 1]);
    const nearmiss = scripted(asked, {
      label: 'nearmiss',
      times: [
        [2, 2, 2],
        [4, 4, 40],
        [3, 3, 3],
      ],
      answers: [1, 1, 1],
    });
    const fcl = scripted(asked, {
      label: 'FCL',
      times: [
        [10, 10, 10],
        [8, 8, 8],
        [10, 10, 10],
      ],
      answers: [1, 1, 1],
    });
    const result = await runContest({ workload: asked, contestants: [nearmiss, fcl], base: 'FCL' }, 3);
    expect(result.peers[0].roundRatios).toEqual([0.2, 0.5, 0.3]);
    expect(result.peers[0].ratio).toBe(0.3);
    expect(result.peers[0].best.median).toBe(2);
    expect(result.peers[1].ratio).toBe(1);
    expect(result.goals.map(({ value, met }) => [value, met])).toEqual([[0.3, true]]);
  });

  test('a peer asked only some poses is compared on those alone', async () => {
    const asked = workload('W1', [1, 1, 1, 1]);
    const nearmiss = scripted(asked, { label: 'nearmiss', times: [[1, 100, 2, 100]], answers: [1, 1, 1, 1] });
    const three = scripted(asked, { label: 'three-mesh-bvh', times: [[900, 1800]], answers: [1, 1], poses: [0, 2] });
    const result = await runContest({ workload: asked, contestants: [nearmiss, three], base: 'nearmiss' }, 1);
    expect(result.peers[1].ratio).toBe(900);
    expect(result.peers[1].verdict?.wrong).toBe(0);
    expect(result.goals.map(({ value, met }) => [value, met])).toEqual([[900, true]]);
  });

  test('every round is checked, not only the first', async () => {
    const asked = workload('W2a', [1, 0]);
    const forgetful = scripted(asked, {
      label: 'nearmiss',
      times: [
        [1, 1],
        [1, 1],
      ],
      answers: [1, 0],
    });
    const inner = forgetful.peer;
    let passes = 0;
    const peer: Peer = {
      ...inner,
      open: async (given) => {
        const session = await inner.open(given);
        const pass = async (): Promise<Pass> => {
          const told = await session.pass();
          return passes++ === 0 ? told : { ...told, answers: Float64Array.of(0, 0) };
        };
        return { ...session, pass };
      },
    };
    const result = await runContest({ workload: asked, contestants: [{ ...forgetful, peer }], base: 'FCL' }, 2);
    expect(result.peers[0].verdict?.wrong).toBe(1);
    expect(result.base).toBeNull();
    expect(result.peers[0].ratio).toBeNull();
  });

  test('without references, another peer that was asked every pose is the referee', async () => {
    const asked = workload('W2b', null, 2);
    const nearmiss = scripted(asked, { label: 'nearmiss', times: [[1, 1]], answers: [3, 7] });
    const fcl = scripted(asked, { label: 'FCL', times: [[1, 1]], answers: [3, 8] });
    const result = await runContest({ workload: asked, contestants: [nearmiss, fcl], base: 'FCL' }, 1);
    expect(result.reference).toContain('FCL');
    expect(result.peers[0].verdict?.wrong).toBe(1);
    expect(result.peers[1].verdict).toBeNull();
  });

  test('with kernels nearmiss has goals of its own, and is no referee', async () => {
    const asked = workload('W1', null, 2);
    const plain = scripted(asked, { label: 'nearmiss', times: [[2, 2]], answers: [1, 1] });
    const simd = scripted(asked, { label: 'nearmiss, simd', times: [[1, 1]], answers: [1, 1] });
    const fcl = scripted(asked, { label: 'FCL', times: [[10, 10]], answers: [1, 1] });
    const contest = { workload: asked, contestants: [plain, simd, fcl], base: 'FCL' };
    const { goals, reference } = await runContest(contest, 1);
    expect(goals.map(({ value, met, limit }) => [value, met, limit])).toEqual([
      [0.2, true, 0.45],
      [0.1, false, 0.065],
    ]);
    expect(reference).toContain('FCL');
  });

  test('a tolerance query with kernels is judged by FCL’s distance', async () => {
    const asked = workload('tolerance', [1, 1]);
    const simd = scripted(asked, { label: 'nearmiss, simd', times: [[1, 1]], answers: [1, 1] });
    const distances = scripted(
      { ...asked, kind: 'W1' },
      { label: 'FCL distance', times: [[800, 800]], answers: [0, 0] },
    );
    const contest = { workload: asked, contestants: [simd, distances], base: 'nearmiss distance' };
    const { goals } = await runContest(contest, 1);
    expect(goals.map(({ value, met, limit }) => [value, met, limit])).toEqual([[1 / 800, true, 0.002]]);
  });

  test('of convex bodies, exact answers judge nearmiss, and nearmiss the peers elsewhere', async () => {
    const asked = { ...workload('W5sep', [1, Number.NaN, Number.NaN]), model: 'hull32' };
    const nearmiss = scripted(asked, { label: 'nearmiss', times: [[1, 1, 1]], answers: [1, 2, 3] });
    // The goal is that of the kernels.
    const simd = scripted(asked, { label: 'nearmiss, simd', times: [[0.5, 0.5, 0.5]], answers: [1, 2, 3] });
    const fcl = scripted(asked, { label: 'FCL', times: [[2, 2, 2]], answers: [1 + 1e-6, 2.1, 3] });
    const contest = { workload: asked, contestants: [nearmiss, simd, fcl], base: 'FCL' };
    const { peers, goals } = await runContest(contest, 1);
    expect(peers.map(({ verdict }) => verdict?.wrong)).toEqual([0, 0, 1]);
    expect(goals.map(({ value, met }) => [value, met])).toEqual([[0.25, true]]);
    const off = scripted(asked, { label: 'nearmiss', times: [[1, 1, 1]], answers: [1 + 1e-9, 2, 3] });
    expect((await runContest({ ...contest, contestants: [off] }, 1)).peers[0].verdict?.wrong).toBe(1);
  });

  test('where most poses do not touch, listing pairs is judged by the mean', async () => {
    const asked = workload('W2b', [0, 0, 5]);
    const nearmiss = scripted(asked, { label: 'nearmiss', times: [[1, 1, 28]], answers: [0, 0, 5] });
    const fcl = scripted(asked, { label: 'FCL', times: [[1, 1, 58]], answers: [0, 0, 5] });
    const result = await runContest({ workload: asked, contestants: [nearmiss, fcl], base: 'FCL' }, 1);
    expect(result.figure).toBe('mean');
    expect(result.peers[0].ratio).toBe(0.5);
  });
});

describe('goals', () => {
  test('hold at their limit', () => {
    expect(judge({ what: 'x', sense: 'at most', limit: 0.5 }, 0.5).met).toBe(true);
    expect(judge({ what: 'x', sense: 'at most', limit: 0.5 }, 0.51).met).toBe(false);
    expect(judge({ what: 'x', sense: 'at least', limit: 300 }, 299).met).toBe(false);
    expect(judge({ what: 'x', sense: 'at most', limit: 0.5 }, Number.NaN).met).toBe(false);
  });
});

test('a few poses are spread over the whole workload', () => {
  expect([...spreadPoses(workload('W1', null, 10), 5)]).toEqual([0, 2, 4, 6, 8]);
  expect([...spreadPoses(workload('W1', null, 3), 5)]).toEqual([0, 1, 2]);
});
