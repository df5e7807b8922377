// Where the variables of a path are during an interval of time, in interval arithmetic. The bounds that the search uses are not used here.

import { type JointPath, POLYNOMIAL_TERMS as TERMS } from '../path/joint-path.ts';
import { add, divide, exactly, type Interval, middleOf, multiply, subtract } from './interval.ts';

/** An interval for each variable, which contains its values from `from` to `to`. */
export function valuesOn(path: JointPath, segment: number, from: number, to: number): Interval[] {
  const { polynomials, size } = path;
  if (polynomials === null) return givenValues(path, segment, from, to);
  const start = exactly(path.breaks[segment]);
  const duration = subtract(exactly(path.breaks[segment + 1]), start);
  const s = divide(subtract([from, to], start), duration);
  return Array.from({ length: size }, (_, v) => {
    const at = (segment * size + v) * TERMS;
    return polynomialOn(polynomials.subarray(at, at + TERMS), s);
  });
}

/** The mean value form: p(m) + p′(s) (s − m), with m in the middle of s. */
function polynomialOn(coefficients: Float64Array, s: Interval): Interval {
  const m = exactly(middleOf(s));
  const slopes = Float64Array.from(coefficients.subarray(1), (c, k) => (k + 1) * c);
  return add(horner(coefficients, m), multiply(horner(slopes, s), subtract(s, m)));
}

function horner(coefficients: Float64Array, s: Interval): Interval {
  return coefficients.reduceRight<Interval>((sum, c) => add(multiply(sum, s), exactly(c)), [0, 0]);
}

/** Of a function with bounds of speeds, which are given as they are: as far from the middle as they allow. */
function givenValues(path: JointPath, segment: number, from: number, to: number): Interval[] {
  const values = new Float64Array(path.size);
  const speeds = new Float64Array(path.size);
  const scratch = new Float64Array(path.size);
  const middle = middleOf([from, to]);
  path.write(segment, middle, values, scratch);
  path.writeBounds(segment, from, to, speeds, scratch);
  const time = subtract([from, to], exactly(middle));
  return Array.from(values, (value, v) => add(exactly(value), multiply([-speeds[v], speeds[v]], time)));
}
