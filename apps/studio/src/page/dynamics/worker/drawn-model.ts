// Meshes to draw: of a mesh the mesh itself, of an exact round body a mesh made for the picture alone.

import type { Model } from 'nearmiss';
import { modelBox } from 'nearmiss/bodies';
import type { DrawnMesh } from '../../many/messages.ts';

/** Corners of a circle, and of the quarter of one. */
const SLICES = 48;
const QUARTER = 12;

export function drawnModel(model: Model): DrawnMesh {
  const { round } = modelBox(model);
  if (round === null) {
    return { positions: Float32Array.from(model.mesh.positions), triangles: Uint32Array.from(model.mesh.triangles) };
  }
  return revolved(profileOf(round));
}

interface RoundSizes {
  readonly base: number;
  readonly top: number;
  readonly half: number;
  readonly skin: number;
}

/** Radius and height from the bottom up, both ends on the axis. */
function profileOf({ base, top, half, skin }: RoundSizes): (readonly [number, number])[] {
  const quarter = Array.from({ length: QUARTER + 1 }, (_, k) => (Math.PI * k) / (2 * QUARTER));
  const below = quarter.map((a) => [base + skin * Math.sin(a), -half - skin * Math.cos(a)] as const);
  const above = quarter.toReversed().map((a) => [top + skin * Math.sin(a), half + skin * Math.cos(a)] as const);
  return [[0, -half - skin], ...below, ...above, [0, half + skin]];
}

function revolved(profile: readonly (readonly [number, number])[]): DrawnMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const [radius, height] of profile) {
    for (let k = 0; k < SLICES; k++) {
      const angle = (2 * Math.PI * k) / SLICES;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), height);
    }
  }
  for (let row = 0; row + 1 < profile.length; row++) {
    for (let k = 0; k < SLICES; k++) {
      const next = (k + 1) % SLICES;
      const [a, b] = [SLICES * row + k, SLICES * row + next];
      triangles.push(a, b, b + SLICES, a, b + SLICES, a + SLICES);
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}
