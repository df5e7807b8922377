// The directions of largest and least spread of a covariance matrix, for choices that need no exact eigenvectors: where a run of
// triangles is split, and how a disc lies.
//
// A power of a symmetric matrix has the same eigenvectors, and its largest eigenvalue stands out: the columns of M¹⁶ are multiples of the
// first eigenvector, up to (λ₂/λ₁)¹⁶. Four squarings of six numbers have no roots, and take a fifth of the time of Jacobi's method
// (scalar/eigen.ts). Where λ₁ and λ₂ are nearly equal the result is between their eigenvectors, and as good as either. The adjugate
// of M has the eigenvalues λ₂λ₃, λ₁λ₃ and λ₁λ₂: its first eigenvector is the last of M.

/** M¹⁶; three squarings cost 1 to 2 % more tests on W1, five gain nothing. */
const SQUARINGS = 4;

/**
 * The sum of the eigenvalues of the adjugate for a trace of 1, below which they are rounding, some 2⁻⁵²: the triangles are along a
 * line. Dimensionless.
 */
const LINE = 2 ** -40;

/** The least part of the main axis that must be across the disc's axis for its direction to count. Dimensionless. */
const ACROSS = 0.1;

const adjugate = new Float64Array(6);

/**
 * The unit eigenvector of the largest eigenvalue of `m` = xx, xy, xz, yy, yz, zz, to out[at..at+2]; the x axis for a matrix without a
 * positive trace.
 */
export function dominantAxis(m: Float64Array, out: Float64Array, at: number): void {
  const trace = m[0] + m[3] + m[5];
  out[at] = 1;
  out[at + 1] = 0;
  out[at + 2] = 0;
  if (!(trace > 0)) return;
  // Of a trace of 1. That of a square is at least a third of the square of the trace: after four, 3⁻¹⁵.
  let xx = m[0] / trace;
  let xy = m[1] / trace;
  let xz = m[2] / trace;
  let yy = m[3] / trace;
  let yz = m[4] / trace;
  let zz = m[5] / trace;
  for (let k = 0; k < SQUARINGS; k++) {
    const a = xx * xx + xy * xy + xz * xz;
    const b = xx * xy + xy * yy + xz * yz;
    const c = xx * xz + xy * yz + xz * zz;
    const d = xy * xy + yy * yy + yz * yz;
    const e = xy * xz + yy * yz + yz * zz;
    const f = xz * xz + yz * yz + zz * zz;
    xx = a;
    xy = b;
    xz = c;
    yy = d;
    yz = e;
    zz = f;
  }
  // The longest column; the first of equal ones.
  let x = xx;
  let y = xy;
  let z = xz;
  if (yy > xx && yy >= zz) {
    x = xy;
    y = yy;
    z = yz;
  } else if (zz > xx) {
    x = xz;
    y = yz;
    z = zz;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
}

/**
 * The axes of the covariance `m` as rows: of the largest spread, between, and of the least. The last is a unit vector to 7u in its
 * squared length, the first is perpendicular to it up to rounding.
 */
export function principalAxes(m: Float64Array, axes: Float64Array): void {
  dominantAxis(m, axes, 0);
  const trace = m[0] + m[3] + m[5];
  const xx = m[0] / trace;
  const xy = m[1] / trace;
  const xz = m[2] / trace;
  const yy = m[3] / trace;
  const yz = m[4] / trace;
  const zz = m[5] / trace;
  adjugate[0] = yy * zz - yz * yz;
  adjugate[1] = xz * yz - xy * zz;
  adjugate[2] = xy * yz - xz * yy;
  adjugate[3] = xx * zz - xz * xz;
  adjugate[4] = xy * xz - xx * yz;
  adjugate[5] = xx * yy - xy * xy;
  // False also where the trace was 0.
  if (adjugate[0] + adjugate[3] + adjugate[5] > LINE) dominantAxis(adjugate, axes, 6);
  else perpendicular(axes, 0, 6);
  const mx = axes[6];
  const my = axes[7];
  const mz = axes[8];
  const along = axes[0] * mx + axes[1] * my + axes[2] * mz;
  const ux = axes[0] - along * mx;
  const uy = axes[1] - along * my;
  const uz = axes[2] - along * mz;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (length > ACROSS) {
    axes[0] = ux / length;
    axes[1] = uy / length;
    axes[2] = uz / length;
  } else perpendicular(axes, 6, 0);
  axes[3] = my * axes[2] - mz * axes[1];
  axes[4] = mz * axes[0] - mx * axes[2];
  axes[5] = mx * axes[1] - my * axes[0];
}

/** A unit vector across the one at axes[from..from+2], to axes[to..to+2]. */
function perpendicular(axes: Float64Array, from: number, to: number): void {
  const x = axes[from];
  const y = axes[from + 1];
  const z = axes[from + 2];
  // Across the coordinate axis that it is farthest from.
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) {
    const length = Math.sqrt(y * y + z * z);
    axes[to] = 0;
    axes[to + 1] = -z / length;
    axes[to + 2] = y / length;
  } else if (Math.abs(y) <= Math.abs(z)) {
    const length = Math.sqrt(x * x + z * z);
    axes[to] = z / length;
    axes[to + 1] = 0;
    axes[to + 2] = -x / length;
  } else {
    const length = Math.sqrt(x * x + y * y);
    axes[to] = -y / length;
    axes[to + 1] = x / length;
    axes[to + 2] = 0;
  }
}
