// The narrow phase: everything that the tests of a set need to know about two elements at once, so that several tests of one pair
// share the searches.

import { collide, distance, Pair, type PenetrationResult } from 'nearmiss';
import { crossingRegion } from './crossing-region.ts';
import { Crossings } from './crossings.ts';
import { deviation } from './deviation.ts';
import { fits } from './fits.ts';
import { ballBounds } from './inner-balls.ts';
import { overlapVolume } from './overlap-volume.ts';
import { type PosedModel, unitPosed } from './posed-model.ts';
import type { Bracket, PairFacts, PairQuestion, PairRelation } from './question.ts';
import { shortTranslation } from './short-translation.ts';

/** The depth of a pair, with a translation of A that separates them. */
interface Depth extends Bracket {
  readonly translation: readonly number[];
}

/** The ratio of lower to upper depth that is aimed at. */
const DEPTH_RATIO = 0.5;
/**
 * A search that covers all translations raises the lower bound only where that of the first search is already near, or the bodies have few faces. Of 142 such
 * searches in GearboxAssy, 2CylinderEngine, ReciprocatingSaw, AC20-FZK-Haus and duplex, 10 raised it by more than 5 %: 8 from a ratio of 0.25
 * and more, 2 of bodies with 644 faces together. The others took 12.7 s of 13.4.
 */
const NEAR_RATIO = 0.2;
const FEW_FACES = 1000;
/** What it may take of the budget: those that reach the ratio do so early. */
const SECOND_PART = 4;

/**
 * Finds out how two elements lie.
 *
 * @example
 * const cube = { model: Model.build(box()), pose: {} };
 * const other = { model: cube.model, pose: { position: [0.75, 0, 0] } };
 * const facts = pairFacts(cube, other, { tolerances: [0], rounding: 0, reach: -1, duplicate: -1, budget: 1e6 });
 * console.log(facts.relation, facts.depth?.upper.toFixed(6)); // crossing 0.250000
 */
export function pairFacts(givenA: PosedModel, givenB: PosedModel, question: PairQuestion): PairFacts {
  const [a, b] = [unitPosed(givenA), unitPosed(givenB)];
  const found = question.duplicate < 0 ? null : deviation(a, b, question.duplicate);
  const facts = question.tolerances.length === 0 && question.reach < 0 ? APART : relationFacts(a, b, question);
  return found === null ? facts : { ...facts, deviation: found };
}

const APART: PairFacts = { relation: 'apart' };

function relationFacts(a: PosedModel, b: PosedModel, question: PairQuestion): PairFacts {
  const { budget, reach } = question;
  const contact = collide(a.model, a.pose, b.model, b.pose, { budget });
  switch (contact.status) {
    case 'separated':
      return reach < 0 ? APART : gapFacts(a, b, reach, budget);
    case 'touching':
      return touching(contact.pointA);
    case 'intersecting':
      return overlapFacts(a, b, 'crossing', contact.pointA, question);
    case 'a-inside-b':
    case 'b-inside-a':
      return overlapFacts(a, b, contact.status, null, question);
    default:
      return { relation: 'undecided', depth: { lower: 0, upper: Infinity }, distance: { lower: 0, upper: Infinity } };
  }
}

function touching(point: readonly number[] | null): PairFacts {
  const facts = { relation: 'touching', depth: { lower: 0, upper: 0 }, distance: { lower: 0, upper: 0 } } as const;
  return point === null ? facts : { ...facts, point: [...point] };
}

function gapFacts(a: PosedModel, b: PosedModel, reach: number, budget: number): PairFacts {
  const gap = distance(a.model, a.pose, b.model, b.pose, { maxDistance: reach, budget });
  if (gap.status === 'beyond') return APART;
  const bracket = { lower: gap.lower, upper: gap.upper };
  if (gap.lower > reach) return APART;
  const { pointA, pointB } = gap;
  if (pointA === null || pointB === null) return { relation: 'near', distance: bracket };
  return { relation: 'near', distance: bracket, point: pointA.map((x, k) => (x + pointB[k]) / 2) };
}

