// The depth of meshes that are not both convex: a separating translation, and a lower bound.

import { ORIGIN } from '../../scalar/vector.ts';
import { cover } from './cover.ts';
import { Crossing } from './crossing.ts';
import { FacetSearch } from './facet-search.ts';
import { StartGuide } from './guided-starts.ts';
import { PLANE } from './in-projection.ts';
import { InnerClearance, InnerPoint } from './inner-clearance.ts';
import type { PenetrationCertificate, PenetrationResult } from './penetration-result.ts';
import { Search } from './penetration-search.ts';
import { type PenetrationStart, runLowStarts, runMoreStarts, runStarts } from './penetration-starts.ts';
import type { Probe } from './probe.ts';
import { writeRegions } from './regions.ts';
import { PartDepths } from './solid-parts.ts';
import type { TranslationMemory } from './translation-memory.ts';
import { TUNING } from './tuning.ts';

export interface MeshDepthSettings {
  /** In world units; the search continues to it only where one was requested. */
  readonly accuracy: number;
  readonly isWanted: boolean;
  /** A budget was given and is the only limit of the search. */
  readonly hasBudget: boolean;
  readonly start: PenetrationStart;
  readonly seed: number;
  readonly trace: boolean;
  /** An entry for each region of overlap (true), one for all (false), or none. */
  readonly local: boolean | 'none';
  /** One search alone of solids, and convex parts of small bodies only. */
  readonly quick: boolean;
  readonly memory: TranslationMemory | null;
}

const { FACET_NODES, MOST_FACET_NODES, MOST_CUBES, CLEARANCE_CLIMB: CLIMB, BESIDE, INNER_PART } = TUNING.lower;
const { MOST_PART_FACES, QUICK_PART_FACES } = TUNING.lower;

/** Answers the query for the two bodies of `probe`. */
export function meshDepth(probe: Probe, settings: MeshDepthSettings, out: PenetrationResult): void {
  const { memory, accuracy } = settings;
  const status = probe.status(ORIGIN);
  out.clear();
  if (settings.trace) out.trace = [];
  if (status === 'separated' || status === 'touching') {
    memory?.add(probe.w, ORIGIN);
    if (status === 'touching') touch(probe, out);
    return;
  }

  const crossing = new Crossing(probe.w);
  probe.moveTo(ORIGIN);
  const { isSolid } = probe;
  const search = new Search(probe, settings.trace, settings.quick && isSolid);
  // These use the workspace in A's original pose.
  const clearance = new InnerClearance(probe, search.frame, 2 * search.size);
  const mostFaces = settings.quick ? QUICK_PART_FACES : MOST_PART_FACES;
  const parts = new PartDepths(probe, search.frame, 2 * search.size, mostFaces);
  const facets = new FacetSearch(search, mostFaces);
  // Few convex patches have an exact solution: a first estimate is enough.
  const guide = isSolid && settings.start === 'auto' ? new StartGuide(probe.w) : null;
  const isFresh = runStarts(search, settings.start, settings.seed, memory, facets.pairs > 0 ? null : guide);
  // Solids have balls that guide the first search. Without them, further starts find what is missed.
  const mayStart = settings.start === 'auto' && isFresh && !(settings.quick && isSolid);
  if (mayStart && facets.pairs === 0) guide?.runAround(search);
  search.finish();

  if (isSolid && facets.pairs > 0 && !probe.exhausted) {
    raise(out, boundByFacets(facets, search, FACET_NODES), { kind: 'patches' });
  }
  const isOpen = mayStart && search.bestLength - out.lower > accuracy;
  if (isOpen) runMoreStarts(search, settings.seed, guide);
  if (isSolid && search.bestLength - out.lower > accuracy) {
    const innerPoint = new InnerPoint();
    const hasInnerPoint = findInnerPoint(clearance, search, crossing, innerPoint);
    if (hasInnerPoint) {
      const { lower, certificate } = clearance.certify(innerPoint);
      raise(out, lower, certificate);
      if (isOpen) runLowStarts(search, out.lower);
    }
    if (settings.isWanted && search.bestLength - out.lower > accuracy && !probe.exhausted) {
      if (facets.pairs > 0)
        raise(out, boundByFacets(facets, search, settings.hasBudget ? Infinity : MOST_FACET_NODES), {
          kind: 'patches',
        });
      if (search.bestLength - out.lower > accuracy) {
        const most = settings.hasBudget ? Infinity : MOST_CUBES;
        const reach = search.bestLength;
        const { lower } = cover(
          search,
          clearance,
          parts,
          hasInnerPoint ? innerPoint : null,
          accuracy * INNER_PART,
          reach,
          most,
        );
        raise(out, lower, { kind: 'cubes', reach });
      }
    }
  }
  writeTranslation(search, out);
  out.certified = out.upper - out.lower <= accuracy;
  const isShort = probe.exhausted || (settings.isWanted && !out.certified);
  out.status = isShort ? 'iteration-limit' : 'overlapping';
  if (settings.local !== 'none') writeRegions(search, settings.local, out);
  probe.moveTo(ORIGIN);
  memory?.add(probe.w, search.best);
}

