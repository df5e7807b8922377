// The (nearly) smallest ellipsoid around points: the dual of Khachiyan's problem with away steps (Todd & Yıldırım, "On
// Khachiyan's algorithm for the computation of minimum-volume enclosing ellipsoids", Discrete Applied Mathematics 155,
// 2007). Weights on the points, summing to 1, have a mean c and a covariance S; the ellipsoid (x − c)ᵀ(3S)⁻¹(x − c) ≤ 1 is
// the smallest one when no point is outside and every point that has weight is on it. Weight goes to the point farthest
// outside, or away from the weighted point deepest inside, whichever is worse off; the best step has a closed form.
//
// Departures: only a core of a few points has weights, since all but nine end with none. The core is balanced, then one test of all
// points adds the one farthest outside, or ends the search (Kumar & Yıldırım, 2005, have core sets). Points come in coordinates
// that a box around them scales to order 1, so that needles are as easy as balls. A set that is still flat gets a small thickness,
// THICKENING, instead of a singular S.
//
// Cost: a handful of tests of all points; a core step is some thirty multiplications a point.

/** Number of points in the core; the lightest is replaced. */
const CORE = 16;

/** How far outside a point may stay, in squared half axes relative to 1. The caller measures. Dimensionless. */
const BALANCE = 2 ** -6;

/** Number of tests of all points; ten are rare. */
const MAX_TESTS = 24;

/** Steps of the weights between two tests. */
const MAX_STEPS = 48;

/** Least variance, in units of the square of the box: 2⁻¹⁵ of its width when taken the root of. Dimensionless. */
const THICKENING = 2 ** -30;

const core: Float64Array = new Float64Array(3 * CORE);
const weights: Float64Array = new Float64Array(CORE);
const mean: Float64Array = new Float64Array(3);
const covariance: Float64Array = new Float64Array(6);
/** LDLᵀ of the covariance: l₁₀, l₂₀, l₂₁ and the three pivots. */
const factor: Float64Array = new Float64Array(6);
let coreSize = 0;

/**
 * Centre (3) and shape matrix 3S (xx xy xz yy yz zz) of the ellipsoid around the `count` points, three numbers each and
 * of order 1, into `out`. Points may stick out by BALANCE.
 */
export function enclosingEllipsoid(points: Float64Array, count: number, out: Float64Array): void {
  startCore(points, count);
  for (let iteration = 0; iteration < MAX_TESTS; iteration++) {
    balanceCore();
    const far = farthest(points, count);
    const outside = squaredReach(points, far);
    if (outside <= 3 * (1 + BALANCE)) break;
    addToCore(points, far, outside);
  }
  for (let k = 0; k < 3; k++) out[k] = mean[k];
  for (let k = 0; k < 6; k++) out[3 + k] = 3 * covariance[k];
}

/** The points farthest along each axis, in both directions, with equal weights. */
function startCore(points: Float64Array, count: number): void {
  coreSize = 6;
  for (let side = 0; side < 6; side++) {
    const axis = side >> 1;
    const sign = (side & 1) === 0 ? 1 : -1;
    let best = 0;
    for (let p = 3; p < 3 * count; p += 3) if (sign * points[p + axis] > sign * points[best + axis]) best = p;
    for (let k = 0; k < 3; k++) core[3 * side + k] = points[best + k];
    weights[side] = 1 / 6;
  }
  factorCovariance();
}

function addToCore(points: Float64Array, at: number, outside: number): void {
  const slot = coreSize < CORE ? coreSize++ : lightest();
  for (let k = 0; k < 3; k++) core[3 * slot + k] = points[at + k];
  weights[slot] = 0;
  shiftWeight(slot, (outside - 3) / (4 * outside));
}

function lightest(): number {
  let slot = 0;
  for (let i = 1; i < coreSize; i++) if (weights[i] < weights[slot]) slot = i;
  return slot;
}

/** Gives `part` of all weight to one core point, or takes it away where negative. */
function shiftWeight(slot: number, part: number): void {
  let sum = 0;
  for (let i = 0; i < coreSize; i++) {
    weights[i] = Math.max(0, (1 - part) * weights[i] + (i === slot ? part : 0));
    sum += weights[i];
  }
  for (let i = 0; i < coreSize; i++) weights[i] /= sum;
  factorCovariance();
}

function balanceCore(): void {
  for (let step = 0; step < MAX_STEPS; step++) {
    let outer = 0;
    let inner = 0;
    let most = -Infinity;
    let least = Infinity;
    for (let i = 0; i < coreSize; i++) {
      const reach = squaredReach(core, 3 * i);
      if (reach > most) {
        most = reach;
        outer = i;
      }
      if (weights[i] > 0 && reach < least) {
        least = reach;
        inner = i;
      }
    }
    if (most - 3 >= 3 - least) {
      if (most <= 3 * (1 + BALANCE / 2)) return;
      shiftWeight(outer, (most - 3) / (4 * most));
    } else {
      if (least >= 3 * (1 - BALANCE / 2)) return;
      // All of its weight at most: (1 + part)·w = part.
      const all = weights[inner] / (1 - weights[inner]);
      shiftWeight(inner, -Math.min(all, (3 - least) / (4 * least)));
    }
  }
}

function factorCovariance(): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < coreSize; i++) {
    x += weights[i] * core[3 * i];
    y += weights[i] * core[3 * i + 1];
    z += weights[i] * core[3 * i + 2];
  }
  let xx = THICKENING;
  let xy = 0;
  let xz = 0;
  let yy = THICKENING;
  let yz = 0;
  let zz = THICKENING;
  for (let i = 0; i < coreSize; i++) {
    const w = weights[i];
    const dx = core[3 * i] - x;
    const dy = core[3 * i + 1] - y;
    const dz = core[3 * i + 2] - z;
    xx += w * dx * dx;
    xy += w * dx * dy;
    xz += w * dx * dz;
    yy += w * dy * dy;
    yz += w * dy * dz;
    zz += w * dz * dz;
  }
  mean[0] = x;
  mean[1] = y;
  mean[2] = z;
  covariance[0] = xx;
  covariance[1] = xy;
  covariance[2] = xz;
  covariance[3] = yy;
  covariance[4] = yz;
  covariance[5] = zz;
  const l10 = xy / xx;
  const l20 = xz / xx;
  const middle = Math.max(yy - l10 * xy, THICKENING);
  const l21 = (yz - l20 * xy) / middle;
  factor[0] = l10;
  factor[1] = l20;
  factor[2] = l21;
  factor[3] = xx;
  factor[4] = middle;
  factor[5] = Math.max(zz - l20 * xz - l21 * l21 * middle, THICKENING);
}

/** (x − c)ᵀS⁻¹(x − c): 3 on the ellipsoid. */
function squaredReach(points: Float64Array, at: number): number {
  const x = points[at] - mean[0];
  const y = points[at + 1] - mean[1] - factor[0] * x;
  const z = points[at + 2] - mean[2] - factor[1] * x - factor[2] * y;
  return (x * x) / factor[3] + (y * y) / factor[4] + (z * z) / factor[5];
}

function farthest(points: Float64Array, count: number): number {
  let best = 0;
  let most = -1;
  for (let p = 0; p < 3 * count; p += 3) {
    const reach = squaredReach(points, p);
    if (reach > most) {
      most = reach;
      best = p;
    }
  }
  return best;
}
