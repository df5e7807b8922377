// Sums, differences and products of pairs of floats, one operation each: how a device rounds (rounds-to-nearest.ts).

export const ROUND_PAIRS = /* wgsl */ `
@group(0) @binding(0) var<storage, read> pairs: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4f>;

@compute @workgroup_size(64)
fn roundPairs(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&pairs)) { return; }
  let p = pairs[id.x];
  results[id.x] = vec4f(p.x + p.y, p.x - p.y, p.x * p.y, 1.0);
}
`;
