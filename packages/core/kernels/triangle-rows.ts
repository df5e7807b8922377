// Does a triangle cross any of four others? The test of src/primitive/triangle-triangle-filter.ts in f32, four pairs at once, without a
// branch: whether a pair of nearby triangles crosses is what no processor can guess.
//
// Rounding, as in docs/algorithms/rounding.md (Decisions), with ε = 2⁻²⁴ for u. Corners are off by at most δ, and by 8ε of their size:
// a determinant with rows up to U, V, W by at most 12δ(UV + VW + WU) + 48ε·UVW, and 48ε·W ≤ 18δ for any row, since no difference
// of corners exceeds three sizes. A plane has rows E, E and R ≥ E, its reach: 12δ(E² + 2ER) + 18δE² ≤ 30δE(E + R). The other determinants
// have two rows up to R, from corners of one triangle to those of the other, and an edge of A, at most R + E: 54δR(R + E). UNDERFLOW is
// more than what products below the least f32 can add: lengths here are below 2⁴⁵, an underflow loses 2⁻¹⁴⁹.

const PLANE_ERROR: f32 = 30;
const MIXED_ERROR: f32 = 54;
const UNDERFLOW: f32 = 1e-30;

function largest(x: v128, y: v128, z: v128): v128 {
  return f32x4.pmax(f32x4.abs(x), f32x4.pmax(f32x4.abs(y), f32x4.abs(z)));
}

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

/** x·y − z·w. */
function minor(x: v128, y: v128, z: v128, w: v128): v128 {
  return f32x4.sub(f32x4.mul(x, y), f32x4.mul(z, w));
}

/** Writes the planes of four triangles, for `crossRow`: normals, and the largest coordinate of the edges from the first corner. 64 bytes. */
export function writePlanes(pack: usize, to: usize): void {
  const x = v128.load(pack);
  const y = v128.load(pack + 16);
  const z = v128.load(pack + 32);
  const ux = f32x4.sub(v128.load(pack + 48), x);
  const uy = f32x4.sub(v128.load(pack + 64), y);
  const uz = f32x4.sub(v128.load(pack + 80), z);
  const vx = f32x4.sub(v128.load(pack + 96), x);
  const vy = f32x4.sub(v128.load(pack + 112), y);
  const vz = f32x4.sub(v128.load(pack + 128), z);
  v128.store(to, minor(uy, vz, uz, vy));
  v128.store(to + 16, minor(uz, vx, ux, vz));
  v128.store(to + 32, minor(ux, vy, uy, vx));
  v128.store(to + 48, f32x4.pmax(largest(ux, uy, uz), largest(vx, vy, vz)));
}

/** The one of three values that belongs to the lone corner. */
function pick(first: v128, second: v128, third: v128, isSecond: v128, isThird: v128): v128 {
  return v128.bitselect(third, v128.bitselect(second, first, isSecond), isThird);
}

/**
 * Triangle `i` of the query body's pack, moved, against those of the reference body's: bits 0 to 3 say which it crosses, bits 4 to 7 for
 * which that is open. `delta` is the error of a coordinate.
 */
