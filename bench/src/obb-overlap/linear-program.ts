// Do two oriented boxes overlap, asked as a linear program: is there a point within all twelve half-spaces? Solved by
// Seidel's randomised incremental algorithm ("Small-dimensional linear programming and convex hulls made easy", 1991).
//
// Constraints n·x ≤ d are added one by one in shuffled order, and the optimum of those so far is kept. A constraint that
// the optimum satisfies changes nothing; else the new optimum lies on its plane, and the same problem with one variable
// less is solved there. Six sides of a large cube come first, so that every intermediate problem has an optimum. The shuffle
// makes the expected work linear in the number of constraints; its seed makes it repeatable.
//
// Everything is in A's frame, about A's centre, in units of the reach of the whole scene.
//
// Rounding: substituting one plane into a nearly parallel one divides by the sine of their angle. Below PARALLEL they are
// taken for parallel, which misplaces the far end of a plane by as much; above it, rounding is magnified by at most the
// inverse. At √u the two are equal, so an answer can be wrong within a few 1e-8 of touching, and the boxes' agreement is
// asked for beyond TOUCHING_BAND only (box-pairs.ts).

/** Sine below which planes count as parallel: √u. Dimensionless. */
const PARALLEL = 2 ** -26;
/** Error bound of the constraints, in units of the scene: flat boxes are pairs of constraints that leave no space at all. */
const ERROR_BOUND = 2 ** -26;
/** Half the side of the cube, in units of the scene: whatever is in both boxes is within 1. */
const CUBE = 4;

const CUBE_SIDES = 6;
const CONSTRAINTS = CUBE_SIDES + 12;
/** A direction that is parallel to no side of a box, as a rule: optima are then corners. */
const OBJECTIVE_X = 0.5377;
const OBJECTIVE_Y = 0.6189;
const OBJECTIVE_Z = 0.5727;

// Constraints in space (nx, ny, nz, d), on a plane (nx, ny, d) and on a line (n, d), in the order they are added.
const space = new Float64Array(4 * CONSTRAINTS);
const plane = new Float64Array(3 * CONSTRAINTS);
// Optima: of the plane's problem, of the line's.
const planeOptimum = new Float64Array(2);
const lineOptimum = new Float64Array(1);
const order = new Int32Array(12);

let shuffleState = 1;

/** Starts the sequence of shuffles anew. */
export function seedShuffles(seed: number): void {
  shuffleState = seed >>> 0 || 1;
}

/** Marsaglia's xorshift: a few cycles, so that shuffling is not what is measured. */
function nextBelow(count: number): number {
  shuffleState ^= shuffleState << 13;
  shuffleState ^= shuffleState >>> 17;
  shuffleState ^= shuffleState << 5;
  return (shuffleState >>> 0) % count;
}

/** Whether two boxes of core's layout (centre, axes as rows, half extents) have a point in common. */
export function overlapByLinearProgram(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  writeConstraints(a, i, b, j);
  return hasCommonPoint();
}

function writeConstraints(a: Float64Array, i: number, b: Float64Array, j: number): void {
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const reach =
    Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + a[i + 12] + a[i + 13] + a[i + 14] + b[j + 12] + b[j + 13] + b[j + 14];
  const scale = reach > 0 ? 1 / reach : 1;
  for (let k = 0; k < 12; k++) order[k] = k;
  for (let k = 11; k > 0; k--) {
    const other = nextBelow(k + 1);
    const kept = order[k];
    order[k] = order[other];
    order[other] = kept;
  }
  for (let k = 0; k < CUBE_SIDES; k++) {
    const at = 4 * k;
    space[at] = 0;
    space[at + 1] = 0;
    space[at + 2] = 0;
    space[at + (k >> 1)] = (k & 1) === 0 ? 1 : -1;
    space[at + 3] = CUBE;
  }
  for (let k = 0; k < 3; k++) {
    // Of A: ±eₖ·x ≤ aₖ. Of B: ±(x − T)·bₖ ≤ its half extent.
    const half = a[i + 12 + k] * scale;
    writePair(order[2 * k], order[2 * k + 1], k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0, 0, half);
  }
  for (let k = 0; k < 3; k++) {
    const ux = b[j + 3 + 3 * k];
    const uy = b[j + 4 + 3 * k];
    const uz = b[j + 5 + 3 * k];
    const nx = a[i + 3] * ux + a[i + 4] * uy + a[i + 5] * uz;
    const ny = a[i + 6] * ux + a[i + 7] * uy + a[i + 8] * uz;
    const nz = a[i + 9] * ux + a[i + 10] * uy + a[i + 11] * uz;
    const middle = (ux * dx + uy * dy + uz * dz) * scale;
    writePair(order[6 + 2 * k], order[7 + 2 * k], nx, ny, nz, middle, b[j + 12 + k] * scale);
  }
}

