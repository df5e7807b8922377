// Is a triangle farther than a limit from each of four others? Two directions for each pair, in f32, without a branch: between the centroids, and
// between the corners that are foremost along that. A gap along any direction is a lower bound of the distance.
//
// Rounding, ε = 2⁻²⁴, s the extents of two leaves and the gap of their origins together. Corners are off by 8ε·s in each coordinate
// (leaf-boxes.ts), a product with a direction by 3ε·s of its length, for either triangle; their difference by ε, the length by 3ε: below
// 32ε·S, as for the line of the leaves' centres.

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

/** Which of the triangles at `four` (a pack) are not proven at least `limit` apart from triangle `one` of another pack, in the same frame: bits. */
export function nearTriangles(one: usize, four: usize, limit: f32): i32 {
  const ax = v128.load32_splat(one);
  const ay = v128.load32_splat(one + 16);
  const az = v128.load32_splat(one + 32);
  const bx = v128.load32_splat(one + 48);
  const by = v128.load32_splat(one + 64);
  const bz = v128.load32_splat(one + 80);
  const cx = v128.load32_splat(one + 96);
  const cy = v128.load32_splat(one + 112);
  const cz = v128.load32_splat(one + 128);
  const px = v128.load(four);
  const py = v128.load(four + 16);
  const pz = v128.load(four + 32);
  const qx = v128.load(four + 48);
  const qy = v128.load(four + 64);
  const qz = v128.load(four + 80);
  const rx = v128.load(four + 96);
  const ry = v128.load(four + 112);
  const rz = v128.load(four + 128);
  const farthest = f32x4.splat(limit);

  const dx = f32x4.sub(f32x4.add(f32x4.add(px, qx), rx), f32x4.add(f32x4.add(ax, bx), cx));
  const dy = f32x4.sub(f32x4.add(f32x4.add(py, qy), ry), f32x4.add(f32x4.add(ay, by), cy));
  const dz = f32x4.sub(f32x4.add(f32x4.add(pz, qz), rz), f32x4.add(f32x4.add(az, bz), cz));
  const a = dot(ax, ay, az, dx, dy, dz);
  const b = dot(bx, by, bz, dx, dy, dz);
  const c = dot(cx, cy, cz, dx, dy, dz);
  const p = dot(px, py, pz, dx, dy, dz);
  const q = dot(qx, qy, qz, dx, dy, dz);
  const r = dot(rx, ry, rz, dx, dy, dz);
  const front = f32x4.pmax(f32x4.pmax(a, b), c);
  const back = f32x4.pmin(f32x4.pmin(p, q), r);
  const far = f32x4.gt(f32x4.sub(back, front), f32x4.mul(farthest, f32x4.sqrt(dot(dx, dy, dz, dx, dy, dz))));

  const isB = f32x4.eq(b, front);
  const isC = f32x4.eq(c, front);
  const isQ = f32x4.eq(q, back);
  const isR = f32x4.eq(r, back);
  const ex = f32x4.sub(pick(px, qx, rx, isQ, isR), pick(ax, bx, cx, isB, isC));
  const ey = f32x4.sub(pick(py, qy, ry, isQ, isR), pick(ay, by, cy, isB, isC));
  const ez = f32x4.sub(pick(pz, qz, rz, isQ, isR), pick(az, bz, cz, isB, isC));
  const high = f32x4.pmax(
    f32x4.pmax(dot(ax, ay, az, ex, ey, ez), dot(bx, by, bz, ex, ey, ez)),
    dot(cx, cy, cz, ex, ey, ez),
  );
  const low = f32x4.pmin(
    f32x4.pmin(dot(px, py, pz, ex, ey, ez), dot(qx, qy, qz, ex, ey, ez)),
    dot(rx, ry, rz, ex, ey, ez),
  );
  const farther = f32x4.gt(f32x4.sub(low, high), f32x4.mul(farthest, f32x4.sqrt(dot(ex, ey, ez, ex, ey, ez))));
  return i32x4.bitmask(v128.or(far, farther)) ^ 15;
}

/** The first of three values, the second or the third. */
function pick(first: v128, second: v128, third: v128, isSecond: v128, isThird: v128): v128 {
  return v128.bitselect(third, v128.bitselect(second, first, isSecond), isThird);
}
