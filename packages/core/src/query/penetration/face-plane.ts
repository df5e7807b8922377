// The plane of a face, and segments in it.

/** Coordinates in the plane of a face: along its first side, and across. */
export class FacePlane {
  readonly #origin: Float64Array = new Float64Array(3);
  readonly #along: Float64Array = new Float64Array(3);
  readonly #across: Float64Array = new Float64Array(3);

  constructor(points: Float64Array, corners: Uint32Array, face: number) {
    const [i, j, k] = [3 * corners[3 * face], 3 * corners[3 * face + 1], 3 * corners[3 * face + 2]];
    const along = this.#along;
    const across = this.#across;
    for (let c = 0; c < 3; c++) {
      this.#origin[c] = points[i + c];
      along[c] = points[j + c] - points[i + c];
      across[c] = points[k + c] - points[i + c];
    }
    unit(along);
    const inner = along[0] * across[0] + along[1] * across[1] + along[2] * across[2];
    for (let c = 0; c < 3; c++) across[c] -= inner * along[c];
    unit(across);
  }

  along(p: Float64Array, i: number): number {
    return this.#inner(p, i, this.#along);
  }

  across(p: Float64Array, i: number): number {
    return this.#inner(p, i, this.#across);
  }

  at(x: number, y: number, out: Float64Array): void {
    for (let c = 0; c < 3; c++) out[c] = this.#origin[c] + x * this.#along[c] + y * this.#across[c];
  }

  #inner(p: Float64Array, i: number, axis: Float64Array): number {
    const o = this.#origin;
    return (p[i] - o[0]) * axis[0] + (p[i + 1] - o[1]) * axis[1] + (p[i + 2] - o[2]) * axis[2];
  }
}

/** Whether two segments, 4 doubles each, cross, or an end of one is within `near` of the other. */
export function doIntersect(ends: Float64Array, i: number, j: number, near: number): boolean {
  const side = (a: number, b: number): number =>
    (ends[a + 2] - ends[a]) * (ends[b + 1] - ends[a + 1]) - (ends[a + 3] - ends[a + 1]) * (ends[b] - ends[a]);
  if (side(i, j) * side(i, j + 2) < 0 && side(j, i) * side(j, i + 2) < 0) return true;
  return [j, j + 2].some((b) => isOn(ends, i, b, near)) || [i, i + 2].some((b) => isOn(ends, j, b, near));
}

function isOn(ends: Float64Array, a: number, b: number, near: number): boolean {
  const x = ends[a + 2] - ends[a];
  const y = ends[a + 3] - ends[a + 1];
  const px = ends[b] - ends[a];
  const py = ends[b + 1] - ends[a + 1];
  const sq = x * x + y * y;
  const t = sq > 0 ? Math.max(0, Math.min(1, (px * x + py * y) / sq)) : 0;
  const dx = px - t * x;
  const dy = py - t * y;
  return dx * dx + dy * dy <= near * near;
}

function unit(v: Float64Array): void {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) || 1;
  for (let c = 0; c < 3; c++) v[c] /= length;
}

/**
 * The crossing of a segment with the line of all points with this y; NaN if it does not. An end on the line counts for one of two
 * neighbours.
 */
export function crossingOf(x0: number, y0: number, x1: number, y1: number, y: number): number {
  if (y0 <= y === y1 <= y) return Number.NaN;
  return x0 + ((y - y0) / (y1 - y0)) * (x1 - x0);
}