/** The slab |n·x − middle| ≤ half as two constraints at their shuffled positions. */
function writePair(
  first: number,
  second: number,
  nx: number,
  ny: number,
  nz: number,
  middle: number,
  half: number,
): void {
  const p = 4 * (CUBE_SIDES + first);
  space[p] = nx;
  space[p + 1] = ny;
  space[p + 2] = nz;
  space[p + 3] = half + middle;
  const q = 4 * (CUBE_SIDES + second);
  space[q] = -nx;
  space[q + 1] = -ny;
  space[q + 2] = -nz;
  space[q + 3] = half - middle;
}

function hasCommonPoint(): boolean {
  let x = CUBE;
  let y = CUBE;
  let z = CUBE;
  for (let k = CUBE_SIDES; k < CONSTRAINTS; k++) {
    const at = 4 * k;
    const nx = space[at];
    const ny = space[at + 1];
    const nz = space[at + 2];
    const d = space[at + 3];
    if (nx * x + ny * y + nz * z <= d + ERROR_BOUND) continue;
    // The variable with the largest coefficient is replaced by the two others.
    const sizeX = Math.abs(nx);
    const sizeY = Math.abs(ny);
    const sizeZ = Math.abs(nz);
    if (sizeX >= sizeY && sizeX >= sizeZ) {
      if (!solveOnPlane(k, 0, 1, 2, OBJECTIVE_X, OBJECTIVE_Y, OBJECTIVE_Z)) return false;
      y = planeOptimum[0];
      z = planeOptimum[1];
      x = (d - ny * y - nz * z) / nx;
    } else if (sizeY >= sizeZ) {
      if (!solveOnPlane(k, 1, 2, 0, OBJECTIVE_Y, OBJECTIVE_Z, OBJECTIVE_X)) return false;
      z = planeOptimum[0];
      x = planeOptimum[1];
      y = (d - nz * z - nx * x) / ny;
    } else {
      if (!solveOnPlane(k, 2, 0, 1, OBJECTIVE_Z, OBJECTIVE_X, OBJECTIVE_Y)) return false;
      x = planeOptimum[0];
      y = planeOptimum[1];
      z = (d - nx * x - ny * y) / nz;
    }
  }
  return true;
}

/**
 * The optimum of the constraints before `count` on the plane of constraint `count`, whose coordinate `gone` is replaced
 * by the coordinates `u` and `v`; their optimum goes to `planeOptimum`. False if there is none.
 */
function solveOnPlane(
  count: number,
  gone: number,
  u: number,
  v: number,
  objectiveGone: number,
  objectiveU: number,
  objectiveV: number,
): boolean {
  const at = 4 * count;
  const slopeU = space[at + u] / space[at + gone];
  const slopeV = space[at + v] / space[at + gone];
  const level = space[at + 3] / space[at + gone];
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const c = space[4 * k + gone];
    const nu = space[4 * k + u] - c * slopeU;
    const nv = space[4 * k + v] - c * slopeV;
    const d = space[4 * k + 3] - c * level;
    const size = Math.abs(nu) + Math.abs(nv);
    if (size <= PARALLEL) {
      if (d < -ERROR_BOUND) return false;
      continue;
    }
    plane[3 * kept] = nu / size;
    plane[3 * kept + 1] = nv / size;
    plane[3 * kept + 2] = d / size;
    kept++;
  }

  const cu = objectiveU - objectiveGone * slopeU;
  const cv = objectiveV - objectiveGone * slopeV;
  let x = cu >= 0 ? CUBE : -CUBE;
  let y = cv >= 0 ? CUBE : -CUBE;
  for (let k = 0; k < kept; k++) {
    const nx = plane[3 * k];
    const ny = plane[3 * k + 1];
    const d = plane[3 * k + 2];
    if (nx * x + ny * y <= d + ERROR_BOUND) continue;
    if (Math.abs(nx) >= Math.abs(ny)) {
      if (!solveOnLine(k, 0, 1, cv - (cu * ny) / nx)) return false;
      y = lineOptimum[0];
      x = (d - ny * y) / nx;
    } else {
      if (!solveOnLine(k, 1, 0, cu - (cv * nx) / ny)) return false;
      x = lineOptimum[0];
      y = (d - nx * x) / ny;
    }
  }
  planeOptimum[0] = x;
  planeOptimum[1] = y;
  return true;
}

/** The same with one variable: an interval. */
function solveOnLine(count: number, gone: number, u: number, objective: number): boolean {
  const slope = plane[3 * count + u] / plane[3 * count + gone];
  const level = plane[3 * count + 2] / plane[3 * count + gone];
  let low = -CUBE;
  let high = CUBE;
  for (let k = 0; k < count; k++) {
    const c = plane[3 * k + gone];
    const n = plane[3 * k + u] - c * slope;
    const d = plane[3 * k + 2] - c * level;
    if (Math.abs(n) <= PARALLEL) {
      if (d < -ERROR_BOUND) return false;
    } else if (n > 0) {
      high = Math.min(high, d / n);
    } else {
      low = Math.max(low, d / n);
    }
  }
  if (low > high + ERROR_BOUND) return false;
  lineOptimum[0] = objective >= 0 ? high : low;
  return true;
}
