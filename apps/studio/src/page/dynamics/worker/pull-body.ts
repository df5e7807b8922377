import type { Body } from '@nearmiss/dynamics';
import type { Pull } from '../messages.ts';

/** How fast the spring pulls: it would swing the body's mass this many times a second. */
const FREQUENCY = 2;
/** Dimensionless: 1 does not overshoot. */
const DAMPING = 0.7;

/** Acts on a body, until the end of the next step, with a damped spring from a point of it to a point of the world. */
export function pullBody(body: Body, { point, target }: Pull): void {
  if (body.kind !== 'dynamic') return;
  const [px, py, pz] = turned(body.rotation, point);
  const at = [body.position[0] + px, body.position[1] + py, body.position[2] + pz] as const;
  const rate = 2 * Math.PI * FREQUENCY;
  const force = target.map((goal, k) => {
    const stretch = goal - (at[k] ?? goal);
    return body.mass * (rate * rate * stretch - 2 * DAMPING * rate * (body.velocity[k] ?? 0));
  });
  body.applyForce(force, at);
}

/** A vector turned by a unit quaternion. */
function turned([x, y, z, w]: Body['rotation'], [a, b, c]: Pull['point']): [number, number, number] {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
