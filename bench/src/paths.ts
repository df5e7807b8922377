import { fileURLToPath } from 'node:url';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where results and the compiled peer go unless told otherwise; git ignores it. */
export const DEFAULT_OUT_DIR: string = fromHere('../out');

/** Where what was measured is recorded, in the repository: plots are drawn from it. */
export const DATA_DIR: string = fromHere('../data');

/** Where the plots of the experiments go unless told otherwise: the documentation shows them. */
export const DEFAULT_PLOTS_DIR: string = fromHere('../../docs/plots');

/** Where the pages are that tables of experiments go into. */
export const PAGES_DIR: string = fromHere('../../docs/lab');

export const FCL_SOURCE: string = fromHere('../native/fcl.cpp');
export const FCL_DISTANCE_SOURCE: string = fromHere('../native/fcl-distance.cpp');
export const FCL_ROBOT_SOURCE: string = fromHere('../native/fcl-robot.cpp');
export const CGAL_SELF_SOURCE: string = fromHere('../native/cgal-self.cpp');

/** Models, poses and reference answers beside the checkout; the benchmark also runs without them. */
export const SHARED_BENCH_DIR: string = fromHere('../../../shared/bench');

export const FCL_ASSEMBLY_SOURCE: string = fromHere('../native/fcl-assembly.cpp');

/** Models beside the checkout. */
export const SHARED_MODELS_DIR: string = fromHere('../../../shared/models');
/** Robots beside the checkout: URDF files with their meshes. */
export const SHARED_ROBOTS_DIR: string = fromHere('../../../shared/models/robots');
/** The command `nearmiss` of this checkout. */
export const COMMAND: string = fromHere('../../packages/cli/bin/nearmiss.mjs');
