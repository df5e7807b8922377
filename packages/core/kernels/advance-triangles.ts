// Two triangles advanced in doubles until they are within the threshold: `advanceTriangles` of src/query/advance/advance-triangles.ts and what it
// calls (point-motion, triangle-steps, parting-direction), by the same operations. The reasons are there.

import { larger, smaller } from './larger';
import {
  END,
  FOUND,
  MOTION,
  motion,
  POINTS,
  QUERY_ANGULAR,
  QUERY_PIVOT,
  QUERY_VELOCITY,
  REFERENCE_ANGULAR,
  REFERENCE_PIVOT,
  REFERENCE_VELOCITY,
  SCALE,
  SLOTS,
  STEPS,
  setMotion,
  state,
  TURNS,
  WANTED,
  WITHHELD,
  writeState,
} from './motion';
import { distanceTriangleTriangle, WITNESS } from './triangle-distance';

/** How an advancement of two triangles ends: another pair is earlier, they are within the threshold, they do not get there. */
export const LATER: i32 = 0;
export const CONTACT: i32 = 1;
export const STUCK: i32 = 2;

const MOST_STEPS: i32 = 4096;
const FINE_GAP: f64 = 1.0 / 16777216.0; // 2⁻²⁴
const STEP_SHRINK: f64 = 1 - 9.094947017729282e-13; // 1 − 2⁻⁴⁰
const POINT_MOTION: usize = 40;

const POSED: usize = memory.data(72);
const MOTIONS_Q: usize = memory.data(120);
const MOTIONS_R: usize = memory.data(120);
const DIRECTION: usize = memory.data(24);
const LINE: usize = memory.data(24);
let step: f64 = 0;
let narrowest: f64 = 0;
/** The time at which the triangles are known to be apart. */
export let reached: f64 = 0;

function at(p: usize, k: usize): f64 {
  return load<f64>(p + 8 * k);
}
function put(p: usize, k: usize, x: f64): void {
  store<f64>(p + 8 * k, x);
}

/** Advances two triangles from `time` on, of which `own` is that of the query body in its own frame, until they are in contact or later than `next`. */
export function advanceTriangles(own: usize, other: usize, slotQ: i32, slotR: i32, time: f64, next: f64): i32 {
  const turns = motion(TURNS) !== 0;
  const wanted = motion(WANTED);
  const withheld = motion(WITHHELD);
  reached = time;
  for (let taken = 0; taken < MOST_STEPS; taken++) {
    setMotion(STEPS, motion(STEPS) + 1);
    if (turns) writeState(reached);
    poseTriangle(own, turns ? 0 : reached);
    distanceTriangleTriangle(POSED, other, Infinity);
    writePointMotions(QUERY_VELOCITY, QUERY_ANGULAR, QUERY_PIVOT, POSED, MOTIONS_Q);
    writePointMotions(REFERENCE_VELOCITY, REFERENCE_ANGULAR, REFERENCE_PIVOT, other, MOTIONS_R);
    for (let k: usize = 0; k < 3; k++) put(DIRECTION, k, at(WITNESS, 3 + k) - at(WITNESS, k));
    const gap = Math.sqrt(at(WITNESS, 6));
    if (gap <= wanted) {
      settle(slotQ, slotR, gap);
      return CONTACT;
    }
    writeTriangleStep(other, withheld);
    if (gap < FINE_GAP * motion(SCALE) && narrowest < (gap - withheld) / 2) {
      refineDirection(POSED, other);
      writeTriangleStep(other, withheld);
    }
    const until = reached + step * STEP_SHRINK;
    if (until >= motion(END)) {
      reached = Infinity;
      return LATER;
    }
    if (!(until > reached)) {
      settle(slotQ, slotR, gap);
      return STUCK;
    }
    reached = until;
    if (until > next) return LATER;
  }
  settle(slotQ, slotR, Math.sqrt(at(WITNESS, 6)));
  return STUCK;
}

function settle(slotQ: i32, slotR: i32, gap: f64): void {
  setMotion(FOUND, reached);
  setMotion(FOUND + 1, gap);
  setMotion(SLOTS, <f64>slotQ);
  setMotion(SLOTS + 1, <f64>slotR);
  memory.copy(MOTION + 8 * POINTS, WITNESS, 48);
}

function poseTriangle(own: usize, straightFor: f64): void {
  const scale = state(12);
  for (let k: usize = 0; k < 9; k += 3) {
    const x = at(own, k) * scale;
    const y = at(own, k + 1) * scale;
    const z = at(own, k + 2) * scale;
    for (let c: usize = 0; c < 3; c++) {
      const moved = state(3 * c) * x + state(3 * c + 1) * y + state(3 * c + 2) * z + state(9 + c);
      put(POSED, k + c, moved + (state(QUERY_VELOCITY + c) - state(REFERENCE_VELOCITY + c)) * straightFor);
    }
  }
}

function writePointMotions(velocity: usize, angular: usize, pivot: usize, points: usize, out: usize): void {
  const wx = state(angular);
  const wy = state(angular + 1);
  const wz = state(angular + 2);
  const omega = Math.sqrt(wx * wx + wy * wy + wz * wz);
  for (let k: usize = 0, to = out; k < 9; k += 3, to += POINT_MOTION) {
    const rx = at(points, k) - state(pivot);
    const ry = at(points, k + 1) - state(pivot + 1);
    const rz = at(points, k + 2) - state(pivot + 2);
    const tx = wy * rz - wz * ry;
    const ty = wz * rx - wx * rz;
    const tz = wx * ry - wy * rx;
    put(to, 0, state(velocity) + tx);
    put(to, 1, state(velocity + 1) + ty);
    put(to, 2, state(velocity + 2) + tz);
    put(to, 3, omega === 0 ? 0 : omega * Math.sqrt(tx * tx + ty * ty + tz * tz));
  }
}

