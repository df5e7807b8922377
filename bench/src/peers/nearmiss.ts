import { collide, distance, Mesh, Model, Pair, tolerance, use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import type { BodyPose } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { ASKED_TOLERANCE, isConvexKind, type MeshKind, type Workload } from '../workload.ts';
import { convexPass } from './nearmiss-convex.ts';
import type { Pass, Peer, Session } from './peer.ts';
import { timeEach } from './time-each.ts';
import { warmSession } from './warm-session.ts';

/** How far apart the distance and the gap between its witness points may be, in model sizes: rounding, as in checks.ts. */
const WITNESS_ERROR = 1e-12;

type Distance = ReturnType<typeof distance>;

const IDENTITY = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;

export const NEARMISS: Peer = {
  name: 'nearmiss',
  answers: () => true,
  open: async (workload) => openSession(workload),
};

/** The same with the kernels of `nearmiss/simd`. */
export const NEARMISS_SIMD: Peer = {
  name: 'nearmiss, simd',
  answers: () => true,
  open: async (workload) => {
    const { kind, mesh } = workload;
    const model = modelOf(mesh);
    const pass = isConvexKind(kind) ? convexPass(kind, model, false) : passOf(kind, model);
    return warmSession(workload, (poses) => {
      use(simd);
      try {
        return pass(poses);
      } finally {
        use(null);
      }
    });
  },
};

export function buildModel(mesh: TriangleMesh): Model {
  return Model.build(new Mesh(mesh.positions, mesh.triangles));
}

/** A model is built once for all workloads on it, as a user would. */
const models = new WeakMap<TriangleMesh, Model>();

export function modelOf(mesh: TriangleMesh): Model {
  const known = models.get(mesh);
  if (known !== undefined) return known;
  const built = buildModel(mesh);
  models.set(mesh, built);
  return built;
}

function openSession(workload: Workload): Session {
  const { kind, mesh } = workload;
  return warmSession(
    workload,
    isConvexKind(kind) ? convexPass(kind, modelOf(mesh), false) : passOf(kind, modelOf(mesh)),
  );
}

function passOf(kind: MeshKind, model: Model): (poses: readonly BodyPose[]) => Pass {
  switch (kind) {
    case 'W1':
      return (poses) => askDistance(model, poses);
    case 'W4':
      return (poses) => {
        // A fresh pair each pass: nothing is remembered from the last time these poses were met.
        const pair = new Pair(model, model);
        return distancePass(poses, (pose) => pair.distance(pose, IDENTITY));
      };
    case 'W2a':
      return (poses) => askFirstContact(model, poses);
    case 'W2b':
      return (poses) =>
        countPass(
          poses,
          (pose) => collide(model, pose, model, IDENTITY, { contacts: 'all', solid: false }),
          (result) => result.pairCount,
        );
    case 'tolerance':
      return (poses) =>
        countPass(
          poses,
          (pose) => tolerance(model, pose, model, IDENTITY, { tolerance: ASKED_TOLERANCE }),
          (result) => (result.within ? 1 : 0),
        );
  }
}

/** How far apart they are: the model in each pose and itself at rest. */
export function askDistance(model: Model, poses: readonly BodyPose[]): Pass {
  return distancePass(poses, (pose) => distance(model, pose, model, IDENTITY));
}

/** Do the surfaces touch: the model in each pose against itself at rest. */
export function askFirstContact(model: Model, poses: readonly BodyPose[]): Pass {
  return countPass(
    poses,
    (pose) => collide(model, pose, model, IDENTITY, { contacts: 'first', solid: false }),
    (result) => (result.colliding ? 1 : 0),
  );
}

function countPass<Result>(
  poses: readonly BodyPose[],
  ask: (pose: BodyPose) => Result,
  answer: (result: Result) => number,
): Pass {
  const { microseconds, results } = timeEach(poses, ask);
  return { microseconds, answers: Float64Array.from(results, answer), contradictions: 0 };
}

function distancePass(poses: readonly BodyPose[], ask: (pose: BodyPose) => Distance): Pass {
  const { microseconds, results } = timeEach(poses, ask);
  return {
    microseconds,
    answers: Float64Array.from(results, (result) => result.distance),
    contradictions: results.filter(contradictsItself).length,
  };
}

function contradictsItself(result: Distance): boolean {
  const { distance: answer, lower, upper, pointA, pointB } = result;
  if (pointA === null || pointB === null) return true; // a distance that nobody attains
  const gap = Math.hypot(pointA[0] - pointB[0], pointA[1] - pointB[1], pointA[2] - pointB[2]);
  return !(lower <= answer && answer <= upper && Math.abs(gap - answer) <= WITNESS_ERROR);
}
