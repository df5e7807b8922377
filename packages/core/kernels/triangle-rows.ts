// Does a triangle cross any of four others? The test of src/primitive/triangle-triangle-filter.ts in f32, four pairs at once, without a
// branch: whether a pair of nearby triangles crosses is what no processor can guess. First the planes of a row, one triangle against four; then
// what they leave, four pairs of any rows together: their corners are read in the order that the signs ask for.
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

/** Writes the planes of four triangles, for `compareRow`: normals, and the largest coordinate of the edges from the first corner. 64 bytes. */
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

/**
 * A row: the triangle of the query body's pack, moved, and the pack of the reference body; the slots of its first triangles; then for each
 * of the four pairs which corners are alone on their side, and the error of its determinants. At a multiple of 16, so that the address of a
 * pair, row + 4·j, tells its row.
 */
const OWN_OF: usize = 0;
const OTHER_OF: usize = 4;
const SLOT_Q_OF: usize = 8;
const SLOT_R_OF: usize = 12;
const SIGNS_OF: usize = 16;
const ERROR_OF: usize = 32;

/**
 * By the signs of three corners (bits 0 to 2) and whether the other triangle's lone corner is in front (bit 3): the corner alone on its side, then
 * the others, turned over where that is behind. Offsets in a pack.
 */
const ORDERS: usize = memory.data<u8>([
  96, 48, 0, 0, 0, 96, 48, 0, 48, 0, 96, 0, 96, 48, 0, 0, 96, 48, 0, 0, 48, 0, 96, 0, 0, 96, 48, 0, 96, 48, 0, 0, 96, 0,
  48, 0, 0, 48, 96, 0, 48, 96, 0, 0, 96, 0, 48, 0, 96, 0, 48, 0, 48, 96, 0, 0, 0, 48, 96, 0, 96, 0, 48, 0,
]);

/** Writes the head of a row. @inline */
export function writeRow(row: usize, own: usize, other: usize, slotQ: i32, slotR: i32): void {
  store<usize>(row + OWN_OF, own);
  store<usize>(row + OTHER_OF, other);
  store<i32>(row + SLOT_Q_OF, slotQ);
  store<i32>(row + SLOT_R_OF, slotR);
}

/** The slots of a pair. @inline */
export function slotQOf(pair: usize): i32 {
  return load<i32>((pair & ~15) + SLOT_Q_OF);
}
/** @inline */
export function slotROf(pair: usize): i32 {
  return load<i32>((pair & ~15) + SLOT_R_OF) + ((<i32>pair >> 2) & 3);
}

/** `bit` where a number is positive, else 0. */
function bitOf(isPositive: v128, bit: i32): v128 {
  return v128.and(isPositive, i32x4.splat(bit));
}

/**
 * Compares the triangles of a row with each other's planes: bits of the pairs that these do not prove apart. `planeQ` is that of the one triangle,
 * `delta` the error of a coordinate.
 */
