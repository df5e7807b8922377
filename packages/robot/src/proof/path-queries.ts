// Queries about a whole path: the first contact or a proof of none, and the least gap.

import { NearmissError } from 'nearmiss';
import type { Body } from '../bodies/body.ts';
import type { KinematicTree } from '../kinematics/kinematic-tree.ts';
import { requireKeys } from '../known-keys.ts';
import type { JointPath } from '../path/joint-path.ts';
import type { RobotScene } from '../robot.ts';
import { textOf } from '../text-of.ts';
import { searchClearance } from './clearance-search.ts';
import { type PairTest, REACHED } from './pair-test.ts';
import { type SearchOutcome, searchPath } from './path-search.ts';
import { poseErrorBound } from './pose-error.ts';

/** Options of {@link Robot.pathContact}. */
export interface PathContactOptions {
  /** A gap to be kept: `free` then means that it never falls to this. 0 by default. */
  readonly clearance?: number | undefined;
  /** The gap that counts as contact; by default a millionth of the largest link. */
  readonly threshold?: number | undefined;
  /** `first`, the default, finds the first contact. `any` ends at any contact, which is found sooner. */
  readonly order?: 'first' | 'any' | undefined;
  /** The most tests of a pair on an interval. */
  readonly budget?: number | undefined;
  /** @internal Called for each proof. */
  readonly onProof?: ProofListener | undefined;
}

/** @internal Told of each proof: the test has its kind. */
type ProofListener = (test: PairTest, pair: number, from: number, to: number) => void;

/** Options of {@link Robot.clearance}. */
export interface ClearanceOptions {
  /** The width of the bracket, in metres. */
  readonly accuracy?: number | undefined;
  readonly budget?: number | undefined;
}

/** Defaults of {@link PathContactOptions} and {@link ClearanceOptions}. */
export const PATH_DEFAULTS: Readonly<{ clearance: number; accuracy: number; order: 'first'; budget: number }> =
  Object.freeze({ clearance: 0, accuracy: 1e-3, order: 'first', budget: 20_000_000 });

/**
 * - `free`: proven, the gap is above the clearance at all times.
 * - `contact`: nothing touches before `lower`, and a contact was proven at `upper`.
 * - `near`: the gap falls to the clearance, or to the threshold, at `lower`; no contact was proven. With `order: 'any'` it does so at some time from `lower` on.
 * - `initially-in-contact`: at the start.
 * - `undecided`: the budget is spent; nothing touches before `lower`.
 *
 * @see {@link Robot.pathContact}
 */
export type PathStatus = 'free' | 'contact' | 'near' | 'initially-in-contact' | 'undecided';

export const PATH_STATUSES: readonly PathStatus[] = ['free', 'contact', 'near', 'initially-in-contact', 'undecided'];

/** What happens along a path. See {@link Robot.pathContact}. */
export interface PathContact {
  readonly status: PathStatus;
  /** The segment in which it happens, from 0 on, and the part of it that is passed; null where nothing happens. */
  readonly segment: number | null;
  readonly s: number | null;
  /** The time before which nothing happens; the end of the path where nothing happens at all. */
  readonly lower: number;
  /** A time at which a contact was proven; null without one. */
  readonly upper: number | null;
  readonly a: string | null;
  readonly b: string | null;
}

/** The least gap along a path. See {@link Robot.clearance}. */
export interface PathClearance {
  readonly lower: number;
  readonly upper: number;
  /** The time at which `upper` was measured, and the pair; null without pairs. */
  readonly time: number;
  readonly a: string | null;
  readonly b: string | null;
  /** False where the budget was spent, or times are not fine enough for the accuracy; the bracket still holds. */
  readonly isComplete: boolean;
}

/** The contact threshold by default, in parts of the largest link. Dimensionless. */
const THRESHOLD = 1e-6;
/** The bracket is that much narrower than asked, so that the difference of its ends is no wider by rounding. Dimensionless. */
const NARROWER: number = 1 - 2 ** -20;

const CONTACT_KEYS = ['clearance', 'threshold', 'order', 'budget', 'onProof'];
const CLEARANCE_KEYS = ['accuracy', 'budget'];

