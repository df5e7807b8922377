// Subspace minimisation for rows that Gauss–Seidel brings together slowly: towers, chains, large ratios of masses (PGS-SM, Silcowitz,
// Niebles, Erleben 2010).
//
// The rows that push or hold at the moment are solved as equations, all at once, by a Cholesky factorisation within their
// envelope. What then leaves its bounds is brought back, and a few sweeps of Gauss–Seidel find out which rows push next.

import type { Rows } from './solver.ts';

/** More rows than this at once cost more than they gain. */
const MOST_ROWS = 1500;
/** What is added to the diagonal, in parts of it: contacts are often more than a body needs to be held. Dimensionless. */
const SOFTNESS = 1e-7;
/** Friction below this part of its bound holds. Dimensionless. */
const HOLDING = 1 - 1e-9;

export class Subspace {
  /** Numbers of the rows that are solved, and where their entries in the factor end. */
  #active: number[] = [];
  /** Of which rows, of which generation, the factor is. */
  #factored: Rows | null = null;
  #generation = -1;
  #first: Int32Array = new Int32Array(0);
  #start: Int32Array = new Int32Array(0);
  #factor: Float64Array = new Float64Array(0);
  #unknown: Float64Array = new Float64Array(0);

  /** Solves the active rows together. False where there are too many, or none. */
  improve(rows: Rows, velocities: Float64Array): boolean {
    const isSame = this.#choose(rows) && this.#factored === rows && this.#generation === rows.generation;
    const n = this.#active.length;
    if (n === 0 || n > MOST_ROWS) return false;
    if (!isSame) {
      this.#assemble(rows);
      this.#factorise();
      this.#factored = rows;
      this.#generation = rows.generation;
    }
    const x = this.#unknown;
    for (let i = 0; i < n; i++) {
      const row = this.#active[i];
      x[i] = rows.targets[row] - rows.speed(row, velocities);
    }
    this.#substitute();
    for (let i = 0; i < n; i++) {
      const row = this.#active[i];
      rows.apply(row, x[i], velocities);
      rows.impulses[row] += x[i];
    }
    this.#project(rows, velocities);
    return true;
  }

  /** Normal rows that press, friction that holds, and all rows of joints that are not at a bound. True where they are those of the last time. */
  #choose(rows: Rows): boolean {
    const last = this.#active;
    const active: number[] = [];
    const { impulses, lows, highs, normals, frictions, diagonals } = rows;
    for (let row = 0; row < rows.count; row++) {
      if (!(diagonals[row] > 0)) continue;
      const kind = normals[row];
      if (kind === -2) continue;
      if (kind === -1) {
        if (impulses[row] > lows[row] && impulses[row] < highs[row]) active.push(row);
        continue;
      }
      const most = frictions[row] * impulses[kind];
      const x = impulses[row];
      const y = impulses[row + 1];
      if (most > 0 && x * x + y * y < HOLDING * most * most) active.push(row, row + 1);
    }
    this.#active = active;
    return active.length === last.length && active.every((row, k) => row === last[k]);
  }

  /** J M⁻¹ Jᵀ of the active rows, each from the first row that shares a body with it. */
  #assemble(rows: Rows): void {
    const active = this.#active;
    const n = active.length;
    if (this.#first.length < n) {
      this.#first = new Int32Array(2 * n);
      this.#start = new Int32Array(2 * n + 1);
      this.#unknown = new Float64Array(2 * n);
    }
    const first = this.#first;
    const start = this.#start;
    const earliest = new Map<number, number>();
    let size = 0;
    for (let i = 0; i < n; i++) {
      first[i] = i;
      for (const body of [rows.bodyA[active[i]], rows.bodyB[active[i]]]) {
        if (!rows.moves(active[i], body)) continue;
        const seen = earliest.get(body);
        if (seen === undefined) earliest.set(body, i);
        else first[i] = Math.min(first[i], seen);
      }
      start[i] = size;
      size += i - first[i] + 1;
    }
    start[n] = size;
    if (this.#factor.length < size) this.#factor = new Float64Array(2 * size);
    const factor = this.#factor;
    for (let i = 0; i < n; i++) {
      for (let j = first[i]; j < i; j++) factor[start[i] + j - first[i]] = rows.coupling(active[i], active[j]);
      factor[start[i] + i - first[i]] = rows.diagonals[active[i]] * (1 + SOFTNESS);
    }
  }

  /** Cholesky within the envelope. */
  #factorise(): void {
    const n = this.#active.length;
    const first = this.#first;
    const start = this.#start;
    const f = this.#factor;
    for (let i = 0; i < n; i++) {
      const rowI = start[i] - first[i];
      const original = f[rowI + i];
      for (let j = first[i]; j < i; j++) {
        const rowJ = start[j] - first[j];
        let sum = f[rowI + j];
        for (let k = Math.max(first[i], first[j]); k < j; k++) sum -= f[rowI + k] * f[rowJ + k];
        f[rowI + j] = sum / f[rowJ + j];
      }
      let sum = original;
      for (let k = first[i]; k < i; k++) sum -= f[rowI + k] * f[rowI + k];
      // A row that others imply leaves only its softness.
      const least = original * SOFTNESS * 0.5;
      f[rowI + i] = Math.sqrt(sum > least ? sum : least);
    }
  }

  #substitute(): void {
    const n = this.#active.length;
    const first = this.#first;
    const start = this.#start;
    const f = this.#factor;
    const x = this.#unknown;
    for (let i = 0; i < n; i++) {
      const row = start[i] - first[i];
      let sum = x[i];
      for (let k = first[i]; k < i; k++) sum -= f[row + k] * x[k];
      x[i] = sum / f[row + i];
    }
    for (let i = n - 1; i >= 0; i--) {
      const row = start[i] - first[i];
      x[i] /= f[row + i];
      for (let k = first[i]; k < i; k++) x[k] -= f[row + k] * x[i];
    }
  }

  /** Brings impulses back within their bounds. */
  #project(rows: Rows, velocities: Float64Array): void {
    const { impulses, lows, highs, normals, frictions } = rows;
    for (let row = 0; row < rows.count; row++) {
      if (normals[row] !== -1) continue;
      const old = impulses[row];
      const now = old < lows[row] ? lows[row] : old > highs[row] ? highs[row] : old;
      if (now === old) continue;
      impulses[row] = now;
      rows.apply(row, now - old, velocities);
    }
    for (let row = 0; row < rows.count; row++) {
      const normal = normals[row];
      if (normal < 0) continue;
      const x = impulses[row];
      const y = impulses[row + 1];
      const most = frictions[row] * impulses[normal];
      const length = Math.sqrt(x * x + y * y);
      if (length <= most) continue;
      const part = most > 0 ? most / length : 0;
      impulses[row] = x * part;
      impulses[row + 1] = y * part;
      rows.apply(row, impulses[row] - x, velocities);
      rows.apply(row + 1, impulses[row + 1] - y, velocities);
    }
  }
}
