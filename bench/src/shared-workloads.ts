import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { poseFromRow } from './body-pose.ts';
import { loadConvexWorkload, SHARED_HULLS } from './convex-workloads.ts';
import { decodeMesh, type TriangleMesh } from './mesh-file.ts';
import { warmUpPoses } from './warm-up.ts';
import { ASKED_TOLERANCE, isConvexKind, type MeshKind, type Workload, type WorkloadKind } from './workload.ts';

/** Which stored file holds the poses of each kind; several kinds ask different things of the same poses. */
const POSE_FILE: Readonly<Record<MeshKind, string>> = { W1: 'W1', W2a: 'W2', W2b: 'W2', W4: 'W4', tolerance: 'W1' };

export const SHARED_MODELS: readonly string[] = ['bunny', 'knot34k', 'dragon', 'knot11k', ...SHARED_HULLS];

export function hasSharedWorkloads(dir: string): boolean {
  return existsSync(join(dir, 'workloads')) && existsSync(join(dir, 'models'));
}

export function hasSharedWorkload(dir: string, kind: WorkloadKind, model: string): boolean {
  if (isConvexKind(kind)) return SHARED_HULLS.includes(model) && existsSync(join(dir, 'models', `${model}.bin`));
  return existsSync(answersPath(dir, kind, model));
}

export function loadSharedWorkload(dir: string, kind: WorkloadKind, model: string, mesh: TriangleMesh): Workload {
  if (isConvexKind(kind)) return loadConvexWorkload(dir, kind, model, mesh);
  const posesFile = join(dir, 'workloads', `${POSE_FILE[kind]}.${model}.json`);
  const answersFile = answersPath(dir, kind, model);
  const poses = dataOf(posesFile).map((row, i) => poseFromRow(numbersOf(row), `Row ${i} of ${posesFile}`));
  const expected = Float64Array.from(dataOf(answersFile), (row) => expectedAnswer(kind, numbersOf(row)));
  if (expected.length !== poses.length) {
    throw new Error(`${answersFile} has ${expected.length} answers for ${poses.length} poses.`);
  }
  const warmUp = warmUpPoses(kind, mesh);
  const expectedFrom = 'the stored references';
  return { name: `${kind}.${model}`, kind, model, mesh, poses, warmUp, expected, expectedFrom, judged: true };
}

function answersPath(dir: string, kind: MeshKind, model: string): string {
  return join(dir, 'workloads', `${POSE_FILE[kind]}.${model}.ref.json`);
}

export function loadSharedMesh(dir: string, model: string): TriangleMesh {
  const path = join(dir, 'models', `${model}.bin`);
  return decodeMesh(readFileSync(path), path);
}

/** References store [distance] for W1 and W4, [touching, pairs] for W2. */
function expectedAnswer(kind: MeshKind, reference: readonly number[]): number {
  if (kind === 'tolerance') return reference[0] <= ASKED_TOLERANCE ? 1 : 0;
  return reference[kind === 'W2b' ? 1 : 0];
}

export function dataOf(path: string): readonly unknown[] {
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof parsed === 'object' && parsed !== null && 'data' in parsed && Array.isArray(parsed.data)) {
    return parsed.data;
  }
  throw new Error(`${path} has no "data" list.`);
}

export function numbersOf(row: unknown): readonly number[] {
  const list: readonly unknown[] = Array.isArray(row) ? row : [row];
  return list.map(Number);
}
