// Are two bodies within a distance of each other? Any pair near enough ends the search (src/query/tolerance/tolerance-mesh-mesh.ts): two
// triangles, or two corners found before.

import { descend, MOST_FOLLOWED, NOTHING_NEAR, pop } from './descend';
import {
  ASK,
  ASKED_AT,
  CAPACITY_AT,
  CHECKPOINT_AT,
  CORNERS_R_AT,
  DISTANCE_AT,
  DONE,
  FIRSTS_Q_AT,
  FIRSTS_R_AT,
  FULL,
  LINKS_Q_AT,
  LINKS_R_AT,
  LIST_AT,
  LISTED_AT,
  NODE,
  NODES_Q_AT,
  NODES_R_AT,
  PAUSED,
  POINTS_AT,
  SLOT_Q_AT,
  SLOT_R_AT,
  TESTS_AT,
  TOP_AT,
  TRIANGLE,
} from './layout';
import { limitOf, searchLeaves } from './leaves';
import { moveTriangle, narrowPose } from './moved';
import { linkOf } from './nodes';
import { copyPoint } from './points';
import { TO_REFERENCE, turnedCentre, writeFrames } from './turned-disc';

const MOVED: usize = memory.data(72);

/** Searches, or goes on after a question. The pair of the roots is on the stack at first. */
export function searchWithin(q: usize): i32 {
  narrowPose(q);
  writeFrames(q);
  const linksQ = <usize>load<i32>(q + LINKS_Q_AT);
  const linksR = <usize>load<i32>(q + LINKS_R_AT);
  const checkpoint = load<f64>(q + CHECKPOINT_AT);
  const capacity = load<i32>(q + CAPACITY_AT) - MOST_FOLLOWED;
  const asked = <f32>load<f64>(q + ASKED_AT);
  const askedSq = asked * asked;
  const limit = limitOf(q);
  let pair = NOTHING_NEAR;
  while (true) {
    if (load<i32>(q + LISTED_AT) > 0) {
      if (searchLeaves(q)) return ASK;
      if (load<i32>(q + SLOT_Q_AT) >= 0) return DONE;
    }
    if (pair === NOTHING_NEAR) {
      if (load<i32>(q + TOP_AT) === 0) return DONE;
      pair = pop(q);
    }
    const refQ = <i32>pair;
    const refR = <i32>(pair >> 32);
    if ((linkOf(linksQ, refQ) & linkOf(linksR, refR)) < 0) {
      store<i32>(q + LIST_AT, refQ);
      store<i32>(q + LIST_AT + 4, refR);
      store<i32>(q + LISTED_AT, 1);
      pair = NOTHING_NEAR;
      continue;
    }
    if (load<f64>(q + TESTS_AT) >= checkpoint) return PAUSED;
    if (load<i32>(q + TOP_AT) > capacity) return FULL;
    // Corners are as near as centres, more or less: they are not read before.
    if (centresSquare(q, refQ, refR) <= askedSq && takeFirstCorners(q, refQ, refR)) return DONE;
    pair = descend(q, refQ, refR, limit);
    store<f64>(q + TESTS_AT, load<f64>(q + TESTS_AT) + <f64>MOST_FOLLOWED);
  }
}

function centresSquare(q: usize, refQ: i32, refR: i32): f32 {
  const a = <usize>load<i32>(q + NODES_Q_AT) + NODE * (refQ >> 2) + 4 * (refQ & 3);
  const b = <usize>load<i32>(q + NODES_R_AT) + NODE * (refR >> 2) + 4 * (refR & 3);
  const centre = turnedCentre(TO_REFERENCE, a);
  const x = load<f32>(b) - f32x4.extract_lane(centre, 0);
  const y = load<f32>(b + 16) - f32x4.extract_lane(centre, 1);
  const z = load<f32>(b + 32) - f32x4.extract_lane(centre, 2);
  return x * x + y * y + z * z;
}

/** Makes the first corners below two nodes the result if they are near enough: as the host does, to the bit. */
function takeFirstCorners(q: usize, refQ: i32, refR: i32): bool {
  const slotQ = load<i32>(<usize>load<i32>(q + FIRSTS_Q_AT) + 4 * refQ);
  const slotR = load<i32>(<usize>load<i32>(q + FIRSTS_R_AT) + 4 * refR);
  const other = <usize>load<i32>(q + CORNERS_R_AT) + TRIANGLE * slotR;
  moveTriangle(q, slotQ, MOVED);
  let sq: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const step = load<f64>(other + k) - load<f64>(MOVED + k);
    sq += step * step;
  }
  const asked = load<f64>(q + ASKED_AT);
  if (sq > asked * asked) return false;
  copyPoint(q + POINTS_AT, MOVED);
  copyPoint(q + POINTS_AT + 24, other);
  store<f64>(q + DISTANCE_AT, Math.sqrt(sq));
  store<i32>(q + SLOT_Q_AT, slotQ);
  store<i32>(q + SLOT_R_AT, slotR);
  return true;
}
