// Which pairs of primitives are tested: all, by index arithmetic, or those that the culling leaves.

/** Primitives of A that one invocation tests with its primitive of B. */
export const ROWS = 8;

/** Invocations of a workgroup: primitives of B. */
const GROUP = 64;
/** Bits of the number of a primitive of A that is left by the culling; its interval has the others. */
export const NUMBER_BITS = 26;

/** Entry points for a kernel with `testPair(interval, a, b, since)`. */
export const MEDIAL_PAIRS: string = /* wgsl */ `
@compute @workgroup_size(${GROUP})
fn testAll(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= scene.countB) { return; }
  let first = ${ROWS}u * id.y;
  for (var a = first; a < min(first + ${ROWS}u, scene.countA); a++) { testPair(id.z, a, id.x, 0.0); }
}

@compute @workgroup_size(${GROUP})
fn testSurvivors(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&state.survivors), scene.survivors);
  for (var k = id.x; k < count; k += groups.x * ${GROUP}u) {
    let interval = survivors[3u * k] >> ${NUMBER_BITS}u;
    let since = bitcast<f32>(survivors[3u * k + 2u]);
    if (timeOf(interval, since) * LESS > foundTime()) { continue; }
    testPair(interval, survivors[3u * k] & ${2 ** NUMBER_BITS - 1}u, survivors[3u * k + 1u], since);
  }
}
`;

/**
 * Culling, a test for MEDIAL_TEST. First by the balls around two primitives on chords: their least distance over the interval. Then by
 * the hulls of their corners along the line of the centres when these are nearest, and along that at the start. A height along one
 * direction is convex in time, being the largest of linear functions. So two hulls that are apart at both ends are apart in between; and two
 * that are apart at the start are, until a line from the one overlap to the other is zero. Pairs are left with that time.
 *
 * The balls of two corners that face each other propose a contact: what is later than the first of these is not left.
 *
 * A workgroup lists what it leaves in its own memory and adds that to the list of all at once: the count of that is one word, on
 * which all invocations would wait for each other.
 */
export const MEDIAL_CULL: string = /* wgsl */ `
var<workgroup> leftCount: atomic<u32>;
var<workgroup> leftFirst: u32;
var<workgroup> left: array<vec3u, ${GROUP * ROWS}>;

/** How far a primitive reaches along q at the start and at the end of the interval. */
fn heights(at: u32, q: vec3f, size: f32) -> vec2f {
  var most = vec2f(-1e30);
  for (var k = 0u; k < 3u; k++) {
    let ball = ballAt(at, k);
    let height = dot(q, ball.centre) + size * ball.radius;
    most = max(most, vec2f(height, height + dot(q, ball.motion)));
  }
  return most;
}

/** How far two primitives overlap along q, at the start and at the end. */
fn overlapAlong(atA: u32, atB: u32, q: vec3f) -> vec2f {
  let size = length(q) * MORE;
  return heights(atA, q, size) + heights(atB, -q, size);
}

/** The corner that reaches farthest along q at the start. */
fn cornerAlong(at: u32, q: vec3f, size: f32) -> Moving {
  var best = ballAt(at, 0u);
  var most = dot(q, best.centre) + size * best.radius;
  for (var k = 1u; k < 3u; k++) {
    let ball = ballAt(at, k);
    let height = dot(q, ball.centre) + size * ball.radius;
    if (height > most) {
      most = height;
      best = ball;
    }
  }
  return best;
}

/** Proves a contact where two balls overlap by enough, at the first time at which they should. */
fn findContact(interval: u32, a: Moving, b: Moving) {
  let d = b.centre - a.centre;
  let v = b.motion - a.motion;
  let radii = a.radius + b.radius;
  let within = radii - 1.25 * scene.overlap;
  if (!(within > 0.0)) { return; }
  let apart = dot(d, d) - within * within;
  let closing = -dot(d, v);
  let root = closing * closing - dot(v, v) * apart;
  var time = 0.0;
  if (apart > 0.0) {
    if (!(closing > 0.0 && root > 0.0)) { return; }
    time = apart / (closing + sqrt(root));
  }
  if (!(time <= 1.0 && length(d + time * v) - radii < -scene.overlap)) { return; }
  let found = timeOf(interval, time) * MORE;
  if (found < foundTime()) { find(found); }
}

/** From one ball to another when they are nearest. */
fn nearestOf(a: Moving, b: Moving) -> vec3f {
  let d = b.centre - a.centre;
  let v = b.motion - a.motion;
  return d + clamp(-dot(d, v) / max(dot(v, v), 1e-30), 0.0, 1.0) * v;
}

/**
 * How near the balls around two primitives, d from each other at the start, must come for these to be tested. Products and a quotient
 * give the time at which they are nearest, and so their vector then is off by 11u of d; by 3u of d for itself; and by what the centres are off. Radii are enlarged by
 * 18u of the extent each (medial-motion.ts), of which no centre needs more than 9.6u; 6u of d is what is missing.
 */
fn reachOf(a: Moving, b: Moving, d: vec3f) -> f32 {
  return (a.radius + b.radius) * MORE + 3.6e-7 * (abs(d.x) + abs(d.y) + abs(d.z));
}

/** Until when an overlap that is negative at the start stays so. */
fn negativeUntil(overlap: vec2f) -> f32 {
  if (!(overlap.x < 0.0)) { return 0.0; }
  return select(LESS * overlap.x / (overlap.x - overlap.y), 2.0, overlap.y < 0.0);
}

/** The time until which two primitives are apart in an interval; 2 for all of it, or where another contact is earlier. */
fn apartUntil(interval: u32, atA: u32, atB: u32, b: Moving) -> f32 {
  let a = ballAt(atA, 3u);
  let q = nearestOf(a, b);
  let d = b.centre - a.centre;
  let reach = reachOf(a, b, d);
  if (dot(q, q) > reach * reach * MORE || negativeUntil(overlapAlong(atA, atB, q)) > 1.0) { return 2.0; }
  let since = negativeUntil(overlapAlong(atA, atB, d));
  if (since > 1.0 || timeOf(interval, since) * LESS > foundTime()) { return 2.0; }
  let size = length(d);
  findContact(interval, cornerAlong(atA, d, size), cornerAlong(atB, -d, size));
  return since;
}

@compute @workgroup_size(${GROUP})
fn cullMedial(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
  if (local == 0u) { atomicStore(&leftCount, 0u); }
  workgroupBarrier();
  if (id.x < scene.countB) {
    let atB = posedAt(id.z, scene.countA + id.x);
    let b = ballAt(atB, 3u);
    let first = ${ROWS}u * id.y;
    for (var a = first; a < min(first + ${ROWS}u, scene.countA); a++) {
      let since = apartUntil(id.z, posedAt(id.z, a), atB, b);
      if (!(since > 1.0)) { left[atomicAdd(&leftCount, 1u)] = vec3u((id.z << ${NUMBER_BITS}u) | a, id.x, bitcast<u32>(since)); }
    }
  }
  workgroupBarrier();
  let count = atomicLoad(&leftCount);
  if (local == 0u && count > 0u) { leftFirst = atomicAdd(&state.survivors, count); }
  workgroupBarrier();
  for (var k = local; k < count; k += ${GROUP}u) {
    let at = leftFirst + k;
    if (at >= scene.survivors) { break; }
    survivors[3u * at] = left[k].x;
    survivors[3u * at + 1u] = left[k].y;
    survivors[3u * at + 2u] = left[k].z;
  }
}
`;
