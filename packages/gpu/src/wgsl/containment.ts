// Is a point inside a solid? The faces that a ray along an axis crosses are counted with their signs (winding number), in floats. A point
// so near to a face or an edge of the projection that rounding could matter is left to the host.
//
// Relative to the point, corners are off by at most e = the point's error + 2u·reach + u·(largest coordinate). A product of two
// coordinates y and z of at most `size`, minus another, is off by 4e·size + 4e² + 4u·size², u of each product and of their difference;
// a determinant as in triangles.ts. A face
// all of whose corners are ahead needs no determinant. A point outside of the root's disc, by more than its rounding, is outside.

/** The functions for one body: its name is A or B. */
export const containmentCode = (body: 'A' | 'B'): string => /* wgsl */ `
/** 0: outside. 1: inside. 2: too near to tell. The point is in the frame and unit of ${body}. */
fn locateAlongIn${body}(given: vec3f, error: f32, axis: u32) -> u32 {
  // Towards the nearer end of the body, whose centre is about the origin.
  let sense = select(-1.0, 1.0, turned(given, axis).x >= 0.0);
  let p = mirrored(given, axis, sense);
  var stack: array<u32, STACK>;
  var top = 1u;
  stack[0] = 0u;
  var winding = 0;
  while (top > 0u) {
    top--;
    let n = stack[top];
    let disc = bitcast<vec4f>(nodes${body}[2u * n]);
    let radius = bitcast<f32>(nodes${body}[2u * n + 1u].w);
    // The ball around the disc, and the ray.
    let d = p - mirrored(disc.xyz, axis, sense);
    let reach = (disc.w + radius) * 1.000001 + 2.0 * error + 8.0 * U * (l1(disc.xyz) + l1(p));
    if (d.x > reach || dot(d.yz, d.yz) > reach * reach * 1.000001) { continue; }
    let links = links${body}(n);
    if (!isLeaf(links)) {
      if (top + links.y > STACK) { return 2u; }
      for (var k = 0u; k < links.y; k++) { stack[top + k] = links.x + k; }
      top += links.y;
      continue;
    }
    let end = links.x + (links.y & ~LEAF);
    for (var t = links.x; t < end; t++) {
      let c0 = mirrored(triangles${body}[3u * t].xyz, axis, sense) - p;
      let c1 = mirrored(triangles${body}[3u * t + 1u].xyz, axis, sense) - p;
      let c2 = mirrored(triangles${body}[3u * t + 2u].xyz, axis, sense) - p;
      let e = cornerError(c0, c1, c2, error);
      if (max(c0.x, max(c1.x, c2.x)) < -e) { continue; }
      let areas = projectedAreas(c0, c1, c2, e);
      let s = areas.xyz;
      let bound = areas.w;
      let isPositive = s > vec3f(bound);
      let isNegative = s < vec3f(-bound);
      if (any(isPositive) && any(isNegative)) { continue; }
      if (all(isPositive) || all(isNegative)) {
        let turn = select(-1, 1, isPositive.x);
        var side = turn;
        if (min(c0.x, min(c1.x, c2.x)) <= e) { side = volumeSign(c0, c1, c2, e, e); }
        if (side == 0) { return 2u; }
        if (side == turn) { winding += turn; }
        continue;
      }
      // Outside of the projection's box, or too near to an edge of it.
      let lowest = min(c0.yz, min(c1.yz, c2.yz));
      let highest = max(c0.yz, max(c1.yz, c2.yz));
      if (any(lowest > vec2f(e)) || any(highest < vec2f(-e))) { continue; }
      return 2u;
    }
  }
  return select(0u, 1u, winding != 0);
}

/** The same, by a ray along another axis where one passes too near to an edge. Most points are outside of the disc of the root. */
fn locateIn${body}(p: vec3f, error: f32) -> u32 {
  let disc = bitcast<vec4f>(nodes${body}[0]);
  let axis = bitcast<vec4f>(nodes${body}[1]);
  let d = p - disc.xyz;
  let along = alongAxis(axis.xyz, d);
  let margin = rootMargin(disc.xyz, p, error);
  if (abs(along) > disc.w + margin || length(d - along * axis.xyz) * 0.999999 > axis.w + margin) { return 0u; }
  for (var k = 0u; k < 3u; k++) {
    let location = locateAlongIn${body}(p, error, k);
    if (location != 2u) { return location; }
  }
  return 2u;
}
`;

