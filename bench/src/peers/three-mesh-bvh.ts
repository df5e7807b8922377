import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { type HitPointInfo, MeshBVH, SAH } from 'three-mesh-bvh';
import type { BodyPose } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { isConvexKind, type MeshKind, type Workload } from '../workload.ts';
import { type Pass, type Peer, type Session, spreadPoses } from './peer.ts';
import { timeEach } from './time-each.ts';

/** A distance query takes 0.05 to 1.5 s, so only a few of the workload's poses are asked. */
const POSES: Readonly<Record<MeshKind, number>> = { W1: 5, W4: 5, W2a: 50, W2b: 50, tolerance: 0 };
const WARM_UP_POSES: Readonly<Record<MeshKind, number>> = { W1: 1, W4: 1, W2a: 50, W2b: 20, tolerance: 0 };

export const THREE_MESH_BVH: Peer = {
  name: 'three-mesh-bvh',
  answers: (kind) => !isConvexKind(kind) && POSES[kind] > 0,
  open: async (workload) => openSession(workload),
};

interface IndexedBvh {
  readonly geometry: BufferGeometry;
  readonly bvh: MeshBVH;
}

/**
 * Positions stay in double precision: three-mesh-bvh accepts it, is no slower with it, and then answers to the last digits
 * too. The arrays are copied because building reorders the index.
 */
export function geometryOf(mesh: TriangleMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(mesh.positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(mesh.triangles.slice(), 1));
  return geometry;
}

/** The surface-area heuristic, its best tree; found later on the geometry by the queries. */
export function buildBvh(geometry: BufferGeometry): MeshBVH {
  return new MeshBVH(geometry, { strategy: SAH });
}

export function bvhBytes(bvh: MeshBVH): number {
  return MeshBVH.serialize(bvh, { cloneBuffers: false }).roots.reduce((sum, root) => sum + root.byteLength, 0);
}

const built = new WeakMap<TriangleMesh, IndexedBvh>();

function indexed(mesh: TriangleMesh): IndexedBvh {
  const known = built.get(mesh);
  if (known !== undefined) return known;
  const geometry = geometryOf(mesh);
  const bvh = buildBvh(geometry);
  geometry.boundsTree = bvh;
  built.set(mesh, { geometry, bvh });
  return { geometry, bvh };
}

function openSession(workload: Workload): Session {
  const { kind } = workload;
  if (isConvexKind(kind)) throw new Error(`three-mesh-bvh does not answer ${kind}.`);
  const ask = queryOf(kind, indexed(workload.mesh));
  const poseNumbers = spreadPoses(workload, POSES[kind]);
  const matrices = Array.from(poseNumbers, (i) => matrixOf(workload.poses[i]));
  for (const pose of workload.warmUp.slice(0, WARM_UP_POSES[kind])) ask(matrixOf(pose));

  return {
    poseNumbers,
    pass: async (): Promise<Pass> => {
      const { microseconds, results } = timeEach(matrices, ask);
      return { microseconds, answers: Float64Array.from(results), contradictions: 0 };
    },
    close: async () => {},
  };
}

/** The geometry is A, moved by the matrix; the tree is B, at the identity. */
function queryOf(kind: MeshKind, { geometry, bvh }: IndexedBvh): (aToB: Matrix4) => number {
  switch (kind) {
    case 'W1':
    case 'W4':
      return (aToB) => {
        const [onB, onA] = [{}, {}] as [HitPointInfo, HitPointInfo];
        return bvh.closestPointToGeometry(geometry, aToB, onB, onA)?.distance ?? Number.NaN;
      };
    case 'W2a':
      return (aToB) => (bvh.intersectsGeometry(geometry, aToB) ? 1 : 0);
    case 'W2b':
      return (aToB) => {
        let pairs = 0;
        bvh.bvhcast(bvh, aToB, {
          intersectsTriangles: (triangleB, triangleA) => {
            if (triangleB.intersectsTriangle(triangleA)) pairs++;
            return false;
          },
        });
        return pairs;
      };
    case 'tolerance':
      throw new Error('three-mesh-bvh has no query that stops at a tolerance.');
  }
}

function matrixOf({ row }: BodyPose): Matrix4 {
  return new Matrix4().set(
    ...[row[0], row[1], row[2], row[9]],
    ...[row[3], row[4], row[5], row[10]],
    ...[row[6], row[7], row[8], row[11]],
    ...[0, 0, 0, 1],
  );
}
