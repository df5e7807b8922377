// What comes next in a scene: the first contact of each pair of medial bodies, if they went on as they move now.

import type { Body } from '@nearmiss/dynamics';
import { type Gpu, type MotionPair, medialTimesOfContact } from '@nearmiss/gpu';
import type { Model, Motion } from 'nearmiss';
import { medialAxis } from 'nearmiss/medial';
import type { Forecast } from '../messages.ts';

/** In how much time from now on contacts are searched for. Seconds. */
export const HORIZON = 0.1;

/** Without a GPU on the CPU, with the same answers. */
export async function forecastOf(bodies: readonly Body[], gpu: Gpu | undefined): Promise<Forecast> {
  const movers = bodies.map((body, number) => ({ body, number })).filter(({ body }) => body.isMedial);
  const asked: { readonly a: number; readonly b: number; readonly pair: MotionPair }[] = [];
  for (const [k, one] of movers.entries()) {
    for (const other of movers.slice(k + 1)) {
      if (!mayTouch(one.body, other.body)) continue;
      const pair = {
        ...{ a: one.body.model, motionA: motionOf(one.body) },
        ...{ b: other.body.model, motionB: motionOf(other.body) },
      };
      asked.push({ a: one.number, b: other.number, pair });
    }
  }
  const start = performance.now();
  const results = await medialTimesOfContact(
    asked.map(({ pair }) => pair),
    { gpu },
  );
  const spent = performance.now() - start;
  let next: Forecast['next'] = null;
  for (const [k, { toc }] of results.entries()) {
    const pair = asked[k];
    if (toc === null || toc === 0 || pair === undefined || toc * HORIZON >= (next?.seconds ?? Infinity)) continue;
    next = { a: pair.a, b: pair.b, seconds: toc * HORIZON };
  }
  return {
    on: gpu === undefined ? 'cpu' : 'gpu',
    pairs: asked.length,
    elementary: asked.reduce((sum, { pair }) => sum + elementaryPairs(pair.a, pair.b), 0),
    contacts: results.filter(({ toc }) => toc === 0).length,
    ...{ next, horizon: HORIZON, spent },
  };
}

export function motionOf({ kind, position, rotation, velocity, angularVelocity, centerOfMass }: Body): Motion {
  if (kind === 'static') return { from: { position, rotation } };
  const scaled = (rate: readonly number[]): number[] => rate.map((x) => x * HORIZON);
  return {
    from: { position, rotation },
    velocity: scaled(velocity),
    angularVelocity: scaled(angularVelocity),
    pivot: inBody(
      rotation,
      centerOfMass.map((x, k) => x - (position[k] ?? 0)),
    ),
  };
}

/** A vector of the world in the frame of a body. */
function inBody([x, y, z, w]: Body['rotation'], [a = 0, b = 0, c = 0]: readonly number[]): number[] {
  const [tx, ty, tz] = [2 * (z * b - y * c), 2 * (x * c - z * a), 2 * (y * a - x * b)];
  return [a + w * tx + z * ty - y * tz, b + w * ty + x * tz - z * tx, c + w * tz + y * tx - x * ty];
}

/** Whether the balls around two bodies come together in time. */
function mayTouch(a: Body, b: Body): boolean {
  if (a.kind === 'static' && b.kind === 'static') return false;
  const apart = Math.hypot(...a.position.map((x, k) => x - (b.position[k] ?? 0)));
  const closing = Math.hypot(...a.velocity) + Math.hypot(...b.velocity);
  return apart <= reachOf(a) + reachOf(b) + closing * HORIZON;
}

/** No point of the enclosure is farther from the origin of the body, wherever it turns. */
function reachOf({ model }: Body): number {
  const known = REACHES.get(model);
  if (known !== undefined) return known;
  const { spheres, dilation } = medialAxis(model);
  let most = 0;
  for (let k = 0; k < spheres.length; k += 4) {
    const [x = 0, y = 0, z = 0, radius = 0] = spheres.subarray(k, k + 4);
    most = Math.max(most, Math.hypot(x, y, z) + radius + dilation);
  }
  REACHES.set(model, most);
  return most;
}
const REACHES = new WeakMap<Model, number>();

/** 1 of two cones, 3 + 2 of a cone and a slab, 9 + 6 of two slabs. */
function elementaryPairs(a: Model, b: Model): number {
  const [p, q] = [a, b].map((model) => {
    const { cones, slabs } = medialAxis(model);
    return { cones: cones.length / 2, slabs: slabs.length / 3 };
  });
  if (p === undefined || q === undefined) return 0;
  return p.cones * q.cones + 5 * (p.cones * q.slabs + p.slabs * q.cones) + 15 * p.slabs * q.slabs;
}