export function pathContact(scene: RobotScene, path: JointPath, options: PathContactOptions): PathContact {
  requireKeys(options, CONTACT_KEYS, 'pathContact', 'options/bad-value');
  const { clearance = PATH_DEFAULTS.clearance, order = PATH_DEFAULTS.order, budget = PATH_DEFAULTS.budget } = options;
  requireLength(clearance, 'clearance');
  requireBudget(budget);
  if (order !== 'first' && order !== 'any') {
    throw new NearmissError('options/bad-value', `order is ${textOf(order)}; it is "first" or "any".`);
  }
  const { test, errorBound } = testOf(scene, path);
  const threshold = thresholdOf(scene, options.threshold, errorBound);
  const start = path.breaks[0];
  const { onProof } = options;
  const listener =
    onProof === undefined ? undefined : (pair: number, from: number, to: number): void => onProof(test, pair, from, to);
  const settings = { threshold, budget, order, from: start };
  const kept = searchPath(path, test, { ...settings, margin: clearance, onProof: listener });
  const isKept = kept.lowerPair < 0 && kept.upper === Infinity;
  if (isKept && kept.isComplete) return outcomeOf(scene, path, kept);
  // What is proven free from the start on does not touch there.
  if (order === 'any' || kept.lower <= start) {
    const touching = touchingAt(test, start);
    if (touching >= 0) return written(scene, path, 'initially-in-contact', start, start, touching);
  }
  if (clearance === 0) return outcomeOf(scene, path, kept);
  if (!kept.isComplete) return written(scene, path, 'undecided', kept.lower, null, kept.lowerPair);
  // The gap falls to the clearance. Whether it goes on to a contact is another search.
  const reached = kept.lowerPair >= 0 ? kept.lower : start;
  const contact = searchPath(path, test, { ...settings, margin: 0, from: reached });
  if (contact.upper < Infinity) return outcomeOf(scene, path, contact);
  return written(scene, path, 'near', reached, null, kept.lowerPair >= 0 ? kept.lowerPair : kept.upperPair);
}

function outcomeOf(scene: RobotScene, path: JointPath, found: SearchOutcome): PathContact {
  const { lower, lowerPair, upper, upperPair, isComplete } = found;
  if (upper < Infinity) {
    // A search for any contact knows nothing of the time before.
    const proven = lowerPair >= 0 ? Math.min(lower, upper) : path.breaks[0];
    return written(scene, path, 'contact', proven, upper, upperPair);
  }
  if (lowerPair < 0) return written(scene, path, 'free', path.breaks[path.breaks.length - 1], null, -1);
  return written(scene, path, isComplete ? 'near' : 'undecided', lower, null, lowerPair);
}

function written(
  { memory, bodies }: RobotScene,
  { breaks }: JointPath,
  status: PathStatus,
  lower: number,
  upper: number | null,
  number: number,
): PathContact {
  if (number < 0) return { status, segment: null, s: null, lower, upper, a: null, b: null };
  const { a, b } = memory.pairs[number];
  let segment = 0;
  while (segment + 2 < breaks.length && breaks[segment + 1] <= lower) segment++;
  const s = (lower - breaks[segment]) / (breaks[segment + 1] - breaks[segment]);
  return { status, segment, s, lower, upper, a: bodies[a].name, b: bodies[b].name };
}

export function pathClearance(scene: RobotScene, path: JointPath, options: ClearanceOptions): PathClearance {
  requireKeys(options, CLEARANCE_KEYS, 'clearance', 'options/bad-value');
  const { accuracy = PATH_DEFAULTS.accuracy, budget = PATH_DEFAULTS.budget } = options;
  requireLength(accuracy, 'accuracy');
  requireBudget(budget);
  const { test, errorBound } = testOf(scene, path);
  const found = searchClearance(path, test, Math.max(accuracy * NARROWER, 16 * errorBound), budget);
  const { lower, upper, time, pair, isComplete } = found;
  const bodies = pair < 0 ? null : scene.memory.pairs[pair];
  const a = bodies === null ? null : scene.bodies[bodies.a].name;
  const b = bodies === null ? null : scene.bodies[bodies.b].name;
  return { lower, upper, time, a, b, isComplete };
}

/** The test of all pairs along a path, and the error bound of poses on it. */
function testOf(scene: RobotScene, path: JointPath): { test: PairTest; errorBound: number } {
  const { motion, test, size } = scene;
  const errorBound = poseErrorBound(scene.tree, size, motion.valueBounds(path));
  test.begin(path, errorBound);
  return { test, errorBound };
}

/** All offsets of joints together, and the farthest body: what rounding of poses is a part of, for each joint and radian. */
export function sceneSize(tree: KinematicTree, bodies: readonly Body[]): number {
  let most = 0;
  for (const { offset, shape } of bodies) {
    const position = Math.abs(offset[0]) + Math.abs(offset[1]) + Math.abs(offset[2]);
    const middle = Math.abs(shape.centre[0]) + Math.abs(shape.centre[1]) + Math.abs(shape.centre[2]);
    most = Math.max(most, position + middle + shape.radius);
  }
  return tree.jointLength + most;
}

function thresholdOf({ bodies }: RobotScene, given: number | undefined, errorBound: number): number {
  if (given !== undefined) requireLength(given, 'threshold');
  const size = bodies.reduce((most, { link, shape }) => (link < 0 ? most : Math.max(most, 2 * shape.radius)), 0);
  return Math.max(given ?? THRESHOLD * size, 16 * errorBound);
}

/** A pair that touches at the start; −1 where none does. */
function touchingAt(test: PairTest, start: number): number {
  test.enter(0, start, start);
  return test.memory.pairs.findIndex((_, pair) => test.test(pair, 0) === REACHED);
}

function requireLength(value: number, what: string): void {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return;
  throw new NearmissError('options/bad-value', `${what} is ${textOf(value)}; it is a length from 0 on.`);
}

function requireBudget(budget: number): void {
  if (typeof budget === 'number' && budget >= 0) return;
  throw new NearmissError('options/bad-value', `budget is ${textOf(budget)}; it is a number from 0 on.`);
}
