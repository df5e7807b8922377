// Verifies the result of a penetration query from its numbers alone, by other means than the query where possible.
//
// - upper: one exact collision test after the translation
// - lower: for two balls, the positions of their centres and their distances from the surfaces; for two convex bodies, the facets
// of their difference, a hull of differences of corners, which EPA never builds; for parts and cubes, whose proof is a search, the
// search is repeated for translations shorter than `lower` only

import { sphereVolume } from '../../bounds/sphere.ts';
import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { reachOf } from '../../model/model-frame.ts';
import { requireModel } from '../../model/require-model.ts';
import { type Interpretation, resolveInterpretation, type SolidOption } from '../../model/solid.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { POSE_SIZE, type Pose, pointToWorld, readPose } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { lengthOf, ORIGIN } from '../../scalar/vector.ts';
import { BUDGET_KEYS, type BudgetOptions } from '../budget.ts';
import type { CollideStatus } from '../collide/collide.ts';
import { collideAny } from '../collide/collide-round-mesh.ts';
import { requireOptions, requireSolid } from '../options.ts';
import { closestPoint } from '../point/closest-point.ts';
import { contains } from '../point/contains.ts';
import { interpretationOf } from '../posed-pair.ts';
import { borrowWorkspace, returnWorkspace } from '../workspace.ts';
import { cover } from './cover.ts';
import { FacetSearch } from './facet-search.ts';
import { InnerClearance, norm1, POINT_ROUNDING } from './inner-clearance.ts';
import { penetration } from './penetration.ts';
import type { BallCertificate, CubeCertificate, PenetrationResult, SearchCertificate } from './penetration-result.ts';
import { Search } from './penetration-search.ts';
import { Probe } from './probe.ts';
import { certificateTimes, pointTimes, scaledBodies } from './scaled.ts';
import { PartDepths, solidParts } from './solid-parts.ts';
import { TUNING } from './tuning.ts';

/** Options of {@link verifyPenetration}. */
export interface VerifyPenetrationOptions extends BudgetOptions {
  /** As in the query. */
  readonly solid?: SolidOption | undefined;
}

const VERIFY_KEYS: KnownKeys<VerifyPenetrationOptions> = { ...BUDGET_KEYS, solid: true };

/** The fields of a result that are checked. A result parsed from JSON works too. See {@link verifyPenetration}. */
export type PenetrationClaim = Pick<PenetrationResult, 'lower' | 'upper' | 'translation' | 'certificate'>;

/** Result of {@link verifyPenetration}. */
export interface PenetrationVerdict {
  /** Whether both bounds were confirmed. */
  readonly ok: boolean;
  /** Whether the translation separates the bodies and has the length `upper`. */
  readonly upper: boolean;
  /** Whether no translation shorter than `lower` can separate them. */
  readonly lower: boolean;
  /** How each of the bounds was checked, in words. */
  readonly checked: string;
}

const { SAME_LENGTH, MOST_CORNERS } = TUNING.check;
const { MOST_FACET_NODES, MOST_CUBES } = TUNING.lower;

/** Two bodies in the poses of the query. */
interface Scene {
  readonly a: Model;
  readonly poseA: Pose;
  readonly interpretationA: Interpretation;
  readonly b: Model;
  readonly poseB: Pose;
  readonly interpretationB: Interpretation;
  /** Both poses, read. */
  readonly readPoseA: Float64Array;
  readonly readPoseB: Float64Array;
  /** Tolerance of lengths. */
  readonly allowed: number;
  readonly options: VerifyPenetrationOptions;
}

/**
 * Checks the bracket of a penetration result. A bound that is not confirmed need not be wrong: the budget may have been spent
 * first.
 *
 * @param result of `penetration` for the same bodies and poses
 * @example
 * const cube = Model.build(box());
 * const pose = { position: [0.75, 0, 0] } as const;
 * const result = penetration(cube, {}, cube, pose);
 * console.log(verifyPenetration(cube, {}, cube, pose, result).upper); // true
 */
