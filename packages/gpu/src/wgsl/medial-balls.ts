// Closest balls of two medial primitives in floats (core: medial/closest-balls.ts): of two cones, and of a ball and a slab. What is
// found only proposes directions and times; no proof depends on its rounding.

export const MEDIAL_BALLS = /* wgsl */ `
/** A ball, and the displacement of its centre over the interval. */
struct Moving { centre: vec3f, radius: f32, motion: vec3f }

/** Signed distance; from the ball of B to that of A; the sum of their radii; velocity of A's relative to B's. */
struct Closest { distance: f32, x: vec3f, radii: f32, motion: vec3f }

fn atTime(b: Moving, t: f32) -> Moving { return Moving(b.centre + t * b.motion, b.radius, b.motion); }

/** Parameter along an axis, clamped, at which |w − t d| − r − t dr is least. */
fn alongAxis(w: vec3f, d: vec3f, dr: f32) -> f32 {
  let dd = dot(d, d);
  let k = dd - dr * dr;
  if (!(k > 0.0)) { return select(0.0, 1.0, dr > 0.0); }
  // A quotient costs as much as ten products.
  let part = 1.0 / (dd * k);
  let foot = dot(w, d) * k * part;
  let h = w - foot * d;
  return clamp(foot + sqrt(dot(h, h) * part) * dr, 0.0, 1.0);
}

/** Parameters along two axes without bounds; z is 1 where they exist. */
fn alongPlane(w: vec3f, u: vec3f, ur: f32, v: vec3f, vr: f32) -> vec3f {
  let m = cross(u, v);
  let mm = dot(m, m);
  let uu = dot(u, u);
  let uv = dot(u, v);
  let vv = dot(v, v);
  let part = 1.0 / mm;
  let slopeU = (vv * ur - uv * vr) * part;
  let slopeV = (uu * vr - uv * ur) * part;
  let slope = slopeU * ur + slopeV * vr;
  if (!(mm > 1e-8 * uu * vv && slope < 1.0)) { return vec3f(0.0); }
  let footU = dot(cross(w, v), m) * part;
  let footV = dot(cross(u, w), m) * part;
  let h = w - footU * u - footV * v;
  let lean = sqrt(dot(h, h) / (1.0 - slope));
  return vec3f(footU + lean * slopeU, footV + lean * slopeV, 1.0);
}

/** From one ball to another: the vector and its change over the interval, the change of the radius. */
struct Axis { vector: vec3f, radius: f32, motion: vec3f }

fn axisOf(first: Moving, second: Moving) -> Axis {
  return Axis(second.centre - first.centre, second.radius - first.radius, second.motion - first.motion);
}
fn axisAt(x: Axis, t: f32) -> Axis { return Axis(x.vector + t * x.motion, x.radius, x.motion); }

/** Two cones. */
fn closestOfCones(a0: Moving, a1: Moving, b0: Moving, b1: Moving) -> Closest {
  return closestOnAxes(Axis(a0.centre - b0.centre, a0.radius + b0.radius, a0.motion - b0.motion), axisOf(a1, a0), axisOf(b0, b1));
}

/** Parameters along the axes of two cones where the minimum is inside of the square, or on a side that cannot be told before. */
fn alongBoth(w: vec3f, u: vec3f, ur: f32, v: vec3f, vr: f32) -> vec2f {
  let free = alongPlane(w, u, ur, v, vr);
  let s = free.x;
  let t = free.y;
  if (free.z != 0.0 && s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) { return free.xy; }
  // The minimum of a convex function outside of a square is on a side that it is beyond. Parallel axes: on any side.
  let s0 = select(0.0, 1.0, s > 1.0);
  var best = vec2f(s0, alongAxis(w - s0 * u, v, vr));
  var least = length(w - best.x * u - best.y * v) - best.x * ur - best.y * vr;
  let t1 = select(0.0, 1.0, t > 1.0);
  for (var side = 0u; side < select(1u, 3u, free.z == 0.0); side++) {
    var other = vec2f(0.0, t1);
    if (side == 1u) { other = vec2f(1.0, alongAxis(w - u, v, vr)); }
    else {
      other.y = select(t1, 1.0, side == 2u);
      other.x = alongAxis(w - other.y * v, u, ur);
    }
    let next = length(w - other.x * u - other.y * v) - other.x * ur - other.y * vr;
    if (next < least) {
      least = next;
      best = other;
    }
  }
  return best;
}

/**
 * Two cones: from the first ball of B to that of A with the sum of their radii, the axis of A backwards, the axis of B. The function is
 * convex: a minimum along a side, from which it does not decrease towards the inside, is the minimum over the square. Nearly all are on
 * the side that faces the other cone, or on one next to it.
 */
fn closestOnAxes(between: Axis, back: Axis, along: Axis) -> Closest {
  let w = between.vector;
  let u = back.vector;
  let ur = -back.radius;
  let v = along.vector;
  let vr = along.radius;
  var t = select(0.0, 1.0, dot(w - 0.5 * (u + v), v) > 0.0);
  var s = alongAxis(w - t * v, u, ur);
  var x = w - s * u - t * v;
  var size = length(x);
  let leanT = dot(x, v) + vr * size;
  if (select(leanT, -leanT, t > 0.5) > 0.0) {
    s = select(0.0, 1.0, s > 0.5);
    t = alongAxis(w - s * u, v, vr);
    x = w - s * u - t * v;
    size = length(x);
    let leanS = dot(x, u) + ur * size;
    if (select(leanS, -leanS, s > 0.5) > 0.0) {
      let both = alongBoth(w, u, ur, v, vr);
      s = both.x;
      t = both.y;
      x = w - s * u - t * v;
      size = length(x);
    }
  }
  let radii = between.radius + s * ur + t * vr;
  return Closest(size - radii, x, radii, between.motion - s * back.motion - t * along.motion);
}

/** Parameters of a slab where the minimum is inside of the triangle, or on an edge that cannot be told before. */
fn alongSlab(w: vec3f, u: vec3f, ur: f32, v: vec3f, vr: f32) -> vec2f {
  let free = alongPlane(w, u, ur, v, vr);
  if (free.z != 0.0 && free.x >= 0.0 && free.y >= 0.0 && free.x + free.y <= 1.0) { return free.xy; }
  let s1 = alongAxis(w, u, ur);
  let t2 = alongAxis(w, v, vr);
  let k = alongAxis(w - u, v - u, vr - ur);
  let d1 = length(w - s1 * u) - s1 * ur;
  let d2 = length(w - t2 * v) - t2 * vr;
  let d3 = length(w - u - k * (v - u)) - ur - k * (vr - ur);
  let isFirst = d1 <= d2 && d1 <= d3;
  let isSecond = !isFirst && d2 <= d3;
  return vec2f(select(select(1.0 - k, 0.0, isSecond), s1, isFirst), select(select(k, t2, isSecond), 0.0, isFirst));
}

/** A ball and a slab; \`sense\` is 1 for a ball of A, −1 for one of B. */
fn closestToSlab(ball: Moving, b0: Moving, b1: Moving, b2: Moving, sense: f32) -> Closest {
  let between = Axis(ball.centre - b0.centre, ball.radius + b0.radius, ball.motion - b0.motion);
  let near = closestOnSlab(between, axisOf(b0, b1), axisOf(b0, b2));
  return Closest(near.distance, sense * near.x, near.radii, sense * near.motion);
}

/** A ball and a slab: from its first ball to the given one with the sum of their radii, and from the first to the others. */
fn closestOnSlab(between: Axis, first: Axis, second: Axis) -> Closest {
  let w = between.vector;
  let u = first.vector;
  let ur = first.radius;
  let v = second.vector;
  let vr = second.radius;
  // The edge between the two corners that face the ball; from its minimum towards the third corner the function must not decrease.
  let g = w - 0.33333334 * (u + v);
  let gu = dot(g, u);
  let gv = dot(g, v);
  let isFirst = gv <= min(gu, 0.0);
  let isSecond = !isFirst && gu <= 0.0;
  let base = select(u, vec3f(0.0), isFirst || isSecond);
  let baseR = select(ur, 0.0, isFirst || isSecond);
  let edge = select(select(v - u, v, isSecond), u, isFirst);
  let edgeR = select(select(vr - ur, vr, isSecond), ur, isFirst);
  let third = select(select(vec3f(0.0), u, isSecond), v, isFirst);
  let thirdR = select(select(0.0, ur, isSecond), vr, isFirst);
  let k = alongAxis(w - base, edge, edgeR);
  var s = select(select(1.0 - k, 0.0, isSecond), k, isFirst);
  var t = select(k, 0.0, isFirst);
  let y = w - base - k * edge;
  if (dot(y, third - base - k * edge) + (thirdR - baseR - k * edgeR) * length(y) > 0.0) {
    let both = alongSlab(w, u, ur, v, vr);
    s = both.x;
    t = both.y;
  }
  let x = w - s * u - t * v;
  let radii = between.radius + s * ur + t * vr;
  return Closest(length(x) - radii, x, radii, between.motion - s * first.motion - t * second.motion);
}
`;
