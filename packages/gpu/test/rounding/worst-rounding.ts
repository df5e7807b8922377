// The worst that rounding can do to a computation, to first order. Every operation of a shader may be off by as much as WGSL allows
// (its section on accuracy), up or down. One run without errors counts the operations, one run for each tells in which
// direction its error increases a measure, and a last run has all errors together.
//
//   sums, products            correctly rounded, and to nearest (src/rounds-to-nearest.ts): u = 2⁻²⁴ of the result. A fused operation has one
//                             error less. Sums are tried in the order of the text alone; bounds on them are those of any order.
//   quotients                 2.5 ULP, and an ULP is at most 2u of the result
//   inverse square roots      2 ULP
//   square roots              as 1 / inverseSqrt(x): 4.5 ULP
//   conversions of integers   one ULP, where they are not exact

/** Unit roundoff of floats. */
export const U: number = 2 ** -24;
export const OF_QUOTIENT: number = 5 * U;
export const OF_INVERSE_ROOT: number = 4 * U;
export const OF_ROOT: number = 9 * U;
export const OF_CONVERSION: number = 2 * U;

/** The errors of the operations of a run, in the order in which they are done. */
export class Rounding {
  /** For each operation: up, down or exact. */
  #directions: number[] = [];
  #count = 0;

  /** What an operation gives whose result may be off by `relative` of it. */
  round(exact: number, relative: number): number {
    return exact * (1 + relative * this.#next());
  }

  /** A number that is given to within an absolute error. */
  given(exact: number, error: number): number {
    return exact + error * this.#next();
  }

  #next(): number {
    return this.#directions[this.#count++] ?? 0;
  }

  /** The largest that the errors of a run can make each of some measures, to first order; `run` computes them anew each time. */
  worst(run: () => readonly number[]): number[] {
    this.#directions = [];
    const start = this.#measure(run);
    const operations = this.#count;
    const slopes = start.map(() => new Float64Array(operations));
    for (let k = 0; k < operations; k++) {
      this.#directions = [];
      this.#directions[k] = 1;
      this.#measure(run).forEach((measure, which) => {
        slopes[which][k] = Math.sign(measure - start[which]);
      });
    }
    return start.map((least, which) => {
      this.#directions = [...slopes[which]];
      const most = this.#measure(run)[which];
      this.#directions = [];
      return Math.max(least, most);
    });
  }

  #measure(run: () => readonly number[]): readonly number[] {
    this.#count = 0;
    return run();
  }
}
