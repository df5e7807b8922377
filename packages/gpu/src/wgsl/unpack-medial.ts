// The sections of a medial axis in the bytes of a model, as they are, to what the kernels read: of each primitive four balls, its
// corners (a cone has its second twice, a ball its only one three times) and one around all of it.
//
// Centres are nearest floats, within 1.01u of their size (doubles.ts). Radii are those of the dilated primitives, raised by more than
// their rounding: 2⁻²² of them. The ball around all has its centre within the hull of the corners: the middle of the smallest ball
// around their centres. How far its corners are from it is off by less than 16u of that, and by that it is raised.

import { DOUBLES } from './doubles.ts';

/** Bytes of a primitive. */
export const PRIMITIVE = 64;

export const UNPACK_MEDIAL: string = /* wgsl */ `
${DOUBLES}
/** Primitives of both kinds; the double by which balls are dilated. */
struct Axis { cones: u32, slabs: u32, dilation: vec2u }
@group(0) @binding(0) var<uniform> axis: Axis;
@group(0) @binding(1) var<storage, read> balls: array<vec2u>;
@group(0) @binding(2) var<storage, read> cones: array<u32>;
@group(0) @binding(3) var<storage, read> slabs: array<u32>;
@group(0) @binding(4) var<storage, read_write> primitives: array<vec4f>;

fn ballOf(k: u32) -> vec4f {
  let at = 4u * k;
  let centre = vec3f(nearest(balls[at], 0), nearest(balls[at + 1u], 0), nearest(balls[at + 2u], 0));
  return vec4f(centre, (nearest(balls[at + 3u], 0) + nearest(axis.dilation, 0)) * 1.0000003);
}

/** The middle of the smallest ball around three points: of the longest side where the angle there is not acute. */
fn middleOf(a: vec3f, b: vec3f, c: vec3f) -> vec3f {
  let x = dot(b - c, b - c);
  let y = dot(c - a, c - a);
  let z = dot(a - b, a - b);
  if (x >= y + z) { return 0.5 * (b + c); }
  if (y >= z + x) { return 0.5 * (c + a); }
  if (z >= x + y) { return 0.5 * (a + b); }
  let weights = vec3f(x * (y + z - x), y * (z + x - y), z * (x + y - z));
  let part = weights / (weights.x + weights.y + weights.z);
  return part.x * a + part.y * b + part.z * c;
}

@compute @workgroup_size(64)
fn unpackMedial(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let primitive = id.x + id.y * groups.x * 64u;
  if (primitive >= axis.cones + axis.slabs) { return; }
  var corner: array<vec4f, 3>;
  for (var k = 0u; k < 3u; k++) {
    if (primitive < axis.cones) { corner[k] = ballOf(cones[2u * primitive + min(k, 1u)]); }
    else { corner[k] = ballOf(slabs[3u * (primitive - axis.cones) + k]); }
  }
  let middle = middleOf(corner[0].xyz, corner[1].xyz, corner[2].xyz);
  var radius = 0.0;
  for (var k = 0u; k < 3u; k++) {
    radius = max(radius, (length(corner[k].xyz - middle) + corner[k].w) * 1.000001);
    primitives[4u * primitive + k] = corner[k];
  }
  primitives[4u * primitive + 3u] = vec4f(middle, radius);
}
`;
