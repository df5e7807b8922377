// The pose of body A in the frame of body B, in floats, and the error of what it moves.
//
// A point of A is given relative to A's centre c, in units of A; with ρ the ratio of the units of A and B (a power of two), x a
// length of A times ρ, t the position of the pose less B's centre, all in units of B:
//
//   x' = R x + T          T = R c + t
//
// Let u = 2⁻²⁴. A product or sum of floats is off by at most u of its size: devices round to nearest, which is tried before one is used
// (rounds-to-nearest.ts). A quotient may be off by 5u, a root by 9u (WGSL: 2.5 ULP, and 1 / inverseSqrt). WGSL also lets a device reorder sums;
// bounds on sums hold for every order, but for t, whose low parts would be lost: its differences are `inOrder`. The
// tests try the worst of all that on this very text (test/rounding). Then, per coordinate:
//
//   * a component of the quaternion is off by 1.01u of itself (doubles.ts); the host has divided out a length other than 1 to 2⁻²⁶, which makes an
//     entry off by u/2;
//   * let a = y² + z² of the quaternion. The first entry of the first row is 1 − 2(p + r), p + r = a; products are off by 3.1u of themselves and their
//     sum by u: by 8.2ua + u|1 − 2a| + 0.5ua. The other two are 2(p ± r), off by 8.2u(|p| + |r|) + 0.3u; together √2·√(a(1 − a)) bounds both |p| + |r| as
//     a vector. The row is off by the most where a = 1: by 9.7u, and rows by symmetry alike; 10.3u as a vector is taken;
//   * x is off by 1.01u of itself, and a row times x by 10.3u|x| + 1.1u|x| + 3.1u Σ|Rx| ≤ 14.6u|x|, by Cauchy and Schwarz;
//   * T likewise by 14.6u|c| + 2.1u|t| + u|T|, and t's low parts by 2⁻⁴⁶ + 2⁻⁴⁷ of the coordinates it is the difference of (a
//     device may round a whole number of 29 bits up or down);
//   * the sum R x + T adds u(|x| + |T|), and |T| ≤ |c| + |t|.
//
// So x' is off by no more than error = u(16|x| + 17|c| + 4.2|t|) + 2.2e-14(…) per coordinate, |x| the reach of A.

import { DOUBLES } from './doubles.ts';

export const MOVED: string = /* wgsl */ `
${DOUBLES}
const U = 5.9604645e-8;
/** No margin is less than this: below 2⁻¹²⁶ a device may take a product for zero. A length in units of the frame. */
const LEAST = 1e-18;

struct Bodies {
  /** Centre of A in units of B; the ratio of the units. */
  centreA: vec3f, ratio: f32,
  /** Centre of B in units of B, as two floats each; reach of A and B in units of B. */
  centreHigh: vec3f, reachA: f32,
  centreLow: vec3f, reachB: f32,
  /** Shift of exponents from the unit of the poses to that of B; poses of this dispatch; first of them; anchors to test. */
  shift: i32, count: u32, first: u32, anchorsA: u32,
  anchorsB: u32, isSolidA: u32, isSolidB: u32, stamp: u32,
  /** Numbers of nodes; a zero that the compiler does not know. */
  nodesA: u32, nodesB: u32, spare: u32, zero: u32,
  /** A length in units of B that the kernels take as they like. */
  threshold: f32, spare0: f32, spare1: f32, spare2: f32,
}

struct Moved {
  /** Rows of the rotation. */
  x: vec3f, y: vec3f, z: vec3f,
  translation: vec3f,
  /** Error of a coordinate of a moved point. */
  error: f32,
  /** The extent of everything: reaches and translation. */
  scale: f32,
  isUsable: bool,
}

/** A vector whose sums are done before others: WGSL lets a compiler reorder sums, but it knows nothing of their bits. */
fn inOrder(v: vec3f, zero: u32) -> vec3f { return bitcast<vec3f>(bitcast<vec3u>(v) | vec3u(zero)); }

fn l1(v: vec3f) -> f32 { return abs(v.x) + abs(v.y) + abs(v.z); }

fn rotationOf(q: vec4f) -> mat3x3f {
  let p = 2.0 * q.xyz;
  let xx = p.x * q.x; let yy = p.y * q.y; let zz = p.z * q.z;
  let xy = p.x * q.y; let xz = p.x * q.z; let yz = p.y * q.z;
  let wx = p.x * q.w; let wy = p.y * q.w; let wz = p.z * q.w;
  // Rows, as three vectors.
  return mat3x3f(
    vec3f(1.0 - (yy + zz), xy - wz, xz + wy),
    vec3f(xy + wz, 1.0 - (xx + zz), yz - wx),
    vec3f(xz - wy, yz + wx, 1.0 - (xx + yy)));
}

fn movedBy(bodies: Bodies, rows: mat3x3f, high: vec3f, low: vec3f) -> Moved {
  var m: Moved;
  m.x = rows[0];
  m.y = rows[1];
  m.z = rows[2];
  let t = inOrder(high - bodies.centreHigh, bodies.zero) + inOrder(low - bodies.centreLow, bodies.zero);
  let c = bodies.centreA;
  m.translation = vec3f(dot(m.x, c), dot(m.y, c), dot(m.z, c)) + t;
  m.error = U * (16.0 * bodies.reachA + 17.0 * length(c) + 4.2 * length(t))
    + 2.2e-14 * (l1(high) + l1(bodies.centreHigh)) + LEAST;
  m.scale = bodies.reachA + bodies.reachB + l1(m.translation);
  // Beyond this a product of three lengths is no float; false for NaN too.
  m.isUsable = m.scale < 1e9;
  return m;
}

/** A point of A, in units of B. */
fn pointToB(m: Moved, x: vec3f) -> vec3f { return vec3f(dot(m.x, x), dot(m.y, x), dot(m.z, x)) + m.translation; }

fn turnToB(m: Moved, x: vec3f) -> vec3f { return vec3f(dot(m.x, x), dot(m.y, x), dot(m.z, x)); }
`;
