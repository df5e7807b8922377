// Convex shapes with what is known of them without the library: how far they reach along a direction, and polytopes
// inside and around them.

import * as convex from '../../src/entries/convex.ts';
import type { Model } from '../../src/index.ts';
import type { Triple } from './bodies.ts';
import type { PlainPose } from './scenes.ts';

export interface ConvexShape {
  readonly name: string;
  readonly model: Model;
  /** The largest d·x over the shape. */
  readonly reach: (d: Triple) => number;
  /** Points whose hull is in the shape, and points whose hull holds it. */
  readonly inner: Float64Array;
  readonly outer: Float64Array;
  /** Reach from the middle. */
  readonly radius: number;
}

/** Sides of the polygons that stand for circles. */
const SIDES = 16;
const WIDER = 1 / Math.cos(Math.PI / SIDES) + 1e-12;

/** Circles of the given radii and heights, as polygons inside or, `wider`, around them. */
function circles(wider: boolean, ...rings: readonly (readonly [radius: number, z: number])[]): Float64Array {
  const points = rings.flatMap(([radius, z]) =>
    Array.from({ length: radius === 0 ? 1 : SIDES }, (_, k) => {
      const angle = (2 * Math.PI * k) / SIDES;
      const reach = radius * (wider ? WIDER : 1 - 1e-12);
      return [reach * Math.cos(angle), reach * Math.sin(angle), z];
    }),
  );
  return Float64Array.from(points.flat());
}

/** Ends of rounded shapes: rings along a half circle, seen from the middle of the end. */
function rounded(wider: boolean, radius: number, half: number): Float64Array {
  const reach = radius * (wider ? WIDER : 1);
  const rings = Array.from({ length: SIDES / 2 + 1 }, (_, k): [number, number] => {
    const angle = (Math.PI * k) / (SIDES / 2) - Math.PI / 2;
    const height = reach * Math.sin(angle);
    const ring = k === 0 || 2 * k === SIDES ? 0 : reach * Math.cos(angle);
    return [ring, height + (k < SIDES / 4 ? -half : half)];
  });
  const [low, high] = [[reach, -half] as [number, number], [reach, half] as [number, number]];
  return circles(wider, low, high, ...rings);
}

const across = ([x, y]: Triple): number => Math.hypot(x, y);

export function sphere(radius: number): ConvexShape {
  return {
    name: 'sphere',
    model: convex.sphere({ radius }),
    reach: (d) => radius * Math.hypot(...d),
    inner: rounded(false, radius, 0),
    outer: rounded(true, radius, 0),
    radius,
  };
}

export function capsule(radius: number, length: number): ConvexShape {
  return {
    name: 'capsule',
    model: convex.capsule({ radius, length }),
    reach: (d) => radius * Math.hypot(...d) + (length / 2) * Math.abs(d[2]),
    inner: rounded(false, radius, length / 2),
    outer: rounded(true, radius, length / 2),
    radius: radius + length / 2,
  };
}

export function cylinder(radius: number, height: number): ConvexShape {
  const rings = [[radius, -height / 2] as const, [radius, height / 2] as const];
  return {
    name: 'cylinder',
    model: convex.cylinder({ radius, height }),
    reach: (d) => radius * across(d) + (height / 2) * Math.abs(d[2]),
    inner: circles(false, ...rings),
    outer: circles(true, ...rings),
    radius: Math.hypot(radius, height / 2),
  };
}

export function cone(radius: number, height: number): ConvexShape {
  const rings = [[radius, -height / 2] as const, [0, height / 2] as const];
  return {
    name: 'cone',
    model: convex.cone({ radius, height }),
    reach: (d) => Math.max(radius * across(d) - (height / 2) * d[2], (height / 2) * d[2]),
    inner: circles(false, ...rings),
    outer: circles(true, ...rings),
    radius: Math.hypot(radius, height / 2),
  };
}

export function hull(points: Float64Array, name = 'hull'): ConvexShape {
  const corners = Array.from({ length: points.length / 3 }, (_, k): Triple => {
    const [x, y, z] = points.subarray(3 * k, 3 * k + 3);
    return [x, y, z];
  });
  return {
    name,
    model: convex.hull(points),
    reach: (d) => Math.max(...corners.map((p) => dot(p, d))),
    inner: points,
    outer: points,
    radius: Math.max(...corners.map((p) => Math.hypot(...p))),
  };
}

export const BOX_CORNERS: Float64Array = Float64Array.from(
  [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [0.5 * x, 0.4 * y, 0.3 * z]))),
);

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** v turned by the pose's rotation, or back. */
function turned({ rotation: [x, y, z, w] }: PlainPose, v: Triple, back = false): Triple {
  const [ux, uy, uz] = back ? [-x, -y, -z] : [x, y, z];
  const [cx, cy, cz] = [uy * v[2] - uz * v[1], uz * v[0] - ux * v[2], ux * v[1] - uy * v[0]];
  const scale = 2 / (x * x + y * y + z * z + w * w);
  return [
    v[0] + scale * (w * cx + uy * cz - uz * cy),
    v[1] + scale * (w * cy + uz * cx - ux * cz),
    v[2] + scale * (w * cz + ux * cy - uy * cx),
  ];
}

/** How far the posed shape reaches along a direction of the world. */
export function reachInWorld(shape: ConvexShape, pose: PlainPose, d: Triple): number {
  return shape.reach(turned(pose, d, true)) + dot(pose.position, d);
}
