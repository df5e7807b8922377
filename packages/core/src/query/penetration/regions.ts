// Local depths (PolyDepth, section 6.4): every region of overlap with a depth, a normal and points of its own.
//
// A region is a connected set of pairs of faces that meet: those along one curve. Moved out
// by the global way, the bodies touch where they were deepest; the way, projected onto the normal of such a contact, is the
// local depth of the region it belongs to, the one nearest to it. A region without a contact gets the depth along its own
// normal, the mean direction in which A's faces look there and B's do not: how far its faces reach through each other. A
// body inside another has no faces that meet; then the contacts are one region.

import { weldVertices } from '../../mesh/weld.ts';
import { intersectionSegment, SEGMENT_SIZE } from '../../primitive/triangle-triangle-segment.ts';
import { pointToWorld, type Vector3 } from '../../scalar/pose.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { addNormal } from './crossing.ts';
import { PLANE } from './in-projection.ts';
import type { LocalPenetration, PenetrationResult } from './penetration-result.ts';
import type { Search } from './search.ts';

/** Pairs of faces looked at: more than two fine meshes of 10⁵ triangles meet in, as a rule. */
const MOST_PAIRS = 8192;

/** Pairs of faces that hang together, in the resting frame. */
class Region {
  /** Sum of the middles of what the pairs have in common. */
  readonly middle: Float64Array = new Float64Array(3);
  /** Sum of the normals of the moving body's faces, less those of the resting one's. */
  readonly normal: Float64Array = new Float64Array(3);
  readonly pairs: number[] = [];
  entry: LocalPenetration | null = null;
}

/** What one query works with. */
class Scratch {
  readonly segment: Float64Array = new Float64Array(SEGMENT_SIZE);
  readonly unitNormal: Float64Array = new Float64Array(3);
  readonly way: Float64Array = new Float64Array(3);
  readonly parted: Float64Array = new Float64Array(6);
}

const scratchOf = perWorkspace(() => new Scratch());

/** Writes the local depths for the way that the search ended with: by region, or the deepest contact for all of them. */
export function writeRegions(search: Search, byRegion: boolean, out: PenetrationResult): void {
  const { probe, best, frame } = search;
  const { w } = probe;
  const { way, parted } = scratchOf(w);
  const { planes } = search.contactsAt(best);
  const contacts = planes.count;
  frame.toRest(best, way);
  if (byRegion) probe.meetAll(MOST_PAIRS);
  const regions = byRegion ? findRegions(w) : [new Region()];
  for (let k = 0; k < contacts; k++) {
    const n = planes.gaps.subarray(PLANE * k, PLANE * k + 3);
    const depth = -(n[0] * best[0] + n[1] * best[1] + n[2] * best[2]);
    if (!(depth > 0)) continue;
    // The moving body's point goes back to where it came from.
    for (let c = 0; c < 3; c++) {
      parted[c] = planes.points[6 * k + c] - way[c];
      parted[3 + c] = planes.points[6 * k + 3 + c];
    }
    const region = nearestRegion(regions, parted);
    if (region.entry !== null && region.entry.depth >= depth) continue;
    region.entry = entryOf(w, depth, [n[0], n[1], n[2]], parted);
  }
  for (const region of regions) {
    region.entry ??= ownDepth(search, region);
    if (region.entry !== null) out.local.push(region.entry);
  }
  out.local.sort((p, q) => q.depth - p.depth);
}

function findRegions(w: Workspace): Region[] {
  const { segment } = scratchOf(w);
  const { places, listed } = w.contacts;
  const roots = connect(w);
  const regions = new Map<number, Region>();
  const resting = w.resting?.tree.triangles ?? w.movedCorners;
  for (let k = 0; k < listed; k++) {
    let region = regions.get(roots[k]);
    if (region === undefined) {
      region = new Region();
      regions.set(roots[k], region);
    }
    region.pairs.push(k);
    const m = 9 * places[2 * k];
    const r = 9 * places[2 * k + 1];
    intersectionSegment(w.movedCorners, m, resting, r, segment);
    for (let c = 0; c < 3; c++) region.middle[c] += (segment[c] + segment[3 + c]) / 2;
    addNormal(w.movedCorners, m, 1, region.normal);
    addNormal(resting, r, -1, region.normal);
  }
  for (const { middle, pairs } of regions.values()) for (let c = 0; c < 3; c++) middle[c] /= pairs.length;
  return regions.size > 0 ? [...regions.values()] : [new Region()];
}

