// Mass, centre of mass and inertia of a body: from its model and a density, or as given.

import { type Model, NearmissError } from 'nearmiss';
import { modelBox, solidProperties, symmetricEigen } from 'nearmiss/bodies';
import type { PrincipalAxes } from './free-rotation.ts';
import { faultOf, requireNumbers, requirePositive } from './input.ts';
import { normalise } from './rotation.ts';

/** What a caller says about the mass of a body. See {@link BodyOptions}. */
export interface MassOptions {
  /** Mass per unit volume; 1000 by default. */
  readonly density?: number | undefined;
  /** The mass itself, in place of a density. */
  readonly mass?: number | undefined;
  /** In body coordinates; by default that of the solid. */
  readonly centerOfMass?: ArrayLike<number> | undefined;
  /** About the centre of mass, in body axes, nine numbers row by row; by default that of the solid with its mass, about the same point. */
  readonly inertia?: ArrayLike<number> | undefined;
}

export interface BodyMass {
  readonly mass: number;
  /** In body coordinates. */
  readonly centre: Float64Array;
  readonly axes: PrincipalAxes;
}

const DEFAULT_DENSITY = 1000;

/** Moments below this vanish in products. */
const LEAST_MOMENT = 1e-75;
/** How far an inertia may be from symmetric, and a moment above the sum of the others, in parts of the largest. Dimensionless. */
const INERTIA_ERROR = 1e-6;

/** The mass of a body that moves by forces. */
export function readMass(model: Model, options: MassOptions): BodyMass {
  const { density, mass: givenMass, centerOfMass, inertia } = options;
  if (density !== undefined && givenMass !== undefined) {
    throw faultOf('mass', 'A body has both a density and a mass; give one of them.', 'dynamics/bad-mass');
  }
  const usedDensity =
    density === undefined ? DEFAULT_DENSITY : requirePositive(density, 'density', 'dynamics/bad-mass');
  const own = givenMass === undefined ? null : requirePositive(givenMass, 'mass', 'dynamics/bad-mass');
  const givenCentre = centerOfMass === undefined ? null : requireNumbers(centerOfMass, 3, 'centerOfMass');
  const givenInertia = inertia === undefined ? null : requireNumbers(inertia, 9, 'inertia');
  if (own !== null && givenCentre !== null && givenInertia !== null) {
    return { mass: own, centre: givenCentre, axes: principalAxes(givenInertia) };
  }
  const solid = solidProperties(model);
  if (solid.status !== 'solid') {
    throw new NearmissError(
      'dynamics/bad-mass',
      `The mesh has no volume (${solid.status}): give its mass, centerOfMass and inertia, or make it static.`,
    );
  }
  const mass = own ?? usedDensity * solid.volume;
  const centre = givenCentre ?? Float64Array.from(solid.centroid);
  const scaled = Float64Array.from(solid.inertia, (x) => (x * mass) / solid.volume);
  if (givenInertia === null && givenCentre !== null) shiftInertia(scaled, mass, solid.centroid, givenCentre);
  return { mass, centre, axes: principalAxes(givenInertia ?? scaled) };
}

/**
 * The point that the velocity of a body is of, and about which it turns, where its mass does not matter: the centre of mass as given, else that
 * of the solid, else the middle of the box. In body coordinates.
 *
 * @example
 * console.log([...centerOfMassOf(Model.build(box()))]); // [ 0, 0, 0 ]
 */
export function centerOfMassOf(model: Model, given?: ArrayLike<number>): Float64Array {
  if (given !== undefined) return requireNumbers(given, 3, 'centerOfMass');
  const solid = solidProperties(model);
  if (solid.status === 'solid') return Float64Array.from(solid.centroid);
  const { low, high } = modelBox(model);
  return Float64Array.from(low, (least, k) => (least + high[k]) / 2);
}

/** Makes an inertia about the centroid one about another point, which a caller says is the centre of mass (Steiner). */
function shiftInertia(inertia: Float64Array, mass: number, from: ArrayLike<number>, to: Float64Array): void {
  const x = to[0] - from[0];
  const y = to[1] - from[1];
  const z = to[2] - from[2];
  const square = x * x + y * y + z * z;
  const d = [x, y, z];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) inertia[3 * r + c] += mass * ((r === c ? square : 0) - d[r] * d[c]);
  }
}

function principalAxes(inertia: Float64Array): PrincipalAxes {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = inertia;
  const largest = Math.max(Math.abs(xx), Math.abs(yy), Math.abs(zz));
  const off = Math.max(Math.abs(xy - yx), Math.abs(xz - zx), Math.abs(yz - zy));
  const rows = new Float64Array(9);
  const moments = new Float64Array(3);
  symmetricEigen(Float64Array.of(xx, xy, xz, yy, yz, zz), rows, moments);
  const [a, b, c] = moments;
  if (!(off <= INERTIA_ERROR * largest && c >= LEAST_MOMENT && a <= (b + c) * (1 + INERTIA_ERROR))) {
    const message =
      'The inertia is none that a body can have: symmetric, with positive moments, none above the sum of the others.';
    throw faultOf('inertia', message, 'dynamics/bad-mass');
  }
  // The axes are the rows; the turn from principal to body axes has them as columns.
  const rotation = quaternionOf(
    Float64Array.of(rows[0], rows[3], rows[6], rows[1], rows[4], rows[7], rows[2], rows[5], rows[8]),
  );
  return { moments, rotation };
}

/** The quaternion of a rotation matrix, by the largest of its components (Shepperd 1978). */
function quaternionOf(m: Float64Array): Float64Array {
  const q = Float64Array.of(
    1 + m[0] - m[4] - m[8],
    1 - m[0] + m[4] - m[8],
    1 - m[0] - m[4] + m[8],
    1 + m[0] + m[4] + m[8],
  );
  const largest = q.indexOf(Math.max(...q));
  if (largest === 3) q.set([m[7] - m[5], m[2] - m[6], m[3] - m[1], q[3]]);
  else if (largest === 0) q.set([q[0], m[3] + m[1], m[2] + m[6], m[7] - m[5]]);
  else if (largest === 1) q.set([m[3] + m[1], q[1], m[7] + m[5], m[2] - m[6]]);
  else q.set([m[2] + m[6], m[7] + m[5], q[2], m[3] - m[1]]);
  normalise(q, 0);
  return q;
}
