// The depths of the dynamics scenario of PolyDepth (Table IV). Two bodies of a scene go on as they would without each other for one step;
// where they then overlap, their global depth and their local depths are computed.

import { collide, type Pose, penetration } from 'nearmiss';
import { contactManifold } from 'nearmiss/bodies';
import { timed } from './processor-time.ts';
import { openScene } from './scene-file.ts';

export interface DepthTimes {
  readonly scene: string;
  readonly triangles: number;
  readonly overlaps: number;
  /** Milliseconds each, the mean. */
  readonly global: number;
  readonly local: number;
}

/** Further than the threshold of a step: all that is within reach of it. In parts of the size of a body. */
const WITHIN = 1e-4;

export async function depthTimes(scene: string): Promise<DepthTimes> {
  const { simulation, step, duration } = await openScene(scene);
  const [left, right] = [simulation.body('left'), simulation.body('right')];
  let [overlaps, global, local] = [0, 0, 0];
  for (let k = 0; k * step < duration; k++) {
    const [poseA, poseB] = [left, right].map(({ position, rotation, velocity }): Pose => {
      const moved = position.map((x, axis) => x + step * velocity[axis]);
      return { position: moved, rotation };
    });
    if (collide(left.model, poseA, right.model, poseB).colliding) {
      overlaps++;
      global += timed(() => penetration(left.model, poseA, right.model, poseB));
      local += timed(() => contactManifold(left.model, poseA, right.model, poseB, { within: WITHIN * left.size }));
    }
    simulation.step(step);
  }
  const mean = (sum: number): number => sum / Math.max(overlaps, 1);
  return { scene, triangles: left.model.triangleCount, overlaps, global: mean(global), local: mean(local) };
}
