// Paths whose variables are polynomials of degree up to five on each segment: linear, cubic and quintic between waypoints.
//
// Bounds on an interval come from the Taylor expansion about its middle m: |p′| ≤ |p′(m)| + |p″(m)| h + |p‴(m)| h²/2 + …, which is exact
// for the polynomial and tight for short intervals. A part in 2⁴⁸ is added for rounding.

import { NearmissError } from 'nearmiss';
import { type JointPath, POLYNOMIAL_TERMS as TERMS } from './joint-path.ts';

const GROWN: number = 1 + 2 ** -48;
/** 512u, see `writeBounds`. Dimensionless. */
const SLIP: number = 2 ** -44;

/** How values go from waypoint to waypoint. Cubic and quintic are at rest in each, unless velocities are given. See {@link PathOptions}. */
export type Interpolation = 'linear' | 'cubic' | 'quintic';

export const INTERPOLATIONS: readonly Interpolation[] = ['linear', 'cubic', 'quintic'];

/** Waypoints with their times: the same number of values in each. */
export interface Waypoints {
  readonly values: readonly Float64Array[];
  readonly times: Float64Array;
  /** Of cubic and quintic paths; at rest by default. */
  readonly velocities?: readonly Float64Array[] | undefined;
  /** Of quintic paths; 0 by default. */
  readonly accelerations?: readonly Float64Array[] | undefined;
}

/** A path through waypoints. */
export function polynomialPath(waypoints: Waypoints, interpolation: Interpolation): JointPath {
  const { values, times } = waypoints;
  const size = values[0].length;
  const segments = times.length - 1;
  const coefficients = new Float64Array(segments * size * TERMS);
  for (let k = 0; k < segments; k++) {
    if (!(times[k] < times[k + 1])) throw new NearmissError('robot/bad-path', 'The times of a path ascend.');
    for (let v = 0; v < size; v++) writeSegment(waypoints, interpolation, k, v, coefficients, (k * size + v) * TERMS);
  }
  return new PolynomialPath(size, times, coefficients);
}

/** The coefficients in s = (t − t₀) / T of variable v on segment k. */
function writeSegment(
  { values, times, velocities, accelerations }: Waypoints,
  interpolation: Interpolation,
  k: number,
  v: number,
  out: Float64Array,
  o: number,
): void {
  const duration = times[k + 1] - times[k];
  const from = values[k][v];
  const by = values[k + 1][v] - from;
  out[o] = from;
  if (interpolation === 'linear') {
    out[o + 1] = by;
    return;
  }
  const v0 = (velocities?.[k][v] ?? 0) * duration;
  const v1 = (velocities?.[k + 1][v] ?? 0) * duration;
  out[o + 1] = v0;
  if (interpolation === 'cubic') {
    out[o + 2] = 3 * by - 2 * v0 - v1;
    out[o + 3] = v0 + v1 - 2 * by;
    return;
  }
  const a0 = (accelerations?.[k][v] ?? 0) * duration * duration;
  const a1 = (accelerations?.[k + 1][v] ?? 0) * duration * duration;
  out[o + 2] = a0 / 2;
  out[o + 3] = 10 * by - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1;
  out[o + 4] = -15 * by + 8 * v0 + 7 * v1 + 1.5 * a0 - a1;
  out[o + 5] = 6 * by - 3 * (v0 + v1) - 0.5 * (a0 - a1);
}

class PolynomialPath implements JointPath {
  readonly size: number;
  readonly breaks: Float64Array;
  readonly polynomials: Float64Array;

  constructor(size: number, breaks: Float64Array, coefficients: Float64Array) {
    this.size = size;
    this.breaks = breaks;
    this.polynomials = coefficients;
  }

  write(segment: number, time: number, values: Float64Array, velocities: Float64Array): void {
    const c = this.polynomials;
    const start = this.breaks[segment];
    const duration = this.breaks[segment + 1] - start;
    const s = (time - start) / duration;
    for (let v = 0, o = segment * this.size * TERMS; v < this.size; v++, o += TERMS) {
      values[v] = c[o] + s * (c[o + 1] + s * (c[o + 2] + s * (c[o + 3] + s * (c[o + 4] + s * c[o + 5]))));
      const rate = c[o + 1] + s * (2 * c[o + 2] + s * (3 * c[o + 3] + s * (4 * c[o + 4] + s * 5 * c[o + 5])));
      velocities[v] = rate / duration;
    }
  }

  writeBounds(segment: number, from: number, to: number, speeds: Float64Array, accelerations: Float64Array): void {
    const c = this.polynomials;
    const start = this.breaks[segment];
    const duration = this.breaks[segment + 1] - start;
    const middle = from + (to - from) / 2;
    const s = (middle - start) / duration;
    // Where times are coarse, the middle is nearer to one end.
    const h = Math.max(middle - from, to - middle) / duration;
    for (let v = 0, o = segment * this.size * TERMS; v < this.size; v++, o += TERMS) {
      const d1 = c[o + 1] + s * (2 * c[o + 2] + s * (3 * c[o + 3] + s * (4 * c[o + 4] + s * 5 * c[o + 5])));
      const d2 = 2 * c[o + 2] + s * (6 * c[o + 3] + s * (12 * c[o + 4] + s * 20 * c[o + 5]));
      const d3 = 6 * c[o + 3] + s * (24 * c[o + 4] + s * 60 * c[o + 5]);
      const d4 = 24 * c[o + 4] + s * 120 * c[o + 5];
      const d5 = 120 * c[o + 5];
      const bend = Math.abs(d2) + h * (Math.abs(d3) + (h / 2) * (Math.abs(d4) + (h / 3) * Math.abs(d5)));
      const rate =
        Math.abs(d1) +
        h * (Math.abs(d2) + (h / 2) * (Math.abs(d3) + (h / 3) * (Math.abs(d4) + (h / 4) * Math.abs(d5))));
      // Rounding of terms that cancel each other is a part of all of them: 110u of |p′|, 340u of |p″|.
      const size =
        Math.abs(c[o + 1]) + Math.abs(c[o + 2]) + Math.abs(c[o + 3]) + Math.abs(c[o + 4]) + Math.abs(c[o + 5]);
      const isLinear = c[o + 2] === 0 && c[o + 3] === 0 && c[o + 4] === 0 && c[o + 5] === 0;
      const slip = isLinear ? 0 : SLIP * size;
      speeds[v] = ((rate + slip) / duration) * GROWN;
      accelerations[v] = isLinear ? 0 : ((bend + slip) / duration / duration) * GROWN;
    }
  }
}
