// Constraints on velocities, one row each, and their solution by projected Gauss–Seidel.
//
// A row asks J·v = target, or ≥, by an impulse λ within [low, high]. Two rows of friction ask for no slip, by an impulse in the
// disc of radius μ times the λ of their normal row (the cone, not a pyramid). Impulses are kept between solves as a start.
//
// Accuracy: the solver stops when a sweep changes no velocity by more than `tolerance`, or after `sweeps`.

/** Numbers of a Jacobian: linear and angular of A, then of B. */
const ROW = 12;

/** What a solver knows of bodies, by their numbers. */
export interface SolverBodies {
  /** Linear and angular velocity, six numbers each. */
  readonly velocities: Float64Array;
  readonly inverseMasses: Float64Array;
  /** In the world, nine numbers each. */
  readonly inverseInertias: Float64Array;
}

export class Rows {
  count = 0;
  bodyA: Int32Array = new Int32Array(64);
  bodyB: Int32Array = new Int32Array(64);
  jacobians: Float64Array = new Float64Array(64 * ROW);
  /** Inverse mass times Jacobian: what an impulse of 1 does to the velocities. */
  responses: Float64Array = new Float64Array(64 * ROW);
  /** J M⁻¹ Jᵀ. */
  diagonals: Float64Array = new Float64Array(64);
  targets: Float64Array = new Float64Array(64);
  lows: Float64Array = new Float64Array(64);
  highs: Float64Array = new Float64Array(64);
  impulses: Float64Array = new Float64Array(64);
  /** Of a first row of friction, the row of its normal; −1 for others, −2 for a second row of friction. */
  normals: Int32Array = new Int32Array(64);
  frictions: Float64Array = new Float64Array(64);
  /** The largest change of a speed in the last sweep. */
  change = 0;
  /** How often Jacobians were made: what follows from them alone holds until the next time. */
  generation = 0;

  clear(): void {
    this.count = 0;
  }