export function verifyPenetration(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  result: PenetrationClaim,
  options: VerifyPenetrationOptions = {},
): PenetrationVerdict {
  requireOptions(options, VERIFY_KEYS);
  const solid = requireSolid(options.solid);
  const { budget, signal } = options;
  if (!isClaim(result)) {
    throw new NearmissError('options/bad-value', 'result must be a result of an earlier penetration query.');
  }
  requireModel(a, 'The first body');
  requireModel(b, 'The second body');
  const scaled = scaledBodies(a, poseA, b, poseB);
  if (scaled !== null) {
    const { factor } = scaled;
    const claim: PenetrationClaim = {
      ...result,
      lower: result.lower * factor,
      upper: result.upper * factor,
      translation: pointTimes(result.translation, factor),
      certificate: certificateTimes(result.certificate, factor),
    };
    return verifyPenetration(scaled.a, scaled.poseA, scaled.b, scaled.poseB, claim, options);
  }
  const readPoseA = new Float64Array(POSE_SIZE);
  const readPoseB = new Float64Array(POSE_SIZE);
  readPose(poseA, readPoseA, 'poseA');
  readPose(poseB, readPoseB, 'poseB');
  const size = reachOf(a.frame) + reachOf(b.frame);
  const far = norm1(readPoseA) + norm1(readPoseB) + norm1(a.frame.centre) + norm1(b.frame.centre);
  const allowed = SAME_LENGTH * size + 16 * UNIT_ROUNDOFF * far;
  const interpretationA = interpretationOf(a, resolveInterpretation(a.facts, solid, 'A'));
  const interpretationB = interpretationOf(b, resolveInterpretation(b.facts, solid, 'B'));
  // The values read first count, whatever getters return later.
  const scene: Scene = {
    a,
    poseA: { position: readPoseA.subarray(0, 3), rotation: readPoseA.subarray(3) },
    interpretationA,
    b,
    poseB: { position: readPoseB.subarray(0, 3), rotation: readPoseB.subarray(3) },
    interpretationB,
    readPoseA,
    readPoseB,
    allowed,
    options: { solid, budget, signal },
  };
  const upper = checkUpper(scene, result);
  const lower = checkLower(scene, result);
  const checked = `upper: ${upper.words}; lower: ${lower.words}`;
  return { ok: upper.holds && lower.holds, upper: upper.holds, lower: lower.holds, checked };
}

/** Whether it has the form of a result; its numbers are not checked here. */
function isClaim(result: PenetrationClaim): boolean {
  if (result === null || typeof result !== 'object' || result.translation?.length !== 3) return false;
  const { lower, upper, translation, certificate } = result;
  const numbers: unknown[] = [lower, upper, ...Array.from(translation)];
  if (certificate?.kind === 'cubes') numbers.push(certificate.reach);
  if (certificate?.kind === 'round' && certificate.accuracy !== null) numbers.push(certificate.accuracy);
  if (certificate?.kind === 'balls') {
    const { centreA, radiusA, centreB, radiusB } = certificate;
    if (centreA?.length !== 3 || centreB?.length !== 3) return false;
    numbers.push(radiusA, radiusB, ...Array.from(centreA), ...Array.from(centreB));
  }
  return numbers.every((x) => typeof x === 'number');
}

interface Check {
  readonly holds: boolean;
  readonly words: string;
}

function checkUpper(
  { a, b, poseB, readPoseA, allowed, options }: Scene,
  { translation, upper }: PenetrationClaim,
): Check {
  const length = lengthOf(translation[0], translation[1], translation[2]);
  if (!(Math.abs(length - upper) <= allowed)) return { holds: false, words: 'the translation is not as long' };
  const position = Array.from(translation, (x, k) => readPoseA[k] + x);
  const { status } = collideAny(a, { position, rotation: readPoseA.subarray(3) }, b, poseB, options);
  return { holds: isApart(status), words: `collide says ${status} after the translation` };
}

function isApart(status: CollideStatus): boolean {
  return status === 'separated' || status === 'touching';
}

