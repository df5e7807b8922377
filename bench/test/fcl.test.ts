import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { poseFromQuaternion } from '../src/body-pose.ts';
import { DEFAULT_OUT_DIR } from '../src/paths.ts';
import { FclHost, fclPeer } from '../src/peers/fcl.ts';
import { compileFcl } from '../src/peers/native-binary.ts';
import type { Workload, WorkloadKind } from '../src/workload.ts';

/** Two triangles, so that the model is more than a leaf. */
const mesh = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5),
  triangles: Uint32Array.of(0, 1, 2, 0, 1, 3),
};

const poses = [poseFromQuaternion([0, -3, 0], [0, 0, 0, 1]), poseFromQuaternion([0.25, 0.25, -1], [0, 0, 0, 1])];

function workload(kind: WorkloadKind): Workload {
  return {
    name: kind,
    kind,
    model: 'made-up',
    mesh,
    poses,
    warmUp: poses,
    expected: null,
    expectedFrom: 'nobody',
    judged: false,
  };
}

const REMEDY = /^FCL is skipped: .*apt-get install .*libfcl-dev$/;

const binary = compileFcl(DEFAULT_OUT_DIR);

test('a missing compiler is told in one line with the remedy', () => {
  const path = process.env.PATH;
  const empty = mkdtempSync(join(tmpdir(), 'nearmiss-bench-test-'));
  process.env.PATH = empty;
  try {
    const none = compileFcl(empty);
    expect('missing' in none && none.missing).toMatch(REMEDY);
  } finally {
    process.env.PATH = path;
    rmSync(empty, { recursive: true });
  }
});

test('FCL answers over its pipe, and says no to what it does not know', async () => {
  if ('missing' in binary) {
    expect(binary.missing).toMatch(REMEDY);
    return;
  }
  const peer = fclPeer(binary.path);
  expect(peer.answers('tolerance')).toBe(false);
  const answers = async (kind: WorkloadKind): Promise<number[]> => {
    const session = await peer.open(workload(kind));
    const { microseconds, answers: told } = await session.pass();
    await session.close();
    expect(microseconds.every((time) => time >= 0)).toBe(true);
    return [...told];
  };
  expect((await answers('W1'))[0]).toBeCloseTo(2, 12);
  expect(await answers('W2a')).toEqual([0, 1]);
  expect(await answers('W2b')).toEqual([0, 1]);

  const host = await FclHost.start(binary.path, mesh);
  expect((await host.build('rss')).bytes).toBeGreaterThan(100);
  await expect(host.server.ask('pass all')).rejects.toThrow(/build obb first/);
  await expect(host.server.ask('fly')).rejects.toThrow(/no command/);
  await host.close();
});
