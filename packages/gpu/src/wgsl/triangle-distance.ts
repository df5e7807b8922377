// The distance of two triangles in floats, as a bracket.
//
// A vector between two points of them is found by the nearest features: nine pairs of edges, six pairs of a corner and a face. Its
// length, plus twice the error of a corner per coordinate, bounds the distance from above. The gap of the corners along it bounds the
// distance from below, whatever the vector is (triangles.ts), so a feature that rounding has missed costs accuracy and no more.

export const TRIANGLE_DISTANCE = /* wgsl */ `
/** From the segment p + t u to the segment q + s v, t and s in [0, 1]: between their nearest points. */
fn betweenSegments(p: vec3f, u: vec3f, q: vec3f, v: vec3f) -> vec3f {
  let r = p - q;
  let a = dot(u, u);
  let e = dot(v, v);
  let f = dot(v, r);
  let c = dot(u, r);
  let b = dot(u, v);
  let denominator = a * e - b * b;
  var s = select(0.0, clamp((b * f - c * e) / denominator, 0.0, 1.0), denominator > 1e-7 * a * e);
  var t = select(0.0, (b * s + f) / e, e > 0.0);
  t = clamp(t, 0.0, 1.0);
  s = select(0.0, clamp((b * t - c) / a, 0.0, 1.0), a > 0.0);
  return (q + t * v) - (p + s * u);
}

/** From a point to the face, if its foot is inside; otherwise a long vector. */
fn toFace(p: vec3f, t0: vec3f, u: vec3f, v: vec3f) -> vec3f {
  let n = cross(u, v);
  let w = p - t0;
  let square = dot(n, n);
  let y = dot(cross(u, w), n);
  let x = dot(cross(w, v), n);
  if (!(square > 0.0 && x >= 0.0 && y >= 0.0 && x + y <= square)) { return vec3f(1e18); }
  return n * (-dot(w, n) / square);
}

/** Whether the triangles are farther apart than a limit along the line of their middles or a normal: most are. */
fn isFartherThan(c: Corners, limit: f32) -> bool {
  let middle = (c.a0 + c.a1 + c.a2) - (c.b1 + c.b2);
  if (isFartherAlong(c, middle, limit)) { return true; }
  return isFartherAlong(c, cross(c.b1, c.b2), limit) || isFartherAlong(c, cross(c.a1 - c.a0, c.a2 - c.a0), limit);
}

fn isFartherAlong(c: Corners, v: vec3f, limit: f32) -> bool {
  let needed = limit * length(v) * 1.000001 + l1(v) * c.margin + 1e-36;
  return gapAlong(c, v) > needed;
}

/** Lower and upper bound of the distance of two triangles that do not cross. */
fn distanceOf(c: Corners) -> vec2f {
  var nearest = c.a0;
  var square = dot(nearest, nearest);
  for (var i = 0u; i < 3u; i++) {
    let p = cornerOf(c, i);
    let u = cornerOf(c, nextCorner(i)) - p;
    for (var j = 3u; j < 6u; j++) {
      let q = cornerOf(c, j);
      let d = betweenSegments(p, u, q, cornerOf(c, nextCorner(j)) - q);
      if (dot(d, d) < square) {
        nearest = d;
        square = dot(d, d);
      }
    }
  }
  for (var k = 0u; k < 6u; k++) {
    let first = select(0u, 3u, k < 3u);
    let origin = cornerOf(c, first);
    let d = toFace(cornerOf(c, k), origin, cornerOf(c, first + 1u) - origin, cornerOf(c, first + 2u) - origin);
    if (dot(d, d) < square) {
      nearest = d;
      square = dot(d, d);
    }
  }
  let length = sqrt(square);
  // A coordinate of a point between corners is off by no more than one of a corner, and by a few u of its size.
  let upper = length * 1.000001 + 1.7321 * c.margin;
  let gap = gapAlong(c, nearest);
  let lower = (gap - l1(nearest) * c.margin) / max(length, 1e-30) * 0.999999;
  return vec2f(max(lower, 0.0), upper);
}
`;
