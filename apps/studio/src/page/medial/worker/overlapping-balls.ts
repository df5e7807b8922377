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
  const ofA = inWorld(balls, a);
  const ofB = inWorld(balls, b);
  const lit = { a: new Set<number>(), b: new Set<number>() };
  let pairCount = 0;
  let depth = 0;
  for (let i = 0; i < ofA.length; i += 4) {
    const [x = 0, y = 0, z = 0, radius = 0] = ofA.subarray(i, i + 4);
    for (let j = 0; j < ofB.length; j += 4) {
      const dx = (ofB[j] ?? 0) - x;
      const dy = (ofB[j + 1] ?? 0) - y;
      const dz = (ofB[j + 2] ?? 0) - z;
      const overlap = radius + (ofB[j + 3] ?? 0) - Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (overlap < 0) continue;
      pairCount++;
      lit.a.add(i / 4);
      lit.b.add(j / 4);
      depth = Math.max(depth, overlap);
    }
  }
  return { pairCount, depth, numbers: { a: Uint32Array.from(lit.a), b: Uint32Array.from(lit.b) } };
}

function inWorld(balls: Float64Array, { position, rotation }: BodyPose): Float64Array {
  const turn = new Quaternion(...rotation);
  const shift = new Vector3(...position);
  const centre = new Vector3();
  const out = balls.slice();
  for (let k = 0; k < out.length; k += 4) centre.fromArray(out, k).applyQuaternion(turn).add(shift).toArray(out, k);
  return out;
}
