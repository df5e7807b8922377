// Local depths (PolyDepth, section 6.4): every region of overlap with a depth, a normal and points of its own.
//
// Two solids overlap in regions (overlap.ts), and each is measured along the global separating translation (region-depth.ts). If no
// faces touch, one body is inside the other and is itself the region: its depth is the global one. A surface has no interior. There
// a region is a curve, and the contacts nearest to it after the translation give its depth. A curve without such contacts uses the
// global translation, with the points where its faces touch last.

import { pointToWorld } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { ORIGIN } from '../../scalar/vector.ts';
import type { Workspace } from '../workspace.ts';
import { length } from './descent.ts';
import { PLANE } from './in-projection.ts';
import { Overlap, type OverlapRegion, sidesOf } from './overlap.ts';
import type { LocalPenetration, PenetrationResult } from './penetration-result.ts';
import type { Search } from './penetration-search.ts';
import { measureRegion, measureWhole, type RegionDepth, type RegionErrors } from './region-depth.ts';
import { TUNING } from './tuning.ts';

const { MOST_FACE_PAIRS: MOST_PAIRS, STRAIGHT, BEYOND_TOUCH: BEYOND, PARTED } = TUNING.local;

/** Error bound of a position after a translation is added, in parts of the sum. */
const POSITION_ERROR: number = 4 * UNIT_ROUNDOFF;
/** Error bound of a coordinate of a corner here, in errors of a moved one: it is rotated once more. */
const TURNED = 8;

/** Writes the local depths for the final translation of the search: by region, or one entry for all of them. */
export function writeRegions(search: Search, byRegion: boolean, out: PenetrationResult): void {
  const { probe, best, frame, bestLength } = search;
  if (!(bestLength > 0)) return;
  const separation = new Float64Array(3);
  frame.toRest(best, separation);
  if (byRegion && !probe.exhausted) {
    probe.collideAll(ORIGIN, MOST_PAIRS);
    const { listed } = probe.w.contacts;
    if (listed > 0 && listed < MOST_PAIRS && !probe.exhausted) {
      const { isSolid } = probe;
      probe.charge(listed);
      const overlap = new Overlap(probe.w, isSolid);
      const measured = measureRegions(search, overlap, separation);
      if (measured !== null && isSolid) writeOverlaps(search, overlap, measured, separation, out);
      else if (measured !== null) writeCurves(search, overlap, measured, separation, out);
    }
  }
  if (out.local.length === 0) writeWhole(search, separation, out);
  out.local.sort((p, q) => q.depth - p.depth);
}

/** Every region along the global translation, before anything moves A in the workspace; null if the budget is spent. */
function measureRegions(search: Search, overlap: Overlap, separation: Float64Array): (RegionDepth | null)[] | null {
  const { probe } = search;
  const errors = errorsOf(search);
  const measured = overlap.regions.map((region) => {
    // The signal is checked once per region, and its faces count against the budget.
    probe.charge(region.faces[0].size + region.faces[1].size);
    return probe.exhausted ? null : measureRegion(overlap, region, separation, errors);
  });
  return probe.exhausted ? null : measured;
}

function errorsOf({ probe, frame }: Search): RegionErrors {
  const { w } = probe;
  let far = 0;
  for (let c = 0; c < 3; c++) far += Math.abs(w.poseA[c]) + Math.abs(w.poseB[c]);
  const position = (POSITION_ERROR * far) / frame.unit;
  return { scale: w.scale[0], corner: TURNED * w.coordinateError[0], position };
}

function writeOverlaps(
  search: Search,
  overlap: Overlap,
  measured: readonly (RegionDepth | null)[],
  separation: Float64Array,
  out: PenetrationResult,
): void {
  const { probe, frame } = search;
  const { w } = probe;
  const separations = measured.map((depth, k) => {
    // The translation that removes the only region separates the bodies, and no known translation is shorter.
    if (depth === null || measured.length === 1) return separation;
    const { translation, along } = depth;
    const isStraight = length(translation) >= STRAIGHT * length(along);
    const candidates = isStraight ? [along] : [translation, along];
    return (
      candidates.find((candidate) => isLeft(search, overlap, overlap.regions[k], candidate, separation)) ?? separation
    );
  });
  const contacts = lastContacts(search, separation);
  const parted = new Float64Array(6);
  const translation = new Float64Array(3);
  for (let k = 0; k < measured.length; k++) {
    const depth = measured[k];
    if (depth === null) continue;
    frame.toWorld(separations[k], 0, translation, 0);
    parted.set(depth.pointQ, 0);
    parted.set(depth.pointR, 3);
    const isShort = length(separation) - length(depth.along) > PARTED * w.scale[0];
    if (separations[k] === separation && isShort) writeNearest(contacts, overlap.regions[k], parted);
    const far = length(translation);
    if (far > 0) out.local.push(entryOf(w, Math.min(far * frame.unit, out.upper), translation, parted));
  }
}

/** Writes the points of the contact after the global translation that is nearest to a region. */
function writeNearest(contacts: readonly PartingContact[], region: OverlapRegion, parted: Float64Array): void {
  let leastSq = Infinity;
  for (const { points } of contacts) {
    const sq = squareTo(region, points);
    if (sq >= leastSq) continue;
    leastSq = sq;
    parted.set(points);
  }
}

/**
 * Whether a region is gone once A is moved by the region's own translation. Contact planes limit it at the last contact along the
 * global translation, `separation`. Beside that, faces that do not touch there may overlap, as where A grazes a corner of B.
 */
