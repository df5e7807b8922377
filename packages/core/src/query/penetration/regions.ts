// Local depths (PolyDepth, section 6.4): every region of overlap with a depth, a normal and points of its own.
//
// Two solids overlap in regions (overlap.ts), and each is measured along the global separating translation (region-depth.ts).
// Where no faces meet, one body is inside the other, and the region is all of it: its depth is the global one. A surface has no inside.
// There a region is a curve, and what holds it are the contacts after the translation that are nearest to it; one that has
// none is left by the global translation.

import { pointToWorld } from '../../scalar/pose.ts';
import { ORIGIN } from '../../scalar/vector.ts';
import type { Workspace } from '../workspace.ts';
import type { ContactPlanes } from './contact-planes.ts';
import { length } from './descent.ts';
import { PLANE } from './in-projection.ts';
import { Overlap, type OverlapRegion } from './overlap.ts';
import type { LocalPenetration, PenetrationResult } from './penetration-result.ts';
import { measureRegion } from './region-depth.ts';
import type { Search } from './search.ts';
import { TUNING } from './tuning.ts';

const { MOST_FACE_PAIRS: MOST_PAIRS, STRAIGHT, BEYOND_TOUCH: BEYOND } = TUNING.local;

/** What a coordinate of a corner can be off here, in errors of a moved one: it is turned once more. */
const TURNED = 8;

/** Writes the local depths for the translation that the search ended with: by region, or one entry for all of them. */
export function writeRegions(search: Search, byRegion: boolean, out: PenetrationResult): void {
  const { probe, best, frame, bestLength } = search;
  const { moving, resting } = probe.w;
  if (!(bestLength > 0) || moving === null || resting === null) return;
  const way = new Float64Array(3);
  frame.toRest(best, way);
  if (byRegion && !probe.exhausted) {
    probe.meetAll(ORIGIN, MOST_PAIRS);
    const { listed } = probe.w.contacts;
    if (listed > 0 && listed < MOST_PAIRS && !probe.exhausted) {
      const isSolid = probe.readingA === 'solid' && probe.readingB === 'solid';
      probe.charge(listed);
      const overlap = new Overlap(probe.w, isSolid);
      if (isSolid) writeOverlaps(search, overlap, way, out);
      else writeCurves(search, overlap, way, out);
    }
  }
  if (out.local.length === 0) writeWhole(search, way, out);
  out.local.sort((p, q) => q.depth - p.depth);
}

function writeOverlaps(search: Search, overlap: Overlap, way: Float64Array, out: PenetrationResult): void {
  const { probe, frame } = search;
  const { w } = probe;
  const error = TURNED * w.coordinateError[0];
  // All are measured before any is tried: trying moves A in the workspace.
  const measured = overlap.regions.map((region) => {
    // The signal is read once a region, and its faces count against the budget.
    probe.charge(region.faces[0].size + region.faces[1].size);
    return probe.exhausted ? null : measureRegion(overlap, region, way, error, w.scale[0]);
  });
  if (probe.exhausted) return;
  const ways = measured.map((depth, k) => {
    // What leaves the only region parts the bodies, and no translation known does that sooner.
    if (depth === null || measured.length === 1) return way;
    const { translation, along } = depth;
    const isStraight = length(translation) >= STRAIGHT * length(along);
    const candidates = isStraight ? [along] : [translation, along];
    return candidates.find((candidate) => isLeft(search, overlap, overlap.regions[k], candidate, way)) ?? way;
  });
  const { planes } = search.contactsAt(search.best);
  probe.place(ORIGIN);
  const parted = new Float64Array(6);
  const translation = new Float64Array(3);
  for (let k = 0; k < measured.length; k++) {
    const depth = measured[k];
    if (depth === null) continue;
    frame.toWorld(ways[k], 0, translation, 0);
    parted.set(depth.moving, 0);
    parted.set(depth.resting, 3);
    const isWhole = ways[k] === way && length(depth.along) < STRAIGHT * length(way);
    if (isWhole) writeNearest(planes, overlap.regions[k], way, parted);
    const far = length(translation);
    if (far > 0) out.local.push(entryOf(w, Math.min(far * frame.unit, out.upper), translation, parted));
  }
}

/** Writes the points of the contact after the global translation that is nearest to a region, if there is one. */
function writeNearest(planes: ContactPlanes, region: OverlapRegion, way: Float64Array, parted: Float64Array): void {
  const points = new Float64Array(6);
  let leastSq = Infinity;
  for (let k = 0; k < planes.count; k++) {
    writeParted(planes, k, way, points);
    const sq = squareTo(region, points);
    if (sq >= leastSq) continue;
    leastSq = sq;
    parted.set(points);
  }
}

