// Scenes that every engine builds from the same numbers: bodies above a floor at z = 0, turned at random, that fall and come to rest.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import type { Mesh } from 'nearmiss';
import { box, icosphere, torus } from 'nearmiss/shapes';

/** Position and unit quaternion. */
interface Start {
  readonly position: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
}

export interface PileScene {
  readonly name: string;
  /** Bodies have these shapes in turn. */
  readonly meshes: readonly Mesh[];
  readonly isConvex: boolean;
  readonly starts: readonly Start[];
  readonly steps: number;
}

export const FLOOR_SIZE = 40;
export const STEP: number = 1 / 60;
export const GRAVITY = 9.81;
export const FRICTION = 0.5;
export const DENSITY = 1000;

/** Sides of the grid that bodies start in, in bodies; and its pitch. */
const SIDE = 8;
const PITCH = 1.3;
const SEED = 7;

/** Radii and segments of a ring: 576 triangles. */
export const RING = { majorRadius: 0.5, minorRadius: 0.12, majorSegments: 24, minorSegments: 12 };

function startsOf(count: number): Start[] {
  const random = seeded(SEED);
  return Array.from({ length: count }, (_, k) => {
    const [x, y, z, w] = [1, 2, 3, 4].map(() => randomBetween(random, -1, 1));
    const length = Math.hypot(x, y, z, w);
    const across = (n: number): number => (n - SIDE / 2 + 0.5 + randomBetween(random, -0.05, 0.05)) * PITCH;
    return {
      position: [across(k % SIDE), across(Math.floor(k / SIDE) % SIDE), (0.6 + Math.floor(k / (SIDE * SIDE))) * PITCH],
      rotation: [x / length, y / length, z / length, w / length],
    };
  });
}

/** Boxes and hulls of 42 vertices in turn. */
export function convexScene(bodies: number, steps: number): PileScene {
  const meshes = [box({ size: [1, 0.8, 0.6] }), icosphere({ radius: 0.5, subdivisions: 1 })];
  return { name: `${bodies} convex bodies`, meshes, isConvex: true, starts: startsOf(bodies), steps };
}

/** Cones of a ring, as in the medial-axis paper. */
export const RING_PRIMITIVES = 27;

export function ringScene(bodies: number, steps: number): PileScene {
  const mesh = torus(RING);
  const name = `${bodies} rings of ${mesh.triangles.length / 3} triangles`;
  return { name, meshes: [mesh], isConvex: false, starts: startsOf(bodies), steps };
}
