import type { BodyPose } from './body-pose.ts';
import type { TriangleMesh } from './mesh-file.ts';
import { coherentPoses, mixedPoses, separatedPoses } from './pose-generator.ts';
import type { MeshKind } from './workload.ts';

/** Unlike any seed a workload uses: a peer must not be warmed up on the poses it is timed on. */
const WARM_UP_SEED = 20_240;
/** Short queries need many poses before all of a tree has been met; long ones would take too long with as many. */
const WARM_UP_COUNT: Readonly<Record<MeshKind, number>> = {
  W1: 200,
  W4: 200,
  W2a: 2000,
  W2b: 100,
  tolerance: 2000,
};

export function warmUpPoses(kind: MeshKind, mesh: TriangleMesh): BodyPose[] {
  const count = WARM_UP_COUNT[kind];
  if (kind === 'W4') return coherentPoses(mesh, count, WARM_UP_SEED);
  if (kind === 'W2a' || kind === 'W2b') return mixedPoses(count, WARM_UP_SEED);
  return separatedPoses(mesh, count, WARM_UP_SEED);
}
