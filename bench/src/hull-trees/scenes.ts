// Families of bodies from one convex patch to none: each a row of finer and finer meshes, about 1 in size.

import { Mesh } from 'nearmiss';
import { box, gear, icosphere, randomSolid, torusKnot } from 'nearmiss/shapes';
import { fitToUnit } from '../generated-workloads.ts';

export interface Family {
  readonly name: string;
  readonly meshes: readonly (() => Mesh)[];
}

export const FAMILIES: readonly Family[] = [
  family('ball', [2, 3, 4, 5], (subdivisions) => icosphere({ subdivisions })),
  family('eight balls', [1, 2, 3, 4], (subdivisions) => eightOf(icosphere({ subdivisions }))),
  family('box of fine faces', [4, 8, 16, 32], (segments) => box({ segments })),
  family('gear', [8, 16, 32, 64], (teeth) => gear({ teeth })),
  family('torus knot', [720, 2880, 11_520, 34_560], (triangles) => torusKnot({ triangles })),
  family('rough solid', [320, 1280, 5120, 20_480], (triangles) => randomSolid({ seed: 1, triangles })),
  family('knot with holes', [720, 2880, 11_520], (triangles) => withHoles(torusKnot({ triangles }))),
];

function family(name: string, steps: readonly number[], make: (step: number) => Mesh): Family {
  const unit = ({ positions, triangles }: Mesh): Mesh => new Mesh(fitToUnit(positions), triangles);
  return { name, meshes: steps.map((step) => () => unit(make(step))) };
}

/** Copies at the corners of a cube, not touching. */
function eightOf({ positions, triangles, vertexCount }: Mesh): Mesh {
  const corners = Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, k >> 2]);
  return new Mesh(
    corners.flatMap((corner) => Array.from(positions, (x, k) => x + 1.1 * corner[k % 3])),
    corners.flatMap((_, k) => Array.from(triangles, (v) => v + k * vertexCount)),
  );
}

/** Without every seventh face: open, so that no patch is filled. */
function withHoles({ positions, triangles }: Mesh): Mesh {
  return new Mesh(
    positions,
    triangles.filter((_, k) => Math.floor(k / 3) % 7 !== 3),
  );
}
