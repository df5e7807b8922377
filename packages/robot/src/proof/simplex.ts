// The point of a simplex of up to four points that is nearest to the origin, for GJK (Gilbert, Johnson, Keerthi 1988; regions as in Ericson,
// Real-Time Collision Detection, 5.1 and 9.5). Rounding may cost steps, never correctness: the search only proposes directions, which are
// proven by support mappings.

/** Points of a simplex and the nearest point of it to the origin. */
export class Simplex {
  /** Three numbers a point. */
  readonly #points: Float64Array = new Float64Array(12);
  readonly #kept: Float64Array = new Float64Array(12);
  readonly nearest: Float64Array = new Float64Array(3);
  #count = 0;
  #keptCount = 0;
  #least = Infinity;

  clear(): void {
    this.#count = 0;
  }

  /** Adds a point and drops those that do not bear the nearest point. Returns the square of its distance, 0 if the origin is inside. */
  add(x: number, y: number, z: number): number {
    const p = this.#points;
    const k = 3 * this.#count;
    p[k] = x;
    p[k + 1] = y;
    p[k + 2] = z;
    this.#count++;
    this.#least = Infinity;
    if (this.#count === 1) this.#takePoint(0);
    else if (this.#count === 2) this.#takeSegment(0, 3);
    else if (this.#count === 3) this.#takeTriangle(0, 3, 6);
    else this.#takeTetrahedron();
    this.#count = this.#keptCount;
    p.set(this.#kept);
    return this.#least;
  }

  #offer(x: number, y: number, z: number): boolean {
    const square = x * x + y * y + z * z;
    if (!(square < this.#least)) return false;
    this.#least = square;
    this.nearest[0] = x;
    this.nearest[1] = y;
    this.nearest[2] = z;
    this.#keptCount = 0;
    return true;
  }

  #keep(i: number): void {
    const k = 3 * this.#keptCount++;
    for (let c = 0; c < 3; c++) this.#kept[k + c] = this.#points[i + c];
  }

  #takePoint(i: number): void {
    const p = this.#points;
    if (this.#offer(p[i], p[i + 1], p[i + 2])) this.#keep(i);
  }

  #takeSegment(i: number, j: number): void {
    const p = this.#points;
    const x = p[j] - p[i];
    const y = p[j + 1] - p[i + 1];
    const z = p[j + 2] - p[i + 2];
    const along = -(p[i] * x + p[i + 1] * y + p[i + 2] * z);
    const square = x * x + y * y + z * z;
    if (!(along > 0)) {
      this.#takePoint(i);
      return;
    }
    if (along >= square) {
      this.#takePoint(j);
      return;
    }
    const t = along / square;
    if (!this.#offer(p[i] + t * x, p[i + 1] + t * y, p[i + 2] + t * z)) return;
    this.#keep(i);
    this.#keep(j);
  }

  #takeTriangle(i: number, j: number, k: number): void {
    const p = this.#points;
    const ax = p[j] - p[i];
    const ay = p[j + 1] - p[i + 1];
    const az = p[j + 2] - p[i + 2];
    const bx = p[k] - p[i];
    const by = p[k + 1] - p[i + 1];
    const bz = p[k + 2] - p[i + 2];
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const square = nx * nx + ny * ny + nz * nz;
    // Barycentric coordinates of the origin's projection, by the areas of the three triangles with it.
    const qx = p[i + 1] * bz - p[i + 2] * by;
    const qy = p[i + 2] * bx - p[i] * bz;
    const qz = p[i] * by - p[i + 1] * bx;
    const rx = p[i + 1] * az - p[i + 2] * ay;
    const ry = p[i + 2] * ax - p[i] * az;
    const rz = p[i] * ay - p[i + 1] * ax;
    const v = -(qx * nx + qy * ny + qz * nz);
    const w = rx * nx + ry * ny + rz * nz;
    if (v > 0 && w > 0 && v + w < square) {
      const t = (p[i] * nx + p[i + 1] * ny + p[i + 2] * nz) / square;
      if (!this.#offer(t * nx, t * ny, t * nz)) return;
      this.#keep(i);
      this.#keep(j);
      this.#keep(k);
      return;
    }
    this.#takeSegment(i, j);
    this.#takeSegment(i, k);
    this.#takeSegment(j, k);
  }

  #takeTetrahedron(): void {
    const isInside =
      this.#isBehind(0, 3, 6, 9) &&
      this.#isBehind(0, 3, 9, 6) &&
      this.#isBehind(0, 6, 9, 3) &&
      this.#isBehind(3, 6, 9, 0);
    if (isInside) {
      this.#offer(0, 0, 0);
      this.#keptCount = 0;
      for (let i = 0; i < 12; i += 3) this.#keep(i);
      return;
    }
    this.#takeTriangle(0, 3, 6);
    this.#takeTriangle(0, 3, 9);
    this.#takeTriangle(0, 6, 9);
    this.#takeTriangle(3, 6, 9);
  }

  /** Whether the origin is on the same side of a face as the fourth corner. */
  #isBehind(i: number, j: number, k: number, other: number): boolean {
    const p = this.#points;
    const ax = p[j] - p[i];
    const ay = p[j + 1] - p[i + 1];
    const az = p[j + 2] - p[i + 2];
    const bx = p[k] - p[i];
    const by = p[k + 1] - p[i + 1];
    const bz = p[k + 2] - p[i + 2];
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const origin = -(p[i] * nx + p[i + 1] * ny + p[i + 2] * nz);
    const corner = (p[other] - p[i]) * nx + (p[other + 1] - p[i + 1]) * ny + (p[other + 2] - p[i + 2]) * nz;
    return origin * corner > 0;
  }
}
