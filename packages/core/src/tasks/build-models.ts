// Models built in other threads: a page stays responsive, and several are built at the same time. What a thread has built is in shared memory
// where there is such, so that neither this thread nor another copies it.

import { NearmissError } from '../error.ts';
import { Mesh } from '../mesh/mesh.ts';
import { type BuildOptions, Model } from '../model/model.ts';
import { requireOptions } from '../query/options.ts';
import { Moved } from '../workers/serve-tasks.ts';
import { canShareMemory } from '../workers/thread.ts';
import { requireWorkers, type Workers } from '../workers/workers.ts';

/** Options of {@link buildModels}: those of `Model.build` that other threads can have, and the pool. */
export interface BuildManyOptions extends Pick<BuildOptions, 'branching'> {
  /** One of the rules that have a name. */
  readonly split?: Extract<BuildOptions['split'], string> | undefined;
  /** Without it the models are built in this thread. */
  readonly workers?: Workers | undefined;
}

/** A mesh as a thread gets it. */
interface MeshToBuild {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly options: BuildOptions;
  readonly shared: boolean;
}

/**
 * Builds a model of each mesh, over a pool of workers. They are those of `Model.build`, to the bit.
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
  requireOptions(given, { branching: true, split: true, workers: true });
  const { workers, ...options } = given;
  requireWorkers(workers);
  workers?.requireOpen();
  if (options.split !== undefined && typeof options.split !== 'string') {
    throw new NearmissError('options/bad-value', 'split is a rule of its own; other threads know those with a name.');
  }
  if (workers === undefined) return meshes.map((mesh) => Model.build(mesh, options));
  const built = meshes.map(async ({ positions, triangles }) => {
    const input: MeshToBuild = { positions, triangles, options, shared: canShareMemory() };
    const [bytes] = workers.ask('build', [input]);
    return Model.fromBytes((await bytes) as Uint8Array);
  });
  return Promise.all(built);
}

/** What a thread does with a mesh. */
export function buildTask({ positions, triangles, options, shared }: MeshToBuild): unknown {
  const bytes = Model.build(Mesh.adopt(positions, triangles), options).toBytes({ shared });
  return bytes.buffer instanceof ArrayBuffer ? new Moved(bytes, [bytes.buffer]) : bytes;
}
