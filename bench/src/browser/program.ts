// What is timed in Node and in a browser: the same bundle in both. A clock of a browser has steps of 5 µs at best, so a pass over all poses is
// timed as a whole.

import { collide, distance, Mesh, Model, Pair, type Pose, tolerance, use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import { decodeMesh } from '../mesh-file.ts';
import type { WorkloadKind } from '../workload.ts';

/** A workload as it goes to an engine. */
export interface SentWorkload {
  readonly name: string;
  readonly kind: WorkloadKind;
  readonly model: string;
  readonly tolerance: number;
  readonly poses: readonly Pose[];
  readonly warmUp: readonly Pose[];
}

export interface EnginePass {
  /** Mean over the poses. */
  readonly microseconds: number;
  /** Of the answers: the same in every engine. */
  readonly sum: number;
}

const models = new Map<string, Model>();
const workloads = new Map<string, SentWorkload>();

/** Loads and builds what a workload needs, from the server of the experiment. */
export async function prepare(base: string, name: string): Promise<void> {
  const workload: SentWorkload = await (await fetch(`${base}/workloads/${name}`)).json();
  workloads.set(name, workload);
  if (models.has(workload.model)) return;
  const bytes = new Uint8Array(await (await fetch(`${base}/models/${workload.model}`)).arrayBuffer());
  const { positions, triangles } = decodeMesh(bytes, workload.model);
  models.set(workload.model, Model.build(new Mesh(positions, triangles)));
}

export function pass(name: string, withKernels: boolean): EnginePass {
  const workload = workloads.get(name);
  const model = models.get(workload?.model ?? '');
  if (workload === undefined || model === undefined) throw new Error(`${name} was not prepared.`);
  if (withKernels && simd.unavailable !== null) throw new Error(simd.unavailable);
  use(withKernels ? simd : null);
  const ask = queryOf(workload, model);
  for (const pose of workload.warmUp) ask(pose);
  let sum = 0;
  const start = performance.now();
  for (const pose of workload.poses) sum += ask(pose);
  const milliseconds = performance.now() - start;
  use(null);
  return { microseconds: (1000 * milliseconds) / workload.poses.length, sum };
}

function queryOf({ kind, tolerance: within }: SentWorkload, model: Model): (pose: Pose) => number {
  switch (kind) {
    case 'W1':
    case 'W5sep':
      return (pose) => distance(model, pose, model, {}).upper;
    case 'W4': {
      const pair = new Pair(model, model);
      return (pose) => pair.distance(pose, {}).upper;
    }
    case 'W2a':
      return (pose) => (collide(model, pose, model, {}, { solid: false }).colliding ? 1 : 0);
    case 'W2b':
      return (pose) => collide(model, pose, model, {}, { solid: false, contacts: 'all' }).pairCount;
    case 'tolerance':
      return (pose) => (tolerance(model, pose, model, {}, { tolerance: within }).within ? 1 : 0);
    default:
      throw new Error(`${kind} is not asked in browsers.`);
  }
}
