// Bodies for the tests of deforming meshes: soups and shapes that touch, cross, lie on each other and degenerate.

import { randomBetween, randomInteger, type SeededRandom } from '@nearmiss/fixtures';
import { Mesh } from 'nearmiss';
import { box, icosphere, torus } from 'nearmiss/shapes';

/** How many times as many scenes as usual are asked about: scripts/fuzz.mjs. */
export const TIMES = Number(process.env.NEARMISS_DEFORM_TIMES ?? 1);

type Draw = (random: SeededRandom) => number;

/** What coordinates are drawn from; on a coarse lattice faces coincide, fold and lose their area by themselves. */
export const COORDINATES: Readonly<Record<string, Draw>> = {
  random: (random) => randomBetween(random, -1, 1),
  lattice: (random) => randomInteger(random, -2, 2),
  'flat lattice': (random) => randomInteger(random, 0, 1),
  'far away': (random) => 1e6 + randomInteger(random, -3, 3) / 8,
  tiny: (random) => randomInteger(random, -3, 3) * 2 ** -1060,
  huge: (random) => randomBetween(random, -1, 1) * 1e140,
};

/** Faces that share vertices at random. */
export function soup(random: SeededRandom, draw: Draw, faces: number): Mesh {
  const vertices = 2 + faces;
  return new Mesh(
    Float64Array.from({ length: 3 * vertices }, () => draw(random)),
    Uint32Array.from({ length: 3 * faces }, () => randomInteger(random, 0, vertices - 1)),
  );
}

/** Small faces in a cloud: few of them meet. */
export function cloud(random: SeededRandom, faces: number, size: number): Mesh {
  const positions = Array.from({ length: faces }, () => {
    const centre = [0, 1, 2].map(() => randomBetween(random, -1, 1));
    return [0, 1, 2].flatMap(() => centre.map((x) => x + randomBetween(random, -size, size)));
  });
  return new Mesh(
    positions.flat(),
    Uint32Array.from({ length: 3 * faces }, (_, k) => k),
  );
}

export const SHAPES: readonly (() => Mesh)[] = [
  () => icosphere({ subdivisions: 1 }),
  () => torus({ majorSegments: 12, minorSegments: 6 }),
  () => box({ segments: 3 }),
];

/** The positions shifted, stretched and shaken. */
export function shaken({ positions }: Mesh, random: SeededRandom, offset: number, amount: number): Float64Array {
  const stretch = [0, 1, 2].map(() => randomBetween(random, 0.7, 1.3));
  const shift = [0, 1, 2].map(() => randomBetween(random, -offset, offset));
  return positions.map((x, k) => stretch[k % 3] * x + shift[k % 3] + randomBetween(random, -amount, amount));
}
