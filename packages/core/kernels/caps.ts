// Which parts of two bodies can be near each other, each body by itself: its cap.
//
// A plane with normal n and a gap g lies between the bodies where their hulls are apart. Points nearer than the pruning bound p then lie at most
// p − g below the highest of their own body along n: in its cap. Far bodies have small caps, and a search of each tree alone finds them, while a search
// of pairs meets all pairs of nodes above them. GJK (Gilbert, Johnson and Keerthi 1988) finds the normal with the widest gap, and leaves to start
// from; its supporting points are searched in the trees. Any normal would do, so its arithmetic needs no error bound: only heights do.
//
// Heights, ε = 2⁻²⁴. Along a rounded normal a height loses 4ε|c| by the product, that of a disc 8εh and 3ερ more, and 2ε of all by the sum: below 16ε of
// what its body reaches, as is that of a corner. The height of the highest corner and that of a disc enter a comparison together: 32ε·S, the
// error bound of the query (src/simd/error-bounds.ts).

import { clearVisits, findExtreme, findHighest, HIGHEST, HIGHEST_REF, visits, writeFront } from './heights';
import {
  ERROR_BOUND_AT,
  EXTREMES_Q_AT,
  EXTREMES_R_AT,
  FRONT_DISCS_AT,
  FRONT_HEIGHTS_Q_AT,
  FRONT_HEIGHTS_R_AT,
  FRONT_Q_AT,
  FRONT_Q_COUNT_AT,
  FRONT_R_AT,
  FRONT_R_COUNT_AT,
  HIGHEST_Q_AT,
  HIGHEST_R_AT,
  LINKS_Q_AT,
  LINKS_R_AT,
  NODE,
  NODES_Q_AT,
  NODES_R_AT,
  NORMAL_Q_AT,
  NORMAL_R_AT,
  OFFSET_AT,
  PACKS_Q_AT,
  PACKS_R_AT,
  POSE_AT,
  PRUNING_AT,
  TESTS_AT,
} from './layout';
import { clearSimplex, NEAREST, nextPoint, reduce } from './simplex';

/** Normals tried among extreme corners, and then among all. The gap is wide enough within this part of the distance of the hulls. */
const MOST_NORMALS: i32 = 16;
const MOST_EXACT: i32 = 1;
const ENOUGH: f64 = 1e-3;

/** Writes the unit vector (x, y, z) as the normal for both bodies: from Q to R for the one, from R to Q for the other. */
function aim(q: usize, x: f64, y: f64, z: f64): void {
  const p = q + POSE_AT;
  const unit = load<f64>(p + 96);
  const to = q + NORMAL_Q_AT;
  for (let k: usize = 0; k < 3; k++) {
    const m = p + 8 * k;
    store<f32>(to + 4 * k, <f32>((load<f64>(m) * x + load<f64>(m + 24) * y + load<f64>(m + 48) * z) * unit));
  }
  store<f32>(to + 12, <f32>(unit * unit));
  store<f32>(q + NORMAL_R_AT, <f32>-x);
  store<f32>(q + NORMAL_R_AT + 4, <f32>-y);
  store<f32>(q + NORMAL_R_AT + 8, <f32>-z);
  store<f32>(q + NORMAL_R_AT + 12, 1);
  store<f64>(q + OFFSET_AT, load<f64>(p + 72) * x + load<f64>(p + 80) * y + load<f64>(p + 88) * z);
}

/** Finds the highest corners of both bodies, among the extreme ones or among all, and adds their difference to the simplex; the gap between them. */
function addHighest(q: usize, isExact: bool): f64 {
  const p = q + POSE_AT;
  const unit = load<f64>(p + 96);
  const normalQ = q + NORMAL_Q_AT;
  const normalR = q + NORMAL_R_AT;
  findExtreme(<usize>load<i32>(q + EXTREMES_Q_AT), normalQ);
  if (isExact) {
    findHighest(
      <usize>load<i32>(q + NODES_Q_AT),
      <usize>load<i32>(q + LINKS_Q_AT),
      <usize>load<i32>(q + PACKS_Q_AT),
      normalQ,
    );
  }
  const heightQ = load<f32>(HIGHEST);
  const x = <f64>load<f32>(HIGHEST + 4) * unit;
  const y = <f64>load<f32>(HIGHEST + 8) * unit;
  const z = <f64>load<f32>(HIGHEST + 12) * unit;
  const to = nextPoint();
  store<i32>(to + 24, load<i32>(HIGHEST + HIGHEST_REF));
  findExtreme(<usize>load<i32>(q + EXTREMES_R_AT), normalR);
  if (isExact) {
    findHighest(
      <usize>load<i32>(q + NODES_R_AT),
      <usize>load<i32>(q + LINKS_R_AT),
      <usize>load<i32>(q + PACKS_R_AT),
      normalR,
    );
  }
  store<i32>(to + 28, load<i32>(HIGHEST + HIGHEST_REF));
  for (let k: usize = 0; k < 3; k++) {
    const m = p + 24 * k;
    const moved = load<f64>(m) * x + load<f64>(m + 8) * y + load<f64>(m + 16) * z + load<f64>(p + 72 + 8 * k);
    store<f64>(to + 8 * k, <f64>load<f32>(HIGHEST + 4 + 4 * k) - moved);
  }
  store<f32>(q + HIGHEST_Q_AT, heightQ);
  store<f32>(q + HIGHEST_R_AT, load<f32>(HIGHEST));
  return -load<f64>(q + OFFSET_AT) - <f64>heightQ - <f64>load<f32>(HIGHEST);
}

