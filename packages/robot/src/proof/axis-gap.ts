// The gap of two hulls along a fixed direction, over an interval of time: a proven lower bound of second order.
//
// About the middle of the interval a point is at p + s (v + ω × r) + e, with r from the centre and |e| ≤ ½ A s². Along n it reaches
// n·c + s n·v + (n + s n × ω)·r: over all points of the body that is the support of its hull in the direction n + s (n × ω). Supports are convex
// in the direction, so the gap of two hulls is concave in s: its least value is at one of the two ends of the interval.

import { reachAlong } from '../bodies/support.ts';
import type { MotionBound } from './motion-bounds.ts';
import type { SceneState } from './scene-state.ts';

/** The least gap of bodies a and b along the unit vector n (from a to b) for |s| ≤ half, but for rounding. */
export function axisGap(
  state: SceneState,
  a: number,
  boundA: MotionBound,
  b: number,
  boundB: MotionBound,
  axis: Float64Array,
  half: number,
): number {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const { centres } = state;
  const i = 3 * a;
  const j = 3 * b;
  const between =
    x * (centres[j] - centres[i]) + y * (centres[j + 1] - centres[i + 1]) + z * (centres[j + 2] - centres[i + 2]);
  const { velocity: va, spin: wa } = boundA;
  const { velocity: vb, spin: wb } = boundB;
  const hasVelocity = boundA.acceleration + boundB.acceleration < Infinity;
  if (!hasVelocity) {
    const still = between - reach(state, a, x, y, z) - reach(state, b, -x, -y, -z);
    return still - half * (boundA.speed + boundB.speed);
  }
  const opening = x * (vb[0] - va[0]) + y * (vb[1] - va[1]) + z * (vb[2] - va[2]);
  const bend = 0.5 * (boundA.acceleration + boundB.acceleration) * half * half;
  // n × ω of both.
  const ax = y * wa[2] - z * wa[1];
  const ay = z * wa[0] - x * wa[2];
  const az = x * wa[1] - y * wa[0];
  const bx = y * wb[2] - z * wb[1];
  const by = z * wb[0] - x * wb[2];
  const bz = x * wb[1] - y * wb[0];
  let least = Infinity;
  for (let s = -half; ; s = half) {
    const reachA = reach(state, a, x + s * ax, y + s * ay, z + s * az);
    const reachB = reach(state, b, -x - s * bx, -y - s * by, -z - s * bz);
    least = Math.min(least, between + s * opening - reachA - reachB);
    if (s > 0 || half === 0) break;
  }
  return least - bend;
}

/** How far a body reaches from its centre along a direction of the world. */
function reach({ numbers, bodies }: SceneState, body: number, x: number, y: number, z: number): number {
  // The direction in model coordinates: turned by the conjugate.
  const k = 7 * body + 3;
  const qx = -numbers[k];
  const qy = -numbers[k + 1];
  const qz = -numbers[k + 2];
  const qw = numbers[k + 3];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return reachAlong(
    bodies[body].shape,
    x + qw * tx + (qy * tz - qz * ty),
    y + qw * ty + (qz * tx - qx * tz),
    z + qw * tz + (qx * ty - qy * tx),
  );
}
