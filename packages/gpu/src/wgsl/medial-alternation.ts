// The elementary tests of Song, Lan, Yao and Guo (§4.2 to 4.4) in floats, as core's lab has them in doubles: from the end of the
// interval, the closest balls at a time and the first time at which these two touch alternate until neither changes. The claims
// are the paper's, not proofs.

import { ROWS } from './medial-pairs.ts';
import { MEDIAL_TEST } from './medial-scene.ts';

/** Alternations after which a test counts as not convergent, and gives up. */
const MOST_TURNS = 32;

export const MEDIAL_ALTERNATION: string = /* wgsl */ `
${MEDIAL_TEST}
/** Two times this near each other are the same, and two balls touch at this part of their radii. */
const SAME_TIME = 1e-5;
const TOUCH = 1e-5;
const MOST_SQUARE = (1.0 + TOUCH) * (1.0 + TOUCH);
const LEAST_SQUARE = (1.0 - TOUCH) * (1.0 - TOUCH);

/** The next time; z is 1 where the test has ended, and then x the time of contact, or 2 for none. */
struct Turn { time: f32, isDone: bool }

fn turnOf(near: Closest, time: f32) -> Turn {
  let half = dot(near.motion, near.x);
  let square = dot(near.motion, near.motion);
  let apart = dot(near.x, near.x);
  let discriminant = half * half - square * (apart - near.radii * near.radii);
  // Zero where they do not move: then so is half.
  let part = select(0.0, 1.0 / square, square > 0.0);
  let middle = time - half * part;
  let spread = sqrt(max(discriminant, 0.0)) * part;
  let enters = middle - spread;
  let leaves = middle + spread;
  // |distance| ≤ TOUCH · radii, without the root.
  let radiiSquare = near.radii * near.radii;
  let isNear = apart <= radiiSquare * MOST_SQUARE;
  let touches = isNear && apart >= radiiSquare * LEAST_SQUARE;
  // Condition 1: in contact at the start and separating.
  if (touches && time <= SAME_TIME && leaves <= SAME_TIME) { return Turn(2.0, true); }
  // In contact; Condition 2: but not at the time when they separate, which is the end of a tunnel.
  if (touches && !(abs(leaves - time) <= SAME_TIME && enters < time - SAME_TIME)) { return Turn(time, true); }
  let isReal = discriminant >= 0.0;
  let next = select(clamp(select(middle, enters, isReal), 0.0, 1.0), 0.0, isReal && leaves < 0.0);
  // Condition 3: the time does not change and they are apart.
  if (abs(next - time) <= SAME_TIME) { return Turn(select(2.0, time, isNear), true); }
  return Turn(next, false);
}

fn coneTime(a0: Moving, a1: Moving, b0: Moving, b1: Moving) -> f32 {
  // The vectors move linearly too, and are fewer than the balls.
  let between = Axis(a0.centre - b0.centre, a0.radius + b0.radius, a0.motion - b0.motion);
  let back = axisOf(a1, a0);
  let along = axisOf(b0, b1);
  var turn = Turn(1.0, false);
  for (var k = 0u; k < ${MOST_TURNS}u && !turn.isDone; k++) {
    let t = turn.time;
    turn = turnOf(closestOnAxes(axisAt(between, t), axisAt(back, t), axisAt(along, t)), t);
  }
  return select(2.0, turn.time, turn.isDone);
}

fn slabTime(ball: Moving, b0: Moving, b1: Moving, b2: Moving) -> f32 {
  let between = Axis(ball.centre - b0.centre, ball.radius + b0.radius, ball.motion - b0.motion);
  let first = axisOf(b0, b1);
  let second = axisOf(b0, b2);
  var turn = Turn(1.0, false);
  for (var k = 0u; k < ${MOST_TURNS}u && !turn.isDone; k++) {
    let t = turn.time;
    turn = turnOf(closestOnSlab(axisAt(between, t), axisAt(first, t), axisAt(second, t)), t);
  }
  return select(2.0, turn.time, turn.isDone);
}

/** A primitive whose corners are taken in turns. */
struct Corner { b0: Moving, b1: Moving, b2: Moving }

fn cornersAt(at: u32) -> Corner { return Corner(ballAt(at, 0u), ballAt(at, 1u), ballAt(at, 2u)); }
fn turnedOn(c: Corner) -> Corner { return Corner(c.b1, c.b2, c.b0); }

/** All 9 + 6 tests of two slabs. The paper starts at the end of the interval, whatever is known of its start. */
fn testPair(interval: u32, first: u32, second: u32, since: f32) {
  var a = cornersAt(posedAt(interval, first));
  var b = cornersAt(posedAt(interval, scene.countA + second));
  var least = 2.0;
  for (var i = 0u; i < 3u; i++) {
    for (var j = 0u; j < 3u; j++) {
      least = min(least, coneTime(a.b0, a.b1, b.b0, b.b1));
      b = turnedOn(b);
    }
    least = min(least, slabTime(a.b0, b.b0, b.b1, b.b2));
    least = min(least, slabTime(b.b0, a.b0, a.b1, a.b2));
    a = turnedOn(a);
    b = turnedOn(b);
  }
  claim(interval, first, second, least);
}

fn claim(interval: u32, first: u32, second: u32, least: f32) {
  if (least > 1.0) { return; }
  let time = timeOf(interval, least);
  // What is later than another contact is not first.
  if (time > foundTime()) { return; }
  find(time);
  list(first, second, time);
}
`;

