// The point of a simplex that is nearest to the origin, for GJK: by regions (Ericson, Real-Time Collision Detection, 2004, section 5.1). Inaccurate
// results cost time alone.

/** A point of the simplex: three doubles, and two ints of the caller's. */
export const POINT: usize = 32;
export const SIMPLEX: usize = memory.data(32 * 4);
/** The nearest point, and how many points the simplex has. */
export const NEAREST: usize = memory.data(24);
export let simplexSize: i32 = 0;

export function clearSimplex(): void {
  simplexSize = 0;
}

/** Where the next point is written. */
export function nextPoint(): usize {
  return SIMPLEX + POINT * simplexSize++;
}

/** How far from the origin the nearest of the points is. */
export function nearestPoint(): f64 {
  let least: f64 = Infinity;
  for (let k = 0; k < simplexSize; k++) {
    const sq = dot(SIMPLEX + POINT * k, SIMPLEX + POINT * k);
    if (sq < least) least = sq;
  }
  return Math.sqrt(least);
}

/** The nearest point of the last triangle or edge, and which of its three corners it lies between: bits. */
let x: f64 = 0;
let y: f64 = 0;
let z: f64 = 0;
let corners: i32 = 0;

function at(p: usize, k: usize): f64 {
  return load<f64>(p + 8 * k);
}
function dot(a: usize, b: usize): f64 {
  return at(a, 0) * at(b, 0) + at(a, 1) * at(b, 1) + at(a, 2) * at(b, 2);
}

/** Sets the nearest point to a + s(b − a) + t(c − a); its squared length. */
function setNearest(a: usize, b: usize, c: usize, s: f64, t: f64, bits: i32): f64 {
  x = at(a, 0) + s * (at(b, 0) - at(a, 0)) + t * (at(c, 0) - at(a, 0));
  y = at(a, 1) + s * (at(b, 1) - at(a, 1)) + t * (at(c, 1) - at(a, 1));
  z = at(a, 2) + s * (at(b, 2) - at(a, 2)) + t * (at(c, 2) - at(a, 2));
  corners = bits;
  return x * x + y * y + z * z;
}

function onEdge(a: usize, b: usize): f64 {
  const aa = dot(a, a);
  const ab = dot(a, b);
  const length = aa - 2 * ab + dot(b, b);
  if (!(aa > ab)) return setNearest(a, b, b, 0, 0, 1);
  if (!(aa - ab < length)) return setNearest(b, a, a, 0, 0, 2);
  return setNearest(a, b, b, (aa - ab) / length, 0, 3);
}

function onTriangle(a: usize, b: usize, c: usize): f64 {
  // With e = b − a and f = c − a, and the origin as the point: products of e and f with −a, −b, −c.
  const aa = dot(a, a);
  const ab = dot(a, b);
  const ac = dot(a, c);
  const bb = dot(b, b);
  const bc = dot(b, c);
  const cc = dot(c, c);
  const d1 = aa - ab;
  const d2 = aa - ac;
  if (d1 <= 0 && d2 <= 0) return setNearest(a, b, c, 0, 0, 1);
  const d3 = ab - bb;
  const d4 = ab - bc;
  if (d3 >= 0 && d4 <= d3) return setNearest(a, b, c, 1, 0, 2);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return setNearest(a, b, c, d1 / (d1 - d3), 0, 3);
  const d5 = ac - bc;
  const d6 = ac - cc;
  if (d6 >= 0 && d5 <= d6) return setNearest(a, b, c, 0, 1, 4);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return setNearest(a, b, c, 0, d2 / (d2 - d6), 5);
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return setNearest(a, b, c, 1 - w, w, 6);
  }
  const sum = va + vb + vc;
  return setNearest(a, b, c, vb / sum, vc / sum, 7);
}

/** Whether the plane of a, b, c does not have the origin and d on the same side. */
function isBeyond(a: usize, b: usize, c: usize, d: usize): bool {
  const ex = at(b, 0) - at(a, 0);
  const ey = at(b, 1) - at(a, 1);
  const ez = at(b, 2) - at(a, 2);
  const fx = at(c, 0) - at(a, 0);
  const fy = at(c, 1) - at(a, 1);
  const fz = at(c, 2) - at(a, 2);
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const origin = -(at(a, 0) * nx + at(a, 1) * ny + at(a, 2) * nz);
  const other = (at(d, 0) - at(a, 0)) * nx + (at(d, 1) - at(a, 1)) * ny + (at(d, 2) - at(a, 2)) * nz;
  return !(origin * other > 0);
}

/** Finds the nearest point of the simplex and keeps only the corners around it; its squared length, 0 if the origin is inside. */
export function reduce(): f64 {
  const p = SIMPLEX;
  let sq: f64 = 0;
  let kept = 0;
  if (simplexSize === 1) {
    sq = setNearest(p, p, p, 0, 0, 1);
    kept = 1;
  } else if (simplexSize === 2) {
    sq = onEdge(p, p + POINT);
    kept = corners;
  } else if (simplexSize === 3) {
    sq = onTriangle(p, p + POINT, p + 2 * POINT);
    kept = corners;
  } else {
    let bestX: f64 = 0;
    let bestY: f64 = 0;
    let bestZ: f64 = 0;
    sq = Infinity;
    // The faces across from each corner.
    for (let k = 0; k < 4; k++) {
      const i = k === 0 ? 1 : 0;
      const j = k <= 1 ? 2 : 1;
      const l = k === 3 ? 2 : 3;
      const a = p + POINT * i;
      const b = p + POINT * j;
      const c = p + POINT * l;
      if (!isBeyond(a, b, c, p + POINT * k)) continue;
      const other = onTriangle(a, b, c);
      if (!(other < sq)) continue;
      sq = other;
      kept = ((corners & 1) << i) | (((corners >> 1) & 1) << j) | ((corners >> 2) << l);
      bestX = x;
      bestY = y;
      bestZ = z;
    }
    if (kept === 0) return 0;
    x = bestX;
    y = bestY;
    z = bestZ;
  }
  let to = p;
  for (let rest = kept; rest !== 0; rest &= rest - 1) {
    const from = p + POINT * ctz(rest);
    v128.store(to, v128.load(from));
    v128.store(to + 16, v128.load(from + 16));
    to += POINT;
  }
  simplexSize = popcnt(kept);
  store<f64>(NEAREST, x);
  store<f64>(NEAREST + 8, y);
  store<f64>(NEAREST + 16, z);
  return sq;
}
