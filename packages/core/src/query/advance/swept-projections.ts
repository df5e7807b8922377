// Translation: triangles projected along the relative velocity. Triangles with disjoint swept projections never touch. The others
// touch no earlier than after the depth between them has been covered. A swept projection is stored as a box in two directions
// orthogonal to the velocity and an interval of depths along it, so that a test of two triangles costs a few comparisons.

export const PROJECTION = 6;

/** Numbers of the frame of swept projections: the velocity, two unit vectors orthogonal to it, and the next two. */
export const PROJECTION_FRAME = 11;
/** 1 over the square of the speed, and 1 over the speed. */
const PER_SQUARE = 9;
const PER_SPEED = 10;

/** Sets the frame for a relative velocity, which is not 0. */
export function aimProjections(x: number, y: number, z: number, frame: Float64Array): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  // The axis with the smallest component of the velocity is the farthest from parallel to it.
  const least = Math.abs(x) < Math.abs(y) ? (Math.abs(x) < Math.abs(z) ? 0 : 2) : Math.abs(y) < Math.abs(z) ? 1 : 2;
  const [ux, uy, uz] = [x / length, y / length, z / length];
  let ex = least === 0 ? 0 : least === 1 ? -uz : uy;
  let ey = least === 0 ? uz : least === 1 ? 0 : -ux;
  let ez = least === 0 ? -uy : least === 1 ? ux : 0;
  const norm = Math.sqrt(ex * ex + ey * ey + ez * ez);
  ex /= norm;
  ey /= norm;
  ez /= norm;
  frame[PER_SPEED] = 1 / length;
  frame[PER_SQUARE] = frame[PER_SPEED] / length;
  frame[0] = x;
  frame[1] = y;
  frame[2] = z;
  frame[3] = ex;
  frame[4] = ey;
  frame[5] = ez;
  frame[6] = uy * ez - uz * ey;
  frame[7] = uz * ex - ux * ez;
  frame[8] = ux * ey - uy * ex;
}

/** Writes the swept projections of `count` triangles, corners[9·first…]: least and largest product with each of the axes. */
export function writeProjections(
  frame: Float64Array,
  corners: Float64Array,
  first: number,
  count: number,
  out: Float64Array,
): void {
  for (let t = 0, i = 9 * first; t < count; t++, i += 9) {
    for (let c = 0; c < 3; c++) {
      const x = frame[3 * c];
      const y = frame[3 * c + 1];
      const z = frame[3 * c + 2];
      const p = corners[i] * x + corners[i + 1] * y + corners[i + 2] * z;
      const q = corners[i + 3] * x + corners[i + 4] * y + corners[i + 5] * z;
      const r = corners[i + 6] * x + corners[i + 7] * y + corners[i + 8] * z;
      out[PROJECTION * t + 2 * c] = p < q ? (p < r ? p : r) : q < r ? q : r;
      out[PROJECTION * t + 2 * c + 1] = p > q ? (p > r ? p : r) : q > r ? q : r;
    }
  }
}

/** The time until the depth between the swept projections a[i…] and b[j…] is covered; 0 or less if there is none. */
export function depthBetween(
  frame: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  withheld: number,
): number {
  return (b[j] - a[i + 1]) * frame[PER_SQUARE] - withheld * frame[PER_SPEED];
}

/** Whether the swept projection a[i…] misses b[j…]: it lies beside it, or is already behind it. `withheld` is the error bound. */
export function passes(a: Float64Array, i: number, b: Float64Array, j: number, withheld: number): boolean {
  return (
    a[i + 2] > b[j + 3] + withheld ||
    b[j + 2] > a[i + 3] + withheld ||
    a[i + 4] > b[j + 5] + withheld ||
    b[j + 4] > a[i + 5] + withheld
  );
}
