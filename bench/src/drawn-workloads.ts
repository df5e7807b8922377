// Scans beside the checkout that no workload is stored for, under seeded poses of the same sorts. Nobody has stored their answers: peers are checked
// against FCL.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPoses } from './generated-workloads.ts';
import type { TriangleMesh } from './mesh-file.ts';
import { readObj } from './penetration/scanned-models.ts';
import { warmUpPoses } from './warm-up.ts';
import { isConvexKind, type MeshKind, type Workload, type WorkloadKind } from './workload.ts';

/** A file, and how far apart centres are in poses of which more than half touch, as stored ones do. */
const SCANS: Readonly<Record<string, { readonly file: string; readonly reach: number }>> = {
  armadillo: { file: 'libigl/armadillo.obj', reach: 1 },
  buddha: { file: 'photon/buddha.obj', reach: 0.7 },
};
const POSES: Readonly<Record<MeshKind, number>> = { W1: 500, W4: 1000, W2a: 500, W2b: 500, tolerance: 500 };

export const DRAWN_MODELS: readonly string[] = Object.keys(SCANS);

export function hasDrawnWorkload(dir: string, kind: WorkloadKind, model: string): boolean {
  const scan = SCANS[model];
  return !isConvexKind(kind) && scan !== undefined && existsSync(join(dir, scan.file));
}

export function loadDrawnMesh(dir: string, model: string): TriangleMesh {
  return readObj(readFileSync(join(dir, SCANS[model].file), 'utf8'));
}

export function drawWorkload(kind: WorkloadKind, model: string, mesh: TriangleMesh): Workload {
  if (isConvexKind(kind)) throw new Error(`${model} is not convex.`);
  const poses = generatedPoses(kind, mesh, POSES[kind], SCANS[model].reach);
  const warmUp = warmUpPoses(kind, mesh);
  const name = `${kind}.${model}`;
  return { name, kind, model, mesh, poses, warmUp, expected: null, expectedFrom: 'nobody', judged: true };
}
