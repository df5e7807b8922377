import { distance, use } from 'nearmiss';
import { simd } from 'nearmiss/simd';
import { modelOf } from '../peers/nearmiss.ts';
import { processorTime, type Timed, timeEach } from '../peers/time-each.ts';
import type { Workload } from '../workload.ts';
import { askDefault } from './methods.ts';
import type { MotionPeer, MotionSession } from './peer.ts';
import type { MotionWorkload } from './workload.ts';

/** The compiler needs both repetitions and time to reach its last tier. Milliseconds. */
const WARM_UP_MS = 500;

export const NEARMISS_MOTIONS: MotionPeer = { name: 'nearmiss', open: async (workload) => openSession(workload, null) };

/** The same with the kernels of `nearmiss/simd`. */
export const NEARMISS_SIMD_MOTIONS: MotionPeer = {
  name: 'nearmiss, simd',
  open: async (workload) => openSession(workload, simd),
};

function openSession({ mesh, motions, warmUp }: MotionWorkload, kernels: typeof simd | null): MotionSession {
  const pass = withKernels(kernels, () => warmPass(motions, warmUp, askDefault(modelOf(mesh))));
  return {
    pass: async () => {
      const { microseconds, results } = withKernels(kernels, pass);
      return { microseconds, contacts: results };
    },
    close: async () => {},
  };
}

function withKernels<Result>(kernels: typeof simd | null, run: () => Result): Result {
  use(kernels);
  try {
    return run();
  } finally {
    use(null);
  }
}

/** Distances, timed as times of contact are: for these to be measured by. */
export function openDistances({ mesh, poses, warmUp }: Workload): MotionSession {
  const model = modelOf(mesh);
  const pass = warmPass(poses, warmUp, (pose) => distance(model, pose, model, {}));
  return { pass: async () => ({ microseconds: pass().microseconds, contacts: [] }), close: async () => {} };
}

/** Passes over `questions`, each query timed alone by processor time, after others to warm up on. */
export function warmPass<Question, Result>(
  questions: readonly Question[],
  warmUp: readonly Question[],
  ask: (question: Question) => Result,
): () => Timed<Result> {
  const warmEnough = performance.now() + WARM_UP_MS;
  do for (const question of warmUp) ask(question);
  while (performance.now() < warmEnough);
  return () => {
    for (const question of warmUp) ask(question);
    return timeEach(questions, ask, processorTime);
  };
}