export function compareRow(row: usize, planeQ: usize, planesR: usize, delta: f32): i32 {
  const a = load<usize>(row + OWN_OF);
  const packR = load<usize>(row + OTHER_OF);
  const ax = v128.load32_splat(a);
  const ay = v128.load32_splat(a + 16);
  const az = v128.load32_splat(a + 32);
  const edgeA = v128.load32_splat(planeQ + 48);
  const edgeB = v128.load(planesR + 48);
  const bx = v128.load(packR);
  const by = v128.load(packR + 16);
  const bz = v128.load(packR + 32);
  const rx = f32x4.sub(bx, ax);
  const ry = f32x4.sub(by, ay);
  const rz = f32x4.sub(bz, az);
  const reach = f32x4.add(f32x4.add(largest(rx, ry, rz), edgeA), edgeB);
  const underflow = f32x4.splat(UNDERFLOW);
  const perPlane = f32x4.splat(PLANE_ERROR * delta);

  // B's corners against A's plane, A's corners against B's.
  const nx = v128.load32_splat(planeQ);
  const ny = v128.load32_splat(planeQ + 16);
  const nz = v128.load32_splat(planeQ + 32);
  const s0 = dot(nx, ny, nz, rx, ry, rz);
  const s1 = cornersAlong(packR + 48, ax, ay, az, nx, ny, nz);
  const s2 = cornersAlong(packR + 96, ax, ay, az, nx, ny, nz);
  const mx = v128.load(planesR);
  const my = v128.load(planesR + 16);
  const mz = v128.load(planesR + 32);
  const t0 = f32x4.neg(dot(mx, my, mz, rx, ry, rz));
  const t1 = cornerAlong(a + 48, bx, by, bz, mx, my, mz);
  const t2 = cornerAlong(a + 96, bx, by, bz, mx, my, mz);
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

  // Where a triangle has corners on both sides, an odd number in front means that the lone one is.
  const zero = f32x4.splat(0);
  const s0Up = f32x4.gt(s0, zero);
  const s1Up = f32x4.gt(s1, zero);
  const s2Up = f32x4.gt(s2, zero);
  const t0Up = f32x4.gt(t0, zero);
  const t1Up = f32x4.gt(t1, zero);
  const t2Up = f32x4.gt(t2, zero);
  const orderA = v128.or(
    v128.or(bitOf(t0Up, 4), bitOf(t1Up, 8)),
    v128.or(bitOf(t2Up, 16), bitOf(v128.xor(s0Up, v128.xor(s1Up, s2Up)), 32)),
  );
  const orderB = v128.or(
    v128.or(bitOf(s0Up, 4 << 8), bitOf(s1Up, 8 << 8)),
    v128.or(bitOf(s2Up, 16 << 8), bitOf(v128.xor(t0Up, v128.xor(t1Up, t2Up)), 32 << 8)),
  );
  v128.store(row + SIGNS_OF, v128.or(orderA, orderB));
  // Beyond an infinite error nothing is decided.
  const mixed = f32x4.mul(f32x4.splat(MIXED_ERROR * delta), f32x4.mul(reach, f32x4.add(reach, edgeA)));
  v128.store(row + ERROR_OF, v128.bitselect(f32x4.add(mixed, underflow), f32x4.splat(Infinity), straddle));
  return i32x4.bitmask(isBeside) ^ 15;
}

/** A corner of each of four triangles, and of one, relative to (x, y, z) and along (nx, ny, nz). */
function cornersAlong(p: usize, x: v128, y: v128, z: v128, nx: v128, ny: v128, nz: v128): v128 {
  const dx = f32x4.sub(v128.load(p), x);
  return dot(nx, ny, nz, dx, f32x4.sub(v128.load(p + 16), y), f32x4.sub(v128.load(p + 32), z));
}
function cornerAlong(p: usize, x: v128, y: v128, z: v128, nx: v128, ny: v128, nz: v128): v128 {
  const dx = f32x4.sub(v128.load32_splat(p), x);
  return dot(nx, ny, nz, dx, f32x4.sub(v128.load32_splat(p + 16), y), f32x4.sub(v128.load32_splat(p + 32), z));
}

/** Where corner k of an order lies. @inline */
function corner(base: usize, order: usize, k: usize): usize {
  return base + <usize>load<u8>(order + k);
}
/** Numbers of four triangles, one in each lane. @inline */
function four(a: usize, b: usize, c: usize, d: usize): v128 {
  return v128.load_lane<f32>(d, v128.load_lane<f32>(c, v128.load_lane<f32>(b, v128.load32_zero(a), 1), 2), 3);
}

/** Where the triangles of a pair lie, and the orders of their corners. @inline */
function ownOf(pair: usize): usize {
  return load<usize>((pair & ~15) + OWN_OF);
}
/** @inline */
function otherOf(pair: usize): usize {
  return load<usize>((pair & ~15) + OTHER_OF) + (pair & 12);
}
/** @inline */
function orderAOf(pair: usize): usize {
  return ORDERS + (load<u32>(pair + SIGNS_OF) & 255);
}
/** @inline */
function orderBOf(pair: usize): usize {
  return ORDERS + (load<u32>(pair + SIGNS_OF) >> 8);
}

