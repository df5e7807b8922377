// How long two medial primitives are proven apart: conservative advancement in floats (core: query/medial/primitive-steps.ts).
//
// Along a direction q, two balls on chords are apart while a linear function of time is positive; two primitives are, while that
// holds for every pair of their balls. Directions are those of the closest balls, now and at the time when these pass each other.
// Any direction is a proof. So only the heights along q must be safe: radii are enlarged for their rounding (medial-scene.ts), the
// length of q and the quotient by factors.

import { MEDIAL_TEST } from './medial-scene.ts';

/** Steps of a pair before it is listed as it is. */
const MOST_STEPS = 10;

export const MEDIAL_PROVEN: string = /* wgsl */ `
${MEDIAL_TEST}
struct Slab { b0: Moving, b1: Moving, b2: Moving }

fn slabAt(at: u32) -> Slab { return Slab(ballAt(at, 0u), ballAt(at, 1u), ballAt(at, 2u)); }
fn later(s: Slab, t: f32) -> Slab { return Slab(atTime(s.b0, t), atTime(s.b1, t), atTime(s.b2, t)); }

/** All 9 + 6 elementary pairs of two slabs. */
fn closestOfSlabs(givenA: Slab, givenB: Slab) -> Closest {
  var a = givenA;
  var b = givenB;
  var best = Closest(1e30, vec3f(0.0), 0.0, vec3f(0.0));
  for (var i = 0u; i < 3u; i++) {
    let first = closestToSlab(a.b0, b.b0, b.b1, b.b2, 1.0);
    if (first.distance < best.distance) { best = first; }
    for (var j = 0u; j < 3u; j++) {
      let next = closestOfCones(a.b0, a.b1, b.b0, b.b1);
      if (next.distance < best.distance) { best = next; }
      b = Slab(b.b1, b.b2, b.b0);
    }
    let second = closestToSlab(b.b0, a.b0, a.b1, a.b2, -1.0);
    if (second.distance < best.distance) { best = second; }
    a = Slab(a.b1, a.b2, a.b0);
    b = Slab(b.b1, b.b2, b.b0);
  }
  return best;
}

/** How long two balls stay apart along q, which points from A to B. */
fn apartFor(a: Moving, b: Moving, q: vec3f, size: f32) -> f32 {
  let gap = dot(q, b.centre - a.centre) - size * (a.radius + b.radius);
  if (!(gap > 0.0)) { return 0.0; }
  let closing = dot(q, a.motion - b.motion);
  return select(1e9, gap / closing, closing > gap * 1e-9);
}

fn apartAlong(a: Slab, b: Slab, q: vec3f) -> f32 {
  let size = length(q) * MORE;
  let x = min(apartFor(a.b0, b.b0, q, size), min(apartFor(a.b0, b.b1, q, size), apartFor(a.b0, b.b2, q, size)));
  let y = min(apartFor(a.b1, b.b0, q, size), min(apartFor(a.b1, b.b1, q, size), apartFor(a.b1, b.b2, q, size)));
  let z = min(apartFor(a.b2, b.b0, q, size), min(apartFor(a.b2, b.b1, q, size), apartFor(a.b2, b.b2, q, size)));
  return min(x, min(y, z)) * LESS;
}

/** Tests the primitives a of A and b of B in an interval, apart until \`since\`; lists the pair where it may touch first. */
fn testPair(interval: u32, a: u32, b: u32, since: f32) {
  let slabA = slabAt(posedAt(interval, a));
  let slabB = slabAt(posedAt(interval, scene.countA + b));
  var t = since;
  var last = Closest(1e30, vec3f(0.0), 0.0, vec3f(0.0));
  for (var step = 0u; step < ${MOST_STEPS}u; step++) {
    let atA = later(slabA, t);
    let atB = later(slabB, t);
    let near = closestOfSlabs(atA, atB);
    last = near;
    let now = timeOf(interval, t);
    if (near.distance < -scene.overlap) {
      find(now * MORE);
      break;
    }
    if (near.distance <= 0.0) { break; }
    let q = -near.x;
    var free = apartAlong(atA, atB, q);
    if (t + free < 1.0) {
      // The same two balls when they touch, or are nearest.
      let closing = dot(q, near.motion);
      let speed = dot(near.motion, near.motion);
      let root = closing * closing - speed * (dot(q, q) - near.radii * near.radii);
      let ahead = select(closing, closing - sqrt(max(root, 0.0)), root > 0.0) / speed;
      // A square of a motion so slow may be zero.
      if (closing > 0.0 && speed > 1e-30) { free = max(free, apartAlong(atA, atB, q - ahead * near.motion)); }
    }
    // Less than the sum, which is rounded: the next step must not start later than this one has proven.
    t = (t + free) * LESS;
    if (t >= 1.0 || timeOf(interval, t) * LESS > foundTime()) { return; }
    if (free < 1e-3) { break; }
  }
  list(a, b, timeOf(interval, t * LESS) * LESS);
  // A contact is proven where the same two balls, a little later, would overlap by enough.
  let closing = -dot(last.x, last.motion) / max(length(last.x), 1e-30);
  let soon = t + (max(last.distance, 0.0) + 1.5 * scene.overlap) / closing;
  if (!(closing > 0.0 && soon <= 1.0)) { return; }
  if (closestOfSlabs(later(slabA, soon), later(slabB, soon)).distance < -scene.overlap) { find(timeOf(interval, soon) * MORE); }
}
`;
