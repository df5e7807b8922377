// Which pairs of primitives are tested: all, by index arithmetic, or those that the culling leaves.

/** Primitives of A that one invocation tests with its primitive of B. */
export const ROWS = 8;

/** Entry points for a kernel with `testPair(interval, a, b)`. */
export const MEDIAL_PAIRS: string = /* wgsl */ `
@compute @workgroup_size(64)
fn testAll(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= scene.countB) { return; }
  let first = ${ROWS}u * id.y;
  for (var a = first; a < min(first + ${ROWS}u, scene.countA); a++) { testPair(id.z, a, id.x); }
}

@compute @workgroup_size(64)
fn testSurvivors(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&state.survivors), scene.survivors);
  for (var k = id.x; k < count; k += groups.x * 64u) {
    let pair = survivors[k];
    testPair(pair.x >> 16u, pair.x & 0xffffu, pair.y);
  }
}
`;

/**
 * Culling by the balls around primitives on chords: their least distance over the interval, and then the gap of the hulls of their
 * corners along the line of the centres, at both ends with one direction: linear in time, so positive in between. A test for
 * MEDIAL_TEST.
 */
export const MEDIAL_CULL: string = /* wgsl */ `
const MORE = 1.00000096;

fn heights(at: u32, q: vec3f, size: f32, sense: f32) -> vec2f {
  var most = vec2f(-1e30);
  for (var k = 0u; k < 3u; k++) {
    let ball = ballAt(at, k);
    let height = sense * dot(q, ball.centre) + size * ball.radius;
    most = max(most, vec2f(height, height + sense * dot(q, ball.motion)));
  }
  return most;
}

@compute @workgroup_size(64)
fn cullMedial(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= scene.countB) { return; }
  let atB = posedAt(id.z, scene.countA + id.x);
  let b = ballAt(atB, 3u);
  let first = ${ROWS}u * id.y;
  for (var a = first; a < min(first + ${ROWS}u, scene.countA); a++) {
    let atA = posedAt(id.z, a);
    let ball = ballAt(atA, 3u);
    let d = b.centre - ball.centre;
    let v = b.motion - ball.motion;
    let t = clamp(-dot(d, v) / max(dot(v, v), 1e-30), 0.0, 1.0);
    let q = d + t * v;
    let reach = (ball.radius + b.radius) * MORE;
    if (dot(q, q) > reach * reach * MORE) { continue; }
    let size = length(q) * MORE;
    let gap = heights(atA, q, size, 1.0) + heights(atB, q, size, -1.0);
    if (gap.x < 0.0 && gap.y < 0.0) { continue; }
    let k = atomicAdd(&state.survivors, 1u);
    if (k < scene.survivors) { survivors[k] = vec2u((id.z << 16u) | a, id.x); }
  }
}
`;
