// One disc against four, in f32 (src/bounds/disc.ts has the formulas).
//
// Rounding, ε = 2⁻²⁴. The derivation is that of docs/algorithms/rounding.md with ε in place of u: axes are unit to 11.4ε after storage and
// rotation, so that (m·d)² is at most 35ε·l² too large and (mA·mB)² at most 35ε: RAISE covers 64ε. Everything else loses at most 32ε·S,
// which the host adds to the limit (src/simd/error-bounds.ts).

export const RAISE: f32 = 1.0000038146972656; // 1 + 2⁻¹⁸

/** @inline */
export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

/**
 * Which of the four discs at `four` are not proven at least `limit` apart from the one at `one` (a lane of a node): bits. All three
 * directions are always tested: guessing wrongly whether the first is enough costs more than the others. @inline
 */
export function nearOf(one: usize, four: usize, limit: f32): i32 {
  const dx = f32x4.sub(v128.load(four), v128.load32_splat(one));
  const dy = f32x4.sub(v128.load(four + 16), v128.load32_splat(one + 16));
  const dz = f32x4.sub(v128.load(four + 32), v128.load32_splat(one + 32));
  const ax = v128.load32_splat(one + 48);
  const ay = v128.load32_splat(one + 64);
  const az = v128.load32_splat(one + 80);
  const hA = v128.load32_splat(one + 96);
  const rA = v128.load32_splat(one + 112);
  const bx = v128.load(four + 48);
  const by = v128.load(four + 64);
  const bz = v128.load(four + 80);
  const hB = v128.load(four + 96);
  const rB = v128.load(four + 112);
  const pruning = f32x4.splat(limit);
  const u = f32x4.abs(dot(ax, ay, az, dx, dy, dz));
  const v = f32x4.abs(dot(bx, by, bz, dx, dy, dz));
  const c = f32x4.abs(dot(ax, ay, az, bx, by, bz));
  const isFar = isFarAlongCentres(dot(dx, dy, dz, dx, dy, dz), u, v, hA, rA, hB, rB, pruning);
  return i32x4.bitmask(v128.or(isFar, isFarAlongAxes(u, v, c, hA, rA, hB, rB, pruning))) ^ 15;
}

/** Are discs apart along the line of their centres, whose difference d has the square `lSq` and is u and v long along the axes? @inline */
export function isFarAlongCentres(
  lSq: v128,
  u: v128,
  v: v128,
  hA: v128,
  rA: v128,
  hB: v128,
  rB: v128,
  limit: v128,
): v128 {
  const raised = f32x4.mul(lSq, f32x4.splat(RAISE));
  const reach = f32x4.add(
    f32x4.add(f32x4.mul(u, hA), f32x4.mul(v, hB)),
    f32x4.add(
      f32x4.mul(rA, f32x4.sqrt(f32x4.sub(raised, f32x4.mul(u, u)))),
      f32x4.mul(rB, f32x4.sqrt(f32x4.sub(raised, f32x4.mul(v, v)))),
    ),
  );
  return f32x4.gt(f32x4.sub(lSq, reach), f32x4.mul(limit, f32x4.sqrt(lSq)));
}

/** Are they apart along one of their axes, between which the cosine is c? @inline */
export function isFarAlongAxes(u: v128, v: v128, c: v128, hA: v128, rA: v128, hB: v128, rB: v128, limit: v128): v128 {
  const s = f32x4.sqrt(f32x4.sub(f32x4.splat(RAISE), f32x4.mul(c, c)));
  const alongA = f32x4.sub(f32x4.sub(u, hA), f32x4.add(f32x4.mul(hB, c), f32x4.mul(rB, s)));
  const alongB = f32x4.sub(f32x4.sub(v, hB), f32x4.add(f32x4.mul(hA, c), f32x4.mul(rA, s)));
  return v128.or(f32x4.gt(alongA, limit), f32x4.gt(alongB, limit));
}

/** The squared distances of the centres: what a seed goes by, and a search for the first contact. */
export function centreSquaresOf(one: usize, four: usize): v128 {
  const dx = f32x4.sub(v128.load(four), v128.load32_splat(one));
  const dy = f32x4.sub(v128.load(four + 16), v128.load32_splat(one + 16));
  const dz = f32x4.sub(v128.load(four + 32), v128.load32_splat(one + 32));
  return dot(dx, dy, dz, dx, dy, dz);
}