function raise(out: PenetrationResult, lower: number, certificate: PenetrationCertificate): void {
  if (!(lower > out.lower)) return;
  out.lower = lower;
  out.certificate = certificate;
}

/** A lower bound from convex patches; the resulting translation is tested. */
function boundByFacets(facets: FacetSearch, search: Search, nodes: number): number {
  const { lower, free } = facets.run(nodes);
  if (free !== null) search.settleDisplacement((margin, x) => facets.displace(free, margin, x));
  return lower;
}

/** A point with clearance in both bodies: from the balls, halfway between the last contact points, or beside faces that cross. */
function findInnerPoint(
  clearance: InnerClearance,
  search: Search,
  crossing: Crossing,
  innerPoint: InnerPoint,
): boolean {
  clearance.move(ORIGIN);
  const between = new InnerPoint();
  const isBetween = search.lastContactPoint(between.p) && clearance.measure(between);
  // Balls are of use only if they prove more.
  const isFound = clearance.findAmongBalls(innerPoint, isBetween ? between.sum : 0);
  if (isBetween && !isFound) {
    clearance.climb(between, Infinity, CLIMB);
    innerPoint.set(between);
    return true;
  }
  if (!isFound && !findBeside(clearance, crossing, innerPoint)) return false;
  clearance.climb(innerPoint, Infinity, CLIMB);
  return true;
}

function findBeside(clearance: InnerClearance, crossing: Crossing, innerPoint: InnerPoint): boolean {
  if (!crossing.isKnown) return false;
  for (const part of BESIDE) {
    crossing.pointAt(part * clearance.largest, innerPoint.p);
    if (clearance.measure(innerPoint)) return true;
  }
  return false;
}

function touch(probe: Probe, out: PenetrationResult): void {
  out.status = 'touching';
  probe.moveTo(ORIGIN);
  const { planes, near } = new Search(probe, false).contactsAt(ORIGIN);
  // Where faces lie flush, single pairs may separate in directions that differ from the others: the majority decides.
  let most = 0;
  for (let o = 0; o < PLANE * planes.count; o += PLANE) {
    const parting = near.countSeparated(planes.gaps, o);
    if (parting <= most) continue;
    most = parting;
    out.setNormal(planes.gaps[o], planes.gaps[o + 1], planes.gaps[o + 2]);
  }
}

function writeTranslation(search: Search, out: PenetrationResult): void {
  const { best, bestLength, offset, size, probe } = search;
  out.setTranslation(best, bestLength, probe.sizeOfTranslation(size + bestLength, offset));
  out.lower = Math.min(out.lower, out.upper);
  out.iterations = search.descent.iterations;
  if (search.trace !== null) {
    const [x, y, z] = best;
    out.trace = [...search.trace, { kind: 'end', translation: [x, y, z], contacts: search.descent.planes.count }];
  }
  if (bestLength > 0) out.setNormal(-best[0] / bestLength, -best[1] / bestLength, -best[2] / bestLength);
}
