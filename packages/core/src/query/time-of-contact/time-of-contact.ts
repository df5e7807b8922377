// When do two moving bodies first touch?
//
// Nothing touches before `toc`: every step of the advancement is proven for the exact motion of the given doubles, over the whole
// step and for both bodies (query/advance/, motion/). A contact is proven by faces that cross shortly after by more than the error
// of their positions.

import { discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { NearmissError, textOf } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { type Frame, isPoint, reachOf } from '../../model/model-frame.ts';
import type { SolidOption } from '../../model/solid.ts';
import { BodyMotion } from '../../motion/body-motion.ts';
import type { Motion } from '../../motion/motion.ts';
import { RelativeMotion } from '../../motion/relative-motion.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { POSE_SIZE, type Pose, RELATIVE_ERROR } from '../../scalar/pose.ts';
import { COORDINATE_ERROR, LARGEST_LENGTH } from '../../scalar/tolerances.ts';
import { ORIGIN } from '../../scalar/vector.ts';
import { Advance, type AdvanceEnd, type PairMotion } from '../advance/advance.ts';
import type { MotionBound } from '../advance/advance-bodies.ts';
import { type AdvanceMethod, type Advancing, PAIRS } from '../advance/methods.ts';
import { advanceOf } from '../advance/pair-advance.ts';
import type { ContactStatus } from '../collide/collide.ts';
import { collideAny } from '../collide/collide-round-mesh.ts';
import { badMethod } from '../method.ts';
import {
  PAIR_KEYS,
  type PairOptions,
  requireAmount,
  requireFlag,
  requireOptions,
  requireSolid,
  requireVolume,
} from '../options.ts';
import { isRound } from '../posed-pair.ts';
import { type NoWitness, PairResult, type Point, worldNormal, writeInterpretations } from '../result.ts';
import { TIME_OF_CONTACT_SLOT } from '../scratch-slots.ts';
import { readStats } from '../stats.ts';
import { alsoUse, borrowWorkspace, deriveErrors, perWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';
import { type ContactList, contactFeatures, type FeatureContact } from './contact-features.ts';

/** Options of {@link timeOfContact}. */
export interface TimeOfContactOptions extends PairOptions {
  /**
   * Gap at which the search ends, in model units; by default 1e-6 of the larger body's diameter, and with method `medial` a 64th of
   * `error`.
   */
  readonly threshold?: number | undefined;
  /**
   * `"contact"`: features that start nearer than the threshold are in contact at half their first gap, so that a simulation can
   * leave a contact without reporting it again.
   */
  readonly from?: 'anywhere' | 'contact' | undefined;
  /**
   * The advancement method: `"pairs"` by default, the fastest exact one. All prove their results. Others are objects; `medial`
   * advances the medial axes of the bodies, dilated until they enclose them: faster, and early by at most `error`.
   */
  readonly method?: 'pairs' | AdvanceMethod | undefined;
  /** The bound that proves the steps of the other methods: `"directed"` by default. */
  readonly bound?: MotionBound | undefined;
  /** The bounding volume of the method `controlled`: `rss` by default. The other methods have their own. */
  readonly volume?: VolumeKind | undefined;
}

const TIME_OF_CONTACT_KEYS: KnownKeys<TimeOfContactOptions> = {
  ...PAIR_KEYS,
  threshold: true,
  from: true,
  method: true,
  bound: true,
};

/**
 * - `contact`: they touch, proven by faces that cross at `upper` or have crossed by then; not before `toc`.
 * - `near`: at `toc` the gap is at most the threshold, plus `error` where there is one; a contact is not proven.
 * - `free`: proven not to touch over the whole motion.
 * - `initially-in-contact`: they touch at the start, or one is inside the other.
 * - `iteration-limit`: the budget is spent; nothing touches before `toc`.
 *
 * @see {@link timeOfContact}
 */
export type TimeOfContactStatus = 'contact' | 'near' | 'free' | 'initially-in-contact' | 'iteration-limit';

/** Result of {@link timeOfContact}. */
export class TimeOfContactResult extends PairResult {
  status: TimeOfContactStatus = 'free';
  /** Nothing touches in [0, toc), and at `toc` the gap is at most the threshold; null if nothing touches at all. */
  toc: number | null = null;
  /** Nothing touches before this time. */
  lower = 1;
  /** By this time a contact is proven; null where none is. */
  upper: number | null = null;
  /** The threshold as used, in model units. */
  threshold = 0;
  /** Unit vector from pointA to pointB at `toc`, in the world; null where they coincide. */
  normal: Point | null = null;
  /** For bodies initially in contact: whether they are apart at the first time at which, by bounds on their speeds, a point of them may have moved by the threshold. */
  departing: boolean | null = null;
  /** Steps of advancement taken. */
  iterations = 0;
  /** With method `medial`: how far apart, beyond the threshold, the bodies can be at `toc`; infinite where that is unknown. */
  declare error?: number;

  #touch: Touch | null = null;
  #list: ContactList | null = null;

  /** The features within the threshold of each other at `toc`. Computed on first access: there can be many. See `contactsTruncated`. */
  get contacts(): readonly FeatureContact[] {
    return this.#contactList().contacts;
  }

  /**
   * Whether features within the threshold may be missing in `contacts`, because more than 65,536 pairs of faces are within it. The nearest are
   * listed then, or where even these are of too many faces, some of them.
   */
  get contactsTruncated(): boolean {
    return this.#contactList().isTruncated;
  }

  /** The fields for JSON, including the contacts. */
  toJSON(): object {
    return { ...this, contacts: this.contacts, contactsTruncated: this.contactsTruncated };
  }

  /** @internal Where to search for contacts; null where there are none. */
  setTouch(touch: Touch | null): void {
    this.#touch = touch;
    this.#list = null;
  }

  /** @internal The contacts, where they are already known. */
  setContacts(contacts: readonly FeatureContact[]): void {
    this.#touch = null;
    this.#list = { contacts, isTruncated: false };
  }

  #contactList(): ContactList {
    this.#list ??= this.#touch === null ? { contacts: [], isTruncated: false } : contactsAt(this.#touch);
    return this.#list;
  }
}

/** A `TimeOfContactResult` by cases of its status, which decides which fields are null. See {@link timeOfContact}. */
export type TimeOfContactAnswer = TimeOfContactResult &
  (
    | {
        status: 'contact';
        toc: number;
        upper: number;
        departing: null;
        pointA: Point;
        pointB: Point;
        faceA: number;
        faceB: number;
      }
    | { status: 'near'; toc: number; upper: null; departing: null; pointA: Point; pointB: Point }
    | ({ status: 'free'; toc: null; upper: null; departing: null; normal: null } & NoWitness)
    | { status: 'initially-in-contact'; toc: number; upper: number; departing: boolean; normal: null }
    | ({ status: 'iteration-limit'; toc: number; upper: null; departing: null; normal: null } & NoWitness)
  );

/** Two bodies in contact: their poses, and the distance within which features count. */
interface Touch {
  readonly a: Model;
  readonly b: Model;
  /** Both poses, POSE_SIZE numbers each. */
  readonly poses: Float64Array;
  /** In model units. */
  readonly within: number;
}

function contactsAt({ a, b, poses, within }: Touch): ContactList {
  const poseA = posed(poses.subarray(0, POSE_SIZE));
  const poseB = posed(poses.subarray(POSE_SIZE));
  const w = borrowWorkspace();
  try {
    w.prepare(a, poseA, b, poseB, discVolume);
    const unit = w.unit[0];
    return contactFeatures(w, Math.min(within / unit, LARGEST_LENGTH), fineThreshold(a, b) / unit);
  } finally {
    returnWorkspace(w);
  }
}

/** The default threshold, as a part of the larger diameter. Dimensionless. */
const DEFAULT_THRESHOLD = 1e-6;
/** The same for medial axes, in parts of their error: a smaller threshold gains nothing. Dimensionless. */
const PART_OF_ERROR: number = 1 / 64;
/** The least threshold, in parts of the scale: a smaller gap cannot be distinguished from rounding. Dimensionless. */
const LEAST_THRESHOLD: number = 2 ** -42;
/** Deduction from a gap, in multiples of the error of a coordinate: two corners before and two after a step, and as much again. */
const GAP_ERRORS = 8;
/** The first time after the end: contacts at the end count. */
const AFTER_END: number = 1 + Number.EPSILON;

/** The default threshold, in model units. */
function fineThreshold(a: Model, b: Model): number {
  return DEFAULT_THRESHOLD * 2 * Math.max(reachOf(a.frame), reachOf(b.frame));
}

class BodiesMotion implements PairMotion {
  turns = false;
  callsFunction = false;
  readonly #motion = new RelativeMotion();
  readonly bodyA = new BodyMotion();
  readonly bodyB = new BodyMotion();
  /** The poses of the bodies at the start. */
  readonly startA: Pose = posed(this.bodyA.start);
  readonly startB: Pose = posed(this.bodyB.start);

  read(motionA: Motion, motionB: Motion): void {
    this.bodyA.read(motionA, ORIGIN, 'motionA');
    this.bodyB.read(motionB, ORIGIN, 'motionB');
  }

  get isAtRest(): boolean {
    return this.bodyA.isAtRest && this.bodyB.isAtRest;
  }

  /** Reads the bodies prepared in `w`; its error bounds then cover the whole motion. */
  prepare(w: Workspace, state: Float64Array, kind: VolumeKind): void {
    const queryMotion = w.swapped ? this.bodyB : this.bodyA;
    const referenceMotion = w.swapped ? this.bodyA : this.bodyB;
    const motion = this.#motion;
    const unit = w.unit[0];
    motion.prepare(queryMotion, frameIn(unit, w.queryBody), referenceMotion, frameIn(unit, w.reference));
    this.callsFunction = !queryMotion.isSteady || !referenceMotion.isSteady;
    this.turns = !queryMotion.isTranslation || !referenceMotion.isTranslation || this.callsFunction;
    motion.stateAt(0, state);
    // All bounds relative to the scale then cover the error of the motion too.
    const scale = Math.max(motion.scale, state[RELATIVE_ERROR] / COORDINATE_ERROR);
    w.scale[0] = scale;
    w.coordinateError[0] = state[RELATIVE_ERROR];
    deriveErrors(w, kind);
  }

  stateAt(time: number, out: Float64Array): void {
    this.#motion.stateAt(time < 1 ? time : 1, out);
  }

  writeSteady(out: Float64Array, at: number): boolean {
    return this.#motion.writeSteady(out, at);
  }

  /** Leaves in `w` the poses of the bodies at a time, for reports. */
  poseAt(time: number, w: Workspace): void {
    this.bodyA.poseAt(time, w.poseA);
    this.bodyB.poseAt(time, w.poseB);
  }
}

/** The bodies as posed in `w`. */
function touchIn(w: Workspace, a: Model, b: Model, within: number): Touch {
  const poses = new Float64Array(2 * POSE_SIZE);
  poses.set(w.poseA);
  poses.set(w.poseB, POSE_SIZE);
  return { a, b, poses, within };
}

function posed(pose: Float64Array): Pose {
  return { position: pose.subarray(0, 3), rotation: pose.subarray(3, 7) };
}

/** Scratch of one query. */
class Scratch {
  readonly pairMotion: BodiesMotion = new BodiesMotion();
  readonly work: Advance = new Advance();
}

const scratchOf = perWorkspace(TIME_OF_CONTACT_SLOT, () => new Scratch());

/**
 * The first time, in [0, 1], at which two moving bodies touch.
 *
 * @param out a result to write into instead of making a new one
 * @example
 * const cube = Model.build(box());
 * const motion = { from: { position: [3, 0, 0] }, to: { position: [-3, 0, 0] } } as const;
 * console.log(timeOfContact(cube, motion, cube, {}).status); // contact
 */
export function timeOfContact(
  a: Model,
  motionA: Motion,
  b: Model,
  motionB: Motion,
  options: TimeOfContactOptions = {},
  out: TimeOfContactResult = new TimeOfContactResult(),
): TimeOfContactAnswer {
  requireOptions(options, TIME_OF_CONTACT_KEYS);
  const asked = requireAmount('threshold', options.threshold, -1);
  const from = options.from === undefined ? 'anywhere' : options.from;
  if (from !== 'anywhere' && from !== 'contact') {
    throw new NearmissError('options/bad-value', `from is ${textOf(from)}; it is "anywhere" or "contact".`);
  }
  const choice = requireMethod(options, from);
  const solid = requireSolid(options.solid);
  const stats = requireFlag('stats', options.stats);
  if (!(out instanceof TimeOfContactResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier timeOfContact query.');
  }
  const w = borrowWorkspace();
  try {
    const { pairMotion, work } = scratchOf(w);
    pairMotion.read(motionA, motionB);
    w.budget.start(options);
    w.prepare(a, pairMotion.startA, b, pairMotion.startB, discVolume);
    w.interpret(solid);
    const unit = w.unit[0];
    const round = isRound(w);
    // Builds the medial axes, or refuses to, before anything changes.
    const { method } = choice;
    const { enclosures } = method;
    const medial = enclosures !== undefined;
    const error = medial ? enclosures.error(w) : 0;
    const { statusAtStart, advance } = advanceOf(w);
    let contactStatus = medial && !round && !pairMotion.isAtRest ? enclosures.statusInside(w) : statusAtStart(w);
    if (choice.volume !== discVolume) alsoUse(w, choice.volume);
    pairMotion.prepare(w, work.state, choice.volume);
    const fine = fineThreshold(a, b);
    const threshold = asked >= 0 ? asked : medial && error < Infinity ? Math.max(fine, PART_OF_ERROR * error) : fine;
    const least = LEAST_THRESHOLD * w.scale[0];
    work.wanted[0] = Math.max(Math.min(threshold / unit, LARGEST_LENGTH), least);
    work.wanted[1] = AFTER_END;
    work.fromContact = from === 'contact';
    work.iterations = 0;
    const rounding = GAP_ERRORS * w.coordinateError[0] + w.boundRounding[0];
    let end: AdvanceEnd = 'free';
    let frontSize = 0;
    if (contactStatus === 'separated' && !pairMotion.isAtRest) {
      end = round
        ? advance(w, pairMotion, rounding, work)
        : method.advance(w, pairMotion, rounding, work, choice.bound, choice.volume);
      if (!round) frontSize = method.frontSize?.(w, work) ?? 0;
      // Enclosures that overlap at the start do not decide whether the bodies do.
      if (medial && end === 'contact' && work.found[0] === 0) {
        contactStatus = statusAtStart(w);
      }
    }
    writeInterpretations(w, out);
    out.threshold = Math.max(threshold, least * unit);
    writeOutcome(w, a, b, { contactStatus, end, round, medial, rounding, solid }, out);
    out.iterations = work.iterations;
    if (medial) out.error = error;
    else if (out.error !== undefined) delete out.error;
    out.report(stats ? readStats(w, frontSize) : null);
    return out as TimeOfContactAnswer;
  } finally {
    returnWorkspace(w);
  }
}

/** The contact status at the start, and the end of the advancement. */
interface Outcome {
  readonly contactStatus: ContactStatus;
  readonly end: AdvanceEnd;
  /** Whether one of the bodies is a round shape. */
  readonly round: boolean;
  /** Whether enclosures of the bodies were advanced instead. */
  readonly medial: boolean;
  /** Error bound of a gap, in the reference unit. */
  readonly rounding: number;
  readonly solid: SolidOption;
}

/** Writes the status, the times and the witnesses. */
function writeOutcome(w: Workspace, a: Model, b: Model, outcome: Outcome, out: TimeOfContactResult): void {
  const { writeStart, prove } = advanceOf(w);
  const { contactStatus, end, round, medial, rounding, solid } = outcome;
  const { pairMotion, work } = scratchOf(w);
  const unit = w.unit[0];
  out.departing = null;
  out.upper = null;
  out.normal = null;
  out.setTouch(null);
  out.clearWitness();
  if (contactStatus === 'iteration-limit') {
    settle(out, contactStatus, 0);
  } else if (contactStatus !== 'separated') {
    settle(out, 'initially-in-contact', 0);
    out.upper = 0;
    writeStart(w, contactStatus, out);
    if (!round) out.setTouch(touchIn(w, a, b, work.wanted[0] * unit));
    out.departing = isDeparting(pairMotion, a, b, out.threshold, solid);
  } else if (end === 'free') settle(out, 'free', 1);
  else if (end === 'out-of-budget' || (end === 'stuck' && work.found[1] > work.wanted[0])) {
    settle(out, 'iteration-limit', work.found[0]);
  } else {
    // Enclosures that touch prove nothing about the bodies.
    const proven = medial && !round ? Number.NaN : prove(w, pairMotion, work, 1);
    settle(out, proven <= 1 ? 'contact' : 'near', work.found[0]);
    if (proven <= 1) out.upper = proven;
    pairMotion.poseAt(work.found[0], w);
    out.writeWitness(w, work.points, work.slotQuery, work.slotReference);
    out.normal = worldNormal(w, work.points);
    if (round) out.setContacts(roundContacts(out));
    else if (medial) out.leaveFaces();
    else out.setTouch(touchIn(w, a, b, (work.wanted[0] + rounding) * unit));
  }
}

/** A round body has one face, and touches a convex one in one point. */
function roundContacts({ pointA, pointB, normal, faceA, faceB }: TimeOfContactResult): FeatureContact[] {
  if (pointA === null || pointB === null || normal === null) return [];
  const featureA = { kind: 'face', index: faceA ?? 0 } as const;
  const featureB = { kind: 'face', index: faceB ?? 0 } as const;
  return [{ pointA: [...pointA], pointB: [...pointB], normal: [...normal], featureA, featureB }];
}

/** The advancement method of the bodies. */
interface MethodChoice {
  readonly method: Advancing;
  readonly bound: MotionBound;
  readonly volume: VolumeKind;
}

const DEFAULT_METHOD: MethodChoice = { method: PAIRS, bound: 'directed', volume: discVolume };

function requireMethod(options: TimeOfContactOptions, from: 'anywhere' | 'contact'): MethodChoice {
  const { method: asked = 'pairs', bound, volume } = options;
  if (asked === 'pairs' && bound === undefined && volume === undefined) return DEFAULT_METHOD;
  const method = asked === 'pairs' ? PAIRS : requireAdvancing(asked);
  const isPlain = bound === undefined || bound === 'directed';
  if (!isPlain && bound !== 'undirected') {
    throw new NearmissError('options/bad-value', `bound is ${textOf(bound)}; it is "directed" or "undirected".`);
  }
  if (volume !== undefined && method.volume === undefined) {
    throw new NearmissError('options/bad-value', 'volume is for method "controlled"; the others have their own.');
  }
  if (method.takesBound !== true && (method === PAIRS ? !isPlain : bound !== undefined)) {
    throw new NearmissError('options/bad-value', `bound is for other methods; "${method.name}" has its own.`);
  }
  if (from === 'contact' && method !== PAIRS) {
    const who = `method "pairs", not by "${method.name}"`;
    throw new NearmissError('query/unsupported', `from "contact" is answered by ${who}.`);
  }
  return { method, bound: bound ?? 'directed', volume: requireVolume(volume === undefined ? method.volume : volume) };
}

function requireAdvancing(method: AdvanceMethod): Advancing {
  if (typeof method === 'object' && method !== null && canAdvance(method)) return method;
  throw badMethod(method, '"pairs"', 'hulls of nearmiss/convex, medial of nearmiss/medial or one of nearmiss/lab');
}

function canAdvance(method: AdvanceMethod): method is Advancing {
  return method.advance !== undefined;
}

function settle(out: TimeOfContactResult, status: TimeOfContactStatus, lower: number): void {
  out.status = status;
  out.lower = lower;
  out.toc = status === 'free' ? null : lower;
}

/** The frame of a body; that of a point, which has no unit, in the unit of the query. */
function frameIn(unit: number, { frame }: Model): Frame {
  return isPoint(frame) ? { ...frame, unit } : frame;
}

/** Whether bodies in contact at the start are apart at the first time at which a point of them can have moved by the threshold. */
function isDeparting(
  pairMotion: BodiesMotion,
  a: Model,
  b: Model,
  threshold: number,
  solid: TimeOfContactOptions['solid'],
): boolean {
  const speed =
    pairMotion.bodyA.speed +
    pairMotion.bodyB.speed +
    2 * (pairMotion.bodyA.angularSpeed * reachOf(a.frame) + pairMotion.bodyB.angularSpeed * reachOf(b.frame));
  if (!(speed > 0)) return false;
  const soon = Math.min(1, threshold / speed);
  const poseA = new Float64Array(POSE_SIZE);
  const poseB = new Float64Array(POSE_SIZE);
  pairMotion.bodyA.poseAt(soon, poseA);
  pairMotion.bodyB.poseAt(soon, poseB);
  return collideAny(a, posed(poseA), b, posed(poseB), { solid }).colliding === false;
}
