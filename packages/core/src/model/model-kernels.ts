// Kernels that build whole models in place of the steps of `Model.build` and `refit`, with the same bits. `use` installs them
// (query/acceleration.ts).

import type { Tree } from '../bvh/tree.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { BuiltParts, ModelSteps, SplitMesh } from './build-parts.ts';

export interface ModelKernels {
  /** @internal The parts of a model with the tree of `sah`, four children a node, and its discs; null where these kernels do not apply. */
  buildParts(mesh: Mesh, steps: ModelSteps): BuiltParts | null;
  /** @internal Same as `splitMesh` by `sah`; null where these kernels do not apply. */
  splitMesh(mesh: Mesh, runSize: number, steps: ModelSteps): SplitMesh | null;
  /** @internal The parts of a model on the nodes of a tree there is. */
  refitParts(mesh: Mesh, tree: Tree, steps: ModelSteps): BuiltParts | null;
}

/** The installed kernels: a setting of the program, which `use` alone changes. */
export const modelKernels: { kernels: ModelKernels | null } = { kernels: null };
