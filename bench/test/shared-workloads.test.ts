import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeMesh } from '../src/mesh-file.ts';
import { hasSharedWorkload, hasSharedWorkloads, loadSharedMesh, loadSharedWorkload } from '../src/shared-workloads.ts';

const identityRow = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2];
const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
let dir = '';

const store = (name: string, data: unknown): void =>
  writeFileSync(join(dir, 'workloads', name), JSON.stringify({ description: 'made up 12', data }));

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'nearmiss-bench-test-'));
  mkdirSync(join(dir, 'models'));
  mkdirSync(join(dir, 'workloads'));
  writeFileSync(join(dir, 'models', 'leaf.bin'), encodeMesh(mesh));
  store('W1.leaf.json', [identityRow, identityRow]);
  store('W1.leaf.ref.json', [2, 0.25]);
  store('W2.leaf.json', [identityRow]);
  store('W2.leaf.ref.json', [[1, 17]]);
  store('W4.leaf.json', [identityRow]);
  store('W4.leaf.ref.json', [2, 2]);
});

afterAll(() => rmSync(dir, { recursive: true }));

describe('stored workloads', () => {
  test('are noticed, and their absence too', () => {
    expect(hasSharedWorkloads(dir)).toBe(true);
    expect(hasSharedWorkloads(join(dir, 'nowhere'))).toBe(false);
    expect(hasSharedWorkload(dir, 'W1', 'leaf')).toBe(true);
    expect(hasSharedWorkload(dir, 'W1', 'bunny')).toBe(false);
  });

  test('each kind reads its own column of the references', () => {
    const load = (kind: 'W1' | 'W2a' | 'W2b' | 'tolerance') =>
      loadSharedWorkload(dir, kind, 'leaf', loadSharedMesh(dir, 'leaf'));
    expect(load('W1').expected).toEqual(Float64Array.of(2, 0.25));
    expect(load('tolerance').expected).toEqual(Float64Array.of(0, 1));
    expect(load('W2a').expected).toEqual(Float64Array.of(1));
    expect(load('W2b').expected).toEqual(Float64Array.of(17));
    expect(load('W1').poses[0].position).toEqual([0, 0, 2]);
    expect(load('W1').poses[0].rotation).toEqual([0, 0, 0, 1]);
    expect(load('W1').mesh).toEqual(mesh);
  });

  test('as many answers as poses, or it is refused', () => {
    expect(() => loadSharedWorkload(dir, 'W4', 'leaf', mesh)).toThrow(/2 answers for 1 poses/);
  });
});