function isLeft(
  { probe, frame }: Search,
  overlap: Overlap,
  region: OverlapRegion,
  translation: Float64Array,
  separation: Float64Array,
): boolean {
  if (length(translation) >= STRAIGHT * length(separation)) return true;
  if (probe.exhausted) return false;
  const x = new Float64Array(3);
  frame.toWorld(translation, 0, x, 0);
  for (let c = 0; c < 3; c++) x[c] *= frame.unit * BEYOND;
  probe.collideAll(x, MOST_PAIRS);
  const { slots, listed } = probe.w.contacts;
  if (probe.exhausted || listed === MOST_PAIRS) return false;
  const { querySide, referenceSide } = overlap;
  for (let k = 0; k < listed; k++) {
    const faceQ = querySide.model.tree.faces[slots[2 * k]];
    const faceR = referenceSide.model.tree.faces[slots[2 * k + 1]];
    if (region.faces[0].has(faceQ) && region.faces[1].has(faceR)) return false;
  }
  return true;
}

/** Surfaces: the depth of a curve is that of the deepest contact, after the translation, among those nearest to it. */
function writeCurves(
  search: Search,
  overlap: Overlap,
  measured: readonly (RegionDepth | null)[],
  separation: Float64Array,
  out: PenetrationResult,
): void {
  const parted = new Float64Array(6);
  const translation = new Float64Array(3);
  const { best, probe, frame } = search;
  const entries = new Map<OverlapRegion, LocalPenetration>();
  for (const { normal, depth, points } of lastContacts(search, separation)) {
    if (!(depth > 0)) continue;
    const region = nearestRegion(overlap.regions, points);
    const known = entries.get(region);
    if (known !== undefined && known.depth >= depth) continue;
    for (let c = 0; c < 3; c++) translation[c] = -normal[c];
    entries.set(region, entryOf(probe.w, Math.min(depth, out.upper), translation, points));
  }
  for (const [k, region] of overlap.regions.entries()) {
    const entry = entries.get(region);
    const depth = measured[k];
    if (entry !== undefined) out.local.push(entry);
    else if (depth !== null) {
      parted.set(depth.pointQ, 0);
      parted.set(depth.pointR, 3);
      out.local.push(entryOf(probe.w, Math.min(length(depth.along) * frame.unit, out.upper), best, parted));
    }
  }
}

/** One entry for all: the global translation, with the points of the deepest contact after it. */
function writeWhole(search: Search, separation: Float64Array, out: PenetrationResult): void {
  const { best, probe } = search;
  let deepest: PartingContact | null = null;
  for (const contact of lastContacts(search, separation)) {
    if (deepest === null || contact.depth > deepest.depth) deepest = contact;
  }
  if (deepest !== null) out.local.push(entryOf(probe.w, out.upper, best, deepest.points));
}

/** The contact after the global translation. */
interface PartingContact {
  /** From A to B, in the world. */
  readonly normal: Float64Array;
  /** The part of the translation opposite to it, in world units. If the gap is within rounding, it may have either sign. */
  readonly depth: number;
  /** In the reference frame, the query body's first, before the motion. */
  readonly points: Float64Array;
}

/**
 * The contacts after the global translation: those with a closed gap or, if there are none, the last contact of all faces. A stays
 * in that pose.
 */
function lastContacts(search: Search, separation: Float64Array): PartingContact[] {
  const { best, bestLength, probe, frame, size } = search;
  const { planes } = search.contactsAt(best);
  probe.moveTo(ORIGIN);
  const errors = errorsOf(search);
  const closed = PARTED * size + errors.position * frame.unit;
  const found: PartingContact[] = [];
  for (let k = 0; k < planes.count; k++) {
    const normal = planes.gaps.slice(PLANE * k, PLANE * k + 3);
    if (planes.gaps[PLANE * k + 3] > closed) continue;
    const points = planes.points.slice(6 * k, 6 * k + 6);
    for (let c = 0; c < 3; c++) points[c] -= separation[c];
    found.push({ normal, depth: -(normal[0] * best[0] + normal[1] * best[1] + normal[2] * best[2]), points });
  }
  if (found.length > 0) return found;
  const [querySide, referenceSide] = sidesOf(probe.w);
  const last = measureWhole(querySide, referenceSide, separation, errors);
  if (last === null) return [];
  const points = new Float64Array(6);
  points.set(last.pointQ, 0);
  points.set(last.pointR, 3);
  return [{ normal: best.map((x) => -x / bestLength), depth: bestLength, points }];
}

/** The region whose box has its middle nearest to halfway between the points in `parted`. */
function nearestRegion(regions: readonly OverlapRegion[], parted: Float64Array): OverlapRegion {
  let [nearest] = regions;
  let leastSq = Infinity;
  for (const region of regions) {
    const sq = squareTo(region, parted);
    if (sq >= leastSq) continue;
    leastSq = sq;
    nearest = region;
  }
  return nearest;
}

/** Squared distance from the middle of a region's box to halfway between the points in `parted`. */
function squareTo({ low, high }: OverlapRegion, parted: Float64Array): number {
  let sq = 0;
  for (let c = 0; c < 3; c++) {
    const d = (parted[c] + parted[3 + c] - low[c] - high[c]) / 2;
    sq += d * d;
  }
  return sq;
}

/** An entry with the translation `out`, in the world, and points in the reference frame, the query body's first. */
function entryOf(w: Workspace, depth: number, out: Float64Array, points: Float64Array): LocalPenetration {
  const far = length(out);
  const entry: LocalPenetration = {
    depth,
    normal: [-out[0] / far, -out[1] / far, -out[2] / far],
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
  };
  const { reference, swapped } = w;
  const { centre } = reference.frame;
  const unit = w.unit[0];
  const pose = w.referencePose;
  pointToWorld(pose, centre, unit, points, swapped ? 3 : 0, entry.pointA, 0);
  pointToWorld(pose, centre, unit, points, swapped ? 0 : 3, entry.pointB, 0);
  return entry;
}
