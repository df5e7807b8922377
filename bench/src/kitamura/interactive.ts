// Figure 12: two hands that open and close among a ball that wobbles, a knot and a rough solid, all of them roaming.

import type { Mesh } from 'nearmiss';
import { icosphere, randomSolid, uvSphere } from 'nearmiss/shapes';
import { knot, roaming, writePosed } from './rigid-scene.ts';

export interface DeformingScene {
  readonly meshes: readonly Mesh[];
  /** Positions of every body. */
  shapes(cycle: number): readonly Float64Array[];
}

/** How a body's own shape changes with time; null where it does not. */
type Flex = ((mesh: Mesh, cycle: number) => Float64Array) | null;

/** Part of the space that the bodies' balls fill. */
const CROWDED = 0.25;
const SEED = 12;

export function interactive(cycles: number): DeformingScene {
  const bodies: readonly (readonly [Mesh, Flex])[] = [
    [uvSphere({ faces: 960, radius: 0.4 }), grasp],
    [uvSphere({ faces: 960, radius: 0.4 }), grasp],
    [icosphere({ radius: 0.45, subdivisions: 3 }), wobble],
    [knot(), null],
    [randomSolid({ seed: 3, triangles: 2000 }), null],
  ];
  const paths = roaming(knot(), bodies.length, cycles, CROWDED, SEED).cycles;
  const out = bodies.map(([mesh]) => new Float64Array(mesh.positions.length));
  return {
    meshes: bodies.map(([mesh]) => mesh),
    shapes: (cycle) => {
      bodies.forEach(([mesh, flex], k) => {
        writePosed(flex === null ? mesh : { positions: flex(mesh, cycle) }, paths[cycle][k], out[k]);
      });
      return out;
    },
  };
}

/** Five fingers around a palm, bending inwards and out again. */
function grasp({ positions }: Mesh, cycle: number): Float64Array {
  const bend = 0.5 + 0.5 * Math.sin(cycle / 15);
  return mapPoints(positions, ([x, y, z]) => {
    const finger = Math.max(0, Math.cos(2.5 * Math.atan2(y, x))) ** 2;
    const reach = 1 + 0.6 * finger;
    return [x * reach, y * reach, 0.4 * z + 1.5 * bend * finger * (x * x + y * y)];
  });
}

function wobble({ positions }: Mesh, cycle: number): Float64Array {
  return mapPoints(positions, ([x, y, z]) => {
    const swell = 1 + 0.1 * Math.sin(9 * x + cycle / 7) * Math.cos(7 * y - cycle / 9);
    return [x * swell, y * swell, z * swell];
  });
}

function mapPoints(
  positions: Float64Array,
  move: (point: readonly [number, number, number]) => readonly number[],
): Float64Array {
  const moved = new Float64Array(positions.length);
  for (let k = 0; k < positions.length; k += 3) moved.set(move([positions[k], positions[k + 1], positions[k + 2]]), k);
  return moved;
}
