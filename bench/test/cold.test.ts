import { describe, expect, test } from 'vitest';
import { poseFromQuaternion } from '../src/body-pose.ts';
import { type Life, summariseLives } from '../src/cold/suite.ts';
import type { Pass } from '../src/peers/peer.ts';
import { coldTable } from '../src/report/table.ts';
import type { Workload } from '../src/workload.ts';

const workload: Workload = {
  name: 'W2a.made-up',
  kind: 'W2a',
  model: 'made-up',
  mesh: { positions: new Float64Array(9), triangles: Uint32Array.of(0, 1, 2) },
  poses: Array.from({ length: 500 }, () => poseFromQuaternion([0, 0, 0], [0, 0, 0, 1])),
  warmUp: [],
  expected: new Float64Array(500).fill(1),
  expectedFrom: 'the test',
  judged: true,
};

/** 5,000 queries: the first takes 1,000 µs, the next 499 ten each, and all others two. */
function cold(): Pass {
  const microseconds = new Float64Array(5000).fill(2);
  microseconds.fill(10, 0, 500);
  microseconds[0] = 1000;
  return { microseconds, answers: new Float64Array(5000).fill(1), contradictions: 0 };
}

function warm(micro: number): Pass {
  return { microseconds: new Float64Array(500).fill(micro), answers: new Float64Array(500).fill(1), contradictions: 0 };
}

describe('the first queries', () => {
  test('are summed up from the start on, and the median of the starts is told', () => {
    const lives: Life[] = [2, 3, 7].map((micro) => ({ cold: cold(), warm: warm(micro) }));
    const result = summariseLives('nearmiss', lives, workload, 'W2a');
    expect(result.cold.map(({ queries }) => queries)).toEqual([1, 500, 1500, 5000]);
    expect(result.cold.map(({ median }) => median)).toEqual([1000, 10, 2, 2]);
    expect(result.cold.map(({ totalMs }) => totalMs)).toEqual(
      [1, 5.99, 7.99, 14.99].map((ms) => expect.closeTo(ms, 9)),
    );
    expect(result.warm).toEqual({ queries: 500, median: 3, mean: 3, totalMs: 1.5 });
    expect(result.wrong).toBe(0);
    expect(result.single.map(({ microseconds }) => microseconds)).toEqual([1000, 10, 10, 10, 2]);
    const text = coldTable({ workload: workload.name, triangles: 1, rounds: 3, peers: [result], goals: [] });
    expect(text).toMatch(/µs of one query +no\. 1 +no\. 2 +no\. 10 +no\. 100 +no\. 1,000/);
    expect(text).toMatch(/nearmiss, first 500 +10\.00 +11\.98 +5\.990 +3\.99 +0/);
    expect(text).toMatch(/nearmiss, 500 once warm +3\.000 +3\.000 +1\.500 +1\.00 +0/);
  });

  test('must be right, and so must be the same ones once warm', () => {
    const astray = warm(2);
    astray.answers[7] = 0;
    expect(summariseLives('nearmiss', [{ cold: cold(), warm: astray }], workload, 'W2a').wrong).toBe(1);
    const unknown = { ...workload, expected: null };
    expect(summariseLives('nearmiss', [{ cold: cold(), warm: astray }], unknown, 'W2a').wrong).toBe(1);
  });
});
