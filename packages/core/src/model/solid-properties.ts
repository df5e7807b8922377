// Volume, centre and inertia of a model, and its bounding box: for programs that move bodies.

import { type RoundShape, scaledRound } from '../convex/round-shape.ts';
import { type MassProperties, type Matrix3, massProperties, type SolidMassProperties } from '../mesh/mass.ts';
import type { Model } from './model.ts';
import { requireModel } from './require-model.ts';

/**
 * Mass properties of a model of density 1, as `massProperties` of its mesh; for a round shape by formulas.
 *
 * @example
 * console.log(solidProperties(Model.build(box())).volume); // 1
 */
export function solidProperties(model: Model): MassProperties {
  requireModel(model, 'The body');
  const { round } = model;
  return round === null ? massProperties(model.mesh) : roundProperties(round, model.frame.unit);
}

/** The bounding box of a model in its own coordinates, with its round shape if any. See {@link modelBox}. */
export interface ModelBox {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
  /**
   * For a round shape, which its mesh does not describe, otherwise null: the radii of a frustum about the z axis at −half and at
   * half, and the thickness of the skin around it.
   */
  readonly round: { readonly base: number; readonly top: number; readonly half: number; readonly skin: number } | null;
}

/**
 * The box around a model, in its own coordinates.
 *
 * @example
 * console.log(modelBox(Model.build(box())).high); // [ 0.5, 0.5, 0.5 ]
 */
export function modelBox(model: Model): ModelBox {
  requireModel(model, 'The body');
  const { round, mesh } = model;
  if (round !== null) {
    const { unit } = model.frame;
    const rim = (Math.max(round.base, round.top) + round.skin) * unit;
    const end = (round.half + round.skin) * unit;
    return { low: [-rim, -rim, -end], high: [rim, rim, end], round: scaledRound(round, unit) };
  }
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const vertex of mesh.triangles) {
    for (let k = 0; k < 3; k++) {
      const x = mesh.positions[3 * vertex + k];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  return { low, high, round: null };
}

function roundProperties({ base, top, half, skin }: RoundShape, unit: number): SolidMassProperties {
  const h = half * unit;
  return skin > 0 ? capsuleProperties(h, skin * unit) : frustumProperties(h, base * unit, top * unit);
}

/** All points within r of a segment of length 2h along z; a ball where h is 0. */
function capsuleProperties(h: number, r: number): SolidMassProperties {
  const cylinder = 2 * Math.PI * r * r * h;
  const ball = (4 / 3) * Math.PI * r * r * r;
  const lift = h + (3 / 8) * r;
  const axial = 0.5 * cylinder * r * r + 0.4 * ball * r * r;
  const across = cylinder * (r * r * 0.25 + (h * h) / 3) + ball * ((83 / 320) * r * r + lift * lift);
  return solid(cylinder + ball, 0, axial, across, 4 * Math.PI * r * (r + h));
}

/** A frustum along z from −h, of radius b, to h, of radius t. */
function frustumProperties(h: number, b: number, t: number): SolidMassProperties {
  const height = 2 * h;
  const sum = b * b + b * t + t * t;
  const volume = (Math.PI * height * sum) / 3;
  const above = (height * (b * b + 2 * b * t + 3 * t * t)) / (4 * sum);
  const axial =
    (Math.PI * height * (b * b * b * b + b * b * b * t + b * b * t * t + b * t * t * t + t * t * t * t)) / 10;
  const aboutBase = axial / 2 + (Math.PI * height * height * height * (b * b + 3 * b * t + 6 * t * t)) / 30;
  const slant = Math.sqrt(height * height + (b - t) * (b - t));
  const area = Math.PI * (b * b + t * t + (b + t) * slant);
  return solid(volume, above - h, axial, aboutBase - volume * above * above, area);
}

function solid(volume: number, z: number, axial: number, across: number, area: number): SolidMassProperties {
  const inertia: Matrix3 = [across, 0, 0, 0, across, 0, 0, 0, axial];
  return { status: 'solid', volume, centroid: [0, 0, z], inertia, inward: false, area };
}
