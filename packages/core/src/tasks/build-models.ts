// Models built in other threads: a page stays responsive, and several are built at the same time. What a thread has built is in shared memory
// where there is such, so that neither this thread nor another copies it.

import { SPLIT_RULES } from '../bvh/split.ts';
import { BRANCHINGS } from '../bvh/tree.ts';
import { NearmissError } from '../error.ts';
import { Mesh } from '../mesh/mesh.ts';
import { BUILD_DEFAULTS, type BuildOptions, Model } from '../model/model.ts';
import { requireOptions } from '../query/options.ts';
import { type AbortSignalLike, requireSignal, throwIfAborted } from '../scalar/abort-signal.ts';
import { Moved } from '../workers/serve-tasks.ts';
import { canShareMemory } from '../workers/thread.ts';
import { requireWorkers, type Workers } from '../workers/workers.ts';
import { buildOverWorkers, LARGE_MESH } from './build-over-workers.ts';

/** Options of {@link buildModels}: those of `Model.build` that other threads can have, and the pool. */
export interface BuildManyOptions extends Pick<BuildOptions, 'branching'> {
  /** One of the rules that have a name. */
  readonly split?: Extract<BuildOptions['split'], string> | undefined;
  /** Without it the models are built in this thread. */
  readonly workers?: Workers | undefined;
  /** Read between steps: once it is aborted, no further step is asked for, and the call throws `query/aborted`. */
  readonly signal?: AbortSignalLike | undefined;
}

/** A mesh as a thread gets it. */
interface MeshToBuild {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly options: BuildOptions;
  readonly shared: boolean;
}

/**
 * Builds a model of each mesh, over a pool of workers. They are those of `Model.build`, to the bit. A mesh of 65,536 triangles or more is built by
 * all of them together where memory can be shared.
 *
 * @example
 * const [ball] = await buildModels([icosphere()]);
 * console.log(ball.triangleCount); // 1280
 */
export async function buildModels(meshes: readonly Mesh[], given: BuildManyOptions = {}): Promise<Model[]> {
  if (!(Array.isArray(meshes) && meshes.every((mesh) => mesh instanceof Mesh))) {
    throw new NearmissError(
      'model/bad-argument',
      'buildModels takes an array of meshes: [new Mesh(positions, triangles)].',
    );
  }
  requireOptions(given, { branching: true, split: true, workers: true, signal: true });
  const { workers, signal, ...options } = given;
  requireWorkers(workers);
  workers?.requireOpen();
  requireSignal(signal);
  if (options.split !== undefined && typeof options.split !== 'string') {
    throw new NearmissError('options/bad-value', 'split is a rule of its own; other threads know those with a name.');
  }
  const requireWanted = (): void => throwIfAborted(signal, 'building of models');
  const built = meshes.map(async (mesh) => {
    requireWanted();
    if (workers === undefined) return Model.build(mesh, options);
    const { split = BUILD_DEFAULTS.split, branching = BUILD_DEFAULTS.branching } = options;
    // Others are refused by the thread that builds the whole model.
    const isKnown = SPLIT_RULES.includes(split) && BRANCHINGS.includes(branching);
    if (isKnown && mesh.triangleCount >= LARGE_MESH && workers.count > 1 && canShareMemory()) {
      return buildOverWorkers(mesh, { split, branching }, workers, requireWanted);
    }
    const { positions, triangles } = mesh;
    const input: MeshToBuild = { positions, triangles, options, shared: canShareMemory() };
    const [bytes] = workers.ask('build', [input]);
    const model = Model.fromBytes((await bytes) as Uint8Array);
    requireWanted();
    return model;
  });
  return Promise.all(built);
}

/** What a thread does with a mesh. */
export function buildTask({ positions, triangles, options, shared }: MeshToBuild): unknown {
  const bytes = Model.build(Mesh.adopt(positions, triangles), options).toBytes({ shared });
  return bytes.buffer instanceof ArrayBuffer ? new Moved(bytes, [bytes.buffer]) : bytes;
}
