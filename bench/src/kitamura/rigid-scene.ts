// Rigid bodies over many cycles, as the paper's experiments have them: every pose is made beforehand, so that all methods
// see the same motion and none is timed on making it.

import { randomBetween, type SeededRandom, seeded } from '@nearmiss/fixtures';
import type { Mesh } from 'nearmiss';
import { torusKnot, uvSphere } from 'nearmiss/shapes';
import { poseFromQuaternion } from '../body-pose.ts';

/** Rotation matrix row by row, then the translation: 12 numbers. */
export type Row = Float64Array;

export interface RigidScene {
  /** A cube around all of it, [min x, y, z, max x, y, z]: the root of the paper's octree. */
  readonly world: readonly number[];
  readonly meshes: readonly Mesh[];
  /** For every cycle the pose of every body. */
  readonly cycles: readonly (readonly Row[])[];
}

/** A body that goes straight, turns about one axis, and bounces. Its size is that of a ball of this radius. */
interface Rover {
  readonly radius: number;
  position: readonly number[];
  velocity: readonly number[];
  readonly axis: readonly number[];
  readonly turn: number;
  readonly phase: number;
}

/** Vertices of a mesh where a pose puts them. */
export function writePosed({ positions }: Pick<Mesh, 'positions'>, row: Row, out: Float64Array): void {
  for (let k = 0; k < positions.length; k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    out[k] = row[0] * x + row[1] * y + row[2] * z + row[9];
    out[k + 1] = row[3] * x + row[4] * y + row[5] * z + row[10];
    out[k + 2] = row[6] * x + row[7] * y + row[8] * z + row[11];
  }
}

/** Figures 6 and 7: two spheres that come together, turning, and touch in the last cycle only. */
export function approach(faces: number, cycles: number): RigidScene {
  const sphere = uvSphere({ faces, radius: 0.5 });
  const step = 1.6 / cycles;
  // Well below twice the height of the lowest face, so that coarse spheres touch as well as fine ones.
  const touching = 1.9 * innerRadius(sphere);
  return {
    world: [-2, -2, -2, 2, 2, 2],
    meshes: [sphere, sphere],
    cycles: Array.from({ length: cycles }, (_, cycle) => {
      const gap = cycle === cycles - 1 ? touching : 1 + 0.5 * step * (cycles - cycle);
      return [-1, 1].map((side) =>
        rowOf([(side * gap) / 2, 0.1 * side * (1 - cycle / cycles), 0], [0.3, 0.5 * side, 1], 0.02 * cycle),
      );
    }),
  };
}

/**
 * Bodies of size 1 in a cube of which they fill `share`, that exchange their velocities when balls of that radius about them
 * meet, as in the paper; at 5 % of the radius and 10° a cycle.
 */
export function roaming(
  mesh: Mesh,
  count: number,
  cycles: number,
  share: number,
  seed: number,
  radius = 0.5,
): RigidScene {
  const random = seeded(seed);
  const side = Math.cbrt((count * (4 / 3) * Math.PI * 0.5 ** 3) / share);
  // One to a cell of a grid, so that none begin in each other.
  const cells = Math.ceil(Math.cbrt(count));
  const rovers = Array.from(
    { length: count },
    (_, k): Rover => ({
      radius,
      position: [k % cells, Math.floor(k / cells) % cells, Math.floor(k / cells / cells)].map(
        (cell) => ((cell + 0.5) * side) / cells,
      ),
      velocity: direction(random).map((x) => 0.05 * radius * x),
      axis: direction(random),
      turn: Math.PI / 18,
      phase: 6 * random(),
    }),
  );
  return {
    world: [0, 0, 0, side, side, side],
    meshes: rovers.map(() => mesh),
    cycles: Array.from({ length: cycles }, (_, cycle) => {
      const rows = rovers.map(({ position, axis, turn, phase }) => rowOf(position, axis, phase + turn * cycle));
      advance(rovers, side);
      return rows;
    }),
  };
}

/** How near the faces of a body around the origin come to it. */
function innerRadius({ positions, triangles }: Mesh): number {
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    const [u, v] = [b, c].map((corner) => corner.map((x, k) => x - a[k]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    least = Math.min(least, Math.abs(normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2]) / Math.hypot(...normal));
  }
  return least;
}

/** The concave body of 528 faces that stands in for the paper's space shuttle. */
export function knot(): Mesh {
  return torusKnot({ triangles: 528 });
}

function advance(rovers: readonly Rover[], side: number): void {
  rovers.forEach((a, k) => {
    for (const b of rovers.slice(k + 1)) {
      if (gapOf(a.position, b.position) > a.radius + b.radius || !areClosingIn(a, b)) continue;
      [a.velocity, b.velocity] = [b.velocity, a.velocity];
    }
  });
  for (const rover of rovers) {
    rover.velocity = rover.velocity.map((v, axis) => {
      const next = rover.position[axis] + v;
      return next < rover.radius ? Math.abs(v) : next > side - rover.radius ? -Math.abs(v) : v;
    });
    rover.position = rover.position.map((x, axis) => x + rover.velocity[axis]);
  }
}

function areClosingIn(a: Rover, b: Rover): boolean {
  return a.position.reduce((sum, x, k) => sum + (x - b.position[k]) * (a.velocity[k] - b.velocity[k]), 0) < 0;
}

function gapOf(p: readonly number[], q: readonly number[]): number {
  return Math.hypot(...p.map((x, k) => x - q[k]));
}

function direction(random: SeededRandom): number[] {
  for (;;) {
    const d = [0, 1, 2].map(() => randomBetween(random, -1, 1));
    const length = Math.hypot(...d);
    if (length > 0.1 && length <= 1) return d.map((x) => x / length);
  }
}

export function rowOf(position: readonly number[], axis: readonly number[], angle: number): Row {
  const length = Math.hypot(...axis);
  const s = Math.sin(angle / 2) / length;
  const [px, py, pz] = position;
  return poseFromQuaternion([px, py, pz], [s * axis[0], s * axis[1], s * axis[2], Math.cos(angle / 2)]).row;
}
