import { GENERATED_MODELS, generateMesh, generateWorkload, hasGeneratedWorkload } from './generated-workloads.ts';
import type { TriangleMesh } from './mesh-file.ts';
import { hasSharedWorkload, loadSharedMesh, loadSharedWorkload, SHARED_MODELS } from './shared-workloads.ts';
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
  /** The model whose building is timed. */
  readonly buildModel: string;
  /** The models that bounding volumes are compared on. */
  readonly volumeModels: readonly string[];
  load(entry: WorkloadEntry): Workload;
  /** One object a model, so that peers can keep what they built on it. */
  mesh(model: string): TriangleMesh;
}

export function sharedSource(dir: string): WorkloadSource {
  const mesh = remembered((model) => loadSharedMesh(dir, model));
  return {
    description: `stored models, poses and reference answers in ${dir}`,
    entries: entriesOf(SHARED_MODELS, (kind, model) => hasSharedWorkload(dir, kind, model)),
    buildModel: 'bunny',
    volumeModels: ['bunny', 'knot34k'],
    load: ({ kind, model }) => loadSharedWorkload(dir, kind, model, mesh(model)),
    mesh,
  };
}

export function generatedSource(): WorkloadSource {
  const mesh = remembered(generateMesh);
  return {
    description: 'generated torus knots and seeded poses; answers checked peer against peer and by brute force',
    entries: entriesOf(GENERATED_MODELS, hasGeneratedWorkload),
    buildModel: 'torus-knot-34k',
    volumeModels: ['torus-knot-11k', 'torus-knot-34k'],
    load: ({ kind, model }) => generateWorkload(kind, model, mesh(model)),
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
