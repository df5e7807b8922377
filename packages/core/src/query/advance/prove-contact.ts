// Proof that two bodies touch: a time shortly after they came within the threshold at which a face crosses another by more than the
// error of its position.

import { filterTriangleTriangle } from '../../primitive/triangle-triangle-filter.ts';
import { powerOfTwo } from '../../scalar/power-of-two.ts';
import { searchContactsDiscs } from '../collide/collide-discs.ts';
import { PROVE_CONTACT_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { type Advance, advanceTo, type PairMotion, poseTriangle } from './advance.ts';
import { hasPassedThrough } from './passing-point.ts';
import { POINT_MOTION, writePointMotions } from './point-motion.ts';

/** Number of tests; each is twice as far ahead as the one before. */
const TESTS = 8;
/** Number of tests that include all faces and not only the two near ones. */
const WIDE_TESTS = 4;
/** Number of searches for faces that meet flush. */
const FLUSH_TESTS = 3;
/** Number of bisections between the last test without a proof and the first with one. */
const HALVINGS = 4;

/** Faces slide along each other if less than this part of their relative speed closes the gap. Dimensionless. */
const SLIDING = 1 / 64;

/** The delays to test, in order. */
const TIMES = 3;
/** A depth well above all rounding, in parts of the scale. Dimensionless. */
const CERTIFIED_DEPTH: number = 2 ** -30;

/** Scratch of one query. */
class Scratch {
  readonly posed: Float64Array = new Float64Array(9);
  /** The delays to test. */
  readonly times: Float64Array = new Float64Array(TIMES);
  readonly motions: Float64Array = new Float64Array(2 * 3 * POINT_MOTION);
}

const scratchOf = perWorkspace(PROVE_CONTACT_SLOT, () => new Scratch());
/**
 * The earliest time found by which the bodies are proven to be in contact, after work.found[0] and not after `latest`;
 * NaN if none was found.
 */
export function proveContact(w: Workspace, pairMotion: PairMotion, work: Advance, latest: number): number {
  const { times } = scratchOf(w);
  writeTimesToContact(w, pairMotion, work);
  for (let k = 0; k < TIMES; k++) {
    const proven = findStep(w, pairMotion, work, times[k], latest);
    if (proven <= latest) return proven;
  }
  return Number.NaN;
}

/** Searches for a proof `ahead` of work.found[0] and, if there is none, farther and farther ahead; NaN if `ahead` is. */
function findStep(w: Workspace, pairMotion: PairMotion, work: Advance, ahead: number, latest: number): number {
  if (!(ahead > 0)) return Number.NaN;
  const start = work.found[0];
  work.crossingQuery = work.slotQuery;
  work.crossingReference = work.slotReference;
  for (let k = 0; k < TESTS; k++) {
    const at = Math.min(start + ahead * powerOfTwo(k), latest);
    if (crosses(w, pairMotion, work, at)) return narrow(w, pairMotion, work, start, at);
    if (at === latest) break;
  }
  for (let k = 0; k < WIDE_TESTS; k++) {
    const at = Math.min(start + ahead * powerOfTwo(2 * k), latest);
    if (intersects(w, pairMotion, work, at)) return narrow(w, pairMotion, work, start, at);
    if (at === latest) break;
  }
  for (let k = 0; k < FLUSH_TESTS; k++) {
    const at = Math.min(start + ahead * powerOfTwo(k), latest);
    if (hasPassedThrough(w, pairMotion, work, at)) return at;
    if (at === latest) break;
  }
  return Number.NaN;
}

/**
 * The time in which the two faces close their gap plus some rounding: at their closing speed or, if they slide along each other, at
 * the speed they had before. Also the time to reach a depth above rounding, where the gap is not. NaN where there is no such time.
 */
function writeTimesToContact(w: Workspace, pairMotion: PairMotion, work: Advance): void {
  const { times, motions } = scratchOf(w);
  const { state, points, found, wanted } = work;
  advanceTo(w, pairMotion, found[0], state);
  writePointMotions(state, 0, points, 0, 3, 1, motions, 0);
  writePointMotions(state, 1, points, 3, 3, 1, motions, POINT_MOTION);
  let closing = 0;
  let speedSq = 0;
  for (let k = 0; k < 3; k++) {
    const relative = motions[k] - motions[POINT_MOTION + k];
    closing += relative * (points[3 + k] - points[k]);
    speedSq += relative * relative;
  }
  const loose = motions[4] + motions[POINT_MOTION + 4];
  const speed = Math.sqrt(speedSq) + loose;
  const length = found[1];
  const depth = length + 64 * w.coordinateError[0];
  const direct = length > 0 ? closing / length : speed;
  const slides = !(direct > SLIDING * speed);
  times[0] = slides && speed > 0 ? (4 * Math.max(depth, wanted[0])) / speed : Number.NaN;
  times[1] = direct > 0 ? (1.25 * depth) / direct : Number.NaN;
  const certifiedDepth = CERTIFIED_DEPTH * w.scale[0];
  times[2] = speed > 0 && certifiedDepth > depth ? certifiedDepth / speed : Number.NaN;
}

/** Whether the two faces are proven to cross at a time. */
function crosses(w: Workspace, pairMotion: PairMotion, work: Advance, at: number): boolean {
  const { reference } = w;
  const { posed } = scratchOf(w);
  advanceTo(w, pairMotion, at, work.state);
  poseTriangle(w, work.crossingQuery, work.state, 0, posed);
  return filterTriangleTriangle(posed, 0, reference.tree.triangles, 9 * work.crossingReference, w.coordinateError) > 0;
}

/** Whether any two faces are proven to cross at a time; stores them. */
function intersects(w: Workspace, pairMotion: PairMotion, work: Advance, at: number): boolean {
  const { contacts, budget } = w;
  advanceTo(w, pairMotion, at, work.state);
  contacts.start(true, 'surface', 'surface');
  contacts.onlyCertified = true;
  searchContactsDiscs(w, contacts, budget);
  if (contacts.crossings === 0) return false;
  work.crossingQuery = contacts.witnessQuery;
  work.crossingReference = contacts.witnessReference;
  return true;
}

/** Bisects between a time at which the faces are apart and one at which they cross. */
function narrow(w: Workspace, pairMotion: PairMotion, work: Advance, before: number, proven: number): number {
  let low = before;
  let high = proven;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (crosses(w, pairMotion, work, middle)) high = middle;
    else low = middle;
  }
  return high;
}