function checkLower(scene: Scene, { lower, certificate }: PenetrationClaim): Check {
  if (lower === 0) return { holds: true, words: 'nothing is claimed' };
  if (!(lower > 0 && lower < Infinity)) return { holds: false, words: 'it is no length' };
  if (scene.interpretationA === 'surface' || scene.interpretationB === 'surface') {
    return { holds: false, words: 'a surface has no inside to prove it by' };
  }
  switch (certificate?.kind) {
    case 'balls':
      return { holds: areBallsInside(scene, certificate, lower), words: 'a ball inside each body' };
    case 'round':
      return measureAgain(scene, lower, certificate.accuracy ?? undefined);
    case 'convex':
    case 'patches':
    case 'cubes':
      return searchAgain(scene, certificate, lower);
    default:
      return { holds: false, words: 'there is no certificate' };
  }
}

/** Without any tolerance: all rounding counts against the claim. */
function areBallsInside({ a, readPoseA, b, readPoseB }: Scene, balls: BallCertificate, lower: number): boolean {
  const { centreA, radiusA, centreB, radiusB } = balls;
  if (!isBallInside(a, centreA, radiusA) || !isBallInside(b, centreB, radiusB)) return false;
  const centres = new Float64Array(6);
  pointToWorld(readPoseA, ORIGIN, 1, Float64Array.from(centreA), 0, centres, 0);
  pointToWorld(readPoseB, ORIGIN, 1, Float64Array.from(centreB), 0, centres, 3);
  const apart = lengthOf(centres[0] - centres[3], centres[1] - centres[4], centres[2] - centres[5]);
  const far = norm1(readPoseA) + norm1(readPoseB) + norm1(centreA) + norm1(centreB);
  return radiusA + radiusB - apart - POINT_ROUNDING * far >= lower;
}

function isBallInside(model: Model, centre: ArrayLike<number>, radius: number): boolean {
  return (
    contains(model, {}, centre, { solid: true }).status === 'inside' && closestPoint(model, {}, centre).lower >= radius
  );
}

/** Whether no translation shorter than `lower` is free, by the kind of search that proved it. */
function searchAgain(scene: Scene, certificate: SearchCertificate | CubeCertificate, lower: number): Check {
  const { kind } = certificate;
  const { a, poseA, interpretationA, b, poseB, interpretationB, options, allowed } = scene;
  if (kind === 'convex' && !isDifferenceSmall(a, b)) return measureAgain(scene, lower);
  // A given budget is the only limit; otherwise twice that of a search.
  const part = options.budget === undefined ? 2 : Infinity;
  const w = borrowWorkspace();
  try {
    w.budget.start(options);
    w.prepare(a, poseA, b, poseB, sphereVolume);
    w.interpretationA = interpretationA;
    w.interpretationB = interpretationB;
    const probe = new Probe(w, options);
    probe.moveTo(ORIGIN);
    const search = new Search(probe, false, false);
    // As if a separating translation of that length were known, so that only shorter ones are searched for.
    search.bestLength = lower;
    if (certificate.kind !== 'cubes') {
      const proven = new FacetSearch(search).run(part * MOST_FACET_NODES).lower;
      const words = kind === 'convex' ? 'the facets of their difference' : 'facets of all patches searched again';
      return { holds: proven >= lower - allowed, words };
    }
    const words = 'cubes of translations covered again';
    const { reach } = certificate;
    if (!(reach >= lower && reach < Infinity)) return { holds: false, words };
    const clearance = new InnerClearance(probe, search.frame, 2 * search.size);
    const parts = new PartDepths(probe, search.frame, 2 * search.size);
    const proven = cover(search, clearance, parts, null, 0, reach, part * MOST_CUBES).lower;
    return { holds: proven >= lower - allowed, words };
  } finally {
    returnWorkspace(w);
  }
}

function measureAgain({ a, poseA, b, poseB, options, allowed }: Scene, lower: number, accuracy?: number): Check {
  const anew = penetration(a, poseA, b, poseB, { ...options, accuracy });
  return { holds: anew.lower >= lower - allowed, words: 'measured anew' };
}

/** Whether both are polytopes with few pairs of corners. */
function isDifferenceSmall(a: Model, b: Model): boolean {
  return cornersOf(a) * cornersOf(b) <= MOST_CORNERS;
}

/** Corners of a model that is a convex patch as a whole. */
function cornersOf(model: Model): number {
  const parts = model.round === null ? solidParts(model) : [];
  return parts.length === 1 ? parts[0].body.vertices.length / 3 : Infinity;
}