/**
 * Whether a region has gone once A is moved by a translation of its own. Contact planes hold it where it parts along the global one, `way`;
 * beside that, faces that are out of touch there may be in each other, as where A grazes past a corner of B.
 */
function isLeft(
  { probe, frame }: Search,
  overlap: Overlap,
  region: OverlapRegion,
  translation: Float64Array,
  way: Float64Array,
): boolean {
  if (length(translation) >= STRAIGHT * length(way)) return true;
  if (probe.exhausted) return false;
  const x = new Float64Array(3);
  frame.toWorld(translation, 0, x, 0);
  for (let c = 0; c < 3; c++) x[c] *= frame.unit * BEYOND;
  probe.meetAll(x, MOST_PAIRS);
  const { places, listed } = probe.w.contacts;
  if (probe.exhausted || listed === MOST_PAIRS) return false;
  const { moving, resting } = overlap;
  for (let k = 0; k < listed; k++) {
    const faceM = moving.model.tree.faces[places[2 * k]];
    const faceR = resting.model.tree.faces[places[2 * k + 1]];
    if (region.faces[0].has(faceM) && region.faces[1].has(faceR)) return false;
  }
  return true;
}

/** Surfaces: a curve is held by the planes after the translation whose points are nearest to it, the one that is deepest. */
function writeCurves(search: Search, overlap: Overlap, way: Float64Array, out: PenetrationResult): void {
  const parted = new Float64Array(6);
  const translation = new Float64Array(3);
  const { best, probe } = search;
  const { planes } = search.contactsAt(best);
  const entries = new Map<OverlapRegion, LocalPenetration>();
  for (let k = 0; k < planes.count; k++) {
    const n = planes.gaps.subarray(PLANE * k, PLANE * k + 3);
    const depth = -(n[0] * best[0] + n[1] * best[1] + n[2] * best[2]);
    if (!(depth > 0)) continue;
    writeParted(planes, k, way, parted);
    const region = nearestRegion(overlap.regions, parted);
    const known = entries.get(region);
    if (known !== undefined && known.depth >= depth) continue;
    for (let c = 0; c < 3; c++) translation[c] = -n[c];
    entries.set(region, entryOf(probe.w, Math.min(depth, out.upper), translation, parted));
  }
  for (const region of overlap.regions) {
    let entry = entries.get(region);
    if (entry === undefined) {
      for (let c = 0; c < 3; c++) {
        const middle = (region.low[c] + region.high[c]) / 2;
        parted[c] = middle - way[c] / 2;
        parted[3 + c] = middle + way[c] / 2;
      }
      entry = entryOf(probe.w, out.upper, best, parted);
    }
    out.local.push(entry);
  }
}

/** One entry for all: the global translation, with the points of the deepest contact after it. */
function writeWhole(search: Search, way: Float64Array, out: PenetrationResult): void {
  const parted = new Float64Array(6);
  const { best, probe } = search;
  const { planes } = search.contactsAt(best);
  let most = 0;
  for (let k = 0; k < planes.count; k++) {
    const o = PLANE * k;
    const depth = -(planes.gaps[o] * best[0] + planes.gaps[o + 1] * best[1] + planes.gaps[o + 2] * best[2]);
    if (!(depth > most)) continue;
    most = depth;
    writeParted(planes, k, way, parted);
  }
  if (most > 0) out.local.push(entryOf(probe.w, out.upper, best, parted));
}

/** Writes the points of plane k, the moving body's back where it came from. */
function writeParted(planes: ContactPlanes, k: number, way: Float64Array, parted: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    parted[c] = planes.points[6 * k + c] - way[c];
    parted[3 + c] = planes.points[6 * k + 3 + c];
  }
}

/** The region whose box has its middle nearest to half way between the points in `parted`. */
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

/** Squared distance from the middle of a region's box to half way between the points in `parted`. */
function squareTo({ low, high }: OverlapRegion, parted: Float64Array): number {
  let sq = 0;
  for (let c = 0; c < 3; c++) {
    const d = (parted[c] + parted[3 + c] - low[c] - high[c]) / 2;
    sq += d * d;
  }
  return sq;
}

/** An entry that is left along `out`, in the world, with points given in the resting frame, the moving body's first. */
function entryOf(w: Workspace, depth: number, out: Float64Array, points: Float64Array): LocalPenetration {
  const far = length(out);
  const entry: LocalPenetration = {
    depth,
    normal: [-out[0] / far, -out[1] / far, -out[2] / far],
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
  };
  const { resting, swapped } = w;
  if (resting === null) return entry;
  const { centre } = resting.frame;
  const unit = w.unit[0];
  const pose = swapped ? w.poseA : w.poseB;
  pointToWorld(pose, centre, unit, points, swapped ? 3 : 0, entry.pointA, 0);
  pointToWorld(pose, centre, unit, points, swapped ? 0 : 3, entry.pointB, 0);
  return entry;
}
