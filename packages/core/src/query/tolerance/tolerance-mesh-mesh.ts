// Are two meshes within a given distance of each other? This is much cheaper than the distance itself: the search descends to any
// pair near enough, and two corners found during the descent can decide it without a test of other triangles.

import { DISC, DISC_RADIUS, discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { openNodes } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, triangleCount } from '../../bvh/tree.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import {
  BOUND_ROUNDING,
  DISTANCE_OVERSHOOT,
  DISTANCE_UNDERSHOOT,
  LARGEST_LENGTH,
  LEAST_DOUBLE,
} from '../../scalar/tolerances.ts';
import { installed } from '../acceleration.ts';
import { bestPairOf } from '../best-pair.ts';
import { writeCommonPoint } from '../collide/collide-mesh-mesh.ts';
import { containment } from '../containment/containment.ts';
import { apartByCores, coresAfter, coresAgain } from '../core-bound.ts';
import { searchLeafPair } from '../distance/distance-leaf-pair.ts';
import { moveVolumeOf } from '../moved-volumes.ts';
import { pushNearChildren } from '../near-children.ts';
import { openedNodes } from '../opened-nodes.ts';
import { TOLERANCE_MESH_MESH_SLOT } from '../scratch-slots.ts';
import { perWorkspace, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { ToleranceMemory, ToleranceRequest, ToleranceResult } from './tolerance.ts';

/** Scratch of one query. */
class Scratch {
  readonly point: Float64Array = new Float64Array(7);
  /** [0]: pairs proven this far apart need not be tested. */
  readonly pruningBound: Float64Array = new Float64Array(1);
  /** [0]: the same for volumes, whose error bound is larger. */
  readonly volumePruningBound: Float64Array = new Float64Array(1);
}

const scratchOf = perWorkspace(TOLERANCE_MESH_MESH_SLOT, () => new Scratch());

/** Answers the query for the meshes posed in `w`. */
export function toleranceMeshMesh(
  w: Workspace,
  { tolerance, volume, memory, isBeyond }: ToleranceRequest,
  out: ToleranceResult,
): void {
  const best = bestPairOf(w);
  const unit = w.unit[0];
  const scale = w.scale[0];
  const limit = Math.min(tolerance[0] / unit, LARGEST_LENGTH);
  // Rounded up, so that a pair exactly at the tolerance is not dropped.
  best.wanted[0] = limit + DISTANCE_OVERSHOOT * scale;
  best.wanted[1] = 0;
  best.start(w.contactThreshold);
  w.asked[0] = limit;
  const end = isBeyond ? 'done' : searchWithin(w, volume, memory);

  const found = best.slotQuery >= 0;
  const inside = !found && end === 'done' && containment(w) !== 'separated';
  if (best.contact) writeCommonPoint(w, out, best.slotQuery, best.slotReference);
  else if (found) out.writeWitness(w, best.points, best.slotQuery, best.slotReference);
  else out.clearWitness();
  out.status = found || inside ? 'within' : end === 'done' ? 'beyond' : 'iteration-limit';
  out.within = out.status === 'iteration-limit' ? null : out.status === 'within';
  out.lower = out.status === 'beyond' ? Math.max(0, (limit - BOUND_ROUNDING * scale) * unit - LEAST_DOUBLE) : 0;
  out.upper =
    found && !best.contact
      ? (best.distance[0] + DISTANCE_UNDERSHOOT * scale) * unit + LEAST_DOUBLE
      : inside || best.contact
        ? 0
        : Infinity;
}

/** Depth first towards the nearest, until any pair is found within w.asked[0]; `best` then holds it. */
function searchWithin(w: Workspace, volume: VolumeKind, memory: ToleranceMemory | null): 'done' | 'out-of-budget' {
  const accelerated = volume === discVolume ? installed.kernels?.searchWithin(w, memory) : null;
  if (accelerated) return accelerated;
  const { queryBody, reference, stack, budget, counters } = w;
  const best = bestPairOf(w);
  const { pruningBound, volumePruningBound } = scratchOf(w);
  const opened = openedNodes(w);
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(volume);
  const volumesR = reference.volumes(volume);
  const ratio = w.pose[RELATIVE_SCALE];
  pruningBound[0] = Math.max(w.asked[0], w.contactThreshold[0]) + DISTANCE_OVERSHOOT * w.scale[0];
  volumePruningBound[0] = pruningBound[0] + w.boundRounding[0];
  if (memory !== null && memory.leafQuery >= 0) {
    moveVolumeOf(w, volume, own, memory.leafQuery);
    searchLeafPair(w, memory.leafQuery, memory.leafReference, volumesR, volume.stride, best);
    if (best.slotQuery >= 0) return 'done';
  }
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  moveVolumeOf(w, volume, own, 0);
  let coresAt = coresAfter(w, counters[VOLUME_TESTS]);
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    if (counters[VOLUME_TESTS] >= coresAt) {
      if (apartByCores(w, nodeQ, nodeR, pruningBound, false)) continue;
      coresAt = coresAgain(w, counters[VOLUME_TESTS]);
    }
    if (takeFirstCorners(w, nodeQ, nodeR)) break;
    const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childQ === 0 && childR === 0) {
      searchLeafPair(w, nodeQ, nodeR, volumesR, volume.stride, best);
      if (best.slotQuery >= 0) break;
      continue;
    }
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    const isLargerQ =
      volume === discVolume
        ? own[DISC * nodeQ + DISC_RADIUS] * ratio > volumesR[DISC * nodeR + DISC_RADIUS]
        : triangleCount(linksQ, nodeQ) >= triangleCount(linksR, nodeR);
    const openQ = childR === 0 || (childQ !== 0 && isLargerQ);
    openNodes(opened, linksQ, nodeQ, openQ, linksR, nodeR, !openQ);
    top = pushNearChildren(w, volume, own, volumesR, opened, volumePruningBound, top);
  }
  if (memory !== null) {
    memory.leafQuery = best.leafQuery;
    memory.leafReference = best.leafReference;
  }
  return 'done';
}