export function crossRow(packQ: usize, planesQ: usize, i: i32, packR: usize, planesR: usize, delta: f32): i32 {
  const a = packQ + 4 * i;
  const e = planesQ + 4 * i;
  const ax = v128.load32_splat(a);
  const ay = v128.load32_splat(a + 16);
  const az = v128.load32_splat(a + 32);
  const a1x = v128.load32_splat(a + 48);
  const a1y = v128.load32_splat(a + 64);
  const a1z = v128.load32_splat(a + 80);
  const a2x = v128.load32_splat(a + 96);
  const a2y = v128.load32_splat(a + 112);
  const a2z = v128.load32_splat(a + 128);
  const edgeA = v128.load32_splat(e + 48);
  const edgeB = v128.load(planesR + 48);
  const bx = v128.load(packR);
  const by = v128.load(packR + 16);
  const bz = v128.load(packR + 32);
  const b1x = v128.load(packR + 48);
  const b1y = v128.load(packR + 64);
  const b1z = v128.load(packR + 80);
  const b2x = v128.load(packR + 96);
  const b2y = v128.load(packR + 112);
  const b2z = v128.load(packR + 128);
  const rx = f32x4.sub(bx, ax);
  const ry = f32x4.sub(by, ay);
  const rz = f32x4.sub(bz, az);
  const reach = f32x4.add(f32x4.add(largest(rx, ry, rz), edgeA), edgeB);
  const underflow = f32x4.splat(UNDERFLOW);
  const perPlane = f32x4.splat(PLANE_ERROR * delta);

  // B's corners against A's plane, A's corners against B's.
  const nx = v128.load32_splat(e);
  const ny = v128.load32_splat(e + 16);
  const nz = v128.load32_splat(e + 32);
  const s0 = dot(nx, ny, nz, rx, ry, rz);
  const s1 = dot(nx, ny, nz, f32x4.sub(b1x, ax), f32x4.sub(b1y, ay), f32x4.sub(b1z, az));
  const s2 = dot(nx, ny, nz, f32x4.sub(b2x, ax), f32x4.sub(b2y, ay), f32x4.sub(b2z, az));
  const mx = v128.load(planesR);
  const my = v128.load(planesR + 16);
  const mz = v128.load(planesR + 32);
  const t0 = f32x4.neg(dot(mx, my, mz, rx, ry, rz));
  const t1 = dot(mx, my, mz, f32x4.sub(a1x, bx), f32x4.sub(a1y, by), f32x4.sub(a1z, bz));
  const t2 = dot(mx, my, mz, f32x4.sub(a2x, bx), f32x4.sub(a2y, by), f32x4.sub(a2z, bz));
  const errorA = f32x4.add(f32x4.mul(f32x4.mul(perPlane, edgeA), f32x4.add(edgeA, reach)), underflow);
  const errorB = f32x4.add(f32x4.mul(f32x4.mul(perPlane, edgeB), f32x4.add(edgeB, reach)), underflow);
  const isBeside = v128.or(
    v128.or(
      f32x4.gt(f32x4.pmin(f32x4.pmin(s0, s1), s2), errorA),
      f32x4.gt(f32x4.neg(f32x4.pmax(f32x4.pmax(s0, s1), s2)), errorA),
    ),
    v128.or(
      f32x4.gt(f32x4.pmin(f32x4.pmin(t0, t1), t2), errorB),
      f32x4.gt(f32x4.neg(f32x4.pmax(f32x4.pmax(t0, t1), t2)), errorB),
    ),
  );
  const leastS = f32x4.pmin(f32x4.pmin(f32x4.abs(s0), f32x4.abs(s1)), f32x4.abs(s2));
  const leastT = f32x4.pmin(f32x4.pmin(f32x4.abs(t0), f32x4.abs(t1)), f32x4.abs(t2));
  const straddle = v128.and(f32x4.gt(leastS, errorA), f32x4.gt(leastT, errorB));

  // The corner alone on its side is the third if the first two are alike, else the second if the first and third are, else the first.
  const zero = f32x4.splat(0);
  const sUp = f32x4.gt(s0, zero);
  const tUp = f32x4.gt(t0, zero);
  const isB2 = v128.not(v128.xor(sUp, f32x4.gt(s1, zero)));
  const isB1 = v128.not(v128.xor(sUp, f32x4.gt(s2, zero)));
  const isA2 = v128.not(v128.xor(tUp, f32x4.gt(t1, zero)));
  const isA1 = v128.not(v128.xor(tUp, f32x4.gt(t2, zero)));
  // The other triangle is turned over where the lone corner is behind it.
  const turnA = f32x4.lt(pick(s0, s1, s2, isB1, isB2), zero);
  const turnB = f32x4.lt(pick(t0, t1, t2, isA1, isA2), zero);

  // Relative to A's lone corner: c B's lone corner; d and f A's other corners, e and g B's.
  const x = pick(ax, a1x, a2x, isA1, isA2);
  const y = pick(ay, a1y, a2y, isA1, isA2);
  const z = pick(az, a1z, a2z, isA1, isA2);
  const nextAx = pick(a1x, a2x, ax, isA1, isA2);
  const nextAy = pick(a1y, a2y, ay, isA1, isA2);
  const nextAz = pick(a1z, a2z, az, isA1, isA2);
  const lastAx = pick(a2x, ax, a1x, isA1, isA2);
  const lastAy = pick(a2y, ay, a1y, isA1, isA2);
  const lastAz = pick(a2z, az, a1z, isA1, isA2);
  const cx = f32x4.sub(pick(bx, b1x, b2x, isB1, isB2), x);
  const cy = f32x4.sub(pick(by, b1y, b2y, isB1, isB2), y);
  const cz = f32x4.sub(pick(bz, b1z, b2z, isB1, isB2), z);
  const nextBx = pick(b1x, b2x, bx, isB1, isB2);
  const nextBy = pick(b1y, b2y, by, isB1, isB2);
  const nextBz = pick(b1z, b2z, bz, isB1, isB2);
  const lastBx = pick(b2x, bx, b1x, isB1, isB2);
  const lastBy = pick(b2y, by, b1y, isB1, isB2);
  const lastBz = pick(b2z, bz, b1z, isB1, isB2);
  const dx = f32x4.sub(v128.bitselect(lastAx, nextAx, turnA), x);
  const dy = f32x4.sub(v128.bitselect(lastAy, nextAy, turnA), y);
  const dz = f32x4.sub(v128.bitselect(lastAz, nextAz, turnA), z);
  const fx = f32x4.sub(v128.bitselect(nextAx, lastAx, turnA), x);
  const fy = f32x4.sub(v128.bitselect(nextAy, lastAy, turnA), y);
  const fz = f32x4.sub(v128.bitselect(nextAz, lastAz, turnA), z);
  const ex = f32x4.sub(v128.bitselect(lastBx, nextBx, turnB), x);
  const ey = f32x4.sub(v128.bitselect(lastBy, nextBy, turnB), y);
  const ez = f32x4.sub(v128.bitselect(lastBz, nextBz, turnB), z);
  const gx = f32x4.sub(v128.bitselect(nextBx, lastBx, turnB), x);
  const gy = f32x4.sub(v128.bitselect(nextBy, lastBy, turnB), y);
  const gz = f32x4.sub(v128.bitselect(nextBz, lastBz, turnB), z);
  const first = dot(minor(dy, cz, dz, cy), minor(dz, cx, dx, cz), minor(dx, cy, dy, cx), ex, ey, ez);
  const second = dot(minor(fy, gz, fz, gy), minor(fz, gx, fx, gz), minor(fx, gy, fy, gx), cx, cy, cz);
  const mixed = f32x4.mul(f32x4.splat(MIXED_ERROR * delta), f32x4.mul(reach, f32x4.add(reach, edgeA)));
  const error = f32x4.add(mixed, underflow);
  const ahead = f32x4.pmax(first, second);
  const isApart = v128.or(isBeside, v128.and(straddle, f32x4.gt(ahead, error)));
  const isCrossing = v128.and(straddle, f32x4.gt(f32x4.neg(ahead), error));
  const crossing = i32x4.bitmask(v128.andnot(isCrossing, isBeside));
  return crossing | ((i32x4.bitmask(v128.not(v128.or(isApart, isCrossing))) & 15) << 4);
}