/**
 * For each pair the first pair it hangs together with. Along the curve where the surfaces meet, the next pair has one face
 * in common with the one before, and its other face shares a corner with the other one.
 */
function connect({ contacts: { places, listed }, moving, resting }: Workspace): Int32Array {
  const parents = Int32Array.from({ length: listed }, (_, k) => k);
  const rootOf = (pair: number): number => {
    let root = pair;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  };
  const models = [moving, resting];
  for (let side = 0; side < 2; side++) {
    const own = models[side];
    const other = models[1 - side];
    if (own === null || other === null) continue;
    const weld = weldVertices(other.mesh.positions);
    const firstAt = new Map<number, number>();
    for (let k = 0; k < listed; k++) {
      const face = own.tree.faces[places[2 * k + side]];
      const otherFace = other.tree.faces[places[2 * k + 1 - side]];
      for (let corner = 0; corner < 3; corner++) {
        const key = face * weld.length + weld[other.mesh.triangles[3 * otherFace + corner]];
        const first = firstAt.get(key);
        if (first === undefined) firstAt.set(key, k);
        else {
          const a = rootOf(first);
          const b = rootOf(k);
          parents[Math.max(a, b)] = Math.min(a, b);
        }
      }
    }
  }
  return parents.map((_, k) => rootOf(k));
}

/** The region whose middle is nearest to half way between two points. */
function nearestRegion(regions: readonly Region[], points: Float64Array): Region {
  let [nearest] = regions;
  let leastSq = Infinity;
  for (const region of regions) {
    let sq = 0;
    for (let c = 0; c < 3; c++) {
      const d = (points[c] + points[3 + c]) / 2 - region.middle[c];
      sq += d * d;
    }
    if (sq >= leastSq) continue;
    leastSq = sq;
    nearest = region;
  }
  return nearest;
}

/** The depth of a region along its own normal, or along that of the whole where it has none; null if its faces touch. */
function ownDepth({ frame, probe: { w }, best }: Search, region: Region): LocalPenetration | null {
  const { unitNormal, way, parted } = scratchOf(w);
  const { normal } = region;
  let length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > region.pairs.length * LEAST_NORMAL)) {
    // Out is the way A goes, and the normal points the other way.
    frame.toRest(best, normal);
    for (let c = 0; c < 3; c++) normal[c] = -normal[c];
    length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  }
  for (let c = 0; c < 3; c++) unitNormal[c] = normal[c] / length;
  const { places } = w.contacts;
  const resting = w.resting?.tree.triangles ?? w.movedCorners;
  let high = -Infinity;
  let low = Infinity;
  for (const pair of region.pairs) {
    for (let corner = 0; corner < 9; corner += 3) {
      const m = 9 * places[2 * pair] + corner;
      const r = 9 * places[2 * pair + 1] + corner;
      const ahead = along(unitNormal, w.movedCorners, m);
      const behind = along(unitNormal, resting, r);
      if (ahead > high) {
        high = ahead;
        for (let c = 0; c < 3; c++) parted[c] = w.movedCorners[m + c];
      }
      if (behind < low) {
        low = behind;
        for (let c = 0; c < 3; c++) parted[3 + c] = resting[r + c];
      }
    }
  }
  if (!(high > low)) return null;
  frame.toWorld(unitNormal, 0, way, 0);
  return entryOf(w, (high - low) * frame.unit, [way[0], way[1], way[2]], parted);
}

/** Normals that cancel to less than this part of their number leave no direction. */
const LEAST_NORMAL = 1e-6;

function along(n: Float64Array, t: Float64Array, i: number): number {
  return t[i] * n[0] + t[i + 1] * n[1] + t[i + 2] * n[2];
}

/** An entry with points given in the resting frame, the moving body's first. */
function entryOf(w: Workspace, depth: number, normal: Vector3, points: Float64Array): LocalPenetration {
  const entry: LocalPenetration = {
    depth,
    normal: [normal[0], normal[1], normal[2]],
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
  };
  const { resting, swapped } = w;
  if (resting === null) return entry;
  const { centre, unit } = resting.frame;
  const pose = swapped ? w.poseA : w.poseB;
  pointToWorld(pose, centre, unit, points, swapped ? 3 : 0, entry.pointA, 0);
  pointToWorld(pose, centre, unit, points, swapped ? 0 : 3, entry.pointB, 0);
  return entry;
}