/**
 * Makes the first corners below two nodes the witnesses if they are near enough. During a descent to the nearest pair they soon
 * are, long before a bound of the volumes could show it.
 */
function takeFirstCorners(w: Workspace, nodeQ: number, nodeR: number): boolean {
  const { queryBody, reference, pose } = w;
  const { point } = scratchOf(w);
  const scale = pose[RELATIVE_SCALE];
  const corners = queryBody.tree.triangles;
  const slotQ = queryBody.tree.links[LINKS * nodeQ + FIRST_TRIANGLE];
  const slotR = reference.tree.links[LINKS * nodeR + FIRST_TRIANGLE];
  const x = corners[9 * slotQ] * scale;
  const y = corners[9 * slotQ + 1] * scale;
  const z = corners[9 * slotQ + 2] * scale;
  let sq = 0;
  for (let k = 0; k < 3; k++) {
    const m = pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z + pose[9 + k];
    const r = reference.tree.triangles[9 * slotR + k];
    point[k] = m;
    point[3 + k] = r;
    sq += (r - m) * (r - m);
  }
  if (sq > w.asked[0] * w.asked[0]) return false;
  point[6] = sq;
  const leafQ = firstLeaf(queryBody.tree.links, nodeQ);
  const leafR = firstLeaf(reference.tree.links, nodeR);
  bestPairOf(w).improve(point, leafQ, leafR, slotQ, slotR);
  return true;
}

function firstLeaf(links: Int32Array, node: number): number {
  let leaf = node;
  while (links[LINKS * leaf + FIRST_CHILD] !== 0) leaf = links[LINKS * leaf + FIRST_CHILD];
  return leaf;
}
