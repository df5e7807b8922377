// Kernels that build trees and fit discs in place of those here, with the same bits. `use` installs them (query/acceleration.ts).

import type { Tree } from './tree.ts';

export interface BuildKernels {
  /** @internal Same as `buildRun` by `sah`; null where these kernels do not apply. */
  buildTree(triangles: Float64Array, leafSize: number, level: number): Tree | null;
  /** @internal Same as `fitBoxes`; false, and nothing written, where these kernels do not apply. */
  fitBoxes(links: Int32Array, triangles: Float64Array, out: Float64Array): boolean;
  /** @internal Same as `fitDiscs`; false, and nothing written, where these kernels do not apply. */
  fitDiscs(links: Int32Array, triangles: Float64Array, out: Float64Array, rootMoments?: Float64Array): boolean;
}

/** The installed kernels: a setting of the program, which `use` alone changes. */
export const buildKernels: { kernels: BuildKernels | null } = { kernels: null };
