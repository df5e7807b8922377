// The depths of the dynamics scenario of PolyDepth (Table IV). Two bodies of a scene go on as they would without each other for one step.
// Where they then overlap, three questions are asked of them: the global depth alone; the global and the local depths, as the paper computes
// them; and the contacts that the stepper `impulses` asks for, which are local depths without a global one wherever features tell them.

import { collide, type Pose, penetration } from 'nearmiss';
import { SolverContacts } from 'nearmiss/bodies';
import { timed } from './processor-time.ts';
import { openScene } from './scene-file.ts';

export interface DepthTimes {
  readonly scene: string;
  readonly triangles: number;
  readonly overlaps: number;
  /** Milliseconds, the mean over the overlaps. */
  readonly global: number;
  /** Global and local depths together. */
  readonly total: number;
  /** The contacts of the stepper. */
  readonly contacts: number;
}

/** The distance that `impulses` searches contacts in, in parts of the size of a body. */
const WITHIN = 1e-2;
/** Passes over all overlaps. The fastest counts: in the first ones the engine compiles the code, and others may disturb any of them. */
const PASSES = 24;

type Posed = readonly [a: SolverPose, b: SolverPose];
type SolverPose = Pose & { readonly position: Float64Array; readonly rotation: Float64Array };

export async function depthTimes(scene: string): Promise<DepthTimes> {
  const { simulation, step, duration } = await openScene(scene);
  const [left, right] = [simulation.body('left'), simulation.body('right')];
  const { model: a, size } = left;
  const { model: b } = right;
  const overlaps: Posed[] = [];
  for (let k = 0; k * step < duration; k++) {
    const [poseA, poseB] = [left, right].map(({ position, rotation, velocity }) => ({
      position: Float64Array.from(position, (x, axis) => x + step * velocity[axis]),
      rotation: Float64Array.from(rotation),
    }));
    if (collide(a, poseA, b, poseB).colliding) overlaps.push([poseA, poseB]);
    simulation.step(step);
  }
  const search = new SolverContacts();
  const questions = [
    ([poseA, poseB]: Posed) => penetration(a, poseA, b, poseB, { local: 'none' }),
    ([poseA, poseB]: Posed) => penetration(a, poseA, b, poseB, { local: true }),
    ([poseA, poseB]: Posed) => search.find(a, poseA, b, poseB, WITHIN * size),
  ];
  const fastest = questions.map(() => Infinity);
  for (let pass = 0; pass < PASSES; pass++) {
    questions.forEach((ask, k) => {
      fastest[k] = Math.min(
        fastest[k],
        timed(() => overlaps.forEach(ask)),
      );
    });
  }
  const [global, total, contacts] = fastest.map((spent) => spent / Math.max(1, overlaps.length));
  return { scene, triangles: a.triangleCount, overlaps: overlaps.length, global, total, contacts };
}