/**
 * Searches for the normal with the widest gap; false if the hulls overlap, or nearly. The normal and both heights are then in the query, and the
 * simplex has the leaves of corners near the gap.
 */
export function separate(q: usize): bool {
  const p = q + POSE_AT + 72;
  let x = -load<f64>(p);
  let y = -load<f64>(p + 8);
  let z = -load<f64>(p + 16);
  let length = Math.sqrt(x * x + y * y + z * z);
  let widest: f64 = 0;
  let bestX: f64 = 0;
  let bestY: f64 = 0;
  let bestZ: f64 = 0;
  let bestQ: f32 = 0;
  let bestR: f32 = 0;
  let exact = 0;
  let isExact = false;
  clearSimplex();
  clearVisits();
  for (let k = 0; k < MOST_NORMALS && exact < MOST_EXACT; k++) {
    if (!(length > 0)) break;
    x /= length;
    y /= length;
    z /= length;
    aim(q, x, y, z);
    const gap = addHighest(q, isExact);
    if (isExact) {
      exact++;
      if (gap > widest) {
        widest = gap;
        bestX = x;
        bestY = y;
        bestZ = z;
        bestQ = load<f32>(q + HIGHEST_Q_AT);
        bestR = load<f32>(q + HIGHEST_R_AT);
      }
    }
    const before = length;
    const lengthSq = reduce();
    if (!(lengthSq > 0)) break;
    length = Math.sqrt(lengthSq);
    const isEnough = length - gap <= ENOUGH * length || (k > 1 && length > before * 0.999999);
    if (isEnough && isExact) break;
    if (isEnough) isExact = true;
    x = load<f64>(NEAREST);
    y = load<f64>(NEAREST + 8);
    z = load<f64>(NEAREST + 16);
  }
  store<f64>(q + TESTS_AT, load<f64>(q + TESTS_AT) + <f64>(4 * visits));
  if (!(widest > 0)) return false;
  aim(q, bestX, bestY, bestZ);
  store<f32>(q + HIGHEST_Q_AT, bestQ);
  store<f32>(q + HIGHEST_R_AT, bestR);
  return true;
}

/** The least sum of the heights of two parts, one of each body, that can be nearer than the pruning bound. */
export function leastSum(q: usize): f64 {
  return -load<f64>(q + PRUNING_AT) - load<f64>(q + OFFSET_AT) - load<f64>(q + ERROR_BOUND_AT);
}

/** Writes the fronts of both caps, for the pruning bound of now; the number of their pairs. */
export function findCaps(q: usize): i32 {
  clearVisits();
  const nodesR = <usize>load<i32>(q + NODES_R_AT);
  const least = leastSum(q);
  const countQ = writeFront(
    <usize>load<i32>(q + NODES_Q_AT),
    <usize>load<i32>(q + LINKS_Q_AT),
    <usize>load<i32>(q + PACKS_Q_AT),
    q + NORMAL_Q_AT,
    <f32>(least - <f64>load<f32>(q + HIGHEST_R_AT)),
    q + FRONT_Q_AT,
    q + FRONT_HEIGHTS_Q_AT,
  );
  const countR = writeFront(
    nodesR,
    <usize>load<i32>(q + LINKS_R_AT),
    <usize>load<i32>(q + PACKS_R_AT),
    q + NORMAL_R_AT,
    <f32>(least - <f64>load<f32>(q + HIGHEST_Q_AT)),
    q + FRONT_R_AT,
    q + FRONT_HEIGHTS_R_AT,
  );
  store<i32>(q + FRONT_Q_COUNT_AT, countQ);
  store<i32>(q + FRONT_R_COUNT_AT, countR);
  for (let k = 0; k < countR; k++) {
    const ref = load<i32>(q + FRONT_R_AT + 4 * k);
    const from = nodesR + NODE * (ref >> 2) + 4 * (ref & 3);
    const to = q + FRONT_DISCS_AT + NODE * (k >> 2) + 4 * (k & 3);
    for (let c: usize = 0; c < NODE; c += 16) store<f32>(to + c, load<f32>(from + c));
  }
  store<f64>(q + TESTS_AT, load<f64>(q + TESTS_AT) + <f64>(4 * visits));
  return countQ * countR;
}
