import { describe, expect, test } from 'vitest';
import {
  fitToUnit,
  GENERATED_MODELS,
  generateMesh,
  generateWorkload,
  hasGeneratedWorkload,
} from '../src/generated-workloads.ts';
import { WORKLOAD_KINDS } from '../src/workload.ts';

const small = 'torus-knot-300';

describe('generated workloads', () => {
  test('a fitted model has its box centred at the origin and a longest side of 1', () => {
    expect([...fitToUnit(Float64Array.of(1, 2, 3, 5, 4, 3))]).toEqual([-0.5, -0.25, 0, 0.5, 0.25, 0]);
  });

  test('the small knot comes with answers by brute force, the same each time', () => {
    const mesh = generateMesh(small);
    const touching = generateWorkload('W2b', small, mesh);
    const pairs = touching.expected ?? Float64Array.of();
    expect(pairs.length).toBe(touching.poses.length);
    const hits = pairs.filter((count) => count > 0).length;
    expect(hits).toBeGreaterThan(2); // or the check never met a touching pose
    expect(hits).toBeLessThan(pairs.length - 2);
    expect(generateWorkload('W2b', small, generateMesh(small)).expected).toEqual(pairs);
    const yesNo = generateWorkload('W2a', small, mesh).expected ?? Float64Array.of();
    expect([...yesNo]).toEqual([...pairs].map((count) => (count > 0 ? 1 : 0)));
  });

  test('its separated poses are separated by at least the gap they were made with', () => {
    const { expected, judged } = generateWorkload('W1', small, generateMesh(small));
    expect(judged).toBe(false);
    expect(Math.min(...(expected ?? [0]))).toBeGreaterThan(0.0199);
  });

  test('every model can be asked something, and warm-up poses are not the timed ones', () => {
    for (const model of GENERATED_MODELS) {
      expect(WORKLOAD_KINDS.some((kind) => hasGeneratedWorkload(kind, model))).toBe(true);
    }
    expect(hasGeneratedWorkload('W1', 'bunny')).toBe(false);
    const { poses, warmUp } = generateWorkload('W4', small, generateMesh(small));
    const timed = new Set(poses.map(({ row }) => row.join()));
    expect(warmUp.some(({ row }) => timed.has(row.join()))).toBe(false);
  });
});
