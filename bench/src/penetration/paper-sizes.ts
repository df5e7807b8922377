// The models of PolyDepth's tables in the sizes that the paper names (Fig. 13), made from larger ones by quadric errors: Bunny1, Bunny2, Buddha, Dragon, the
// spoon and the cup. The knot has its size of itself.

import { decimateTriangles } from '../decimation/decimate.ts';
import { type TriangleMesh, triangleCount } from '../mesh-file.ts';
import type { Workload } from '../workload.ts';

/** Triangles. */
export const PAPER_SIZES = {
  bunny1: 1_000,
  bunny2: 40_000,
  buddha: 10_000,
  dragon: 174_000,
  spoon: 1_340,
  cup: 1_000,
} as const;

/** A model of no more triangles, under a name that says how many: `buddha10k`. */
export function atSize(model: string, mesh: TriangleMesh, triangles: number): { name: string; mesh: TriangleMesh } {
  const smaller = decimateTriangles(mesh, triangles);
  return { name: `${model}${Math.round(triangleCount(smaller) / 1000)}k`, mesh: smaller };
}

/** The poses of a workload for another mesh of the same body; what is stored of the first one's answers does not hold for it. */
export function ofMesh(workload: Workload, model: string, mesh: TriangleMesh): Workload {
  const name = `${workload.kind}.${model}`;
  return { ...workload, name, model, mesh, expected: null, expectedFrom: 'nobody' };
}
