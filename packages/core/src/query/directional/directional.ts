// How far can A move along a direction before it touches B? The minimal directional distance of PolyDepth §4.2, on trees.

import { discVolume } from '../../bounds/disc.ts';
import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { QUERY_VELOCITY, STATE_SIZE } from '../../motion/relative-motion.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { directionToBody, type Pose, RELATIVE_ERROR, RELATIVE_SIZE } from '../../scalar/pose.ts';
import { COORDINATE_ERROR, LEAST_DOUBLE, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { readVector } from '../../scalar/vector.ts';
import { Advance, type PairMotion } from '../advance/advance.ts';
import { advanceOf } from '../advance/pair-advance.ts';
import { BUDGET_KEYS } from '../budget.ts';
import { type PairOptions, requireAmount, requireFlag, requireOptions, requireSolid } from '../options.ts';
import { type NoWitness, PairResult, type Point, worldNormal, writeInterpretations } from '../result.ts';
import { DIRECTIONAL_SLOT } from '../scratch-slots.ts';
import { readStats } from '../stats.ts';
import { borrowWorkspace, perWorkspace, returnWorkspace, type Workspace } from '../workspace.ts';

/** Options of {@link directional}. */
export interface DirectionalOptions extends Omit<PairOptions, 'volume'> {
  /** The direction of A's motion, in the world; any length but 0. */
  readonly direction: ArrayLike<number>;
  /** Search no farther than this, in model units. */
  readonly maxDistance?: number | undefined;
}

const DIRECTIONAL_KEYS: KnownKeys<DirectionalOptions> = {
  ...BUDGET_KEYS,
  solid: true,
  stats: true,
  direction: true,
  maxDistance: true,
};

/** `iteration-limit`: the budget is spent; A can move by at least `lower`. See {@link directional}. */
export type DirectionalStatus = 'blocked' | 'free' | 'iteration-limit';

/** Result of {@link directional}. */
export class DirectionalResult extends PairResult {
  status: DirectionalStatus = 'free';
  /** How far A can move before it touches B, equal to `lower`; Infinity where nothing blocks it. */
  distance: number = Infinity;
  /** A can move this far without contact. */
  lower: number = Infinity;
  /** An exact test proves a contact at this distance or before; null where none is proven. */
  upper: number | null = null;
  /** Unit vector from pointA to pointB at the end of A's motion, in the world; null where they coincide. */
  normal: Point | null = null;
}

/** A `DirectionalResult` by cases of its status, which decides which fields are null. See {@link directional}. */
export type DirectionalAnswer = DirectionalResult &
  (
    | { status: 'blocked' }
    | ({ status: 'free'; upper: null; normal: null } & NoWitness)
    | { status: 'iteration-limit'; upper: null; normal: null }
  );

/** Gap, in parts of the scale, at which a translating body counts as arrived. */
const ARRIVED = 2 ** -42;
/** Error bound of a gap, in parts of the scale: corners, their projections, and the rounding of the translation. */
const GAP_ROUNDING: number = 64 * UNIT_ROUNDOFF;

/** The query body translates by one reference unit per unit of time. */
class StraightMotion implements PairMotion {
  readonly turns = false;
  readonly callsFunction = false;
  readonly start: Float64Array = new Float64Array(STATE_SIZE);

  prepare(w: Workspace, direction: Float64Array, scale: number): void {
    this.start.fill(0);
    for (let k = 0; k < RELATIVE_SIZE; k++) this.start[k] = w.pose[k];
    this.start[RELATIVE_ERROR] = COORDINATE_ERROR * scale;
    for (let k = 0; k < 3; k++) this.start[QUERY_VELOCITY + k] = direction[k];
  }

  stateAt(time: number, out: Float64Array): void {
    out.set(this.start);
    for (let k = 0; k < 3; k++) out[9 + k] += time * this.start[QUERY_VELOCITY + k];
  }
}

/** Scratch of one query. */
class Scratch {
  /** The direction of A's motion: a unit vector in the world, and in the reference body's frame. */
  readonly direction: Float64Array = new Float64Array(3);
  readonly inBody: Float64Array = new Float64Array(3);
  readonly pairMotion: StraightMotion = new StraightMotion();
  readonly work: Advance = new Advance();
}

const scratchOf = perWorkspace(DIRECTIONAL_SLOT, () => new Scratch());

/**
 * How far A can be moved along `options.direction` before it touches B, and where. Bodies in contact, or one inside the other, are
 * blocked at distance 0.
 *
 * @example
 * const cube = Model.build(box());
 * const { status } = directional(cube, {}, cube, { position: [3, 0, 0] }, { direction: [1, 0, 0] });
 * console.log(status); // blocked
 */
export function directional(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: DirectionalOptions,
  out: DirectionalResult = new DirectionalResult(),
): DirectionalAnswer {
  requireOptions(options, DIRECTIONAL_KEYS);
  const { direction: asked } = options;
  const maxDistance = requireAmount('maxDistance', options.maxDistance, Infinity);
  const solid = requireSolid(options.solid);
  const stats = requireFlag('stats', options.stats);
  if (!(out instanceof DirectionalResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier directional query.');
  }
  const w = borrowWorkspace();
  try {
    const { direction, inBody, pairMotion, work } = scratchOf(w);
    readDirection(asked, direction);
    w.budget.start(options);
    w.prepare(a, poseA, b, poseB, discVolume);
    w.interpret(solid);
    const unit = w.unit[0];
    const { statusAtStart, writeStart, advance, prove } = advanceOf(w);
    const contactStatus = statusAtStart(w);
    writeInterpretations(w, out);
    if (contactStatus !== 'separated') {
      writeStart(w, contactStatus, out);
      out.normal = null;
      out.status = contactStatus === 'iteration-limit' ? contactStatus : 'blocked';
      out.lower = 0;
      out.upper = contactStatus === 'iteration-limit' ? null : 0;
    } else {
      // Beyond the sum of both reaches the bodies have passed each other.
      const scale = 3 * w.scale[0];
      directionToBody(w.referencePose, direction, inBody);
      if (w.swapped) for (let k = 0; k < 3; k++) inBody[k] = -inBody[k];
      pairMotion.prepare(w, inBody, scale);
      work.wanted[0] = ARRIVED * scale;
      work.wanted[1] = Math.min(maxDistance / unit, 2 * w.scale[0]);
      const end = advance(w, pairMotion, GAP_ROUNDING * scale, work);
      out.status = end === 'out-of-budget' ? 'iteration-limit' : end === 'free' ? 'free' : 'blocked';
      out.lower =
        end === 'free'
          ? maxDistance / unit > work.wanted[1]
            ? Infinity
            : maxDistance
          : Math.max(0, work.found[0] * unit - LEAST_DOUBLE);
      out.upper = null;
      if (end === 'contact' || end === 'stuck') {
        writeArrival(w, out);
        const upper = prove(w, pairMotion, work, work.wanted[1]) * unit + LEAST_DOUBLE;
        if (upper <= Infinity) out.upper = upper;
      } else {
        out.clearWitness();
        out.normal = null;
      }
    }
    out.distance = out.lower;
    out.report(stats ? readStats(w) : null);
    return out as DirectionalAnswer;
  } finally {
    returnWorkspace(w);
  }
}

/** Reads a direction and normalizes it, scaled first so that no square underflows. */
function readDirection(value: ArrayLike<number>, direction: Float64Array): void {
  if (value === undefined) {
    throw new NearmissError('options/bad-value', 'A directional query needs options.direction, three numbers.');
  }
  readVector(value, direction, 0, 'vector/bad', 'direction');
  const largest = Math.max(Math.abs(direction[0]), Math.abs(direction[1]), Math.abs(direction[2]));
  if (!(largest > 0)) throw new NearmissError('vector/bad', 'direction is 0; it needs a length.');
  for (let k = 0; k < 3; k++) direction[k] /= largest;
  const length = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  for (let k = 0; k < 3; k++) direction[k] /= length;
}

/** The contact points at the end of A's motion, in the world. */
function writeArrival(w: Workspace, out: DirectionalResult): void {
  const { direction, work } = scratchOf(w);
  out.writeWitness(w, work.points, work.slotQuery, work.slotReference);
  out.normal = worldNormal(w, work.points);
  if (!w.swapped || out.pointA === null || out.pointB === null) return;
  // In A's frame it is B that moves.
  const travel = work.found[0] * w.unit[0];
  for (let k = 0; k < 3; k++) {
    out.pointA[k] += travel * direction[k];
    out.pointB[k] += travel * direction[k];
  }
}