/** Four pairs that planes do not prove apart, listed at `pairs`: bits 0 to 3 say which cross, bits 4 to 7 for which that is open. */
export function crossPairs(pairs: usize): i32 {
  const p0 = load<usize>(pairs);
  const p1 = load<usize>(pairs + 4);
  const p2 = load<usize>(pairs + 8);
  const p3 = load<usize>(pairs + 12);
  const a0 = ownOf(p0);
  const a1 = ownOf(p1);
  const a2 = ownOf(p2);
  const a3 = ownOf(p3);
  const b0 = otherOf(p0);
  const b1 = otherOf(p1);
  const b2 = otherOf(p2);
  const b3 = otherOf(p3);
  const i0 = orderAOf(p0);
  const i1 = orderAOf(p1);
  const i2 = orderAOf(p2);
  const i3 = orderAOf(p3);
  const j0 = orderBOf(p0);
  const j1 = orderBOf(p1);
  const j2 = orderBOf(p2);
  const j3 = orderBOf(p3);
  // Relative to A's lone corner: c B's lone corner; d and f A's other corners, e and g B's.
  let k0 = corner(a0, i0, 0);
  let k1 = corner(a1, i1, 0);
  let k2 = corner(a2, i2, 0);
  let k3 = corner(a3, i3, 0);
  const x = four(k0, k1, k2, k3);
  const y = four(k0 + 16, k1 + 16, k2 + 16, k3 + 16);
  const z = four(k0 + 32, k1 + 32, k2 + 32, k3 + 32);
  k0 = corner(b0, j0, 0);
  k1 = corner(b1, j1, 0);
  k2 = corner(b2, j2, 0);
  k3 = corner(b3, j3, 0);
  const cx = f32x4.sub(four(k0, k1, k2, k3), x);
  const cy = f32x4.sub(four(k0 + 16, k1 + 16, k2 + 16, k3 + 16), y);
  const cz = f32x4.sub(four(k0 + 32, k1 + 32, k2 + 32, k3 + 32), z);
  k0 = corner(a0, i0, 1);
  k1 = corner(a1, i1, 1);
  k2 = corner(a2, i2, 1);
  k3 = corner(a3, i3, 1);
  const dx = f32x4.sub(four(k0, k1, k2, k3), x);
  const dy = f32x4.sub(four(k0 + 16, k1 + 16, k2 + 16, k3 + 16), y);
  const dz = f32x4.sub(four(k0 + 32, k1 + 32, k2 + 32, k3 + 32), z);
  k0 = corner(a0, i0, 2);
  k1 = corner(a1, i1, 2);
  k2 = corner(a2, i2, 2);
  k3 = corner(a3, i3, 2);
  const fx = f32x4.sub(four(k0, k1, k2, k3), x);
  const fy = f32x4.sub(four(k0 + 16, k1 + 16, k2 + 16, k3 + 16), y);
  const fz = f32x4.sub(four(k0 + 32, k1 + 32, k2 + 32, k3 + 32), z);
  k0 = corner(b0, j0, 1);
  k1 = corner(b1, j1, 1);
  k2 = corner(b2, j2, 1);
  k3 = corner(b3, j3, 1);
  const ex = f32x4.sub(four(k0, k1, k2, k3), x);
  const ey = f32x4.sub(four(k0 + 16, k1 + 16, k2 + 16, k3 + 16), y);
  const ez = f32x4.sub(four(k0 + 32, k1 + 32, k2 + 32, k3 + 32), z);
  k0 = corner(b0, j0, 2);
  k1 = corner(b1, j1, 2);
  k2 = corner(b2, j2, 2);
  k3 = corner(b3, j3, 2);
  const gx = f32x4.sub(four(k0, k1, k2, k3), x);
  const gy = f32x4.sub(four(k0 + 16, k1 + 16, k2 + 16, k3 + 16), y);
  const gz = f32x4.sub(four(k0 + 32, k1 + 32, k2 + 32, k3 + 32), z);
  const first = dot(minor(dy, cz, dz, cy), minor(dz, cx, dx, cz), minor(dx, cy, dy, cx), ex, ey, ez);
  const second = dot(minor(fy, gz, fz, gy), minor(fz, gx, fx, gz), minor(fx, gy, fy, gx), cx, cy, cz);
  const error = four(p0 + ERROR_OF, p1 + ERROR_OF, p2 + ERROR_OF, p3 + ERROR_OF);
  const ahead = f32x4.pmax(first, second);
  const isApart = f32x4.gt(ahead, error);
  const isCrossing = f32x4.gt(f32x4.neg(ahead), error);
  return i32x4.bitmask(isCrossing) | (i32x4.bitmask(v128.not(v128.or(isApart, isCrossing))) << 4);
}
