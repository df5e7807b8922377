// Which faces of two meshes are nearer to each other than a clearance? Both trees are searched together.

import type { VolumeKind } from '../../bounds/volume.ts';
import { openLarger } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SEPARATED,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { filterTriangleTriangle } from '../../primitive/triangle-triangle-filter.ts';
import { DISTANCE_OVERSHOOT, LARGEST_LENGTH, LEAST_DOUBLE, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { relateFaces } from '../exact-pair.ts';
import { pushNearChildren } from '../near-children.ts';
import { openedNodes } from '../opened-nodes.ts';
import { CLEARANCE_MESH_MESH_SLOT } from '../scratch-slots.ts';
import { moveLeaf, perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { ClearanceRequest, ClearanceStatus } from './clearance.ts';
import { featureKindOf } from './feature-kind.ts';
import type { ListedPairs } from './listed-pairs.ts';

/** Scratch of one query. */
class Scratch {
  readonly witness: Float64Array = new Float64Array(WITNESS_SIZE);
}

const scratchOf = perWorkspace(CLEARANCE_MESH_MESH_SLOT, () => new Scratch());

/** Lists the pairs of the meshes posed in `w`. */
export function clearanceMeshMesh(
  w: Workspace,
  { volume, clearance, limit }: ClearanceRequest,
  out: ListedPairs,
): void {
  w.contacts.start(false, 'surface', 'surface');
  out.status = listNearPairs(w, volume, clearance, limit, out);
}

function listNearPairs(
  w: Workspace,
  volume: VolumeKind,
  wanted: number,
  limit: number,
  out: ListedPairs,
): ClearanceStatus {
  const { queryBody, reference, stack, budget, counters } = w;
  const opened = openedNodes(w);
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(volume);
  const volumesR = reference.volumes(volume);
  const farthest = Math.max(
    Math.min(wanted / w.unit[0], LARGEST_LENGTH) + DISTANCE_OVERSHOOT * w.scale[0],
    w.contactThreshold[0],
  );
  // Strictly above, so that a bound equal to the clearance is tested.
  const pruningBound = Float64Array.of((farthest + w.boundRounding[0]) * (1 + 2 * UNIT_ROUNDOFF));
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childQ === 0 && childR === 0) {
      listNearFaces(w, nodeQ, nodeR, wanted, limit, out);
      if (out.pairs.length >= limit) return 'limit';
      continue;
    }
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'iteration-limit';
    }
    openLarger(opened, linksQ, nodeQ, linksR, nodeR);
    top = pushNearChildren(w, volume, own, volumesR, opened, pruningBound, top);
  }
  return 'complete';
}

function listNearFaces(
  w: Workspace,
  leafQ: number,
  leafR: number,
  wanted: number,
  limit: number,
  out: ListedPairs,
): void {
  const { queryBody, reference } = w;
  const { witness } = scratchOf(w);
  moveLeaf(w, queryBody.tree, leafQ);
  const unit = w.unit[0];
  const leastGap = Math.max(UNIT_ROUNDOFF * w.scale[0] * unit, LEAST_DOUBLE);
  const corners = reference.tree.triangles;
  const firstQ = queryBody.tree.links[LINKS * leafQ + FIRST_TRIANGLE];
  const endQ = firstQ + queryBody.tree.links[LINKS * leafQ + TRIANGLE_COUNT];
  const firstR = reference.tree.links[LINKS * leafR + FIRST_TRIANGLE];
  const endR = firstR + reference.tree.links[LINKS * leafR + TRIANGLE_COUNT];
  const tiled = queryBody.tree.tiles !== undefined || reference.tree.tiles !== undefined;
  for (let i = firstQ; i < endQ; i++) {
    for (let j = firstR; j < endR; j++) {
      if (out.pairs.length >= limit) return;
      if (tiled && !w.contacts.isNew(queryBody.tree, i, reference.tree, j)) continue;
      w.counters[TRIANGLE_TESTS]++;
      witness[WITNESS_LIMIT] = Math.max(Math.min(wanted / unit, LARGEST_LENGTH), w.contactThreshold[0]);
      distanceTriangleTriangle(w.movedCorners, 9 * i, corners, 9 * j, witness);
      const near = Math.sqrt(witness[WITNESS_SQ]);
      const open = near <= w.contactThreshold[0] || witness[WITNESS_SEPARATED] === 0;
      const intersect = open && doFacesIntersect(w, i, j);
      const rounded = near * unit;
      // Distance 0 is reported for faces that touch, and for no others. Faces with a computed distance of 0 that do not touch are
      // about a rounding apart.
      if (!intersect && (rounded > wanted || wanted === 0)) continue;
      const distance = intersect ? 0 : rounded > 0 ? rounded : Math.min(wanted, leastGap);
      out.add(w, queryBody.tree.faces[i], reference.tree.faces[j], distance);
      if (intersect) continue;
      const kindQ = featureKindOf(w.movedCorners, 9 * i, witness, 0);
      out.setWitness(w, witness, 0, kindQ, featureKindOf(corners, 9 * j, witness, 3));
    }
  }
}

/** Whether two faces touch, given by their slots in tree order: by the filter where it is certain, else exactly. */
function doFacesIntersect(w: Workspace, i: number, j: number): boolean {
  const { reference } = w;
  const verdict = filterTriangleTriangle(w.movedCorners, 9 * i, reference.tree.triangles, 9 * j, w.coordinateError);
  return verdict > 0 || (verdict === 0 && relateFaces(w, i, j) !== 'disjoint');
}
