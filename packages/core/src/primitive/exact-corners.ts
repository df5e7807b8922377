// A few points with exact signs: the basis of all exact decisions.

import { orient2d } from 'robust-predicates';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { orientCorners } from './corner-side.ts';

/** Points numbered from 0, with exact signs. */
export interface ExactCorners {
  /** Positive where d sees abc turn counter-clockwise: the sign of (b − a) × (c − a) · (d − a). */
  orient3d(a: number, b: number, c: number, d: number): number;
  /** Sign of the turn abc in the two coordinates other than `drop` (0, 1, 2), in ascending order. */
  orient2d(drop: number, a: number, b: number, c: number): number;
  /** Sign of a's minus b's coordinate along `axis`. */
  compare(axis: number, a: number, b: number): number;
}

/**
 * Magnitudes between which Shewchuk's expansions neither overflow nor underflow: three factors and 2⁻¹⁵⁹ of them stay
 * between 1e-273 and 1e225. Dimension: that of the coordinates.
 */
const SMALLEST_ADAPTIVE = 1e-75;
const LARGEST_ADAPTIVE = 1e75;

/** Rounding of a determinant of three differences: at most (7 + 56u)u of its permanent (Shewchuk 1997). */
const ORIENT_3D_ROUNDING = 8 * UNIT_ROUNDOFF;
/** Rounding of one of two differences: at most (3 + 16u)u of the sum of both products. */
const ORIENT_2D_ROUNDING = 4 * UNIT_ROUNDOFF;

/** Whether adaptive predicates are exact for numbers of these magnitudes. */
export function areAdaptive(xyz: Float64Array): boolean {
  for (let k = 0; k < xyz.length; k++) {
    const size = Math.abs(xyz[k]);
    if (size !== 0 && !(size >= SMALLEST_ADAPTIVE && size <= LARGEST_ADAPTIVE)) return false;
  }
  return true;
}

/** Points given by doubles, decided in doubles where these are certain, else by adaptive predicates. */
export class DoubleCorners implements ExactCorners {
  readonly xyz: Float64Array;

  constructor(count: number) {
    this.xyz = new Float64Array(3 * count);
  }

  /** Whether adaptive predicates are exact for these magnitudes. */
  isInRange(): boolean {
    return areAdaptive(this.xyz);
  }

  orient3d(a: number, b: number, c: number, d: number): number {
    const p = this.xyz;
    const i = 3 * a;
    const j = 3 * b;
    const k = 3 * c;
    const l = 3 * d;
    const ux = p[j] - p[i];
    const uy = p[j + 1] - p[i + 1];
    const uz = p[j + 2] - p[i + 2];
    const vx = p[k] - p[i];
    const vy = p[k + 1] - p[i + 1];
    const vz = p[k + 2] - p[i + 2];
    const wx = p[l] - p[i];
    const wy = p[l + 1] - p[i + 1];
    const wz = p[l + 2] - p[i + 2];
    const determinant = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
    const permanent =
      (Math.abs(uy * vz) + Math.abs(uz * vy)) * Math.abs(wx) +
      (Math.abs(uz * vx) + Math.abs(ux * vz)) * Math.abs(wy) +
      (Math.abs(ux * vy) + Math.abs(uy * vx)) * Math.abs(wz);
    if (Math.abs(determinant) > ORIENT_3D_ROUNDING * permanent) return determinant > 0 ? 1 : -1;
    if (permanent === 0) return 0; // a plane across an axis: all products have a factor 0, since none underflows in range
    // The predicate's own sign is for a y axis pointing down.
    return -signOfNumber(orientCorners(p, a, b, c, d));
  }

  orient2d(drop: number, a: number, b: number, c: number): number {
    const p = this.xyz;
    const u = drop === 0 ? 1 : 0;
    const v = drop === 2 ? 1 : 2;
    const i = 3 * a;
    const j = 3 * b;
    const k = 3 * c;
    const left = (p[j + u] - p[i + u]) * (p[k + v] - p[i + v]);
    const right = (p[j + v] - p[i + v]) * (p[k + u] - p[i + u]);
    if (left === 0 && right === 0) return 0; // a factor of each is 0, as above
    const turn = left - right;
    if (Math.abs(turn) > ORIENT_2D_ROUNDING * (Math.abs(left) + Math.abs(right))) return turn > 0 ? 1 : -1;
    return -signOfNumber(orient2d(p[i + u], p[i + v], p[j + u], p[j + v], p[k + u], p[k + v]));
  }

  compare(axis: number, a: number, b: number): number {
    const x = this.xyz[3 * a + axis];
    const y = this.xyz[3 * b + axis];
    return x > y ? 1 : x < y ? -1 : 0;
  }
}

/** An integer: a double returned by a function would be boxed, and these are called in every query. */
function signOfNumber(x: number): 0 | 1 | -1 {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/** Points given by integers, decided by integer arithmetic. */
export class IntegerCorners implements ExactCorners {
  readonly #xyz: readonly bigint[];

  constructor(xyz: readonly bigint[]) {
    this.#xyz = xyz;
  }

  orient3d(a: number, b: number, c: number, d: number): number {
    const p = this.#xyz;
    const [i, j, k, l] = [3 * a, 3 * b, 3 * c, 3 * d];
    const ux = p[j] - p[i];
    const uy = p[j + 1] - p[i + 1];
    const uz = p[j + 2] - p[i + 2];
    const vx = p[k] - p[i];
    const vy = p[k + 1] - p[i + 1];
    const vz = p[k + 2] - p[i + 2];
    const wx = p[l] - p[i];
    const wy = p[l + 1] - p[i + 1];
    const wz = p[l + 2] - p[i + 2];
    return signOf(ux * (vy * wz - vz * wy) - uy * (vx * wz - vz * wx) + uz * (vx * wy - vy * wx));
  }

  orient2d(drop: number, a: number, b: number, c: number): number {
    const p = this.#xyz;
    const u = drop === 0 ? 1 : 0;
    const v = drop === 2 ? 1 : 2;
    const [au, av] = [p[3 * a + u], p[3 * a + v]];
    return signOf((p[3 * b + u] - au) * (p[3 * c + v] - av) - (p[3 * b + v] - av) * (p[3 * c + u] - au));
  }

  compare(axis: number, a: number, b: number): number {
    return signOf(this.#xyz[3 * a + axis] - this.#xyz[3 * b + axis]);
  }
}

function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}
