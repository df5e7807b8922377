// The two scans of PolyDepth's tables that no workload is stored for, or not all of it: the Buddha, and the Dragon on a path.
// Both lie beside the checkout; without them the experiment says what it leaves out.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitToUnit } from '../generated-workloads.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { SHARED_BENCH_DIR } from '../paths.ts';
import { mixedPoses } from '../pose-generator.ts';
import { warmUpPoses } from '../warm-up.ts';
import type { Workload } from '../workload.ts';

const BUDDHA = join(SHARED_BENCH_DIR, '../models/photon/buddha.obj');
/** About a hundred of them touch, as many as the paper has: the Buddha is slim. */
const POSES = 330;
const SEED = 8;

/** Null where it is not at hand. */
export function loadBuddha(): TriangleMesh | null {
  return existsSync(BUDDHA) ? readObj(readFileSync(BUDDHA, 'utf8')) : null;
}

/** Poses of W2's sort for a model without stored ones. */
export function mixedWorkload(model: string, mesh: TriangleMesh): Workload {
  const poses = mixedPoses(POSES, SEED);
  const warmUp = warmUpPoses('W2a', mesh);
  const name = `W2a.${model}`;
  return { name, kind: 'W2a', model, mesh, poses, warmUp, expected: null, expectedFrom: 'nobody', judged: true };
}

/** Vertices and triangles of a plain OBJ file, made about 1 in size. */
export function readObj(words: string): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const line of words.split('\n')) {
    const [kind, ...rest] = line.trim().split(/\s+/);
    if (kind === 'v') positions.push(...rest.slice(0, 3).map(Number));
    if (kind === 'f') triangles.push(...rest.map((corner) => Number.parseInt(corner, 10) - 1));
  }
  return { positions: fitToUnit(Float64Array.from(positions)), triangles: Uint32Array.from(triangles) };
}