function freeFor(gap: f64, closing: f64, bend: f64): f64 {
  if (bend === 0) return closing > 0 ? gap / closing : Infinity;
  const root = Math.sqrt(closing * closing + 2 * bend * gap);
  return closing >= 0 ? (2 * gap) / (closing + root) : (root - closing) / bend;
}

/** To `step` and `narrowest`. */
function writeTriangleStep(other: usize, withheld: f64): void {
  const qx = at(DIRECTION, 0);
  const qy = at(DIRECTION, 1);
  const qz = at(DIRECTION, 2);
  const length = Math.sqrt(qx * qx + qy * qy + qz * qz);
  const epsilon = withheld * length;
  let least: f64 = Infinity;
  narrowest = Infinity;
  for (let x: usize = 0; x < 3; x++) {
    const corner = POSED + 24 * x;
    const motionA = MOTIONS_Q + POINT_MOTION * x;
    const here = at(corner, 0) * qx + at(corner, 1) * qy + at(corner, 2) * qz;
    const speed = at(motionA, 0) * qx + at(motionA, 1) * qy + at(motionA, 2) * qz;
    for (let y: usize = 0; y < 3; y++) {
      const there = other + 24 * y;
      const motionB = MOTIONS_R + POINT_MOTION * y;
      const gap = at(there, 0) * qx + at(there, 1) * qy + at(there, 2) * qz - here - epsilon;
      if (gap < narrowest) narrowest = gap;
      if (!(gap > 0)) {
        least = 0;
        continue;
      }
      const closing = speed - (at(motionB, 0) * qx + at(motionB, 1) * qy + at(motionB, 2) * qz);
      const free = freeFor(gap, closing, (at(motionA, 3) + at(motionB, 3)) * length);
      if (free < least) least = free;
    }
  }
  step = least;
  narrowest = narrowest / length;
}

function refineDirection(a: usize, b: usize): void {
  memory.copy(LINE, DIRECTION, 24);
  let widest = takeWider(a, b, at(LINE, 0), at(LINE, 1), at(LINE, 2), -Infinity);
  widest = takeNormal(a, a, b, widest);
  widest = takeNormal(b, a, b, widest);
  for (let k: usize = 0; k < 3; k++) {
    widest = takeSquare(a, k, a, b, widest);
    const from = a + 24 * k;
    const to = a + 24 * ((k + 1) % 3);
    const x = at(to, 0) - at(from, 0);
    const y = at(to, 1) - at(from, 1);
    const z = at(to, 2) - at(from, 2);
    for (let l: usize = 0; l < 3; l++) {
      const start = b + 24 * l;
      const end = b + 24 * ((l + 1) % 3);
      const ex = at(end, 0) - at(start, 0);
      const ey = at(end, 1) - at(start, 1);
      const ez = at(end, 2) - at(start, 2);
      widest = takeWider(a, b, y * ez - z * ey, z * ex - x * ez, x * ey - y * ex, widest);
    }
    widest = takeSquare(b, k, a, b, widest);
  }
}

function takeNormal(t: usize, a: usize, b: usize, widest: f64): f64 {
  const ux = at(t, 3) - at(t, 0);
  const uy = at(t, 4) - at(t, 1);
  const uz = at(t, 5) - at(t, 2);
  const vx = at(t, 6) - at(t, 0);
  const vy = at(t, 7) - at(t, 1);
  const vz = at(t, 8) - at(t, 2);
  return takeWider(a, b, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, widest);
}

/** The line without its part along the edge of t from corner k on. */
function takeSquare(t: usize, k: usize, a: usize, b: usize, widest: f64): f64 {
  const from = t + 24 * k;
  const to = t + 24 * ((k + 1) % 3);
  const x = at(to, 0) - at(from, 0);
  const y = at(to, 1) - at(from, 1);
  const z = at(to, 2) - at(from, 2);
  const along = (at(LINE, 0) * x + at(LINE, 1) * y + at(LINE, 2) * z) / (x * x + y * y + z * z);
  return takeWider(a, b, at(LINE, 0) - along * x, at(LINE, 1) - along * y, at(LINE, 2) - along * z, widest);
}

function takeWider(a: usize, b: usize, cx: f64, cy: f64, cz: f64, widest: f64): f64 {
  const length = Math.sqrt(cx * cx + cy * cy + cz * cz);
  if (!(length > 0)) return widest;
  const scale = (cx * at(LINE, 0) + cy * at(LINE, 1) + cz * at(LINE, 2) < 0 ? -1.0 : 1.0) / length;
  const x = cx * scale;
  const y = cy * scale;
  const z = cz * scale;
  let highest: f64 = -Infinity;
  let lowest: f64 = Infinity;
  for (let k: usize = 0; k < 9; k += 3) {
    highest = larger(highest, at(a, k) * x + at(a, k + 1) * y + at(a, k + 2) * z);
    lowest = smaller(lowest, at(b, k) * x + at(b, k + 1) * y + at(b, k + 2) * z);
  }
  if (!(lowest - highest > widest)) return widest;
  put(DIRECTION, 0, x);
  put(DIRECTION, 1, y);
  put(DIRECTION, 2, z);
  return lowest - highest;
}
