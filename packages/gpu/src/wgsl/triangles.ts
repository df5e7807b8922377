// Two triangles in floats: proven to cross, proven apart, or neither.
//
// Corners are relative to the first corner of B's triangle. Their coordinates are at most `size`, and off by at most e = error +
// 2u·reach of B + u·size: that of a moved point, of a corner of B, and of the difference.
//
// Apart: v·(a − b) is off by |v|₁(2e + 6u·size) for any v, |v|₁ the sum of its absolute components. So a vector along which all
// corners are farther apart than that separates the triangles, however v was found.
//
// Crossing: an edge of one passes through the inside of the other if its ends are on two sides of the plane, and the three volumes
// of the edge with the sides have one sign. A determinant of three vectors with |v₁|₁ = p, q, r, each
// coordinate off by e' = 2e, is off by no more than
//
//   √3 e'(qr + pr + pq) + O(e'²) + 10u·pqr ≤ 2e'(qr + pr + pq) + 10u·pqr
//
// (|v₂ × v₃| ≤ |v₂||v₃|, and a determinant is linear in each vector; terms in e'² are less than the rest where e' is below a tenth of
// each length, and otherwise the bound is more than the determinant can be).

export const TRIANGLES = /* wgsl */ `
/** Corners relative to the first of B's; twice their error, which is that of a difference of two; the margin of a gap. */
struct Corners { a0: vec3f, a1: vec3f, a2: vec3f, b1: vec3f, b2: vec3f, error: f32, margin: f32 }

const APART = 0u;
const CROSSING = 1u;
const OPEN = 2u;

fn cornersOf(a0: vec3f, a1: vec3f, a2: vec3f, b0: vec3f, b1: vec3f, b2: vec3f, error: f32) -> Corners {
  var c: Corners;
  c.a0 = a0 - b0;
  c.a1 = a1 - b0;
  c.a2 = a2 - b0;
  c.b1 = b1 - b0;
  c.b2 = b2 - b0;
  let most = max(max(max(abs(c.a0), abs(c.a1)), max(abs(c.a2), abs(c.b1))), abs(c.b2));
  let size = max(most.x, max(most.y, most.z));
  c.error = 2.0 * (error + 2.0 * U * size);
  c.margin = c.error + 8.0 * U * size;
  return c;
}

/** The gap of the triangles along v, in lengths of v; negative where they overlap. */
fn gapAlong(c: Corners, v: vec3f) -> f32 {
  let x = dot(v, c.a0);
  let y = dot(v, c.a1);
  let z = dot(v, c.a2);
  let p = dot(v, c.b1);
  let q = dot(v, c.b2);
  return max(min(x, min(y, z)) - max(0.0, max(p, q)), min(0.0, min(p, q)) - max(x, max(y, z)));
}

fn areApartAlong(c: Corners, v: vec3f) -> bool { return gapAlong(c, v) > l1(v) * c.margin + 1e-36; }

/** The sign of the determinant where it is certain, otherwise 0. */
fn volumeSign(c: Corners, p: vec3f, q: vec3f, r: vec3f) -> i32 {
  let volume = dot(p, cross(q, r));
  let a = l1(p);
  let b = l1(q);
  let d = l1(r);
  let bound = 2.0 * c.error * (b * d + a * d + a * b) + 10.0 * U * a * b * d + 1e-36;
  return select(select(0, -1, volume < -bound), 1, volume > bound);
}

/** Whether the edge from p to q, its ends on different sides of the plane, certainly passes through the triangle. */
fn pierces(c: Corners, p: vec3f, q: vec3f, t0: vec3f, t1: vec3f, t2: vec3f) -> bool {
  let d = q - p;
  let s = volumeSign(c, d, t0 - p, t1 - p);
  if (s == 0) { return false; }
  return volumeSign(c, d, t1 - p, t2 - p) == s && volumeSign(c, d, t2 - p, t0 - p) == s;
}

/** Corner 0, 1 or 2 of the triangle of A, or 3, 4 or 5: of B. */
fn cornerOf(c: Corners, k: u32) -> vec3f {
  switch (k) {
    case 0u: { return c.a0; }
    case 1u: { return c.a1; }
    case 2u: { return c.a2; }
    case 4u: { return c.b1; }
    case 5u: { return c.b2; }
    default: { return vec3f(0.0); }
  }
}

/** The corner after k in its triangle. */
fn nextCorner(k: u32) -> u32 { return select(k + 1u, k - 2u, k == 2u || k == 5u); }

fn relationOf(c: Corners) -> u32 {
  if (areApartAlong(c, (c.a0 + c.a1 + c.a2) - (c.b1 + c.b2))) { return APART; }
  // The side of the other plane on which each corner lies, two bits each: 1 below, 2 above, 0 not certain.
  var sides = 0u;
  for (var k = 0u; k < 6u; k++) {
    let isA = k < 3u;
    let origin = select(c.a0, vec3f(0.0), isA);
    let u = select(c.a1, c.b1, isA) - origin;
    let v = select(c.a2, c.b2, isA) - origin;
    let side = volumeSign(c, cornerOf(c, k) - origin, u, v);
    sides |= u32(select(0, (side + 3) / 2, side != 0)) << (2u * k);
  }
  let sidesA = sides & 63u;
  let sidesB = sides >> 6u;
  if (sidesA == 21u || sidesA == 42u || sidesB == 21u || sidesB == 42u) { return APART; }
  for (var k = 0u; k < 6u; k++) {
    let to = nextCorner(k);
    if (((sides >> (2u * k)) & 3u) + ((sides >> (2u * to)) & 3u) != 3u) { continue; }
    if (((sides >> (2u * k)) & 3u) == 0u || ((sides >> (2u * to)) & 3u) == 0u) { continue; }
    let first = select(0u, 3u, k < 3u);
    if (pierces(c, cornerOf(c, k), cornerOf(c, to), cornerOf(c, first), cornerOf(c, first + 1u), cornerOf(c, first + 2u))) {
      return CROSSING;
    }
  }
  // Products of two edges, and normals of edges in the plane of B, for triangles that are coplanar to rounding.
  let n = cross(c.b1, c.b2);
  for (var i = 0u; i < 3u; i++) {
    let edgeA = cornerOf(c, nextCorner(i)) - cornerOf(c, i);
    if (areApartAlong(c, cross(n, edgeA))) { return APART; }
    for (var j = 3u; j < 6u; j++) {
      let edgeB = cornerOf(c, nextCorner(j)) - cornerOf(c, j);
      if (areApartAlong(c, cross(edgeA, edgeB))) { return APART; }
      if (i == 0u && areApartAlong(c, cross(n, edgeB))) { return APART; }
    }
  }
  return OPEN;
}
`;
