import { Quaternion, Vector3 } from 'three';
import type { BodyPose } from '../../body.ts';
import type { Overlaps } from '../messages.ts';

/** Balls that overlap, and by how much those do that do most. */
export interface BallOverlaps extends Overlaps {
  readonly depth: number;
}

/** Which balls (4 numbers each) of a body overlap which of its copy: all with all, a few milliseconds for thousands. */
export function overlappingBalls(
  balls: Float64Array,
  { a, b }: { readonly a: BodyPose; readonly b: BodyPose },
): BallOverlaps {
  const ofA = placed(balls, a);
  const ofB = placed(balls, b);
  const lit = { a: new Set<number>(), b: new Set<number>() };
  let pairCount = 0;
  let depth = 0;
  for (const [i, ball] of ofA.entries()) {
    for (const [j, other] of ofB.entries()) {
      const overlap = ball.radius + other.radius - ball.centre.distanceTo(other.centre);
      if (overlap < 0) continue;
      pairCount++;
      lit.a.add(i);
      lit.b.add(j);
      depth = Math.max(depth, overlap);
    }
  }
  return { pairCount, depth, numbers: { a: Uint32Array.from(lit.a), b: Uint32Array.from(lit.b) } };
}

interface PlacedBall {
  readonly centre: Vector3;
  readonly radius: number;
}

function placed(balls: Float64Array, { position, rotation }: BodyPose): PlacedBall[] {
  const turn = new Quaternion(...rotation);
  const shift = new Vector3(...position);
  return Array.from({ length: balls.length / 4 }, (_, k) => ({
    centre: new Vector3()
      .fromArray(balls, 4 * k)
      .applyQuaternion(turn)
      .add(shift),
    radius: balls[4 * k + 3] ?? 0,
  }));
}
