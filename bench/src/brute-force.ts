import { bruteForceDistance, bruteForcePairs } from '@nearmiss/fixtures';
import type { BodyPose } from './body-pose.ts';
import type { TriangleMesh } from './mesh-file.ts';
import { ASKED_TOLERANCE, type MeshKind } from './workload.ts';

const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

/** The exact answer, from every triangle of A against every triangle of B. Seconds, for models of some hundred triangles. */
export function bruteForceAnswer(kind: MeshKind, mesh: TriangleMesh, { position, rotation }: BodyPose): number {
  const { positions, triangles } = mesh;
  const a = { positions, triangles, pose: { position, rotation } };
  const b = { positions, triangles, pose: IDENTITY };
  switch (kind) {
    case 'W1':
    case 'W4':
      return bruteForceDistance(a, b).distance;
    case 'tolerance':
      return bruteForceDistance(a, b).distance <= ASKED_TOLERANCE ? 1 : 0;
    case 'W2a':
      return bruteForcePairs(a, b).length > 0 ? 1 : 0;
    case 'W2b':
      return bruteForcePairs(a, b).length;
  }
}
