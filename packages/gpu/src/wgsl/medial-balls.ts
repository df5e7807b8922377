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

/**
 * Two cones: from the first ball of B to that of A with the sum of their radii, the axis of A backwards, the axis of B. The minimum of a
 * convex function outside of a square is on a side that it is beyond.
 */
fn closestOnAxes(between: Axis, back: Axis, along: Axis) -> Closest {
  let w = between.vector;
  let r = between.radius;
  let u = back.vector;
  let ur = -back.radius;
  let v = along.vector;
  let vr = along.radius;
  let free = alongPlane(w, u, ur, v, vr);
  var s = free.x;
  var t = free.y;
  if (free.z == 0.0 || s < 0.0 || s > 1.0 || t < 0.0 || t > 1.0) {
    // On the side of s, and on the side of t; parallel axes: on both of s first.
    let s0 = select(0.0, 1.0, s > 1.0);
    let t0 = alongAxis(w - s0 * u, v, vr);
    let p0 = w - s0 * u - t0 * v;
    let d0 = length(p0) - s0 * ur - t0 * vr;
    let t1 = select(0.0, 1.0, t > 1.0);
    let s1 = alongAxis(w - t1 * v, u, ur);
    let p1 = w - s1 * u - t1 * v;
    let d1 = length(p1) - s1 * ur - t1 * vr;
    let isFirst = d0 <= d1;
    s = select(s1, s0, isFirst);
    t = select(t1, t0, isFirst);
    if (free.z == 0.0) {
      var best = min(d0, d1);
      let t2 = alongAxis(w - u, v, vr);
      let d2 = length(w - u - t2 * v) - ur - t2 * vr;
      if (d2 < best) {
        best = d2;
        s = 1.0;
        t = t2;
      }
      let s3 = alongAxis(w - v, u, ur);
      let d3 = length(w - v - s3 * u) - vr - s3 * ur;
      if (d3 < best) {
        s = s3;
        t = 1.0;
      }
    }
  }
  let x = w - s * u - t * v;
  let radii = r + s * ur + t * vr;
  return Closest(length(x) - radii, x, radii, between.motion - s * back.motion - t * along.motion);
}

/** A ball and a slab; \`sense\` is 1 for a ball of A, −1 for one of B. */
fn closestToSlab(ball: Moving, b0: Moving, b1: Moving, b2: Moving, sense: f32) -> Closest {
  let w = ball.centre - b0.centre;
  let u = b1.centre - b0.centre;
  let v = b2.centre - b0.centre;
  let ur = b1.radius - b0.radius;
  let vr = b2.radius - b0.radius;
  let free = alongPlane(w, u, ur, v, vr);
  var s = free.x;
  var t = free.y;
  if (free.z == 0.0 || s < 0.0 || t < 0.0 || s + t > 1.0) {
    let s1 = alongAxis(w, u, ur);
    let t2 = alongAxis(w, v, vr);
    let k = alongAxis(w - u, v - u, vr - ur);
    let d1 = length(w - s1 * u) - s1 * ur;
    let d2 = length(w - t2 * v) - t2 * vr;
    let d3 = length(w - u - k * (v - u)) - ur - k * (vr - ur);
    let isFirst = d1 <= d2 && d1 <= d3;
    let isSecond = !isFirst && d2 <= d3;
    s = select(select(1.0 - k, 0.0, isSecond), s1, isFirst);
    t = select(select(k, t2, isSecond), 0.0, isFirst);
  }
  let x = w - s * u - t * v;
  let radii = ball.radius + b0.radius + s * ur + t * vr;
  let motion = ball.motion - (b0.motion + s * (b1.motion - b0.motion) + t * (b2.motion - b0.motion));
  return Closest(length(x) - radii, sense * x, radii, sense * motion);
}
`;