  #grow(): void {
    const wider = (array: Float64Array): Float64Array => {
      const larger = new Float64Array(2 * array.length);
      larger.set(array);
      return larger;
    };
    const wide = (array: Int32Array): Int32Array => {
      const larger = new Int32Array(2 * array.length);
      larger.set(array);
      return larger;
    };
    this.bodyA = wide(this.bodyA);
    this.bodyB = wide(this.bodyB);
    this.normals = wide(this.normals);
    this.jacobians = wider(this.jacobians);
    this.responses = wider(this.responses);
    this.diagonals = wider(this.diagonals);
    this.targets = wider(this.targets);
    this.lows = wider(this.lows);
    this.highs = wider(this.highs);
    this.impulses = wider(this.impulses);
    this.frictions = wider(this.frictions);
  }

  /** Adds a row between two bodies with no Jacobian yet, λ free; returns its number. */
  add(a: number, b: number): number {
    if (this.count === this.bodyA.length) this.#grow();
    const row = this.count++;
    this.bodyA[row] = a;
    this.bodyB[row] = b;
    this.jacobians.fill(0, ROW * row, ROW * row + ROW);
    this.targets[row] = 0;
    this.lows[row] = -Infinity;
    this.highs[row] = Infinity;
    this.impulses[row] = 0;
    this.normals[row] = -1;
    this.frictions[row] = 0;
    return row;
  }

  /** The row for the velocity of B's point relative to A's along (x, y, z); the arms lead from the centres to the point. */
  addPoint(a: number, b: number, x: number, y: number, z: number, armA: Float64Array, armB: Float64Array): number {
    const row = this.add(a, b);
    const j = this.jacobians;
    const k = ROW * row;
    j[k] = -x;
    j[k + 1] = -y;
    j[k + 2] = -z;
    j[k + 3] = -(armA[1] * z - armA[2] * y);
    j[k + 4] = -(armA[2] * x - armA[0] * z);
    j[k + 5] = -(armA[0] * y - armA[1] * x);
    j[k + 6] = x;
    j[k + 7] = y;
    j[k + 8] = z;
    j[k + 9] = armB[1] * z - armB[2] * y;
    j[k + 10] = armB[2] * x - armB[0] * z;
    j[k + 11] = armB[0] * y - armB[1] * x;
    return row;
  }

  /** The row for the angular velocity of B relative to A's about (x, y, z). */
  addTurn(a: number, b: number, x: number, y: number, z: number): number {
    const row = this.add(a, b);
    const j = this.jacobians;
    const k = ROW * row;
    j[k + 3] = -x;
    j[k + 4] = -y;
    j[k + 5] = -z;
    j[k + 9] = x;
    j[k + 10] = y;
    j[k + 11] = z;
    return row;
  }

  /** Makes what follows from Jacobians and masses. */
  prepare({ inverseMasses, inverseInertias }: SolverBodies): void {
    this.generation++;
    const { jacobians: j, responses: r } = this;
    for (let row = 0; row < this.count; row++) {
      let diagonal = 0;
      for (let side = 0; side < 2; side++) {
        const body = side === 0 ? this.bodyA[row] : this.bodyB[row];
        const k = ROW * row + 6 * side;
        const m = inverseMasses[body];
        const i = 9 * body;
        for (let c = 0; c < 3; c++) {
          r[k + c] = m * j[k + c];
          r[k + 3 + c] =
            inverseInertias[i + 3 * c] * j[k + 3] +
            inverseInertias[i + 3 * c + 1] * j[k + 4] +
            inverseInertias[i + 3 * c + 2] * j[k + 5];
        }
        for (let c = 0; c < 6; c++) diagonal += j[k + c] * r[k + c];
      }
      this.diagonals[row] = diagonal;
    }
  }

  /** J·v of a row. */
  speed(row: number, velocities: Float64Array): number {
    const j = this.jacobians;
    const k = ROW * row;
    const a = 6 * this.bodyA[row];
    const b = 6 * this.bodyB[row];
    const v = velocities;
    // Written out, as below: sweeps do little else, and a loop takes half as long again.
    return (
      j[k] * v[a] +
      j[k + 6] * v[b] +
      (j[k + 1] * v[a + 1] + j[k + 7] * v[b + 1]) +
      (j[k + 2] * v[a + 2] + j[k + 8] * v[b + 2]) +
      (j[k + 3] * v[a + 3] + j[k + 9] * v[b + 3]) +
      (j[k + 4] * v[a + 4] + j[k + 10] * v[b + 4]) +
      (j[k + 5] * v[a + 5] + j[k + 11] * v[b + 5])
    );
  }

  /** Gives the bodies of a row an impulse along it. */
  apply(row: number, impulse: number, velocities: Float64Array): void {
    const r = this.responses;
    const k = ROW * row;
    const a = 6 * this.bodyA[row];
    const b = 6 * this.bodyB[row];
    const v = velocities;
    v[a] += impulse * r[k];
    v[a + 1] += impulse * r[k + 1];
    v[a + 2] += impulse * r[k + 2];
    v[a + 3] += impulse * r[k + 3];
    v[a + 4] += impulse * r[k + 4];
    v[a + 5] += impulse * r[k + 5];
    v[b] += impulse * r[k + 6];
    v[b + 1] += impulse * r[k + 7];
    v[b + 2] += impulse * r[k + 8];
    v[b + 3] += impulse * r[k + 9];
    v[b + 4] += impulse * r[k + 10];
    v[b + 5] += impulse * r[k + 11];
  }

  /** Gives the bodies the impulses that rows start with. */
  applyAll(velocities: Float64Array): void {
    for (let row = 0; row < this.count; row++) {
      if (this.impulses[row] !== 0) this.apply(row, this.impulses[row], velocities);
    }
  }

  /** Whether an impulse of a row moves a body. */
  moves(row: number, body: number): boolean {
    const r = this.responses;
    const k = ROW * row + (this.bodyA[row] === body ? 0 : 6);
    for (let c = k; c < k + 6; c++) if (r[c] !== 0) return true;
    return false;
  }

  /** What an impulse of 1 of one row does to the speed of another. */
  coupling(row: number, other: number): number {
    let sum = 0;
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? this.bodyA[row] : this.bodyB[row];
      for (let end = 0; end < 2; end++) {
        if ((end === 0 ? this.bodyA[other] : this.bodyB[other]) !== body) continue;
        const k = ROW * row + 6 * side;
        const l = ROW * other + 6 * end;
        for (let c = 0; c < 6; c++) sum += this.jacobians[k + c] * this.responses[l + c];
      }
    }
    return sum;
  }

  /** The momenta of the bodies of all rows, without signs. */
  momentum({ velocities: v, inverseMasses }: SolverBodies): number {
    let sum = 0;
    for (let row = 0; row < this.count; row++) {
      for (let side = 0; side < 2; side++) {
        const body = side === 0 ? this.bodyA[row] : this.bodyB[row];
        const k = 6 * body;
        if (inverseMasses[body] === 0) continue;
        sum += Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]) / inverseMasses[body];
      }
    }
    return sum;
  }

  /** The sum of all impulses, without signs. */
  get effort(): number {
    let sum = 0;
    for (let row = 0; row < this.count; row++) sum += Math.abs(this.impulses[row]);
    return sum;
  }

  /** Sweeps over all rows until they change no velocity by more than `tolerance`; false where `sweeps` are not enough. */
  solve(velocities: Float64Array, sweeps: number, tolerance: number): boolean {
    for (let sweep = 1; sweep <= sweeps; sweep++) {
      let largest = 0;
      for (let row = 0; row < this.count; row++) {
        const kind = this.normals[row];
        if (kind === -2) continue;
        const change = kind === -1 ? this.#solveRow(row, velocities) : this.#solveFriction(row, kind, velocities);
        if (!(change <= largest)) largest = change;
      }
      this.change = largest;
      if (largest <= tolerance) return true;
    }
    return false;
  }

  #solveRow(row: number, velocities: Float64Array): number {
    const diagonal = this.diagonals[row];
    if (!(diagonal > 0)) return 0;
    const old = this.impulses[row];
    const wanted = old + (this.targets[row] - this.speed(row, velocities)) / diagonal;
    const low = this.lows[row];
    const high = this.highs[row];
    const now = wanted < low ? low : wanted > high ? high : wanted;
    if (now === old) return 0;
    this.impulses[row] = now;
    this.apply(row, now - old, velocities);
    return Math.abs(now - old) * diagonal;
  }

  /** Both rows of friction at once: the impulse that stops slip, brought back into the disc that the normal impulse allows. */
  #solveFriction(row: number, normal: number, velocities: Float64Array): number {
    const d = this.diagonals[row];
    const e = this.diagonals[row + 1];
    if (!(d > 0 && e > 0)) return 0;
    const most = this.frictions[row] * this.impulses[normal];
    const oldX = this.impulses[row];
    const oldY = this.impulses[row + 1];
    // Nothing presses, as at most contacts that are only foreseen.
    if (most === 0 && oldX === 0 && oldY === 0) return 0;
    const stiff = d > e ? d : e;
    let x = oldX + (this.targets[row] - this.speed(row, velocities)) / stiff;
    let y = oldY + (this.targets[row + 1] - this.speed(row + 1, velocities)) / stiff;
    const length = Math.sqrt(x * x + y * y);
    if (length > most) {
      const part = most > 0 ? most / length : 0;
      x *= part;
      y *= part;
    }
    if (x === oldX && y === oldY) return 0;
    this.impulses[row] = x;
    this.impulses[row + 1] = y;
    this.#applyTwo(row, x - oldX, y - oldY, velocities);
    return Math.max(Math.abs(x - oldX), Math.abs(y - oldY)) * stiff;
  }

  /** Gives the bodies of two rows of friction an impulse along each; the same as twice `apply`, with half of the trips through memory. */
  #applyTwo(row: number, x: number, y: number, v: Float64Array): void {
    const r = this.responses;
    const k = ROW * row;
    const a = 6 * this.bodyA[row];
    const b = 6 * this.bodyB[row];
    v[a] = v[a] + x * r[k] + y * r[k + 12];
    v[a + 1] = v[a + 1] + x * r[k + 1] + y * r[k + 13];
    v[a + 2] = v[a + 2] + x * r[k + 2] + y * r[k + 14];
    v[a + 3] = v[a + 3] + x * r[k + 3] + y * r[k + 15];
    v[a + 4] = v[a + 4] + x * r[k + 4] + y * r[k + 16];
    v[a + 5] = v[a + 5] + x * r[k + 5] + y * r[k + 17];
    v[b] = v[b] + x * r[k + 6] + y * r[k + 18];
    v[b + 1] = v[b + 1] + x * r[k + 7] + y * r[k + 19];
    v[b + 2] = v[b + 2] + x * r[k + 8] + y * r[k + 20];
    v[b + 3] = v[b + 3] + x * r[k + 9] + y * r[k + 21];
    v[b + 4] = v[b + 4] + x * r[k + 10] + y * r[k + 22];
    v[b + 5] = v[b + 5] + x * r[k + 11] + y * r[k + 23];
  }
}
