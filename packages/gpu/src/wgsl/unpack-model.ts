// The bytes of a model (`Model.toBytes`), as they are, to what the searches read: discs and links of the nodes, corners of the
// triangles.
//
//   node      8 words, floats as bits: centre x y z, half thickness; axis x y z, radius (core: bounds/disc.ts)
//   links     2 words each, behind all nodes: first child, number of children
//             A leaf has bit 31 of its number set, and its first triangle for a first child. (Whole numbers as bits of floats would
//             be denormal floats, which a device may take for zero.)
//   triangle  12 floats: three corners, each with a fourth number that is not used
//
// Floats of corners, centres and axes are nearest ones, within u = 2⁻²⁴ of their size (doubles.ts). Thickness and radius are enlarged
// by what the centre and they themselves may have lost; wgsl/discs.ts allows for the axis.

import { DOUBLES } from './doubles.ts';

export const UNPACK_MODEL: string = /* wgsl */ `
${DOUBLES}
struct Sections { links: u32, discs: u32, corners: u32, nodes: u32, triangles: u32 }
@group(0) @binding(0) var<uniform> sections: Sections;
@group(0) @binding(1) var<storage, read> bytes: array<u32>;
@group(0) @binding(2) var<storage, read_write> nodes: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> triangles: array<vec4f>;

fn double(at: u32, k: u32) -> f32 { return nearest(vec2u(bytes[at + 2u * k], bytes[at + 2u * k + 1u]), 0); }

fn linksOf(node: u32) -> vec2u {
  if (node >= sections.nodes) { return vec2u(0u); }
  let at = sections.links + 4u * node;
  if (bytes[at] == 0u) { return vec2u(bytes[at + 1u], bytes[at + 2u] | 0x80000000u); }
  return vec2u(bytes[at], bytes[at + 3u] - bytes[at]);
}

@compute @workgroup_size(64)
fn unpackNodes(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let node = id.x + id.y * groups.x * 64u;
  if (node >= sections.nodes) { return; }
  var centre: vec3f;
  var axis: vec3f;
  for (var c = 0u; c < 3u; c++) {
    centre[c] = double(sections.discs, 8u * node + c);
    axis[c] = double(sections.discs, 8u * node + 3u + c);
  }
  let lost = (abs(centre.x) + abs(centre.y) + abs(centre.z)) * 2.4e-7 + 1e-30;
  let half = double(sections.discs, 8u * node + 6u) * 1.0000005 + lost;
  let radius = double(sections.discs, 8u * node + 7u) * 1.0000005 + lost;
  nodes[2u * node] = bitcast<vec4u>(vec4f(centre, half));
  nodes[2u * node + 1u] = bitcast<vec4u>(vec4f(axis, radius));
  if ((node & 1u) == 0u) { nodes[2u * sections.nodes + node / 2u] = vec4u(linksOf(node), linksOf(node + 1u)); }
}

@compute @workgroup_size(64)
fn unpackTriangles(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let corner = id.x + id.y * groups.x * 64u;
  if (corner >= 3u * sections.triangles) { return; }
  var p: vec3f;
  for (var c = 0u; c < 3u; c++) { p[c] = double(sections.corners, 3u * corner + c); }
  triangles[corner] = vec4f(p, 0.0);
}
`;
