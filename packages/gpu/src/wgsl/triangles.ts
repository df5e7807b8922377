// Two triangles in floats: proven to cross, proven apart, or neither.
//
// Corners are relative to the first corner of B's triangle, and their coordinates are at most `size`. A corner of A is off by eA, that
// of a moved point and of the difference; one of B by eB = u·reach + u·size, as a nearest float and by the difference.
//
// Apart: v·(a − b) is off by |v|₁(eA + eB + 6u·size) for any v, |v|₁ the sum of its absolute components. So a vector along which all
// corners are farther apart than that separates the triangles, however v was found.
//
// Crossing: an edge of one passes through the inside of the other if its ends are on two sides of the plane, and the three volumes
// of the edge with the sides have one sign. A determinant of vectors p, q, r, whose coordinates are off by f, g, h, is linear in each;
// a vector off by f per coordinate is off by √3f. So it is off by no more than
//
//   √3(f|q × r| + g|p × r| + h|p × q|) + 3(fg|r| + fh|q| + gh|p|) + 3√3 fgh + 8u|p||q||r|
//
// The last is its own rounding: 5u Σ|pᵢ|(|qⱼrₖ| + |qₖrⱼ|) ≤ 5u · 6/√27 |p||q||r| < 5.8u|p||q||r|, and what is left of it covers that of
// the lengths in the first terms, 2u of which is of their size: errors are small beside the vectors, or terms of two errors cover it.

export const TRIANGLES = /* wgsl */ `
/** Corners relative to the first of B's; errors of those of A and of B; the margin of a gap. */
struct Corners { a0: vec3f, a1: vec3f, a2: vec3f, b1: vec3f, b2: vec3f, errorA: f32, errorB: f32, margin: f32 }

const APART = 0u;
const CROSSING = 1u;
const OPEN = 2u;

/** Triangles with the errors of a moved corner and of a corner of B. */
fn cornersOf(a0: vec3f, a1: vec3f, a2: vec3f, b0: vec3f, b1: vec3f, b2: vec3f, errorA: f32, errorB: f32) -> Corners {
  var c: Corners;
  c.a0 = a0 - b0;
  c.a1 = a1 - b0;
  c.a2 = a2 - b0;
  c.b1 = b1 - b0;
  c.b2 = b2 - b0;
  let most = max(max(max(abs(c.a0), abs(c.a1)), max(abs(c.a2), abs(c.b1))), abs(c.b2));
  let size = max(most.x, max(most.y, most.z));
  c.errorA = errorA + 2.0 * U * size;
  c.errorB = errorB + 2.0 * U * size;
  c.margin = c.errorA + c.errorB + 8.0 * U * size;
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

/** The sign of the determinant where it is certain, otherwise 0; coordinates of p are off by f, those of q and r by g. */
fn volumeSign(p: vec3f, q: vec3f, r: vec3f, f: f32, g: f32) -> i32 {
  let n = cross(q, r);
  let volume = dot(p, n);
  let x = length(p);
  let y = length(q);
  let z = length(r);
  let linear = f * length(n) + g * (length(cross(p, r)) + length(cross(p, q)));
  let bound = 1.7321 * linear + 3.1 * g * (f * (y + z) + g * x) + 5.3 * f * g * g + 8.0 * U * x * y * z + 1e-36;
  return select(select(0, -1, volume < -bound), 1, volume > bound);
}

/**
 * Whether the edge from p to q, its ends on different sides of the plane, certainly passes through the triangle. Coordinates of the
 * edge are off by \`error\`, those from it to a corner by \`across\`.
 */
fn pierces(p: vec3f, q: vec3f, t0: vec3f, t1: vec3f, t2: vec3f, error: f32, across: f32) -> bool {
  let d = q - p;
  let s = volumeSign(d, t0 - p, t1 - p, error, across);
  if (s == 0) { return false; }
  return volumeSign(d, t1 - p, t2 - p, error, across) == s && volumeSign(d, t2 - p, t0 - p, error, across) == s;
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
  let across = c.errorA + c.errorB;
  for (var k = 0u; k < 6u; k++) {
    if (k == 3u && (sides == 21u || sides == 42u)) { return APART; }
    let isA = k < 3u;
    let origin = select(c.a0, vec3f(0.0), isA);
    let u = select(c.a1, c.b1, isA) - origin;
    let v = select(c.a2, c.b2, isA) - origin;
    let side = volumeSign(cornerOf(c, k) - origin, u, v, across, 2.0 * select(c.errorA, c.errorB, isA));
    sides |= u32(select(0, (side + 3) / 2, side != 0)) << (2u * k);
  }
  let sidesB = sides >> 6u;
  if (sidesB == 21u || sidesB == 42u) { return APART; }
  for (var k = 0u; k < 6u; k++) {
    let to = nextCorner(k);
    if (((sides >> (2u * k)) & 3u) + ((sides >> (2u * to)) & 3u) != 3u) { continue; }
    if (((sides >> (2u * k)) & 3u) == 0u || ((sides >> (2u * to)) & 3u) == 0u) { continue; }
    let first = select(0u, 3u, k < 3u);
    let error = 2.0 * select(c.errorB, c.errorA, k < 3u);
    if (pierces(cornerOf(c, k), cornerOf(c, to), cornerOf(c, first), cornerOf(c, first + 1u), cornerOf(c, first + 2u), error, across)) {
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
