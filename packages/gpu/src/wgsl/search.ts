// What the searches of two trees share: the models, a stack of pairs of nodes, and which node of a pair is opened.
//
// An invocation takes one query after the other, as long as there are any, and does one step of a search in every turn of its loop:
// otherwise all invocations of a group would wait for the longest search.

import { DISCS } from './discs.ts';
import { MOVED } from './moved.ts';
import { TRIANGLES } from './triangles.ts';

/** Pairs of nodes that can wait, whether both numbers of a pair fit into one word, and the most children of a node. */
export interface StackShape {
  readonly size: number;
  readonly isPacked: boolean;
  readonly branching: number;
}

const PACKED = /* wgsl */ `
alias Waiting = u32;
fn pack(p: vec2u) -> u32 { return p.x | (p.y << 16u); }
fn unpack(w: u32) -> vec2u { return vec2u(w & 0xffffu, w >> 16u); }
`;
const UNPACKED = /* wgsl */ `
alias Waiting = vec2u;
fn pack(p: vec2u) -> vec2u { return p; }
fn unpack(w: vec2u) -> vec2u { return w; }
`;

/** Steps of a search by one invocation after which a query is left to the host: a search ends soon, however bodies lie. */
export const MOST_STEPS = 4096;

/** Bindings and helpers; `stride` is the number of doubles of a query, which begin with a pose. */
export const searchCode = ({ size, isPacked }: StackShape, stride = 7): string => /* wgsl */ `
${MOVED}
${DISCS}
${TRIANGLES}
${isPacked ? PACKED : UNPACKED}
@group(0) @binding(0) var<uniform> bodies: Bodies;
@group(0) @binding(1) var<storage, read> nodesA: array<vec4u>;
@group(0) @binding(2) var<storage, read> trianglesA: array<vec4f>;
@group(0) @binding(3) var<storage, read> nodesB: array<vec4u>;
@group(0) @binding(4) var<storage, read> trianglesB: array<vec4f>;
@group(0) @binding(5) var<storage, read> poses: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> results: array<u32>;
@group(0) @binding(7) var<storage, read> anchors: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> nextQuery: atomic<u32>;

const STACK = ${size}u;
const LEAF = 0x80000000u;

fn discB(n: u32) -> Disc {
  let p = bitcast<vec4f>(nodesB[2u * n]);
  let q = bitcast<vec4f>(nodesB[2u * n + 1u]);
  return Disc(p.xyz, p.w, q.xyz, q.w);
}

/** In the frame of B. */
fn discA(m: Moved, n: u32) -> Disc {
  let p = bitcast<vec4f>(nodesA[2u * n]) * bodies.ratio;
  let q = bitcast<vec4f>(nodesA[2u * n + 1u]);
  return Disc(pointToB(m, p.xyz), p.w, turnToB(m, q.xyz), q.w * bodies.ratio);
}

/** First child and number of children; of a leaf, first triangle and number of triangles with LEAF. */
fn linksA(n: u32) -> vec2u {
  let both = nodesA[2u * bodies.nodesA + n / 2u];
  return select(both.zw, both.xy, (n & 1u) == 0u);
}

fn linksB(n: u32) -> vec2u {
  let both = nodesB[2u * bodies.nodesB + n / 2u];
  return select(both.zw, both.xy, (n & 1u) == 0u);
}

fn isLeaf(links: vec2u) -> bool { return (links.y & LEAF) != 0u; }

/** The three corners of a triangle of A in the frame of B. */
fn triangleA(m: Moved, t: u32) -> array<vec3f, 3> {
  return array<vec3f, 3>(
    pointToB(m, trianglesA[3u * t].xyz * bodies.ratio),
    pointToB(m, trianglesA[3u * t + 1u].xyz * bodies.ratio),
    pointToB(m, trianglesA[3u * t + 2u].xyz * bodies.ratio));
}

/**
 * Whether rounding is a good part of the smaller body: then hardly anything is pruned, and nearly all pairs of triangles would be searched. Such a
 * pose is the host's unless the roots decide.
 */
fn isCoarse(m: Moved) -> bool { return 16.0 * discMargin(m) > min(bodies.reachA, bodies.reachB); }

fn gapOfRoots(m: Moved) -> f32 { return gapOf(discA(m, 0u), discB(0u)); }

/** A query to do, or one past the last. */
fn takeQuery() -> u32 { return atomicAdd(&nextQuery, 1u); }

fn rotationAt(at: u32) -> mat3x3f {
  return rotationOf(vec4f(nearest(poses[at], 0), nearest(poses[at + 1u], 0), nearest(poses[at + 2u], 0), nearest(poses[at + 3u], 0)));
}

fn poseOf(k: u32) -> Moved {
  let at = ${stride}u * k;
  let s = bodies.shift;
  // A position this far away, in units of B, is left to the host; so is what is not finite.
  let far = max(exponentOf(poses[at].y, s), max(exponentOf(poses[at + 1u].y, s), exponentOf(poses[at + 2u].y, s))) > 157;
  let high = vec3f(highPart(poses[at], s), highPart(poses[at + 1u], s), highPart(poses[at + 2u], s));
  let low = vec3f(lowPart(poses[at], s), lowPart(poses[at + 1u], s), lowPart(poses[at + 2u], s));
  var m = movedBy(bodies, rotationAt(at + 3u), high, low);
  m.isUsable = m.isUsable && !far;
  return m;
}
`;
