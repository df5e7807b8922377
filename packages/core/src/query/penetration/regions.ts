// Local depths (PolyDepth, section 6.4): every region of overlap with a depth, a normal and points of its own.
//
// Two solids overlap in regions (overlap.ts), and each is measured along the global separating translation (region-depth.ts).
// Where no faces meet, one body is inside the other, and the region is all of it: its depth is the global one. A surface has no inside.
// There a region is a curve, and what holds it are the contacts after the translation that are nearest to it; one that has
// none is left by the global translation.

import { pointToWorld } from '../../scalar/pose.ts';
import type { Workspace } from '../workspace.ts';
import type { ContactPlanes } from './contact-planes.ts';
import { length } from './descent.ts';
import { PLANE } from './in-projection.ts';
import { Overlap, type OverlapRegion } from './overlap.ts';
import type { LocalPenetration, PenetrationResult } from './penetration-result.ts';
import { measureRegion } from './region-depth.ts';
import type { Search } from './search.ts';

/** Most pairs of faces looked at: many times what two meshes of 10⁵ triangles meet in. Beyond, one entry has to do. */
const MOST_PAIRS = 65_536;
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
    probe.meetAll(MOST_PAIRS);
    const { listed } = probe.w.contacts;
    if (listed > 0 && listed < MOST_PAIRS && !probe.exhausted) {
      const isSolid = probe.readingA === 'solid' && probe.readingB === 'solid';
      const overlap = new Overlap(probe.w, isSolid);
      if (isSolid) writeOverlaps(search, overlap, way, out);
      else writeCurves(search, overlap, way, out);
    }
  }
  if (out.local.length === 0) writeWhole(search, way, out);
  out.local.sort((p, q) => q.depth - p.depth);
}

function writeOverlaps(
  { probe: { w }, frame }: Search,
  overlap: Overlap,
  way: Float64Array,
  out: PenetrationResult,
): void {
  const parted = new Float64Array(6);
  const translation = new Float64Array(3);
  const error = TURNED * w.coordinateError[0];
  for (const region of overlap.regions) {
    const measured = measureRegion(overlap, region, way, error, w.scale[0]);
    if (measured === null) continue;
    frame.toWorld(measured.translation, 0, translation, 0);
    parted.set(measured.moving, 0);
    parted.set(measured.resting, 3);
    const far = length(translation);
    if (far > 0) out.local.push(entryOf(w, Math.min(far * frame.unit, out.upper), translation, parted));
  }
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
    let sq = 0;
    for (let c = 0; c < 3; c++) {
      const d = (parted[c] + parted[3 + c] - region.low[c] - region.high[c]) / 2;
      sq += d * d;
    }
    if (sq >= leastSq) continue;
    leastSq = sq;
    nearest = region;
  }
  return nearest;
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