function overlapFacts(
  a: PosedModel,
  b: PosedModel,
  relation: PairRelation,
  point: readonly number[] | null,
  question: PairQuestion,
): PairFacts {
  if (question.tolerances.length === 0) return { relation, distance: { lower: 0, upper: 0 } };
  const crossings = new Crossings(a, b, question.budget);
  const found = depthOf(crossings, question);
  if (found === null) return touching(point);
  // The same body twice: which of them sticks out of the other, or holds it, is rounding.
  const isSame = deviation(a, b, question.tolerances[0]) !== null;
  const region = crossingRegion(crossings, isSame ? 'crossing' : relation);
  const volume = overlapVolume(a, b, question.budget);
  return {
    relation: isSame ? 'crossing' : relation,
    depth: { lower: found.lower, upper: found.upper },
    distance: { lower: 0, upper: 0 },
    translation: found.translation,
    point: point === null ? region.middle : [...point],
    ...(region.box === null ? {} : { box: region.box }),
    ...(region.kind === null || isSame ? {} : { kind: region.kind }),
    ...(volume === null ? {} : { volume }),
  };
}

/** The bracket of the depth and a translation that separates, or null if no inner points are common. */
function depthOf(crossings: Crossings, { tolerances, rounding, budget }: PairQuestion): Depth | null {
  const { a, b } = crossings;
  const pair = new Pair(a.model, b.model);
  const first = pair.penetration(a.pose, b.pose, { budget, local: 'none', quick: true });
  if (first.status === 'touching' || first.status === 'separated') return null;
  const isOpen = first.interpretationA === 'surface' || first.interpretationB === 'surface';
  let depth: Depth = { lower: first.lower, upper: first.upper, translation: [...first.translation] };
  // The search for a narrower bracket starts from this, not from what balls of translations prove.
  const proven = first.lower;
  let thickness = provenThickness(first);
  // What is below every tolerance is decided; its bracket need not be narrow.
  if (depth.upper > tolerances[0] && !isOpen && !isNarrow(depth, tolerances)) {
    const found = ballBounds(crossings, depth.upper);
    thickness = Math.max(thickness, found.thickness);
    depth = { ...depth, lower: Math.max(depth.lower, Math.min(found.lower, depth.upper)) };
  }
  // Of faces that are flush up to rounding, the search may end at a longer translation than the shortest.
  for (const tolerance of straddled(tolerances, depth)) {
    const short = shortTranslation(crossings, tolerance);
    if (short !== null) depth = { ...depth, ...short };
  }
  if (depth.upper <= tolerances[0]) return depth;
  // A snug fit has a large depth, but no point deep inside both.
  if (fits(crossings, rounding, thickness)) return null;
  if (isOpen || isNarrow(depth, tolerances)) return depth;
  if (!isPromising({ lower: proven, upper: depth.upper }, tolerances, a, b)) return depth;
  const near = straddled(tolerances, depth).map((t) => Math.max(depth.upper - t, t - depth.lower) / 2);
  const accuracy = Math.min((1 - DEPTH_RATIO) * depth.upper, ...near);
  const second = pair.penetration(a.pose, b.pose, {
    budget: Math.ceil(budget / SECOND_PART),
    accuracy,
    local: 'none',
    quick: true,
  });
  const lower = Math.max(depth.lower, second.lower);
  if (!(second.upper > 0 && second.upper < depth.upper)) return { ...depth, lower };
  return { lower, upper: second.upper, translation: [...second.translation] };
}

/** A thickness that the overlap is proven to have somewhere: by a ball in both, or because both are convex. */
function provenThickness({ certificate, lower }: PenetrationResult): number {
  return certificate !== null && (certificate.kind === 'balls' || certificate.kind === 'convex') ? lower : 0;
}

/** Whether a search for a narrower bracket is likely to find one. */
function isPromising({ lower, upper }: Bracket, tolerances: readonly number[], a: PosedModel, b: PosedModel): boolean {
  if (a.model.triangleCount + b.model.triangleCount <= FEW_FACES) return true;
  const undecided = straddled(tolerances, { lower, upper });
  return [upper, ...undecided].some((limit) => lower >= NEAR_RATIO * limit);
}

/** Whether a bracket decides every tolerance, and is as narrow as is aimed at. */
function isNarrow(depth: Bracket, tolerances: readonly number[]): boolean {
  return depth.lower >= DEPTH_RATIO * depth.upper && straddled(tolerances, depth).length === 0;
}

/** The tolerances that a bracket does not decide. */
function straddled(tolerances: readonly number[], { lower, upper }: Bracket): readonly number[] {
  return tolerances.filter((tolerance) => lower <= tolerance && tolerance < upper);
}
