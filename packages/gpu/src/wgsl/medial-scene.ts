// Two medial meshes over the intervals of a motion: what all their kernels share.
//
// A primitive is four balls: its corners and one around all of it (unpack-medial.ts). In each interval of time their centres move along
// chords. Radii are enlarged by
//
//   * the sagitta of the arcs: with an angle θ over the interval and ρ the distance from the pivot, a centre is never farther than
//     θ²ρ/8 from where the chord has it at that time, since its second derivative is at most θ²ρ;
//   * the rounding of the posed centres, and of heights along a direction (medial-motion.ts);
//   * half the threshold.
//
// So a plane between the enlarged balls on chords is a plane between the true ones on arcs.

import { MEDIAL_BALLS } from './medial-balls.ts';

/** The most intervals of a motion. */
export const MOST_INTERVALS = 64;
/** Rows of the poses of two bodies at the ends of so many. */
export const POSE_ROWS: number = 6 * (MOST_INTERVALS + 1);

const MEDIAL_SCENE: string = /* wgsl */ `
${MEDIAL_BALLS}
struct Scene {
  /** Numbers of primitives and of intervals; the number of the run. */
  countA: u32, countB: u32, intervals: u32, stamp: u32,
  /** How far enlarged balls must overlap for the true ones to touch; the enlargement of all; capacities of the lists. */
  overlap: f32, enlarged: f32, capacity: u32, survivors: u32,
  /** Of A and of B: the pivot in the frame of the body, and θ²/8 over an interval times the unit of the body. */
  turnA: vec4f, turnB: vec4f,
  /** The units of both bodies; a zero that the compiler does not know. */
  unitA: f32, unitB: f32, zero: u32, spare: u32,
  /** Rows of the rotation, each with a coordinate of the translation: A at the ends of the intervals, then B. */
  poses: array<vec4f, ${POSE_ROWS}>,
}
struct State { found: atomic<u32>, survivors: atomic<u32>, candidates: atomic<u32>, kept: atomic<u32>, stamp: u32, spare0: u32, spare1: u32, spare2: u32 }

@group(0) @binding(0) var<uniform> scene: Scene;

/** Start and displacement of ball k (3: of the one around all) of a primitive in an interval. */
fn posedAt(interval: u32, primitive: u32) -> u32 { return 8u * (interval * (scene.countA + scene.countB) + primitive); }

/** Time over all intervals, rounded towards the past or the future by factors near 1. */
fn timeOf(interval: u32, part: f32) -> f32 { return (f32(interval) + part) / f32(scene.intervals); }
`;

export const MEDIAL_POSE: string = /* wgsl */ `
${MEDIAL_SCENE}
@group(0) @binding(1) var<storage, read> primitivesA: array<vec4f>;
@group(0) @binding(2) var<storage, read> primitivesB: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> posed: array<vec4f>;

/** In order (moved.ts): both ends of a chord are what they are at rest, and the difference is that of the two. */
fn posedCentre(at: u32, c: vec3f) -> vec3f {
  let x = scene.poses[at];
  let y = scene.poses[at + 1u];
  let z = scene.poses[at + 2u];
  let centre = vec3f(dot(x.xyz, c) + x.w, dot(y.xyz, c) + y.w, dot(z.xyz, c) + z.w);
  return bitcast<vec3f>(bitcast<vec3u>(centre) | vec3u(scene.zero));
}

@compute @workgroup_size(64)
fn poseMedial(@builtin(global_invocation_id) id: vec3u) {
  let total = scene.countA + scene.countB;
  if (id.x >= total || id.y >= scene.intervals) { return; }
  let isOfA = id.x < scene.countA;
  // Poses of A at the ends of all intervals, then those of B.
  let first = 3u * (id.y + select(scene.intervals + 1u, 0u, isOfA));
  let out = posedAt(id.y, id.x);
  let turn = select(scene.turnB, scene.turnA, isOfA);
  let unit = select(scene.unitB, scene.unitA, isOfA);
  for (var k = 0u; k < 4u; k++) {
    var ball: vec4f;
    if (isOfA) { ball = primitivesA[4u * id.x + k]; } else { ball = primitivesB[4u * (id.x - scene.countA) + k]; }
    let start = posedCentre(first, ball.xyz);
    // The farthest that a ball of the primitive is from the pivot: of the ball around all, by its radius more.
    let away = length(ball.xyz - turn.xyz) + select(0.0, ball.w, k == 3u);
    posed[out + 2u * k] = vec4f(start, ball.w * unit + scene.enlarged + turn.w * away * 1.00001);
    posed[out + 2u * k + 1u] = vec4f(posedCentre(first + 3u, ball.xyz) - start, 0.0);
  }
}
`;

/** Bindings of the tests: posed balls, pairs that survive the culling (three words each), state, pairs that may touch first. */
export const MEDIAL_TEST: string = /* wgsl */ `
${MEDIAL_SCENE}
/** Factors above and below 1 by 2⁻²⁰ and 2⁻¹⁸: more than the rounding of a length, and of a quotient and a sum. */
const MORE = 1.00000096;
const LESS = 0.9999962;
@group(0) @binding(3) var<storage, read> posed: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> survivors: array<u32>;
@group(0) @binding(5) var<storage, read_write> state: State;
@group(0) @binding(6) var<storage, read_write> candidates: array<vec4u>;

fn ballAt(at: u32, k: u32) -> Moving {
  let p = posed[at + 2u * k];
  return Moving(p.xyz, p.w, posed[at + 2u * k + 1u].xyz);
}

/** The least time at which a contact was proven, or 2. It is kept upside down, so that zero is none. */
fn foundTime() -> f32 {
  let kept = atomicLoad(&state.found);
  return select(bitcast<f32>(~kept), 2.0, kept == 0u);
}

fn find(time: f32) { atomicMax(&state.found, ~bitcast<u32>(max(time, 0.0))); }

/** Lists a pair that may touch from a time on. */
fn list(a: u32, b: u32, time: f32) {
  let k = atomicAdd(&state.candidates, 1u);
  if (k < scene.capacity) { candidates[k] = vec4u(a, b, bitcast<u32>(max(time, 0.0)), 0u); }
}
`;

/** Keeps those candidates that are not later than a proven contact. */
export const MEDIAL_FILTER: string = /* wgsl */ `
${MEDIAL_SCENE}
@group(0) @binding(5) var<storage, read_write> state: State;
@group(0) @binding(6) var<storage, read> candidates: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> kept: array<vec4u>;

@compute @workgroup_size(64)
fn filterMedial(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = min(atomicLoad(&state.candidates), scene.capacity);
  let found = atomicLoad(&state.found);
  let until = select(bitcast<f32>(~found), 2.0, found == 0u);
  for (var k = id.x; k < count; k += groups.x * 64u) {
    if (bitcast<f32>(candidates[k].z) > until) { continue; }
    kept[atomicAdd(&state.kept, 1u)] = candidates[k];
  }
  if (id.x == 0u) { state.stamp = scene.stamp; }
}
`;
