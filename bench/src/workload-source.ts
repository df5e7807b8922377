import { basename, dirname } from 'node:path';
import { DRAWN_MODELS, drawWorkload, hasDrawnWorkload, loadDrawnMesh } from './drawn-workloads.ts';
import { GENERATED_MODELS, generateMesh, generateWorkload, hasGeneratedWorkload } from './generated-workloads.ts';
import type { TriangleMesh } from './mesh-file.ts';
import { SHARED_MODELS_DIR } from './paths.ts';
import { separatedPoses } from './pose-generator.ts';
import { hasSharedWorkload, loadSharedMesh, loadSharedWorkload, SHARED_MODELS } from './shared-workloads.ts';
import {
  generateMotionWorkload,
  hasSharedMotions,
  loadSharedMotions,
  type MotionWorkload,
} from './time-of-contact/workload.ts';
import { warmUpPoses } from './warm-up.ts';
import { WORKLOAD_KINDS, type Workload, type WorkloadKind } from './workload.ts';

/** A workload that can be loaded. */
export interface WorkloadEntry {
  readonly name: string;
  readonly kind: WorkloadKind;
  readonly model: string;
}

/** Where workloads come from: stored files, or generated on the spot. */
export interface WorkloadSource {
  readonly description: string;
  readonly entries: readonly WorkloadEntry[];
  /** More of them, which are run only by name. */
  readonly drawn: readonly WorkloadEntry[];
  /** The model whose building is timed. */
  readonly buildModel: string;
  /** The models that bounding volumes are compared on. */
  readonly volumeModels: readonly string[];
  /** The models that times of contact are asked of. */
  readonly motionModels: readonly string[];
  load(entry: WorkloadEntry): Workload;
  loadMotions(model: string): MotionWorkload;
  /** One object a model, so that peers can keep what they built on it. */
  mesh(model: string): TriangleMesh;
}

const SHARED_MOTION_MODELS: readonly string[] = ['bunny', 'knot3k', 'knot11k', 'knot34k'];
const GENERATED_MOTION_MODELS: readonly string[] = ['torus-knot-3k', 'torus-knot-11k', 'torus-knot-34k'];

const DISTANCE_POSES = 500;
const DISTANCE_SEED = 7;

/** Separated poses of a model: W1 where that is asked of it, else poses of the same sort. */
export function distancesOf(source: WorkloadSource, model: string): Workload {
  const known = source.entries.find((entry) => entry.kind === 'W1' && entry.model === model);
  return known === undefined ? generatedDistances(model, source.mesh(model)) : source.load(known);
}

export function generatedDistances(model: string, mesh: TriangleMesh): Workload {
  const poses = separatedPoses(mesh, DISTANCE_POSES, DISTANCE_SEED);
  const warmUp = warmUpPoses('W1', mesh);
  const name = `W1.${model}`;
  return { name, kind: 'W1', model, mesh, poses, warmUp, expected: null, expectedFrom: 'nobody', judged: false };
}

export function sharedSource(dir: string): WorkloadSource {
  const mesh = remembered((model) =>
    DRAWN_MODELS.includes(model) ? loadDrawnMesh(SHARED_MODELS_DIR, model) : loadSharedMesh(dir, model),
  );
  return {
    description: `stored models, poses and reference answers in ${basename(dirname(dir))}/${basename(dir)}`,
    entries: entriesOf(SHARED_MODELS, (kind, model) => hasSharedWorkload(dir, kind, model)),
    drawn: entriesOf(DRAWN_MODELS, (kind, model) => hasDrawnWorkload(SHARED_MODELS_DIR, kind, model)),
    buildModel: 'bunny',
    volumeModels: ['bunny', 'knot34k'],
    motionModels: SHARED_MOTION_MODELS.filter((model) => hasSharedMotions(dir, model)),
    load: ({ kind, model }) =>
      DRAWN_MODELS.includes(model)
        ? drawWorkload(kind, model, mesh(model))
        : loadSharedWorkload(dir, kind, model, mesh(model)),
    loadMotions: (model) => loadSharedMotions(dir, model, mesh(model)),
    mesh,
  };
}

export function generatedSource(): WorkloadSource {
  const mesh = remembered(generateMesh);
  return {
    description: 'generated torus knots and seeded poses; answers checked peer against peer and by brute force',
    entries: entriesOf(GENERATED_MODELS, hasGeneratedWorkload),
    drawn: [],
    buildModel: 'torus-knot-34k',
    volumeModels: ['torus-knot-11k', 'torus-knot-34k'],
    motionModels: GENERATED_MOTION_MODELS,
    load: ({ kind, model }) => generateWorkload(kind, model, mesh(model)),
    loadMotions: (model) => generateMotionWorkload(model, mesh(model)),
    mesh,
  };
}

function entriesOf(models: readonly string[], has: (kind: WorkloadKind, model: string) => boolean): WorkloadEntry[] {
  return WORKLOAD_KINDS.flatMap((kind) =>
    models.filter((model) => has(kind, model)).map((model) => ({ name: `${kind}.${model}`, kind, model })),
  );
}

function remembered<Value>(make: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    values.set(key, made);
    return made;
  };
}