/** Needed once by both. */
export const TURNED: string = /* wgsl */ `
/** Error of a coordinate of corners relative to a point. */
fn cornerError(c0: vec3f, c1: vec3f, c2: vec3f, error: f32) -> f32 {
  let most = max(max(abs(c0), abs(c1)), abs(c2));
  return error + U * max(most.x, max(most.y, most.z));
}
/** Of a face projected along x: twice the signed areas with the origin of its three sides, and how far these can be off. */
fn projectedAreas(c0: vec3f, c1: vec3f, c2: vec3f, e: f32) -> vec4f {
  let most = max(max(abs(c0), abs(c1)), abs(c2));
  let size = max(most.y, most.z);
  let bound = 4.0 * e * size + 4.0 * e * e + 4.1 * U * size * size + 1e-36;
  return vec4f(c0.y * c1.z - c0.z * c1.y, c1.y * c2.z - c1.z * c2.y, c2.y * c0.z - c2.z * c0.y, bound);
}
fn alongAxis(axis: vec3f, d: vec3f) -> f32 { return dot(axis, d); }
/**
 * How far a point has to be outside of the disc of a root, d = p − centre: √3 errors of p along the axis; u of the centre, 5.1u of |d| for d, the
 * axis and the product, and as much again for what is left of d beside the axis, whose length is lowered for its root.
 */
fn rootMargin(centre: vec3f, p: vec3f, error: f32) -> f32 { return 2.0 * error + 12.0 * U * (l1(centre) + l1(p)); }
/** A point of B in the frame of A, in units of B; and the error of a coordinate of it. */
fn pointToA(m: Moved, x: vec3f) -> vec3f {
  let d = x - m.translation;
  return m.x * d.x + m.y * d.y + m.z * d.z;
}
/**
 * Columns of the rotation are off by as much as rows, 10.3u, and a sum of products by 3.1u more of |d| ≤ scale. The difference d is off by
 * 1.01u of x, by the error of the translation and by u of itself per coordinate, and √3 of that when turned.
 */
fn errorInA(m: Moved) -> f32 { return 1.75 * m.error + 18.0 * U * m.scale; }
/** Coordinates in cyclic order from an axis on. */
fn turned(v: vec3f, axis: u32) -> vec3f { return select(select(v, v.yzx, axis == 1u), v.zxy, axis == 2u); }
/** The same of a body that is mirrored where the sense is −1: windings change their sign, and are 0 or not as before. */
fn mirrored(v: vec3f, axis: u32, sense: f32) -> vec3f { return turned(v, axis) * vec3f(sense, 1.0, 1.0); }
`;

export const CONTAINMENT = /* wgsl */ `
/**
 * For surfaces that do not touch: 0 if neither body has a part inside the other, 1 if one has, 2 if it cannot be told. One vertex of
 * each connected part decides.
 */
fn containmentOf(m: Moved) -> u32 {
  var found = 0u;
  if (bodies.isSolidB != 0u) {
    for (var k = 0u; k < bodies.anchorsA; k++) {
      let location = locateInB(pointToB(m, anchors[k].xyz * bodies.ratio), m.error + 2.0 * U * bodies.reachB);
      if (location == 1u) { return 1u; }
      found = max(found, location);
    }
  }
  if (bodies.isSolidA != 0u) {
    let scale = 1.0 / bodies.ratio;
    for (var k = 0u; k < bodies.anchorsB; k++) {
      let p = pointToA(m, anchors[bodies.anchorsA + k].xyz) * scale;
      let location = locateInA(p, errorInA(m) * scale);
      if (location == 1u) { return 1u; }
      found = max(found, location);
    }
  }
  return found;
}
`;