/** Elementary tests of two slabs: 9 of two cones, 6 of a ball and a slab. */
export const CONE_TESTS = 9;
export const SLAB_TESTS = 6;
/** Invocations of a workgroup. */
export const ALTERNATION_GROUP = 128;

/**
 * All pairs without culling, an invocation for one of the elementary tests of each pair: far fewer registers and far shorter code than all
 * tests in one. (One loop over the alternations of all tests of a pair, without waiting at each, was a third slower than testPair.)
 */
export const ALTERNATION_OF_ALL: string = /* wgsl */ `
@compute @workgroup_size(${ALTERNATION_GROUP})
fn testAllCones(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= scene.countB) { return; }
  let interval = id.z / ${CONE_TESTS}u;
  let test = id.z % ${CONE_TESTS}u;
  let edgeA = vec2u(test / 3u, (test / 3u + 1u) % 3u);
  let edgeB = vec2u(test % 3u, (test % 3u + 1u) % 3u);
  let atB = posedAt(interval, scene.countA + id.x);
  let b0 = ballAt(atB, edgeB.x);
  let b1 = ballAt(atB, edgeB.y);
  let first = ${ROWS}u * id.y;
  for (var a = first; a < min(first + ${ROWS}u, scene.countA); a++) {
    let atA = posedAt(interval, a);
    claim(interval, a, id.x, coneTime(ballAt(atA, edgeA.x), ballAt(atA, edgeA.y), b0, b1));
  }
}

@compute @workgroup_size(${ALTERNATION_GROUP})
fn testAllSlabs(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= scene.countB) { return; }
  let interval = id.z / ${SLAB_TESTS}u;
  let test = id.z % ${SLAB_TESTS}u;
  let corner = test % 3u;
  let atB = posedAt(interval, scene.countA + id.x);
  let first = ${ROWS}u * id.y;
  for (var a = first; a < min(first + ${ROWS}u, scene.countA); a++) {
    let atA = posedAt(interval, a);
    let atBall = select(atB, atA, test < 3u);
    let atSlab = select(atA, atB, test < 3u);
    let slab = cornersAt(atSlab);
    claim(interval, a, id.x, slabTime(ballAt(atBall, corner), slab.b0, slab.b1, slab.b2));
  }
}
`;
