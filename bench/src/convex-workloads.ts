// W5: one convex body against itself, apart, overlapping, or walking by in small steps. Stored poses where there are
// some, else seeded ones of the same kind. Some of the answers are known exactly: the stored ones, and a sample worked
// out in rational arithmetic.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { judgeConvex, randomBetween, seeded } from '@nearmiss/fixtures';
import { type BodyPose, poseFromQuaternion, poseFromRow } from './body-pose.ts';
import { buildConvexBody } from './core-internals.ts';
import type { TriangleMesh } from './mesh-file.ts';
import { coherentPoses, randomDirection, randomRotation } from './pose-generator.ts';
import type { ConvexKind, Workload } from './workload.ts';

/** Stored hulls: points on a sphere of radius 0.5, by their number. */
export const SHARED_HULLS: readonly string[] = ['hull32', 'hull128', 'hull1000'];

/** Vertices of the generated hulls. */
export const GENERATED_HULLS: Readonly<Partial<Record<string, number>>> = {
  'sphere-hull-32': 32,
  'sphere-hull-128': 128,
  'sphere-hull-1000': 1000,
};

const RADIUS = 0.5;
const SEED = 7;
const WARM_UP_SEED = 20_240;
const POSES = 10_000;
const WARM_UP_POSES = 2000;

/** Distances of the centres: apart, the bodies are inside balls that do not touch; overlapping, most of them deeply. */
const CENTRES: Readonly<Record<'W5sep' | 'W5pen', readonly [number, number]>> = { W5sep: [1.02, 2], W5pen: [0.1, 0.7] };

/** The stored poses of each kind, and the number of those whose depths are stored too. */
const POSE_FILE: Readonly<Partial<Record<ConvexKind, string>>> = { W5sep: 'W5.separated', W5pen: 'W5.penetrating' };
const STORED_DEPTHS: Readonly<Partial<Record<string, number>>> = { hull32: 400, hull128: 40, hull1000: 4 };

/** An exact answer takes milliseconds for each 30 vertices: this many vertices altogether, a second or so. */
const EXACT_VERTICES = 4000;

export function generateHull(vertices: number): TriangleMesh {
  const random = seeded(SEED);
  const points = Array.from({ length: vertices }, () => randomDirection(random).map((x) => RADIUS * x)).flat();
  const { vertices: positions, triangles } = buildConvexBody(Float64Array.from(points));
  return { positions, triangles };
}

export function generateConvexWorkload(kind: ConvexKind, model: string, mesh: TriangleMesh): Workload {
  return workload(kind, model, mesh, generatedPoses(kind, mesh, POSES, SEED), []);
}

export function loadConvexWorkload(dir: string, kind: ConvexKind, model: string, mesh: TriangleMesh): Workload {
  const stored = POSE_FILE[kind];
  if (stored === undefined) return generateConvexWorkload(kind, model, mesh);
  const file = join(dir, 'workloads', `${stored}.json.gz`);
  const rows = parsed(gunzipSync(readFileSync(file)).toString());
  const poses = rows.map((row, i) => poseFromRow(Array.isArray(row) ? row.map(Number) : [], `Row ${i} of ${file}`));
  const depths = join(dir, 'workloads', `${stored}.${model}.exact_first${STORED_DEPTHS[model]}.json`);
  const known = kind === 'W5pen' && existsSync(depths) ? parsed(readFileSync(depths, 'utf8')).map(Number) : [];
  return workload(kind, model, mesh, poses, known);
}

function parsed(text: string): readonly unknown[] {
  const content: unknown = JSON.parse(text);
  const list = typeof content === 'object' && content !== null && 'data' in content ? content.data : content;
  if (!Array.isArray(list)) throw new Error('A stored workload holds no list.');
  return list;
}

/** `known` are the answers of the first poses. */
function workload(
  kind: ConvexKind,
  model: string,
  mesh: TriangleMesh,
  poses: readonly BodyPose[],
  known: readonly number[],
): Workload {
  const { positions } = mesh;
  const expected = new Float64Array(poses.length).fill(Number.NaN);
  const sample = Math.ceil((3 * EXACT_VERTICES) / positions.length);
  for (let i = 0; i < sample; i++) {
    const pose = Math.floor((i * poses.length) / sample);
    const { position, rotation } = poses[pose];
    const { distance, depth } = judgeConvex({ positions, pose: { position, rotation } }, { positions });
    expected[pose] = kind === 'W5pen' ? depth[1] : distance[1];
  }
  expected.set(known);
  const exactly = expected.filter((answer) => !Number.isNaN(answer)).length;
  return {
    name: `${kind}.${model}`,
    kind,
    model,
    mesh,
    poses,
    warmUp: generatedPoses(kind, mesh, WARM_UP_POSES, WARM_UP_SEED),
    expected,
    expectedFrom: `exact answers for ${exactly} poses`,
    judged: true,
  };
}

function generatedPoses(kind: ConvexKind, mesh: TriangleMesh, count: number, seed: number): BodyPose[] {
  if (kind === 'W5walk') return coherentPoses(mesh, count, seed);
  const random = seeded(seed);
  const [low, high] = CENTRES[kind];
  return Array.from({ length: count }, () => {
    const apart = randomBetween(random, low, high);
    const [x, y, z] = randomDirection(random);
    return poseFromQuaternion([apart * x, apart * y, apart * z], randomRotation(random));
  });
}
